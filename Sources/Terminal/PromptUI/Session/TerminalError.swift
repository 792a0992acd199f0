import SecureMemory

/// An error that prevents a prompt on a terminal.
package enum TerminalError: Error, Hashable, Sendable {
  /// The device cannot be opened; `code` is an `errno`.
  case cannotOpen(path: String, code: Int32)
  /// The opened file is not a character device, or not a terminal.
  case notATerminal(path: String)
  /// The terminal refuses its settings; `code` is an `errno`.
  case settings(code: Int32)
  /// The program is in the background, and nobody can bring it to the foreground.
  case orphanedInBackground
  /// Only the drawn keyboard may be used, but line mode has none.
  case noDrawnKeyboard
  /// Waiting for input failed; `code` is an `errno`.
  case wait(code: Int32)
  /// Another dialogue is using the terminal.
  case busy
  /// Another program keeps changing the settings.
  case changedByOthers
  /// Another program reads the terminal, or is about to.
  case inUse(TerminalUser)
  /// No terminal is available; `tried` has the paths of the caller's terminals.
  case noPlace(tried: [String])
  /// The fallback program could not be started; the sentence gives the reason.
  case noFallback(String)
}

extension TerminalError {
  /// The description if another program uses the terminal; nil for any other error.
  package var ofUser: String? { if case .inUse(let user) = self { user.description } else { nil } }
}

extension TerminalError: CustomStringConvertible {
  /// One sentence: the problem, then the remedy.
  package var description: String {
    switch self {
    case .cannotOpen(let path, let code):
      return "no terminal to ask on: \(path) cannot be opened (\(systemSentence(code))); "
        + "start this in a terminal, start `keyward lend` in one, or name one with KEYWARD_TTY"
    case .notATerminal(let path):
      return "\(path) is not a terminal; name one with KEYWARD_TTY, for example `$(tty)`"
    case .settings(let code):
      return
        "the terminal's settings cannot be changed (\(systemSentence(code))); try another terminal"
    case .orphanedInBackground:
      return "this runs in the background, where nobody can answer; start it in the foreground"
    case .noDrawnKeyboard:
      return "--input screen needs a drawn keyboard, which line mode does not have; "
        + "use a terminal that is not `dumb`, without --plain"
    case .wait(let code):
      return "waiting for the terminal failed (\(systemSentence(code))); try another terminal"
    case .busy:
      return "another program is asking for a secret on this terminal; answer it first"
    case .changedByOthers:
      return Self.changed + "; end that program, or use another terminal"
    case .inUse(let user): return user.description
    case .noPlace(let names):
      let tried = names.isEmpty ? "" : " (tried \(names.joined(separator: ", ")))"
      return "no terminal to ask on\(tried); "
        + "start `keyward lend` in one, or name one with KEYWARD_TTY=$(tty)"
    case .noFallback(let sentence): return sentence
    }
  }

  private static let changed =
    "another program keeps changing the settings of this terminal, so typed text may be visible"
}
