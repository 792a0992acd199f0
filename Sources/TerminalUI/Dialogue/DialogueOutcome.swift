/// How a dialogue ended.
///
/// After `submitted` the secret is the keyboard's text; after anything else it has been wiped.
public enum DialogueOutcome: Hashable, Sendable {
  /// By which key a person gave up.
  public enum Cancellation: Hashable, Sendable {
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D on an empty field.
    case endOfInput
  }

  /// The secret was entered.
  case submitted
  /// The person gave up.
  case cancelled(Cancellation)
  /// The time was over.
  case timedOut
  /// The terminal is gone.
  case hungUp
  /// A signal ends the program; the caller wipes and dies by it.
  case signalled(Int32)
}
