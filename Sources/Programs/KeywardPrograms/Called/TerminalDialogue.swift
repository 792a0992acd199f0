import Glibc
import KeyboardEngine
import KeywardSystem
import PromptUI
import SecureMemory

/// Dialogues of a program that a client calls, such as the pinentry.
///
/// Each dialogue opens the terminal that the client names. All locked memory is allocated before
/// the first dialogue. After a passphrase the screen is restored but echo stays off until
/// `releaseTerminal()`, because the user may already be typing the next passphrase.
package final class TerminalDialogue: PassphraseDialogue {
  package var settings = ProgramSettings()
  private let environment: TerminalEnvironment
  package var needsName = true
  /// The result of an earlier search, such as a borrowed terminal; nil to search now.
  package var place: FoundPlace?
  /// True once a prompt was shown; the sandbox may then forbid every place except terminals.
  private var hasAsked = false
  /// The foreground program of the client's terminal during the first dialogue.
  private var waiting: TerminalUser?
  package var random: any RandomSource = SodiumRandom()

  private let host: PromptHost
  private var memory: PromptMemory { host.memory }
  private var session: TerminalSession?
  private var openName: String?
  package private(set) var holdsTerminal = false
  private var detectedTheme: Theme?
  /// True if the row above the cursor of the held terminal is the line that the last prompt kept.
  private var hasKeptLine = false
  /// The keys that may still be typed for the last question; nil for none.
  private var strayKeys: StrayKeys?

  package init(environment: TerminalEnvironment, host: PromptHost) {
    self.environment = environment
    self.host = host
  }

  package var signalDescriptor: Int32 { host.watch.descriptor }

  package var watch: SignalWatch { _read { yield host.watch } }

  /// Returns the signal that ends the program, if one arrived.
  ///
  /// On Ctrl-Z or another stop request, releases the terminal and stops this process.
  package func takeSignal() -> Int32? {
    let signals = host.watch.take()
    if signals.ending == nil, signals.stopRequested {
      releaseTerminal()
      _ = host.watch.suspend(wholeGroup: false)
    }
    return signals.ending
  }

  // MARK: Dialogues

  package func ask(
    _ request: DialogueRequest, client: AssuanConnection?
  ) throws(TerminalError) -> DialogueOutcome {
    if holdsTerminal, openName != request.terminal.name { releaseTerminal() }
    let isHeld = holdsTerminal
    try open(request, output: client?.outputDescriptor ?? request.output)
    var environment = environment(for: request.terminal)
    if let measured = session?.environment {
      (environment.font, environment.pixelsOfCell) = (measured.font, measured.pixelsOfCell)
    }
    let language = environment.shownLanguage
    let caller = request.caller.flatMap { VerifiedCaller($0) }
    defer { withExtendedLifetime(caller) {} }
    if let caller { session?.watchJob(of: caller.process, on: caller.terminal) }
    let events = AssuanEventSource(
      client, output: request.output,
      endings: (caller.map { [$0.descriptor] } ?? []) + request.endings,
      timeout: lockTimeout(for: request.timeout),
      sanitizer: Sanitizer(isASCII: environment.glyphs.isASCII))
    var question = request.question(settings)
    question.asker = asker(request, caller, in: language)
    if hasKeptLine, isHeld, question.error != "" { eraseKeptLine() }
    hasKeptLine = false
    memory.wipe()
    return try run(question, in: environment, events)
  }

  /// Returns the text that introduces the caller.
  ///
  /// On a borrowed terminal, it names the caller and its folder even if the request names neither;
  /// on the caller's own terminal, it then names the program that reads the answer.
  private func asker(
    _ request: DialogueRequest, _ caller: VerifiedCaller?, in language: Language
  ) -> String {
    let known =
      caller?.introduction(in: language) ?? request.unverifiedCaller.text(in: language)
    guard request.origin.isEmpty else {
      return [known, language[.inFolder, request.origin]].filter { !$0.isEmpty }[...]
        .listed(by: ", ")
    }
    if loan != nil { return asker(request).introduction(in: language, as: known) }
    return known.isEmpty && request.output >= 0
      ? asker(request).shortIntroduction(in: language) : known
  }

  private func asker(_ request: DialogueRequest) -> Asker {
    request.caller.map { Asker(process: $0.process) } ?? .caller
  }

  package func withPassphrase<R>(_ body: (RawSpan) -> R) -> R {
    guard let field = memory.fields.first else { return body(RawSpan()) }
    return field.text.withBytes { body($0) }
  }

  package func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError) {
    try memory.fields.first?.text.write(to: descriptor, after: prefix, newline: newline)
  }

  package func wipe() { memory.wipe() }

  // MARK: Terminal

  /// Erases the line about the last answer, which was wrong.
  private func eraseKeptLine() {
    let bytes = Array("\u{1B}[1A\r\u{1B}[K".utf8)
    let descriptor = session?.descriptor ?? -1
    _ = unsafe bytes.withUnsafeBytes {
      unsafe platform_write(descriptor, $0.baseAddress, $0.count)
    }
  }

  private func lockTimeout(for timeout: DialogueTimeout) -> Double {
    guard case .at(let end) = timeout else { return Self.longestWait }
    return min(Self.longestWait, end - host.clock.now)
  }

  private static let longestWait = 120.0

  private func loop(
    asking question: Question, on terminal: borrowing TerminalSession,
    in environment: TerminalEnvironment, _ events: AssuanEventSource
  ) throws(TerminalError) -> PromptLoop {
    let (settings, random) = (settings, random)
    var loop = try host.loop(
      asking: [question], on: terminal, in: environment,
      makeKeyboard: { settings.keyboard(title: $0.title, field: $1, random: random) },
      devices: host.takesDevices ? settings.devices(on: terminal.descriptor) : nil,
      source: events, policy: events, random: random)
    loop.reader.strayKeys = strayKeys
    return loop
  }

  private func run(
    _ question: Question, in environment: TerminalEnvironment, _ events: AssuanEventSource
  ) throws(TerminalError) -> DialogueOutcome {
    guard var terminal = session.take() else { return .hungUp }
    var loop: PromptLoop
    do throws(TerminalError) {
      loop = try self.loop(asking: question, on: terminal, in: environment, events)
    } catch {
      session = consume terminal
      releaseTerminal()
      throw error
    }
    var outcome = DialogueOutcome.hungUp
    var trouble: TerminalError?
    do throws(TerminalError) {
      outcome = try loop.run(on: &terminal, watch: host.watch)
      if outcome == .timedOut, !loop.hasBegun { trouble = .busy }
      terminal.loan?.report(outcome)
    } catch {
      // A terminal that fails after it was taken counts as gone.
      if !loop.hasBegun || [.changedByOthers, .orphanedInBackground].contains(error) {
        trouble = error
      }
    }
    // The client still waits for its first answer, so its program is not reading the terminal.
    if !hasAsked, loop.hasBegun, events.hasClient, terminal.loan == nil {
      waiting = TerminalUser.inFront(of: terminal)
    }
    hasAsked = hasAsked || loop.hasBegun
    detectedTheme = loop.reader.detectedTheme ?? detectedTheme
    // After a passphrase, the client may ask again at once.
    let isHeld = question.kind == .text && trouble == nil && outcome == .submitted
    // A terminal that is blocked leaves the screen later, when its settings are restored.
    let isLeft = isHeld && loop.leaveScreen()
    if isLeft { loop.dropTypedAhead(on: terminal) }
    strayKeys = loop.reader.strayKeys?.withoutLimit(at: host.clock.now)
    hasKeptLine = loop.isInline && question.look.keepsLine && outcome == .submitted
    session = consume terminal
    if isLeft { park() } else { releaseTerminal() }
    if let trouble { throw trouble }
    let ended = outcome.afterHangUp(host.watch)
    // The dialogue is over, so an interrupt would cancel nothing.
    return ended == .signalled(SIGINT) && outcome == .hungUp ? outcome : ended
  }

  private func environment(for choice: TerminalChoice) -> TerminalEnvironment {
    var environment = self.environment
    if let loan {
      environment = loan.environment
    } else {
      environment.device = choice.name ?? environment.device
      environment.term = choice.type ?? environment.term
      environment.locale = choice.characterLocale ?? environment.locale
      environment.language =
        choice.messageLocale.map { Language(locale: $0) } ?? environment.language
    }
    settings.apply(to: &environment)
    if environment.theme == .auto, let detectedTheme { environment.theme = detectedTheme }
    return environment
  }

  private var loan: BorrowedTerminal? { if case .borrowed(let loan)? = place { loan } else { nil } }

  private func open(_ request: DialogueRequest, output: Int32) throws(TerminalError) {
    if session == nil {
      if let loan, loan.isLost || loan.hasReportedEnd && !loan.borrowAgain(for: asker(request)) {
        place = nil
      }
      var environment = environment(for: request.terminal)
      environment.callersTerminal = request.caller.flatMap { VerifiedCaller($0) }?.terminal
      let name = request.terminal.name
      // The client's name may be outdated, as GPG_TTY often is.
      let own = environment.callersTerminal.flatMap { TerminalSession.devicePath(ofNumber: $0) }
      let names = [name, own == name ? nil : own].compactMap(\.self)
      var search = PlaceSearch(
        settings, environment, terminals: needsName ? names : nil, for: request.caller?.process)
      search.output = output
      if hasAsked { search.order = [.terminal] }
      let found: FoundPlace
      if let place {
        found = place
      } else {
        found = try host.watch.endingAtOnce { () throws(TerminalError) in try search.find() }
      }
      session = try PlaceSearch.open(found, environment)
      if case .borrowed = found { place = found } else if hasAsked { try checkFront() }
      openName = name
    }
    holdsTerminal = false
    memory.ring.removeAll()
  }

  /// Throws an error if the foreground program has changed since the first dialogue.
  ///
  /// The sandbox makes it impossible to find out which program reads the terminal, so this function
  /// compares the foreground programs instead. Nothing is thrown if the environment allows a prompt
  /// on a terminal that another program reads.
  private func checkFront() throws(TerminalError) {
    guard let terminal = session.take() else { return }
    if let user = TerminalUser.inFront(of: terminal), user.process != waiting?.process,
      !terminal.environment.takesUsedTerminal
    {
      throw .inUse(user)
    }
    session = consume terminal
  }

  private func park() {
    memory.ring.removeAll()
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try terminal.resume()
      holdsTerminal = true
      session = consume terminal
    } catch {
      session = consume terminal
      releaseTerminal()
    }
  }

  /// Restores the settings of the terminal and removes the prompt's screen.
  package func releaseTerminal() {
    holdsTerminal = false
    openName = nil
    detectedTheme = nil
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &memory.ring)
  }
}

/// The user interface of a program that other programs run, such as the pinentry; tests replace it.
///
/// One call of `ask` is one dialogue, from the opening of the terminal to its end.
package protocol PassphraseDialogue {
  /// Asks for a passphrase or a decision; throws if no prompt was shown.
  ///
  /// A passphrase is kept in memory until `wipe()`.
  mutating func ask(
    _ request: DialogueRequest, client: AssuanConnection?
  ) throws(TerminalError) -> DialogueOutcome

  func withPassphrase<R>(_ body: (RawSpan) -> R) -> R

  func writePassphrase(
    to descriptor: Int32, after prefix: [UInt8], newline: Bool
  ) throws(SecretWriteError)

  mutating func wipe()

  /// True if echo is still off after a passphrase.
  var holdsTerminal: Bool { get }

  mutating func releaseTerminal()
}

extension DialogueOutcome {
  /// True if the conversation with the client also ends.
  var endsSession: Bool {
    // An agent withdraws its question with an interrupt.
    if case .signalled(let signal) = self { signal != SIGINT } else { isGone }
  }
}
