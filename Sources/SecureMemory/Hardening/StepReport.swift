/// The outcome of one step of `ProcessHardening`, as a line for a report.
public struct StepReport: Hashable, Sendable {
  /// The step.
  public let step: ProcessHardening.Step

  /// The outcome of the step.
  public let outcome: ProcessHardening.Outcome

  init(_ step: ProcessHardening.Step, _ outcome: ProcessHardening.Outcome) {
    self.step = step
    self.outcome = outcome
  }

  /// The remedy if the step is not done; nil if it is.
  public var advice: String? {
    guard outcome != .done else { return nil }
    switch step {
    case .crashSignals: return "allow sigaction in the sandbox this runs in"
    case .tracing: return "allow prctl(PR_SET_DUMPABLE) in the sandbox this runs in"
    case .coreLimit: return "set `ulimit -c 0` before starting"
    case .memoryLock:
      return "the limit on locked memory is too low: \(SecretMemoryError.lockAdvice)"
    case .signalHandling:
      return "allow sigaction, sigaltstack and eventfd in the sandbox this runs in"
    }
  }
}

extension StepReport: CustomStringConvertible {
  /// One line without line end.
  public var description: String {
    let state =
      switch outcome {
      case .done: "yes"
      case .refused(let code): "no (\(systemSentence(code)))"
      case .notAvailable: "no (this system does not have it)"
      }
    return "\(subject): \(state)"
  }

  private var subject: String {
    switch step {
    case .crashSignals: return "crash reports kept from printing memory"
    case .tracing: return "memory closed to other programs"
    case .coreLimit: return "core files off"
    case .memoryLock: return "memory locked"
    case .signalHandling: return "signals wipe and restore"
    }
  }
}
