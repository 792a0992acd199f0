import SecureMemory

/// The part a person sees; the server knows it by this protocol only, so that tests can play it.
///
/// One call is one dialogue, from the opening of the terminal to its end. While it is up it polls
/// `client.inputDescriptor` and `client.outputDescriptor` beside its own and calls
/// `client.receive()` when something comes.
public protocol PassphraseDialogue {
  /// Asks for a passphrase.
  ///
  /// - Parameters:
  ///   - request: What to show.
  ///   - client: The client, for inquiries.
  /// - Returns: How it ended. After `.accepted` the passphrase is kept until `wipe()`.
  mutating func passphrase(
    _ request: PassphraseRequest, client: inout ClientChannel
  ) -> PassphraseEnd

  /// Asks for a decision.
  ///
  /// - Parameters:
  ///   - request: What to show.
  ///   - client: The client, which may go away.
  /// - Returns: How it ended.
  mutating func confirm(
    _ request: ConfirmationRequest, client: inout ClientChannel
  ) -> ConfirmationEnd

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

/// How a dialogue ended without an answer.
public enum DialogueFailure: Error, Hashable, Sendable {
  /// A cancel key or button.
  case cancelled
  /// Interrupted by `SIGINT`.
  case interrupted
  /// Nobody answered in time.
  case timedOut
  /// Nobody was asked: another dialogue had the terminal all the time.
  case occupied
  /// The client, the one who asks or the terminal has gone.
  case gone
  /// Nothing could be shown.
  case terminal(TerminalTrouble)
  /// A signal that ends the program.
  case signalled(Int32)

  /// Whether the conversation with the client ends with it.
  var endsSession: Bool {
    switch self {
    case .gone, .signalled: true
    case .cancelled, .interrupted, .timedOut, .occupied, .terminal: false
    }
  }
}

/// How a dialogue that asked for a passphrase ended.
public enum PassphraseEnd: Hashable, Sendable {
  /// The passphrase stands ready; `repeated` where it was typed, or made, twice.
  case accepted(repeated: Bool)
  /// There is none.
  case failed(DialogueFailure)

  /// The failure, if there is no passphrase.
  var failure: DialogueFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}

/// How a dialogue that asked for a decision ended.
public enum ConfirmationEnd: Hashable, Sendable {
  /// Yes.
  case confirmed
  /// No.
  case notConfirmed
  /// No decision.
  case failed(DialogueFailure)

  /// The failure, if there is no decision.
  var failure: DialogueFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
}
