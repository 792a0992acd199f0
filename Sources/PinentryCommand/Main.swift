import Assuan
import CPlatform
import CalledPrograms
import Glibc
import SecureMemory
import Settings
import TerminalUI

/// `pinentry-keyward`: asks for passphrases for GnuPG.
@main
enum PinentryProgram {
  private static let report = ProgramReport(program: "pinentry-keyward")

  static func main() {
    let arguments = PinentryArguments(ProgramArguments.behindName)
    // Called before any output and before any change of the process, which the fallback would
    // inherit.
    let trouble =
      arguments.lacksTerminal(environment: EnvironmentVariable.value)
      ? Fallback.replaceProcess(for: .pinentry, environment: EnvironmentVariable.value) : nil
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    StandardDescriptors.occupyClosed()
    if let trouble { report.say(trouble + " in the configuration") }
    arguments.warnings.forEach(report.say)
    if arguments.wantsHelp || arguments.wantsVersion {
      let version = "pinentry-keyward \(PinentryVersion.number)\n"
      ProgramReport.print(arguments.wantsHelp ? PinentryArguments.help : version)
      Leaving.exit(0)
    }
    greet()
    let settings = ProgramSettings(
      readsUserData: true, environment: EnvironmentVariable.value, say: report.say)
    if settings.usesWatcher { RestoreHelper.start() }
    let sandbox = Sandbox.ofPinentry(settings.sandbox)
    let parts = makeParts(settings, sandbox, &hardening)
    let state = state(arguments, settings, fallbackTrouble: trouble)
    Leaving.exit(serve(parts, arguments, state, settings, sandbox, hardening))
  }

  /// All locked memory, or the reason why it could not be had.
  private struct Parts: ~Copyable {
    var lines: LineReader
    var scratch: SecretBuffer?
    var memory: PromptMemory
    var refusal: PassphraseRefusal?
    var watch: SignalWatch
  }

  /// Greets before any slow step: an agent waits for it.
  private static func greet() {
    let greeting = PinentryGreeting.line
    let isHeard = greeting.withUTF8Buffer { line in
      unsafe platform_write(1, line.baseAddress, line.count) >= 0 || errno == EAGAIN
        || errno == EINTR
    }
    // A client that does not hear the greeting hears no answer either: asking would be in vain.
    guard isHeard else {
      let (code, reason) = (errno, PasswordAgent.reason)
      if code != EPIPE { report.say("the greeting could not be written (\(reason))") }
      Leaving.exit(0)
    }
  }

  // MARK: Memory

  private static func makeParts(
    _ settings: ProgramSettings, _ sandbox: Sandbox, _ hardening: inout ProcessHardening
  ) -> Parts {
    let policy = settings.lockPolicy
    do throws(HardeningError) {
      try hardening.requireProtection(policy)
      try sandbox.require()
    } catch {
      return partsWithoutSecrets(.protection(error), &hardening)
    }
    do throws(SecretMemoryError) {
      let made = try hardening.lockingMemory(triesSecretMemory: settings.usesSecretMemory) {
        () throws(SecretMemoryError) -> Regions in
        try Regions(settings, policy)
      }
      return parts(made, refusal: nil, &hardening)
    } catch {
      return partsWithoutSecrets(.memory(error), &hardening)
    }
  }

  private struct Regions: ~Copyable {
    var lines: LineReader
    var scratch: SecretBuffer?
    var memory: PromptMemory

    init(_ settings: ProgramSettings, _ policy: MemoryLockPolicy) throws(SecretMemoryError) {
      let scratch = try SecretBuffer(capacity: 2048, policy: policy)
      let lines = try LineReader(descriptor: 0, policy: policy)
      let longest = DialogueRequest.longestPassphrase
      let memory = try PromptMemory(
        capacities: [longest, longest], longest: settings.longestSecret, policy: policy)
      self.lines = lines
      self.scratch = consume scratch
      self.memory = memory
    }

    /// The parts of a program that takes no secret: the protocol and the keys of a confirmation.
    init(withoutSecrets: Void) throws(SecretMemoryError) {
      let lines = try LineReader(descriptor: 0, policy: .allowUnlocked)
      let memory = try PromptMemory(withoutSecrets: ())
      self.lines = lines
      self.memory = memory
      scratch = nil
    }
  }

  private static func partsWithoutSecrets(
    _ refusal: PassphraseRefusal, _ hardening: inout ProcessHardening
  ) -> Parts {
    report.say(refusal.sentence)
    do throws(SecretMemoryError) {
      return parts(try Regions(withoutSecrets: ()), refusal: refusal, &hardening)
    } catch {
      report.say(error.description)
      Leaving.exit(70)
    }
  }

  private static func parts(
    _ regions: consuming Regions, refusal: PassphraseRefusal?,
    _ hardening: inout ProcessHardening
  ) -> Parts {
    // A dialogue may be on a terminal with another program in its foreground.
    _ = signal(SIGTTOU, SIG_IGN)
    _ = signal(SIGTTIN, SIG_IGN)
    // An agent takes its question back by this signal, even if its own parent ignored it.
    _ = signal(SIGINT, SIG_DFL)
    do throws(HardeningError) {
      let watch = try hardening.watchSignals(
        faultSentence: "pinentry-keyward: stopped by a fault\n")
      return Parts(
        lines: regions.lines, scratch: regions.scratch, memory: regions.memory,
        refusal: refusal, watch: watch)
    } catch {
      report.say(error.description)
      Leaving.exit(70)
    }
  }

  // MARK: Serving

  private static func serve(
    _ parts: consuming Parts, _ arguments: PinentryArguments, _ state: SessionState,
    _ settings: ProgramSettings, _ sandbox: Sandbox, _ hardening: ProcessHardening
  ) -> Int32 {
    var environment = TerminalEnvironment.current()
    // The agent's window is not the user's.
    (environment.device, environment.columns, environment.rows) = (nil, nil, nil)
    let refusal = parts.refusal
    let dialogue = TerminalDialogue(
      environment: environment, memory: parts.memory, watch: parts.watch)
    dialogue.settings = settings
    dialogue.sandbox = sandbox
    dialogue.protections = ProgramReport.protections(hardening)
    dialogue.warning = ProgramReport.warning(hardening)
    let log: ((String) -> Void)? = arguments.isDebugging ? { report.say("command " + $0) } : nil
    let writer = ReplyWriter(
      descriptor: 1, log: arguments.isDebugging ? { report.say("reply " + $0.shown) } : nil)
    var server = PinentryServer(
      channel: ClientChannel(lines: parts.lines, writer: writer, scratch: parts.scratch),
      dialogue: dialogue, state: state, refusesPassphrases: refusal != nil,
      log: log)
    let end = server.run(
      .init(descriptor: dialogue.signalDescriptor) { dialogue.takeSignal() })
    if case .signalled(let number) = end { Leaving.die(by: number) }
    return refusal == nil ? 0 : 70
  }

  private static func state(
    _ arguments: PinentryArguments, _ settings: ProgramSettings, fallbackTrouble: String?
  ) -> SessionState {
    var state = SessionState()
    state.fallbackTrouble = fallbackTrouble
    state.terminal = arguments.terminal
    state.terminal.name = state.terminal.name ?? settings.terminal
    state.display = arguments.display
    state.rings = arguments.rings
    state.timeout = arguments.timeout ?? settings.timeout ?? .usual
    return state
  }
}

extension [UInt8] {
  /// The bytes as text for a log.
  fileprivate var shown: String { String(decoding: self, as: UTF8.self) }
}
