import Glibc
import SecureMemory
import TerminalUI

/// The part a person sees; the server knows it by this protocol only, so that tests can play it.
///
/// One call is one dialogue, from the opening of the terminal to its end. While it is up it polls
/// `client.inputDescriptor` and `client.outputDescriptor` beside its own and calls
/// `client.receive()` when something comes.
package protocol PassphraseDialogue {
  /// Asks for a passphrase or a decision.
  ///
  /// - Parameters:
  ///   - request: What to show.
  ///   - client: The client, for inquiries; it may go away.
  /// - Returns: How it ended. After `.submitted` a passphrase is kept until `wipe()`.
  /// - Throws: Why nothing could be shown; `busy` where another dialogue had the terminal all the time.
  mutating func ask(
    _ request: DialogueRequest, client: inout ClientChannel
  ) throws(TerminalError) -> DialogueOutcome

  /// Runs `body` with the accepted passphrase.
  func withPassphrase<R>(_ body: (RawSpan) -> R) -> R

  /// Writes the accepted passphrase by one call.
  ///
  /// - Parameters:
  ///   - descriptor: An open file descriptor.
  ///   - prefix: What goes out before it.
  ///   - newline: Whether a line feed goes out behind it.
  /// - Throws: `SecretWriteError` where the receiver did not take everything.
  func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError)

  /// Wipes the passphrase.
  mutating func wipe()

  /// Whether a terminal is still held without echo between two passphrases.
  var holdsTerminal: Bool { get }

  /// Gives the held terminal back as it was.
  mutating func releaseTerminal()
}

extension DialogueOutcome {
  /// Whether the conversation with the client ends with it.
  var endsSession: Bool {
    // An interrupt is how an agent takes its question back.
    if case .signalled(let signal) = self { signal != SIGINT } else { isGone }
  }
}
