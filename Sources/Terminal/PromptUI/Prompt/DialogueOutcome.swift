import KeyboardEngine

/// The outcome of a dialogue.
///
/// After `submitted` the secret is in its field; after any other outcome it has been wiped.
package enum DialogueOutcome: Hashable, Sendable {
  /// The key or button that cancelled the dialogue.
  package enum Cancellation: Hashable, Sendable {
    /// Esc, Ctrl-E or a button.
    case escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D on an empty field.
    case endOfInput
    /// Ctrl-\: the answer will be typed into the asking program.
    case passedOn
  }

  /// The secret was entered, or the answer was yes.
  case submitted
  /// The answer was no.
  case declined
  /// The person cancelled.
  case cancelled(Cancellation)
  /// Two entries differed too often.
  case mismatched
  /// The time ran out.
  case timedOut
  /// The computer is to be powered off: by a key, or after the idle limit.
  case poweredOff
  /// The terminal is gone.
  case hungUp
  /// The client that waited for the answer has exited.
  case abandoned
  /// A signal ends the program; the caller wipes the secrets and then terminates by that signal.
  case signalled(Int32)
}

extension DialogueOutcome {
  /// True if the person or the client is gone.
  package var isGone: Bool { self == .hungUp || self == .abandoned }

  /// Returns `signalled` in place of `hungUp` if the signal of the hang-up arrives in time.
  ///
  /// The caller must wipe the typed text first.
  package func afterHangUp(_ watch: borrowing SignalWatch) -> DialogueOutcome {
    guard self == .hungUp, let signal = watch.endingAfterHangUp() else { return self }
    return .signalled(signal)
  }
}

extension SignalWatch {
  /// The seconds to wait for the signal of a hang-up.
  private static let hangUpPatience = 0.05

  /// Waits for the signal that belongs to a hang-up; nil if none arrives.
  ///
  /// The kernel reports a hang-up on the terminal first and sends the signal a moment later.
  package borrowing func endingAfterHangUp() -> Int32? { ending(within: Self.hangUpPatience) }
}
