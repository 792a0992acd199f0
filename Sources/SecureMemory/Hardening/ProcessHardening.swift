import CPlatform
import Glibc

/// The steps that make a process fit to take a secret, in their order, with their outcomes.
///
///     var hardening = ProcessHardening.begin()          // first thing in main
///     try hardening.requireProtection(policy)
///     let text = try hardening.lockingMemory { () throws(SecretMemoryError) in
///       try SecretText(policy: policy)
///     }
///     let watch = try hardening.watchSignals(faultSentence: "keyward: stopped by a fault\n")
///     // open the terminal, switch its mode, and only then read
///
/// The library never takes these steps on its own. An embedding program takes them only if it owns
/// its process; a plug-in must not.
public struct ProcessHardening {
  /// A protection of the process.
  public enum Step: String, CaseIterable, Sendable {
    /// Crash signals have their default disposition: no backtrace prints memory.
    case crashSignals = "crash-signals"
    /// The process cannot be dumped, traced or read by others of the same user.
    case tracing
    /// No core file is written.
    case coreLimit = "core-limit"
    /// Regions for secrets are locked.
    case memoryLock = "memory-lock"
    /// Signals wipe and restore.
    case signalHandling = "signal-handling"
  }

  /// The outcome of a step.
  public enum Outcome: Hashable, Sendable {
    /// The protection holds.
    case done
    /// The system refused it, with this `errno`.
    case refused(Int32)
    /// The system does not know it.
    case notAvailable
  }

  /// The steps taken so far, in their order.
  public private(set) var report: [StepReport] = []

  /// The inherited state, to restore for a command that this process becomes.
  package let inherited: InheritedState

  /// The outcome of `step`; nil before the step.
  public func outcome(of step: Step) -> Outcome? {
    report.last { $0.step == step }?.outcome
  }

  // MARK: Steps 1 to 3

  /// Takes the first three steps; call it before anything secret is read.
  ///
  /// - Parameter loweringHardCoreLimit: Whether the hard limit on core files also becomes 0. It
  ///   cannot be raised again, so leave it in a process that becomes another one.
  /// - Returns: The hardening so far; ask `requireProtection(_:)` whether it is enough.
  public static func begin(loweringHardCoreLimit: Bool = false) -> ProcessHardening {
    var hardening = ProcessHardening(inherited: InheritedState())
    hardening.take(.crashSignals) { platform_reset_crash_signals() }
    hardening.forbidTracing()
    hardening.take(.coreLimit) {
      var limits = rlimit()
      guard unsafe platform_core_limits(&limits) == 0 else { return -1 }
      limits.rlim_cur = 0
      if loweringHardCoreLimit { limits.rlim_max = 0 }
      return platform_set_core_limits(limits)
    }
    return hardening
  }

  /// Throws if others can still read the process.
  ///
  /// - Parameter policy: `allowUnlocked` goes on nevertheless, as with a refused lock.
  /// - Throws: `HardeningError.dumpable`.
  public func requireProtection(_ policy: MemoryLockPolicy) throws(HardeningError) {
    guard policy == .required else { return }
    switch outcome(of: .tracing) {
    case .done: return
    case .refused(let code): throw .dumpable(code: code)
    case .notAvailable, nil: throw .dumpable(code: ENOSYS)
    }
  }

  // MARK: Steps 4 and 5

  /// True if every region made by `lockingMemory` is hidden even from the kernel.
  public private(set) var hasSecretMemory = false

  /// Runs `body`, which makes the regions, and notes whether they are locked.
  ///
  /// - Parameters:
  ///   - triesSecretMemory: Whether to use secret memory if the kernel has it; this holds for all
  ///     later regions of the process.
  ///   - body: Makes the regions.
  /// - Returns: The result of `body`.
  /// - Throws: `SecretMemoryError` from `body`.
  public mutating func lockingMemory<R: ~Copyable>(
    triesSecretMemory: Bool = true, _ body: () throws(SecretMemoryError) -> R
  ) throws(SecretMemoryError) -> R {
    LockedRegion.lastRefusal.store(0, ordering: .relaxed)
    LockedRegion.readable.store(0, ordering: .relaxed)
    GuardedPages.triesSecretMemory.store(triesSecretMemory, ordering: .relaxed)
    do throws(SecretMemoryError) {
      let result = try body()
      hasSecretMemory = LockedRegion.readable.load(ordering: .relaxed) == 0
      let refusal = LockedRegion.lastRefusal.load(ordering: .relaxed)
      report.append(StepReport(.memoryLock, refusal == 0 ? .done : .refused(refusal)))
      return result
    } catch {
      report.append(StepReport(.memoryLock, .refused(error.code)))
      throw error
    }
  }

  /// Tries one region and notes the result, for a report without a secret.
  package mutating func probeMemoryLock() {
    _ = try? lockingMemory { () throws(SecretMemoryError) in _ = try SecretBuffer(capacity: 1) }
  }

  /// Installs the signal handlers; call it before the terminal is opened.
  ///
  /// - Parameter faultSentence: The sentence for standard error after a fault, at most 256 bytes.
  /// - Returns: The watch, which the program keeps as long as it holds secrets.
  /// - Throws: `HardeningError.signalHandling` or `.signalStack`.
  package mutating func watchSignals(
    faultSentence: StaticString
  ) throws(HardeningError) -> SignalWatch {
    do throws(HardeningError) {
      let watch = try SignalWatch(faultSentence: faultSentence)
      report.append(StepReport(.signalHandling, .done))
      return watch
    } catch {
      report.append(StepReport(.signalHandling, .refused(errno)))
      throw error
    }
  }

  // MARK: Details

  private init(inherited: InheritedState) {
    self.inherited = inherited
  }

  private mutating func take(_ step: Step, _ body: () -> Int32) {
    let outcome: Outcome = body() == 0 ? .done : .refused(errno)
    report.append(StepReport(step, outcome))
  }

  private mutating func forbidTracing() {
    let result = platform_prctl(PR_SET_DUMPABLE, 0)
    let code = errno
    let outcome: Outcome
    if result != 0 {
      outcome = code == EINVAL || code == ENOSYS ? .notAvailable : .refused(code)
    } else {
      // A call that a sandbox swallows looks like a successful one.
      outcome = platform_prctl(PR_GET_DUMPABLE, 0) == 0 ? .done : .refused(EPERM)
    }
    report.append(StepReport(.tracing, outcome))
  }
}
