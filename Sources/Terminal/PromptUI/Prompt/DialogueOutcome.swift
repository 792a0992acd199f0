import KeyboardEngine

/// The outcome of a dialogue.
///
/// After `submitted` the secret is in its field; after any other outcome it has been wiped.
package enum DialogueOutcome: Hashable, Sendable {
  package enum Cancellation: Hashable, Sendable {
    /// Esc, Ctrl-E or a button.
    case escape
    case interrupt
    /// Ctrl-D on an empty field.
    case endOfInput
    /// Ctrl-\: the answer will be typed into the asking program.
    case passedOn
  }

  case submitted
  case declined
  case cancelled(Cancellation)
  case mismatched
  case timedOut
  /// The person chose to power off the computer, or the idle limit was reached.
  case poweredOff
  case hungUp
  case abandoned
  /// A signal ends the program; the caller wipes the secrets and then terminates by that signal.
  case signalled(Int32)
}

extension DialogueOutcome {
  package var isGone: Bool { self == .hungUp || self == .abandoned }

  /// Returns `signalled` in place of `hungUp` if the signal of the hang-up arrives within 50 ms.
  ///
  /// The kernel reports a hang-up on the terminal first and sends the signal a moment later. The
  /// caller must wipe the typed text first.
  package func afterHangUp(_ watch: borrowing SignalWatch) -> DialogueOutcome {
    guard self == .hungUp, let signal = watch.ending(within: 0.05) else { return self }
    return .signalled(signal)
  }
}
