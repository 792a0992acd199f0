import Glibc
import SecureMemory

/// An error that prevents a prompt on a terminal; `code` is an `errno`.
package enum TerminalError: Error, Hashable, Sendable {
  case cannotOpen(path: String, code: Int32)
  /// The opened file is not a character device, or not a terminal.
  case notATerminal(path: String)
  case settings(code: Int32)
  /// The program is in the background, and nobody can bring it to the foreground.
  case orphanedInBackground
  /// The drawn keyboard is required, but line mode does not have one.
  case noDrawnKeyboard
  case wait(code: Int32)
  case busy
  case changedByOthers
  /// Another program reads the terminal, or is about to read it.
  case inUse(TerminalUser)
  /// No terminal is available; `tried` has the paths of the caller's terminals.
  case noPlace(tried: [String])
  /// A place is not used, because another user could obey or replace it, or because it does not
  /// work; the sentence names the place and the remedy.
  case refused(String)
}

extension TerminalError {
  /// The sentence of an error that explains why an existing place is not used.
  package var ofPlace: String? {
    switch self {
    case .inUse(let user): user.description
    case .refused(let sentence): sentence
    default: nil
    }
  }
}

extension TerminalError {
  /// The clause about a terminal that was tried in vain, without a remedy.
  package var ofTerminal: String {
    if case .cannotOpen(let path, let code) = self {
      return "\(path) cannot be opened (\(systemSentence(code)))"
    }
    return String(description.prefix { $0 != ";" }.prefix { $0 != "." })
  }
}

extension TerminalError {
  /// This error, and the reason why another place is not used either.
  package func besides(_ other: TerminalError) -> TerminalError {
    guard case .inUse(var user) = self, case .refused(let sentence) = other else { return self }
    let clause = String(sentence.prefix { $0 != ";" })
    if !user.refusals.contains(clause) { user.refusals.append(clause) }
    return .inUse(user)
  }
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code):
      let remedy =
        [EMFILE, ENFILE].contains(code)
        ? RefusedCall("open", code).remedy
        : "start the program or `keyward lend` in a terminal, or name a terminal with KEYWARD_TTY"
      return "no terminal to ask on: \(path) cannot be opened (\(systemSentence(code))); \(remedy)"
    case .notATerminal(let path):
      return "\(path) is not a terminal; set KEYWARD_TTY to a terminal, for example to `$(tty)`"
    case .settings(let code):
      return
        "the terminal's settings cannot be changed (\(systemSentence(code))); try another terminal"
    case .orphanedInBackground:
      return "this program is running in the background, where nobody can answer; start it in the "
        + "foreground"
    case .noDrawnKeyboard:
      return "--input screen needs a drawn keyboard, which line mode does not have; leave out "
        + "--plain, and use a terminal whose TERM is not `dumb`"
    case .wait(let code):
      return "waiting for the terminal failed (\(systemSentence(code))); try another terminal"
    case .busy:
      return "another program is asking for a secret on this terminal; answer it first"
    case .changedByOthers:
      return "another program keeps changing the settings of this terminal, so typed text may be "
        + "visible; end that program, or use another terminal"
    case .inUse(let user): return user.description
    case .noPlace(let names):
      let tried = names.isEmpty ? "" : " (tried \(names.joined(separator: ", ")))"
      return "no terminal to ask on\(tried); "
        + "start `keyward lend` in a terminal, or name a terminal with KEYWARD_TTY=$(tty)"
    case .refused(let sentence): return sentence
    }
  }
}
