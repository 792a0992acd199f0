import Glibc
import KeywardEngine
import SecureMemory

/// A process that is ready to prompt: memory locked, signals watched, sandbox prepared.
///
///     var preparation = PromptHost.Preparation(faultSentence: "keyward: the program crashed\n")
///     preparation.capacities = [SecretText.largestCapacity]
///     let host = try PromptHost(preparation, &hardening)
///     var session = try TerminalSession(environment: environment)
///     let outcome = try host.ask([question], on: &session, in: environment)
///     if outcome == .submitted { try host.memory.fields[0].text.write(to: 1, newline: true) }
///
/// The sandbox takes effect after the first frame. After `submitted` the secret remains in memory;
/// after any other outcome all typed text has been wiped.
package final class PromptHost {
  package struct Preparation {
    package var protection = Protection()
    package var sandbox = Sandbox(.no)
    /// The capacity of each field in bytes; nil if no input is secret.
    package var capacities: [Int]?
    package var longest: Int?
    /// True if the fields remember the keys that type them.
    package var remembersKeys = false
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
  /// The program that the next prompts name.
  package var asker = PromptAsker()
  private let sandbox: Sandbox
  private let missing: [PromptText]

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
    if preparation.protection.usesWatcher { RestoreHelper.start() }
    sandbox = preparation.sandbox
    do throws(HardeningError) {
      if preparation.capacities != nil {
        try hardening.requireProtection(preparation.protection.lockPolicy)
      }
      try sandbox.require()
    } catch {
      throw .protection(error)
    }
    do throws(SecretMemoryError) {
      let protection = preparation.protection
      memory = try hardening.lockingMemory(triesSecretMemory: protection.usesSecretMemory) {
        () throws(SecretMemoryError) in
        try makeRegions()
        guard let capacities = preparation.capacities else {
          // A decision needs no secret input, so its memory is locked only if possible.
          return try PromptMemory(capacities: [], policy: .allowUnlocked)
        }
        return try PromptMemory(
          capacities: capacities, longest: preparation.longest,
          remembersKeys: preparation.remembersKeys, policy: protection.lockPolicy)
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
    missing = [
      hardening.protectionWarning.map { .own($0) }, dumps, fontFault.map { .given($0) },
    ].compactMap(\.self)
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

  /// True if input devices can be used: the sandbox is off, is not yet in effect, or permits them.
  package var takesDevices: Bool { sandbox.takesDevices }

  /// Puts together the loop that asks questions on a terminal, one after the other.
  ///
  /// Every dialogue of every program is put together here, so that a rule about prompts holds in
  /// all of them. `keyboard` types into the first field.
  package func loop(
    asking questions: [Question], on session: borrowing TerminalSession,
    in environment: TerminalEnvironment, keyboard: KeyboardSupply? = nil,
    devices: DeviceSet? = nil, source: (any PromptSource)? = nil,
    policy: (any PassphrasePolicy)? = nil
  ) throws(TerminalError) -> PromptLoop {
    var questions = questions
    for index in questions.indices {
      questions[index].look.adapt(to: devices)
      questions[index].missing = missing + sandbox.absences.map(\.text) + questions[index].missing
    }
    if session.loan != nil, questions[0].look.rings { questions[0].ringsAtFirst = true }
    let typed = questions.filter { $0.kind == .text }
    let needsKeyboard = typed.contains(where: \.needsKeyboard)
    let surface = PromptSurface(environment, questions[0].look, needsKeyboard: needsKeyboard)
    // Line mode has no drawn keyboard, so typing would be impossible.
    guard typed.isEmpty || !memory.fields.isEmpty && !(needsKeyboard && surface.isPlain) else {
      throw .noDrawnKeyboard
    }
    let prompts = questions.map { question in
      let isFirst = question.kind == .text && question.field == 0
      return Prompt(
        question, fields: Array(memory.fields.dropFirst(question.field)), surface: surface,
        keyboard: isFirst ? keyboard : nil, policy: question.isVisible ? nil : policy)
    }
    var loop = PromptLoop(
      prompts, memory: memory, environment: environment, surface: surface, source: source,
      descriptor: session.descriptor)
    loop.clock = clock
    loop.asker = asker
    loop.devices = devices
    // Only the terminal's foreground group gets a signal when the window's size changes.
    loop.asksForSize = session.loan != nil || !session.isInForeground
    loop.protect(by: sandbox)
    return loop
  }

  /// Asks questions on an open terminal, one after the other, and then restores the terminal.
  ///
  /// After `signalled` the caller must terminate by that signal.
  package func ask(
    _ questions: [Question], on session: inout TerminalSession,
    in environment: TerminalEnvironment, keyboard: KeyboardSupply? = nil,
    devices: DeviceSet? = nil, source: (any PromptSource)? = nil,
    policy: (any PassphrasePolicy)? = nil
  ) throws(TerminalError) -> DialogueOutcome {
    var loop = try loop(
      asking: questions, on: session, in: environment, keyboard: keyboard, devices: devices,
      source: source, policy: policy)
    let outcome: DialogueOutcome
    do {
      defer { loop.leave(&session) }
      outcome = try loop.run(on: &session, watch: watch)
    }
    session.report(outcome)
    return outcome.afterHangUp(watch)
  }
}

extension PromptLoop {
  /// Makes the sandbox take effect after the first frame.
  ///
  /// If the sandbox permits opening files, the loop adds this terminal to the permitted files.
  fileprivate mutating func protect(by sandbox: Sandbox) {
    self.sandbox = sandbox
    devices?.sandbox = sandbox
    if devices != nil { sandbox.allowDevices() }
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
    case .hosted: .own(.sandboxHosted)
    case .unsupported: .own(.sandboxMissing)
    case .calls: .own(.sandboxLacksCalls)
    case .files: .own(.sandboxLacksFiles)
    }
  }
}
