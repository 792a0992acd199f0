import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The terminal on which a called program asks, such as the pinentry.
///
///     let outcome = try host.ask(request, on: terminal, client: nil)
///     terminal.release()
///
/// Each question opens the terminal that it names. After a passphrase the screen is restored but
/// echo stays off until `release()`, because the user may already be typing the next passphrase.
package final class CalledTerminal {
  fileprivate let settings: ProgramSettings
  private let environment: TerminalEnvironment
  fileprivate let needsName: Bool
  private let memory: PromptMemory
  /// The result of an earlier search, such as a borrowed terminal; nil to search now.
  private var place: FoundPlace?
  /// True once a prompt was shown; the sandbox may then forbid every place except terminals.
  fileprivate var hasAsked = false
  /// The foreground process group of the client's terminal during the first dialogue.
  fileprivate var waitingGroup: Int32?
  fileprivate var session: TerminalSession?
  private var openName: String?
  /// True if echo is still off after a passphrase.
  package private(set) var isHeld = false
  fileprivate var detectedTheme: Theme?
  /// True if the row above the cursor of the held terminal is the line that the last prompt kept.
  fileprivate var hasKeptLine = false
  /// The process that asked the last question.
  private var process: AskingProcess?
  /// The keys that may still be typed for the last question; nil for none.
  fileprivate var strayKeys: StrayKeys?

  /// Creates a terminal that is opened for the first question.
  ///
  /// If `needsName` is false, a question that names no terminal is asked on that of `environment`.
  package init(
    for host: PromptHost, _ settings: ProgramSettings, environment: TerminalEnvironment,
    needsName: Bool = true, at place: FoundPlace? = nil
  ) {
    memory = host.memory
    self.settings = settings
    self.environment = environment
    self.needsName = needsName
    self.place = place
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
    environment.adopt(detectedTheme)
    return environment
  }

  private var loan: BorrowedTerminal? { if case .borrowed(let loan)? = place { loan } else { nil } }

  /// Opens the terminal of a question, unless it is still held; returns its environment.
  fileprivate func open(
    for request: DialogueRequest, of caller: VerifiedCaller?, output: Int32,
    _ watch: borrowing SignalWatch
  ) throws(TerminalError) -> TerminalEnvironment {
    if isHeld, openName != request.terminal.name { release() }
    if session == nil, let loan,
      loan.isLost || loan.hasReportedEnd && !loan.borrowAgain(for: asker(request))
    {
      place = nil
    }
    var environment = environment(for: request.terminal)
    if session == nil {
      environment.callersTerminal = caller?.terminal
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
        found = try watch.endingAtOnce { () throws(TerminalError) in try search.find() }
      }
      session = try PlaceSearch.open(found, environment)
      if case .borrowed = found {
        if place == nil {
          place = found
          environment = self.environment(for: request.terminal)
        }
      } else if hasAsked {
        try checkFront(for: caller)
      }
      openName = name
    }
    isHeld = false
    memory.ring.removeAll()
    if let measured = session?.environment {
      (environment.font, environment.pixelsOfCell) = (measured.font, measured.pixelsOfCell)
    }
    return environment
  }

  /// Throws an error if the foreground program has changed since the first dialogue.
  ///
  /// The sandbox makes it impossible to find out which program reads the terminal, so this function
  /// compares the foreground groups instead. Nothing is thrown if the environment allows a prompt
  /// on a terminal that another program reads.
  private func checkFront(for caller: VerifiedCaller?) throws(TerminalError) {
    guard let terminal = session.take() else { return }
    let group = TerminalUser.group(inFrontOf: terminal, knownTo: caller?.process)
    if group != waitingGroup, !terminal.environment.takesUsedTerminal,
      let user = TerminalUser.inFront(of: terminal)
    {
      throw .inUse(user)
    }
    session = consume terminal
  }

  /// Keeps echo off for the next passphrase.
  fileprivate func hold() {
    memory.ring.removeAll()
    guard var terminal = session.take() else { return }
    do throws(TerminalError) {
      try terminal.resume()
      isHeld = true
      session = consume terminal
    } catch {
      session = consume terminal
      release()
    }
  }

  /// Restores the settings of the terminal and removes the prompt's screen.
  package func release() {
    (isHeld, hasKeptLine) = (false, false)
    (openName, detectedTheme) = (nil, nil)
    guard var terminal = session.take() else { return }
    terminal.leave(draining: &memory.ring)
  }

  /// Returns the signal that ends the program, if one arrived.
  ///
  /// On Ctrl-Z or another stop request, releases the terminal and stops this process.
  package func takeSignal(_ watch: borrowing SignalWatch) -> Int32? {
    let signals = watch.take()
    if signals.ending == nil, signals.stopRequested {
      release()
      _ = watch.suspend(wholeGroup: false)
    }
    return signals.ending
  }

  /// Erases the line about the last answer, which was wrong.
  fileprivate func eraseKeptLine() {
    let bytes = Array("\u{1B}[1A\r\u{1B}[K".utf8)
    let descriptor = session?.descriptor ?? -1
    _ = unsafe bytes.withUnsafeBytes {
      unsafe platform_write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Returns the process that asks; nil if it is not known.
  ///
  /// That of the last question is kept, since the sandbox hides most facts about a new one.
  fileprivate func askingProcess(
    _ request: DialogueRequest, _ caller: VerifiedCaller?
  ) -> AskingProcess? {
    let isParent = caller == nil && request.unverifiedCaller == ""
    guard let number = caller?.process ?? (isParent ? Asker.callerNumber : nil) else { return nil }
    if process?.number != number || process?.isUnchanged != true {
      process = isParent ? .caller : AskingProcess(number)
    }
    return process
  }

  private func asker(_ request: DialogueRequest) -> Asker {
    request.caller.map { Asker(process: $0.process) } ?? .caller
  }
}

extension PromptHost {
  /// Asks the question of a called program; throws if no prompt was shown.
  ///
  /// One call is one dialogue, from the opening of the terminal to its end. A submitted text stays
  /// in the host's memory.
  package func ask(
    _ request: DialogueRequest, on place: CalledTerminal, client: AssuanConnection? = nil
  ) throws(TerminalError) -> DialogueOutcome {
    let caller = request.caller.flatMap { VerifiedCaller($0) }
    defer { withExtendedLifetime(caller) {} }
    let output = client?.outputDescriptor ?? request.output
    let environment = try place.open(for: request, of: caller, output: output, watch)
    let language = environment.shownLanguage
    if let caller { place.session?.watchJob(of: caller.process, on: caller.terminal) }
    let events = AssuanEventSource(
      client, output: output,
      endings: (caller.map { [$0.descriptor] } ?? []) + request.endings,
      timeout: lockTimeout(for: request.timeout),
      sanitizer: Sanitizer(isASCII: environment.glyphs.isASCII))
    var question = request.question(place.settings)
    introduce(
      place.askingProcess(request, caller),
      as: caller?.introduction(in: language) ?? request.unverifiedCaller.text(in: language),
      folder: request.origin.isEmpty ? nil : request.origin, in: &question, environment)
    if place.hasKeptLine, question.error != "" { place.eraseKeptLine() }
    place.hasKeptLine = false
    memory.wipe()
    return try ask(question, of: caller, on: place, in: environment, events)
  }

  private func lockTimeout(for timeout: DialogueTimeout) -> Double {
    guard case .at(let end) = timeout else { return Self.longestWait }
    return min(Self.longestWait, end - clock.now)
  }

  private static var longestWait: Double { 120.0 }

  private func ask(
    _ question: Question, of caller: VerifiedCaller?, on place: CalledTerminal,
    in environment: TerminalEnvironment, _ events: AssuanEventSource
  ) throws(TerminalError) -> DialogueOutcome {
    guard var terminal = place.session.take() else { return .hungUp }
    let settings = place.settings
    var loop: PromptLoop
    do throws(TerminalError) {
      loop = try self.loop(
        asking: [question], on: terminal, in: environment,
        keyboard: .later { settings.keyboard(title: question.title, field: $0) },
        devices: takesDevices ? settings.devices(on: terminal.descriptor) : nil, source: events,
        policy: events)
    } catch {
      place.session = consume terminal
      place.release()
      throw error
    }
    loop.reader.strayKeys = place.strayKeys
    var outcome = DialogueOutcome.hungUp
    var trouble: TerminalError?
    do throws(TerminalError) {
      outcome = try loop.run(on: &terminal, watch: watch)
      if outcome == .timedOut, !loop.hasBegun { trouble = .busy }
      terminal.report(outcome)
    } catch {
      // A terminal that fails after it was taken counts as gone.
      if !loop.hasBegun || [.changedByOthers, .orphanedInBackground].contains(error) {
        trouble = error
      }
    }
    // The asker still waits for its first answer, so its program is not reading the terminal. An
    // askpass asks only once, in a sandbox that forbids the look.
    if !place.hasAsked, loop.hasBegun, events.hasClient || !place.needsName, terminal.loan == nil {
      place.waitingGroup = TerminalUser.group(inFrontOf: terminal, knownTo: caller?.process)
    }
    place.hasAsked = place.hasAsked || loop.hasBegun
    place.detectedTheme = loop.reader.detectedTheme ?? place.detectedTheme
    // After a passphrase, the client may ask again at once.
    let isHeld = question.kind == .text && trouble == nil && outcome == .submitted
    // A terminal that is blocked leaves the screen later, when its settings are restored.
    let isLeft = isHeld && loop.leaveScreen()
    if isLeft { loop.dropTypedAhead(on: terminal) }
    place.strayKeys = loop.reader.strayKeys?.withoutLimit
    place.hasKeptLine = loop.hasKeptLine && outcome == .submitted
    place.session = consume terminal
    if isLeft { place.hold() } else { place.release() }
    if let trouble { throw trouble }
    let ended = outcome.afterHangUp(watch)
    // The dialogue is over, so an interrupt would cancel nothing.
    return ended == .signalled(SIGINT) && outcome == .hungUp ? outcome : ended
  }
}
