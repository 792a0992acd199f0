import Glibc
import PromptUI
import SecureMemory

/// The visible part of a called program; the server knows only this protocol, so that tests can
/// play it.
///
/// One call is one dialogue, from the opening of the terminal to its end.
package protocol PassphraseDialogue {
  /// Asks for a passphrase or a decision.
  ///
  /// - Parameters:
  ///   - request: The question to show.
  ///   - client: The client, for inquiries, which may go away; nil if there is none.
  /// - Returns: The outcome. After `.submitted` a passphrase is kept until `wipe()`.
  /// - Throws: The reason why nothing could be shown; `busy` if another dialogue had the terminal
  ///   all the time.
  mutating func ask(
    _ request: DialogueRequest, client: AssuanConnection?
  ) throws(TerminalError) -> DialogueOutcome

  /// Runs `body` with the accepted passphrase.
  func withPassphrase<R>(_ body: (RawSpan) -> R) -> R

  /// Writes the accepted passphrase by one call.
  ///
  /// - Parameters:
  ///   - descriptor: An open file descriptor.
  ///   - prefix: The bytes before it.
  ///   - newline: Whether a line feed follows.
  /// - Throws: `SecretWriteError` if the receiver did not take everything.
  func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError)

  /// Wipes the passphrase.
  mutating func wipe()

  /// True if a terminal is still held without echo between two passphrases.
  var holdsTerminal: Bool { get }

  /// Gives the held terminal back as it was.
  mutating func releaseTerminal()
}

extension DialogueOutcome {
  /// True if the conversation with the client also ends.
  var endsSession: Bool {
    // An agent takes its question back by an interrupt.
    if case .signalled(let signal) = self { signal != SIGINT } else { isGone }
  }
}
