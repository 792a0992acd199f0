import KeywardEngine

/// How a dialogue ended.
///
/// After `submitted` the secret is in its field; after anything else it has been wiped.
package enum DialogueOutcome: Hashable, Sendable {
  /// By which key or button a person gave up.
  package enum Cancellation: Hashable, Sendable {
    /// Esc, Ctrl-E or a button.
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D on an empty field.
    case endOfInput
    /// Ctrl-\: the answer is to be typed to the program that asks.
    case passedOn
  }

  /// The secret was entered, or the question answered with yes.
  case submitted
  /// The question was answered with no.
  case declined
  /// The person gave up.
  case cancelled(Cancellation)
  /// Two entries differed as often as is allowed.
  case mismatched
  /// The time was over.
  case timedOut
  /// The terminal is gone.
  case hungUp
  /// Whoever waits for the answer is gone.
  case abandoned
  /// A signal ends the program; the caller wipes and dies by it.
  case signalled(Int32)
}

extension DialogueOutcome {
  /// Whether there is nobody to ask, or to answer, any more.
  package var isGone: Bool { self == .hungUp || self == .abandoned }

  /// The signal that belongs to a hang-up, else the same outcome; what was typed is wiped before.
  package func afterHangUp(_ watch: borrowing SignalWatch) -> DialogueOutcome {
    guard self == .hungUp, let signal = watch.endingAfterHangUp() else { return self }
    return .signalled(signal)
  }
}
