import Glibc
import KeywardPrograms
import KeywardTerminal
import SecureMemory

/// `pinentry-keyward`: asks for passphrases for GnuPG.
@main
enum PinentryProgram {
  private static let report = StandardStreams(program: "pinentry-keyward")

  static func main() {
    let arguments = PinentryArguments(ProgramArguments.afterName)
    func readSettings() -> ProgramSettings {
      ProgramSettings(readsUserData: true, environment: environmentVariable)
    }
    // Decide on the fallback first, since it would inherit our output and our changes to the
    // process. Nothing else needs the settings before the greeting.
    let early =
      arguments.lacksTerminal(environment: environmentVariable) ? readSettings() : nil
    var trouble: String?
    if let early, PlaceSearch(early, .current(), terminals: []).leadsToFallback {
      trouble = Fallback.replaceProcess(for: .pinentry, environment: environmentVariable)
    }
    var hardening = ProcessHardening.begin(loweringHardCoreLimit: true)
    ProcessHardening.occupyStandardDescriptors()
    if let trouble { report.warn(trouble + " in the configuration") }
    arguments.warnings.forEach(report.warn)
    if arguments.wantsHelp || arguments.wantsVersion {
      report.finish(printing: arguments.wantsHelp ? PinentryArguments.help : nil)
    }
    greet()
    let settings = early ?? readSettings()
    settings.complaints.forEach(report.warn)
    let state = state(arguments, settings, fallbackTrouble: trouble)
    prepareSignals()
    do throws(PromptHost.Refusal) {
      try serve(arguments, state, settings, &hardening)
    } catch {
      report.complain(error.description)
      if case .signals = error { ProcessExit.exit(70) }
    }
    do throws(PromptHost.Refusal) {
      try serveWithoutSecrets(arguments, state, settings, &hardening)
    } catch {
      report.complain(error.description)
      ProcessExit.exit(70)
    }
  }

  /// Writes the greeting before any slow step, since the agent waits for it.
  private static func greet() {
    let code = StandardStreams.write("OK Keyward is ready\n", to: STDOUT_FILENO)
    if code == 0 { return }
    // A client that cannot read the greeting cannot read an answer either, so do not ask.
    if code != EPIPE {
      report.complain("the greeting could not be written (\(systemSentence(code)))")
    }
    ProcessExit.exit(0)
  }

  private static func prepareSignals() {
    // A dialogue may be on a terminal with another program in its foreground.
    _ = signal(SIGTTOU, SIG_IGN)
    _ = signal(SIGTTIN, SIG_IGN)
    // gpg-agent withdraws its question with SIGINT, which we may have inherited as ignored.
    _ = signal(SIGINT, SIG_DFL)
  }

  // MARK: Serving

  private static func serve(
    _ arguments: PinentryArguments, _ state: SessionState, _ settings: ProgramSettings,
    _ hardening: inout ProcessHardening
  ) throws(PromptHost.Refusal) {
    var preparation = preparation(settings)
    let longest =
      ProcessStat.isStarted(by: "gpg-agent")
      ? DialogueRequest.longestPassphrase : DialogueRequest.longestAnswer
    preparation.capacities = [longest, longest]
    var lines: LineReader?
    var scratch: SecretBuffer?
    let host = try PromptHost(preparation, &hardening) { () throws(SecretMemoryError) in
      lines = try LineReader(descriptor: 0, policy: settings.protection.lockPolicy)
      scratch = try SecretBuffer(capacity: 2048, policy: settings.protection.lockPolicy)
    }
    guard let lines = lines.take() else { return }
    serve(host, lines, scratch.take(), arguments, state, settings)
    ProcessExit.exit(0)
  }

  /// Serves the Assuan protocol and asks for confirmations, but refuses requests for passphrases.
  private static func serveWithoutSecrets(
    _ arguments: PinentryArguments, _ state: SessionState, _ settings: ProgramSettings,
    _ hardening: inout ProcessHardening
  ) throws(PromptHost.Refusal) {
    var settings = settings
    // A missing sandbox may be the reason for serving without secrets, so do not require one again.
    if settings.protection.sandbox == .required { settings.protection.sandbox = .yes }
    var lines: LineReader?
    let host = try PromptHost(preparation(settings), &hardening) {
      () throws(SecretMemoryError) in
      lines = try LineReader(descriptor: 0, policy: .allowUnlocked)
    }
    guard let lines = lines.take() else { return }
    serve(host, lines, nil, arguments, state, settings)
    ProcessExit.exit(70)
  }

  private static func preparation(_ settings: ProgramSettings) -> PromptHost.Preparation {
    settings.preparation(
      Sandbox.ofPinentry, faultSentence: "pinentry-keyward: error: the program crashed\n")
  }

  private static func serve(
    _ host: PromptHost, _ lines: consuming LineReader, _ scratch: consuming SecretBuffer?,
    _ arguments: PinentryArguments, _ state: SessionState, _ settings: ProgramSettings
  ) {
    var environment = TerminalEnvironment.current()
    // Ignore the terminal in the agent's environment, which is not the user's.
    (environment.device, environment.columns, environment.rows) = (nil, nil, nil)
    let terminal = CalledTerminal(for: host, settings, environment: environment)
    let log: ((String) -> Void)? =
      arguments.isDebugging ? { report.writeError("command " + $0) } : nil
    var writer = ReplyWriter(
      descriptor: 1, log: arguments.isDebugging ? { report.writeError("reply " + $0) } : nil)
    writer.signals = (host.watch.descriptor, { terminal.takeSignal(host.watch) })
    var server = PinentryServer(
      channel: AssuanConnection(lines: lines, writer: writer, scratch: scratch), state: state,
      refusesPassphrases: host.memory.fields.isEmpty, log: log)
    let end = server.run(asking: host, on: terminal)
    if case .signalled(let number) = end { ProcessExit.die(by: number) }
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
    state.timeout = arguments.timeout ?? settings.timeout ?? .standard
    return state
  }
}
