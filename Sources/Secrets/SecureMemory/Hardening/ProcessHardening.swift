import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The steps that prepare a process to take a secret, in order, with their outcomes.
///
///     let hardening = ProcessHardening.begin()          // first thing in main
///     try hardening.requireProtection(.required)
///     let text = try SecretText()
///     // open the terminal, switch its mode, and only then read
///
/// The library does not take these steps on its own, except while `Prompt.ask` shows a prompt. An
/// embedding program takes them only if it owns its process; a plug-in must not.
public struct ProcessHardening {
  /// A protection of the process.
  @nonexhaustive public enum Step: String, CaseIterable, Sendable {
    /// Crash signals have their default disposition, so that no crash reporter prints memory.
    case crashSignals = "crash-signals"
    /// The process cannot be dumped, traced or read by other processes of the same user.
    case tracing
    /// No core file is written.
    case coreLimit = "core-limit"
    /// Regions for secrets are locked.
    case memoryLock = "memory-lock"
    /// Terminating signals wipe secrets and restore the terminal.
    case signalHandling = "signal-handling"
  }

  /// The outcome of a step.
  public enum Outcome: Hashable, Sendable {
    /// The protection holds.
    case done
    /// The kernel refused the protection, with this `errno`.
    case refused(Int32)
    /// The kernel does not support the protection.
    case notAvailable
  }

  /// The steps taken so far, in order.
  public private(set) var report: [StepReport] = []

  package let inherited: InheritedState

  /// The outcome of `step`; nil if it was not taken.
  public func outcome(of step: Step) -> Outcome? {
    report.last { $0.step == step }?.outcome
  }

  /// Takes the first three steps; call it before anything secret is read.
  ///
  /// - Parameter loweringHardCoreLimit: Whether the hard limit on core files also becomes 0. It
  ///   cannot be raised again, so do not lower it in a process that executes another program.
  /// - Returns: The outcomes so far; `requireProtection(_:)` checks whether they suffice.
  public static func begin(loweringHardCoreLimit: Bool = false) -> ProcessHardening {
    var hardening = ProcessHardening(inherited: InheritedState())
    hardening.take(.crashSignals) { platform_reset_crash_signals() }
    hardening.forbidTracing()
    hardening.forbidCoreFiles(loweringHardLimit: loweringHardCoreLimit)
    return hardening
  }

  /// Runs `body`, a dialogue of a program that goes on afterwards, and then undoes the steps.
  ///
  /// A crash reporter of the program is kept, since the signal handlers of the dialogue replace it
  /// meanwhile. One thread at a time may call this.
  package static func duringDialogue<R: ~Copyable, E: Error>(
    _ body: (inout ProcessHardening) throws(E) -> R
  ) throws(E) -> R {
    let isDumpable = platform_prctl(PR_GET_DUMPABLE, 0) == 1
    var hardening = ProcessHardening(inherited: InheritedState())
    hardening.forbidTracing()
    hardening.forbidCoreFiles()
    defer {
      hardening.inherited.restoreCoreLimit()
      if isDumpable { _ = platform_prctl(PR_SET_DUMPABLE, 1) }
      // The helper stays until the memory of the dialogue is gone.
      RestoreHelper.dismiss()
    }
    return try body(&hardening)
  }

  /// Throws if other programs can still read the process.
  ///
  /// - Parameter policy: With `allowUnlocked` this never throws, since that policy tolerates
  ///   missing protection.
  /// - Throws: `HardeningError.dumpable`.
  public func requireProtection(_ policy: MemoryLockPolicy) throws(HardeningError) {
    guard policy == .required else { return }
    switch outcome(of: .tracing) {
    case .done: return
    case .refused(let code): throw .dumpable(code: code)
    case .notAvailable, nil: throw .dumpable(code: ENOSYS)
    }
  }

  /// True if all regions that `lockingMemory` created are in secret memory, which even the kernel
  /// cannot read.
  public private(set) var hasSecretMemory = false

  /// Runs `body`, which creates the regions, and records whether they are locked.
  ///
  /// - Parameters:
  ///   - triesSecretMemory: Whether to use secret memory if the kernel has it; this applies to all
  ///     later regions of the process.
  ///   - body: Creates the regions.
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

  package mutating func probeMemoryLock() {
    _ = try? lockingMemory { () throws(SecretMemoryError) in _ = try SecretBuffer(capacity: 1) }
  }

  /// Installs the signal handlers and records the outcome.
  ///
  /// Call it before the terminal is opened, and keep the watch while the program holds secrets.
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

  /// Opens a placeholder on each of descriptors 0 to 2 that is closed.
  ///
  /// Otherwise a file that is opened later could get one of these numbers, and output meant for a
  /// standard stream would go to that file.
  package static func occupyStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The placeholder is opened for the wrong direction, so that reads and writes fail as on a
      // closed descriptor.
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if unsafe open("/dev/null", access | O_CLOEXEC) >= 0 { continue }
      // Without `/dev`, use a folder, which can be neither read nor written.
      _ = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  private init(inherited: InheritedState) {
    self.inherited = inherited
  }

  private mutating func take(_ step: Step, _ body: () -> Int32) {
    let outcome: Outcome = body() == 0 ? .done : .refused(errno)
    report.append(StepReport(step, outcome))
  }

  private mutating func forbidCoreFiles(loweringHardLimit: Bool = false) {
    take(.coreLimit) {
      var limits = rlimit()
      guard unsafe platform_core_limits(&limits) == 0 else { return -1 }
      limits.rlim_cur = 0
      if loweringHardLimit { limits.rlim_max = 0 }
      return platform_set_core_limits(limits)
    }
  }

  private mutating func forbidTracing() {
    let result = platform_prctl(PR_SET_DUMPABLE, 0)
    let code = errno
    let outcome: Outcome
    if result != 0 {
      outcome = code == EINVAL || code == ENOSYS ? .notAvailable : .refused(code)
    } else {
      // A sandbox may ignore the call and still report success.
      outcome = platform_prctl(PR_GET_DUMPABLE, 0) == 0 ? .done : .refused(EPERM)
    }
    report.append(StepReport(.tracing, outcome))
  }
}

/// The reason why a process is not safe enough to take a secret.
@nonexhaustive public enum HardeningError: Error, Hashable, Sendable {
  /// The process can still be dumped and traced; `code` is the `errno` of `prctl`.
  case dumpable(code: Int32)
  /// The signal handlers could not be installed; `code` is `EBUSY` if another watch has them, else
  /// the `errno` of the refused call, `call`.
  case signalHandling(call: String, code: Int32)
  /// A sandbox is required, but the kernel lacks the named parts.
  case sandbox(missing: [String])
}

extension HardeningError: CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  public var description: String {
    switch self {
    case .dumpable(let code):
      return
        "other programs could read this program's memory, since the kernel refused to prevent that "
        + "(\(systemSentence(code))); allow prctl(PR_SET_DUMPABLE) in the sandbox that this program "
        + "runs in"
    case .signalHandling(let call, let code):
      return code == EBUSY
        ? "this process is already running a dialogue; end that dialogue first"
        : "signals could not be handled safely: \(RefusedCall(call, code))"
    case .sandbox(let missing):
      return
        "a sandbox is required, but the kernel lacks \(missing.joined(separator: " and ")); "
        + "use a kernel with this protection, or set sandbox to yes instead of required to "
        + "continue without it"
    }
  }
}

/// The state that a process inherits and changes, saved for a command that it executes.
package struct InheritedState {
  private let coreLimits: rlimit?
  private let mask: sigset_t

  package init() {
    var limits = rlimit()
    coreLimits = unsafe platform_core_limits(&limits) == 0 ? limits : nil
    var mask = sigset_t()
    unsafe sigemptyset(&mask)
    unsafe sigprocmask(SIG_BLOCK, nil, &mask)
    self.mask = mask
  }

  /// Restores all inherited state except a lowered hard limit on core files.
  ///
  /// Signals that the parent ignored, as under `nohup`, are ignored again. Call it last before
  /// `execve`, since no signal is handled afterwards.
  package func restore() {
    restoreCoreLimit()
    var mask = mask
    unsafe platform_restore_signals(&mask)
  }

  fileprivate func restoreCoreLimit() {
    guard let coreLimits else { return }
    var limits = rlimit()
    guard unsafe platform_core_limits(&limits) == 0 else { return }
    limits.rlim_cur = min(coreLimits.rlim_cur, limits.rlim_max)
    _ = platform_set_core_limits(limits)
  }
}

/// The arguments this program was started with.
///
/// `CommandLine` reads them through `/proc`, and finds none if a sandbox hides `/proc`.
package enum ProgramArguments {
  /// The program's name and its arguments; bytes that are not UTF-8 are replaced.
  package static var all: [String] {
    (0..<platform_argument_count()).compactMap { place in
      unsafe platform_argument(place).map { unsafe String(cString: $0) }
    }
  }

  package static var afterName: [String] { Array(all.dropFirst()) }

  /// The path by which the program was executed; nil if unknown.
  ///
  /// A relative path is relative to the working directory at the start.
  package static var executedPath: String? {
    guard let path = unsafe platform_executed_path() else { return nil }
    return unsafe String(cString: path)
  }
}

/// The value of an environment variable; bytes that are not UTF-8 are replaced.
package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

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

  /// The remedy; nil if the protection holds.
  public var advice: String? {
    guard outcome != .done else { return nil }
    switch step {
    case .crashSignals: return "allow sigaction in the sandbox that this program runs in"
    case .tracing: return "allow prctl(PR_SET_DUMPABLE) in the sandbox that this program runs in"
    case .coreLimit: return "run `ulimit -c 0` before you start the program"
    case .memoryLock:
      return "the limit on locked memory is too low: \(SecretMemoryError.lockAdvice)"
    case .signalHandling:
      return
        "allow rt_sigaction, rt_sigprocmask, sigaltstack and eventfd in the sandbox that this "
        + "program runs in"
    }
  }
}

extension StepReport: CustomStringConvertible {
  /// One line without a line feed.
  public var description: String {
    let state =
      switch outcome {
      case .done: "yes"
      case .refused(let code): "no (\(systemSentence(code)))"
      case .notAvailable: "no (not supported by the kernel)"
      }
    return "\(subject): \(state)"
  }

  private var subject: String {
    switch step {
    case .crashSignals: return "crash reports disabled"
    case .tracing: return "memory hidden from other programs"
    case .coreLimit: return "core files disabled"
    case .memoryLock: return "memory locked"
    case .signalHandling: return "signals wipe secrets and restore the terminal"
    }
  }
}
