import Glibc
import PromptUI
import SecureMemory

/// The visible part of a called program; the server knows only this protocol, so that tests can
/// play it.
///
/// One call is one dialogue, from the opening of the terminal to its end.
package protocol PassphraseDialogue {
  /// Asks for a passphrase or a decision; throws if nothing was shown.
  ///
  /// A passphrase is kept until `wipe()`.
  mutating func ask(
    _ request: DialogueRequest, client: AssuanConnection?
  ) throws(TerminalError) -> DialogueOutcome

  func withPassphrase<R>(_ body: (RawSpan) -> R) -> R

  func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError)

  mutating func wipe()

  /// True if a terminal is still held without echo between two passphrases.
  var holdsTerminal: Bool { get }

  mutating func releaseTerminal()
}

extension DialogueOutcome {
  /// True if the conversation with the client also ends.
  var endsSession: Bool {
    // An agent takes its question back by an interrupt.
    if case .signalled(let signal) = self { signal != SIGINT } else { isGone }
  }
}
