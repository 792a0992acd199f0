import Assuan
import Glibc
import KeywardEngine
import SecureMemory
import Settings
import TerminalUI

/// Dialogues on a terminal: opened anew for each, by the name the client gave.
///
/// All locked memory is made before the first one. Between two passphrases the screen is left but echo
/// stays off, so that nobody types the next one into the shell.
public final class TerminalDialogue: PassphraseDialogue {
  /// What is the same for all dialogues of a program.
  public struct Surroundings {
    /// How the dialogues behave.
    public var settings = ProgramSettings()
    /// What the environment says about the terminal, where the client says nothing.
    public var environment: TerminalEnvironment
    /// What is protected, for the status line.
    public var protections: [String] = []
    /// What is not protected; empty for nothing.
    public var warning = ""
    /// Closed once the first dialogue is seen.
    package var sandbox = Sandbox(.no)
    /// Whether a terminal must have been named.
    public var needsName = true
    /// Where the time comes from.
    public var clock = Clock.monotonic
    /// Where a keyboard's shuffle and its first focus come from.
    public var random: any RandomSource = SodiumRandom()
    /// How a terminal is opened.
    var openTerminal: (TerminalEnvironment) throws(TerminalError) -> TerminalSession = {
      environment throws(TerminalError) in try TerminalSession(environment: environment)
    }

    /// Surroundings with the settings where nothing was said.
    public init(environment: TerminalEnvironment) {
      self.environment = environment
    }
  }

  let surroundings: Surroundings
  private let memory: PromptMemory
  private var session: TerminalSession?
  private let watch: SignalWatch
  /// The name the open terminal was asked for by.
  private var openName: String?
  private var isParked = false
  /// The theme for the ground the open terminal has told.
  private var toldTheme: Theme?

  /// Dialogues on terminals.
  ///
  /// - Parameters:
  ///   - surroundings: What is the same for all of them.
  ///   - memory: Locked memory; without fields no passphrase is asked for.
  ///   - watch: The signals of the program.
  public init(
    _ surroundings: Surroundings, memory: PromptMemory, watch: consuming SignalWatch
  ) {
    self.surroundings = surroundings
    self.memory = memory
    self.watch = watch
  }

  /// The descriptor that is readable when a signal was noted.
  public var signalDescriptor: Int32 { watch.descriptor }

  /// The signal that ends the program, if one was noted.
  ///
  /// Between two dialogues a stop is as good as any time: the terminal is given back before.
  public func takeSignal() -> Int32? {
    let signals = watch.take()
    if signals.ending == nil, signals.stopRequested {
      leave()
      _ = watch.suspend(wholeGroup: false)
    }
    return signals.ending
  }

  // MARK: Dialogues

  /// Asks for a passphrase, a line of text or a decision, or shows a notice until a signal comes.
  public func ask(
    _ request: DialogueRequest, client: inout ClientChannel
  ) throws(TerminalTrouble) -> DialogueOutcome {
    let settings = surroundings.settings
    let needsKeyboard = request.decision == nil && settings.input == .screen
    let surface = surface(for: request.terminal, needsKeyboard: needsKeyboard)
    let caller = request.caller.flatMap { VerifiedCaller($0) }
    defer { withExtendedLifetime(caller) {} }
    var options = request.options(settings)
    options.warning = surroundings.warning
    options.protections = surroundings.protections
    options.asker = Self.asker(request, caller)
    if let decision = request.decision {
      return try run(request, surface, caller, client: &client) { _ in
        ConfirmationPrompt(options, kind: decision, surface: surface)
      }
    }
    // Line mode has no drawn keyboard, so nobody could type.
    guard !memory.fields.isEmpty, settings.input != .screen || !surface.isPlain else {
      throw .notATerminal
    }
    memory.wipe()
    return try run(request, surface, caller, client: &client) { advisor in
      let random = surroundings.random
      return PassphrasePrompt(
        options, fields: memory.fields, surface: surface,
        makeKeyboard: { settings.keyboard(title: options.title, field: $0, random: random) },
        advisor: advisor, random: random)
    }
  }

  /// Runs `body` with the accepted passphrase.
  public func withPassphrase<R>(_ body: (RawSpan) -> R) -> R {
    guard let field = memory.fields.first else { return body(RawSpan()) }
    return field.text.withBytes { body($0) }
  }

  /// Writes the accepted passphrase by one call.
  public func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError) {
    try memory.fields.first?.text.write(to: descriptor, after: prefix, newline: newline)
  }

  /// Wipes the passphrase and whatever else was typed.
  public func wipe() { memory.wipe() }

  // MARK: Terminal

  /// Whether echo is still off after a passphrase.
  public var holdsTerminal: Bool { isParked }

  /// Gives the terminal back as it was found.
  public func releaseTerminal() { leave() }

  /// Runs a prompt from the opening of the terminal to its end.
  private func run(
    _ request: DialogueRequest, _ surface: PromptSurface, _ caller: VerifiedCaller?,
    client: inout ClientChannel, _ make: (ClientWatch) -> any Prompt
  ) throws(TerminalTrouble) -> DialogueOutcome {
    do throws(TerminalError) {
      try open(request.terminal)
    } catch {
      leave()
      throw error.trouble
    }
    let endings = (caller.map { [$0.descriptor] } ?? []) + request.endings
    let clients = ClientWatch(
      .nobody(), endings: endings, patience: patience(for: request.timeout),
      sanitizer: surface.sanitizer)
    swap(&client, &clients.client)
    defer { swap(&client, &clients.client) }
    var setting = PromptLoop.Setting(
      environment: environment(for: request.terminal), surface: surface)
    setting.clock = surroundings.clock
    setting.asksForSize = true
    let (sandbox, device) = (surroundings.sandbox, setting.environment.device)
    setting.onFirstFrame = { sandbox.close(alsoOpening: Sandbox.terminal($0, named: device)) }
    return try run(make(clients), setting, clients, holds: request.decision == nil)
  }

  /// How long another dialogue may have the terminal, in seconds.
  private func patience(for timeout: DialogueTimeout) -> Double {
    guard case .at(let end) = timeout else { return Self.longestWait }
    return min(Self.longestWait, end - surroundings.clock.now)
  }

  private static let longestWait = 120.0

  /// Runs a prompt on the open terminal, then leaves it or holds it.
  private func run(
    _ prompt: any Prompt, _ setting: PromptLoop.Setting, _ clients: ClientWatch, holds: Bool
  ) throws(TerminalTrouble) -> DialogueOutcome {
    guard var terminal = session.take() else { return .hungUp }
    var loop = PromptLoop(
      setting, memory: memory, source: clients, prompt: prompt, descriptor: terminal.descriptor)
    var outcome = DialogueOutcome.hungUp
    var trouble: TerminalTrouble?
    do throws(TerminalError) {
      outcome = try loop.run(on: &terminal, watch: watch)
    } catch {
      // A terminal that fails once it was taken has gone.
      if !loop.hasBegun || [.changedByOthers, .orphanedInBackground].contains(error) {
        trouble = error.trouble
      }
    }
    if trouble == nil, outcome == .timedOut, !loop.hasBegun { trouble = .occupied }
    toldTheme = loop.toldTheme ?? toldTheme
    // First of all: a terminal that takes nothing keeps leaving it waiting.
    let isSubmitted = trouble == nil && outcome == .submitted
    if !isSubmitted { memory.wipe() }
    let isGone = trouble == nil && outcome.isGone
    if !isGone { loop.sayLast(to: terminal) }
    // A terminal that would not take the end of the screen gets it with its settings, later.
    let isHeld = holds && trouble == nil && loop.hasBegun && !isGone && loop.leaveScreen()
    session = consume terminal
    if isHeld { park() } else { leave() }
    if let trouble { throw trouble }
    let ended = outcome.afterHangUp(watch)
    // An interrupt would only cancel what is over.
    return ended == .signalled(SIGINT) && outcome == .hungUp ? outcome : ended
  }

  /// Who asks, and where the question lies.
  private static func asker(_ request: DialogueRequest, _ caller: VerifiedCaller?) -> String {
    // A name is its own claim: it cannot look like more than a name.
    let known = caller.map { caller in
      let program = Sanitizer().clean(caller.programName, as: .name)
      let user = Sanitizer().clean(caller.userName, as: .name)
      return "asked by \(program), pid \(caller.process), \(user)"
    }
    return [known ?? request.unverifiedCaller, request.origin].filter { !$0.isEmpty }
      .joined(separator: ", ")
  }

  private func surface(
    for choice: TerminalChoice, needsKeyboard: Bool
  ) -> PromptSurface {
    PromptSurface(
      environment(for: choice), isPlain: surroundings.settings.isPlain,
      form: surroundings.settings.form, needsKeyboard: needsKeyboard)
  }

  private func environment(for choice: TerminalChoice) -> TerminalEnvironment {
    var environment = surroundings.environment
    environment.device = choice.name ?? environment.device
    environment.term = choice.type ?? environment.term
    environment.locale = choice.characterLocale ?? environment.locale
    if !surroundings.settings.usesColour { environment.refusesColor = true }
    environment.theme = surroundings.settings.theme
    if environment.theme == .auto, let toldTheme { environment.theme = toldTheme }
    return environment
  }

  /// Opens the terminal, or takes up the one that is held.
  private func open(_ choice: TerminalChoice) throws(TerminalError) {
    if isParked, openName != choice.name { leave() }
    guard choice.name != nil || !surroundings.needsName else { throw .notATerminal(path: "") }
    if session == nil {
      session = try surroundings.openTerminal(environment(for: choice))
      openName = choice.name
    }
    isParked = false
    memory.ring.removeAll()
  }

  /// Keeps echo off on the terminal whose screen has been left.
  private func park() {
    memory.ring.removeAll()
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try terminal.resume()
      isParked = true
      session = consume terminal
    } catch {
      session = consume terminal
      leave()
    }
  }

  /// Gives the terminal back; what ends the screen goes out with the settings, once, on this way as on
  /// every other.
  private func leave() {
    isParked = false
    openName = nil
    toldTheme = nil
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &memory.ring)
  }
}
