import KeyboardEngine

/// The end of a dialogue.
///
/// After `submitted` the secret is in its field; after anything else it has been wiped.
package enum DialogueOutcome: Hashable, Sendable {
  /// The key or button by which a person gave up.
  package enum Cancellation: Hashable, Sendable {
    /// Esc, Ctrl-E or a button.
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D on an empty field.
    case endOfInput
    /// Ctrl-\: the person wants to type the answer to the program that asks.
    case passedOn
  }

  /// The secret was entered, or the question answered with yes.
  case submitted
  /// The question was answered with no.
  case declined
  /// The person gave up.
  case cancelled(Cancellation)
  /// Two entries differed too often.
  case mismatched
  /// The time ran out.
  case timedOut
  /// The computer is to be switched off: by a key, or since nobody typed.
  case poweredOff
  /// The terminal is gone.
  case hungUp
  /// The client that waited for the answer is gone.
  case abandoned
  /// A signal ends the program; the caller wipes and dies by it.
  case signalled(Int32)
}

extension DialogueOutcome {
  /// True if there is no longer anybody to ask, or anybody to answer.
  package var isGone: Bool { self == .hungUp || self == .abandoned }

  /// Replaces a hang-up by the signal that belongs to it, if one comes; the typed text is wiped
  /// before.
  package func afterHangUp(_ watch: borrowing SignalWatch) -> DialogueOutcome {
    guard self == .hungUp, let signal = watch.endingAfterHangUp() else { return self }
    return .signalled(signal)
  }
}

extension SignalWatch {
  /// The seconds to wait for the signal of a hang-up.
  private static let hangUpPatience = 0.05

  /// Waits for the signal that belongs to a hang-up; nil if none comes.
  ///
  /// The kernel first reports a hang-up at the terminal, and sends the signal a moment later.
  package borrowing func endingAfterHangUp() -> Int32? { ending(within: Self.hangUpPatience) }
}
