import KeywardEngine

/// The outcome of a dialogue.
///
/// After `submitted` the secret is in its field; after any other outcome it has been wiped.
package enum DialogueOutcome: Hashable, Sendable {
  package enum Cancellation: Hashable, Sendable {
    /// Cancelled by Esc, Ctrl-E or a button.
    case escape
    case interrupt
    /// Cancelled by Ctrl-D on an empty field.
    case endOfInput
    /// Cancelled by Ctrl-\, because the person wants to type the answer into the asking program.
    case passedOn
    /// Cancelled by Ctrl-Z, which stops the asking program.
    case stopped
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
  /// The asking program is another one than the prompt has named, so it gets no answer.
  case askerChanged
  /// A signal ends the program.
  ///
  /// The caller wipes the secrets and then terminates the process by this signal.
  case signalled(Int32)
}

extension DialogueOutcome {
  package var isGone: Bool { self == .hungUp || self == .abandoned }

  var isSignal: Bool { if case .signalled = self { true } else { false } }

  /// Whether the dialogue ended without a key of the person, who may still be typing.
  package var isUnprompted: Bool {
    switch self {
    case .timedOut, .abandoned, .askerChanged, .signalled, .poweredOff: true
    case .submitted, .declined, .cancelled, .mismatched, .hungUp: false
    }
  }

  /// Returns `signalled` instead of `hungUp` if a fatal signal arrives within 50 ms.
  ///
  /// When a terminal hangs up, its descriptor reports the hang-up a moment before the kernel sends
  /// SIGHUP. The caller must wipe the typed text before it calls this function.
  package func afterHangUp(_ watch: borrowing SignalWatch) -> DialogueOutcome {
    guard self == .hungUp, let signal = watch.ending(within: 0.05) else { return self }
    return .signalled(signal)
  }
}
