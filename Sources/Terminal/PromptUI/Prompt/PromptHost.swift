import Glibc
import KeyboardEngine
import SecureMemory

/// A process that is ready to prompt: memory locked, signals watched, sandbox prepared.
///
///     var preparation = PromptHost.Preparation(faultSentence: "keyward: the program crashed\n")
///     preparation.capacities = [SecretText.largestCapacity]
///     let host = try PromptHost(preparation, &hardening)
///     var session = try TerminalSession(environment: environment)
///     let outcome = try host.run([prompt], host.setting(environment, surface), on: &session)
///     if outcome == .submitted { try host.memory.fields[0].text.write(to: 1, newline: true) }
///
/// The sandbox takes effect after the first frame. After `submitted` the secret remains in memory;
/// after any other outcome all typed text has been wiped.
package final class PromptHost {
  package struct Preparation {
    /// True if a helper process restores the terminal after `kill -9`.
    package var startsRestoreHelper = true
    package var sandbox = Sandbox(.no)
    package var lockPolicy = MemoryLockPolicy.required
    /// True if secrets are kept in memory that even the kernel cannot read (`memfd_secret`), where
    /// supported.
    package var usesSecretMemory = true
    /// The capacity of each field in bytes; nil if no input is secret.
    package var capacities: [Int]?
    package var longest: Int?
    package var consoleFont: String?
    package let faultSentence: StaticString

    package init(faultSentence: StaticString) { self.faultSentence = faultSentence }
  }

  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    case memory(SecretMemoryError)
    /// Other programs could read the memory, or a required sandbox is missing.
    case protection(HardeningError)
    case signals(HardeningError)
    /// The limit of the stack is too small for a prompt.
    case stack(bytes: Int)

    package var description: String {
      switch self {
      case .memory(let error): error.description
      case .protection(let error), .signals(let error): error.description
      case .stack(let bytes):
        "the stack may have only \(bytes / 1024) KiB, and a prompt would crash; raise the limit "
          + "with `ulimit -s 1024`"
      }
    }
  }

  package let memory: PromptMemory
  package let watch: SignalWatch
  package var clock = Clock.monotonic
  private let sandbox: Sandbox
  private let missing: [PromptText]
  private let warning: PromptText?

  /// Creates a host and prepares the process, in the order that the protections require.
  ///
  /// `makeRegions` may create further locked memory before that of the prompts. All errors are
  /// thrown before anything is shown.
  package init(
    _ preparation: Preparation, _ hardening: inout ProcessHardening,
    makeRegions: () throws(SecretMemoryError) -> Void = {}
  ) throws(Refusal) {
    try Self.requireStack()
    let fontFault = preparation.consoleFont.flatMap(Self.keepFont)
    // Fork the helper before any secret memory exists: a fork copies the memory of this process.
    if preparation.startsRestoreHelper { RestoreHelper.start() }
    sandbox = preparation.sandbox
    do throws(HardeningError) {
      if preparation.capacities != nil {
        try hardening.requireProtection(preparation.lockPolicy)
      }
      try sandbox.require()
    } catch {
      throw .protection(error)
    }
    do throws(SecretMemoryError) {
      if let capacities = preparation.capacities {
        memory = try hardening.lockingMemory(triesSecretMemory: preparation.usesSecretMemory) {
          () throws(SecretMemoryError) in
          try makeRegions()
          return try PromptMemory(
            capacities: capacities, longest: preparation.longest, policy: preparation.lockPolicy)
        }
      } else {
        try makeRegions()
        // A decision needs no secret input, so its memory is locked only if possible.
        memory = try PromptMemory(capacities: [], policy: .allowUnlocked)
      }
    } catch {
      throw .memory(error)
    }
    do throws(HardeningError) {
      watch = try hardening.watchSignals(faultSentence: preparation.faultSentence)
    } catch {
      throw .signals(error)
    }
    let dumps = hardening.outcome(of: .coreLimit) == .done ? nil : PromptText.own(.coreDumps)
    missing = [dumps, fontFault.map { .given($0) }].compactMap(\.self)
    warning = hardening.protectionWarning.map { .own($0) }
  }

  /// The smallest stack, in bytes, with which every prompt was drawn.
  private static let smallestStack = 256 * 1024

  /// Throws an error if a prompt would crash.
  package static func requireStack() throws(Refusal) {
    let limit = stackLimit
    guard limit >= smallestStack else { throw .stack(bytes: limit) }
  }

  private static var stackLimit: Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else {
      return .max
    }
    return Int(exactly: limit.rlim_cur) ?? .max
  }

  private static func keepFont(_ path: String) -> String? {
    do throws(ConsoleFont.Fault) {
      return try ConsoleFont(file: path).keep() ? nil : "console font: out of memory"
    } catch {
      return error.description
    }
  }

  package func describeProtections(in options: inout DialogueOptions) {
    options.missing = missing + sandbox.absences.map { $0.text } + options.missing
    options.warning = warning
  }

  /// True if input devices can be used: the sandbox is off, is not yet in effect, or permits them.
  package var takesDevices: Bool { sandbox.takesDevices }

  package func setting(
    _ environment: TerminalEnvironment, _ surface: PromptSurface, suspendsGroup: Bool = false,
    devices: DeviceSet? = nil
  ) -> PromptLoop.Setting {
    var setting = PromptLoop.Setting(environment: environment, surface: surface)
    setting.clock = clock
    setting.devices = devices
    setting.suspendsGroup = suspendsGroup
    setting.protect(by: sandbox)
    return setting
  }

  /// Runs prompts one after the other on an open terminal, and then restores the terminal.
  ///
  /// The screen stays on between prompts. After `signalled` the caller must terminate by that
  /// signal.
  package func run(
    _ prompts: [any Prompt], _ setting: PromptLoop.Setting, source: (any PromptSource)? = nil,
    on session: inout TerminalSession
  ) throws(TerminalError) -> DialogueOutcome {
    var loop = PromptLoop(
      setting, memory: memory, source: source, prompt: prompts[0], descriptor: session.descriptor)
    let outcome: DialogueOutcome
    do {
      defer { loop.leave(&session) }
      outcome = try loop.run(then: Array(prompts.dropFirst()), on: &session, watch: watch)
    }
    session.loan?.report(outcome)
    return outcome.afterHangUp(watch)
  }
}

extension PromptLoop.Setting {
  /// Makes the sandbox take effect after the first frame.
  ///
  /// If the sandbox permits opening files, the loop adds this terminal to the permitted files.
  package mutating func protect(by sandbox: Sandbox) {
    if let devices {
      sandbox.allowDevices()
      devices.canOpen = { sandbox.opensNewDevices }
      devices.canWrite = { sandbox.opensForWriting }
    }
    let name = environment.device
    onFirstFrame = { descriptor in
      let names = [name, TerminalSession.devicePath(of: descriptor)]
      let known = sandbox.absences
      sandbox.close(alsoOpening: names.compactMap { $0.map { .name($0, of: descriptor) } })
      return sandbox.absences.filter { !known.contains($0) }.map { $0.text }
    }
  }
}

extension ProcessHardening {
  fileprivate var protectionWarning: Phrase? {
    guard let lock = outcome(of: .memoryLock) else { return nil }
    if lock != .done { return .memoryNotLocked }
    return outcome(of: .tracing) == .done ? nil : .memoryReadable
  }
}

extension Sandbox.Absence {
  var text: PromptText {
    switch self {
    case .switchedOff: .own(.sandboxOff)
    case .unsupported: .own(.sandboxMissing)
    case .calls: .own(.sandboxLacksCalls)
    case .files: .own(.sandboxLacksFiles)
    }
  }
}
