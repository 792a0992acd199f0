import Glibc
import KeywardEngine
import SecureMemory

/// Runs prompts on a terminal: waits, handles events, and shows at most one frame per wake-up.
///
///     var loop = PromptLoop(
///       [prompt], memory: memory, environment: environment, surface: surface, descriptor: descriptor)
///     let outcome = try loop.run(on: &session, watch: watch)
///     loop.leave(&session)
///
/// It owns the input and the screen; no other part of a dialogue uses the terminal.
package struct PromptLoop: ~Copyable {
  let memory: PromptMemory
  let environment: TerminalEnvironment
  let surface: PromptSurface
  let source: (any PromptSource)?
  var prompt: Prompt
  private let prompts: [Prompt]
  package var clock = Clock.monotonic
  var devices: DeviceSet?
  /// The sandbox that takes effect after the first frame.
  var sandbox = Sandbox(.no)
  var asker = PromptAsker()
  /// True to query the window's size after each frame.
  ///
  /// This is needed outside the terminal's foreground process group, which alone receives
  /// SIGWINCH.
  var asksForSize = false
  /// The function to run once, between the first frame and the first read.
  ///
  /// The function gets the terminal's descriptor, and returns the protections that failed.
  package var onFirstFrame: (Int32) -> [PromptText] = { _ in [] }
  package var reader: InputReader
  var screen: Screen
  var window = (columns: 0, rows: 0)
  package internal(set) var hasBegun = false
  /// True to keep input that no prompt has handled, so that the caller can read it from `reader`
  /// after the last prompt.
  ///
  /// The caller then also swallows the keys that are typed after a prompt has ended on its own.
  package var keepsInput = false
  /// True if what was typed before the prompt began belongs to its question.
  package var takesTypedAhead = false
  /// True if the keys before the prompt were not for it, and their rest is expected.
  package var hasDroppedTypedAhead = false
  /// True if the first keys of a lent terminal may be for the lender's program.
  var mayGetForeignKeys = false
  /// The control characters to apply; nil for those in the terminal's settings.
  package var characters: ControlCharacters?
  package internal(set) var hasDroppedText = false
  /// True if a line about the answer is left on the terminal.
  package internal(set) var hasKeptLine = false
  var isShown = false
  /// The beat of a prompt that does not show the number of characters; nil before its first frame.
  private var beat: KeyBeat?
  private var hasReportedFrame = false
  private var events = TerminalEvents()
  var changes = 0

  package init(
    _ prompts: [Prompt], memory: PromptMemory, environment: TerminalEnvironment,
    surface: PromptSurface, source: (any PromptSource)? = nil, descriptor: Int32
  ) {
    self.memory = memory
    self.environment = environment
    self.surface = surface
    self.source = source
    self.prompts = prompts
    prompt = prompts[0]
    reader = InputReader(memory, encoding: InputEncoding(locale: environment.locale))
    let modes = ScreenModes(
      mouse: environment.look.usesMouse && !environment.isGNUScreen,
      kittyKeyboard: environment.hasKittyKeyboard,
      isInline: surface.isInline)
    screen = Screen(
      descriptor: descriptor, palette: environment.palette, modes: modes,
      asksForBackground: environment.asksForBackground)
  }

  var now: Double { clock.now }

  /// The bytes that remove the screen, for an exit that can do nothing but write, such as one in a
  /// signal handler.
  var screenEnd: TerminalRestore.ScreenEnd {
    surface.isPlain ? .init() : screen.end
  }

  mutating func ask(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    window = session.size
    prompt.handle(.window(columns: window.columns, rows: window.rows), at: now)
    prompt.handle(.began(session.mode), at: now)
    if hasDroppedTypedAhead {
      noteDroppedKeys()
    } else if let stray = reader.strayKeys, !mayGetForeignKeys {
      prompt.handle(.questionChanged(until: stray.end), at: now)
    }
    if let event = source?.firstEvent(after: 0) { prompt.handle(event, at: now) }
    if prompt.outcome == nil, prompt.isText { reader.handlePending(in: prompt, at: now) }
    // The terminal may have been free only long after the question was put together.
    if !asker.isUnchanged() { end(.askerChanged) }
    var isDrawn = false
    while true {
      if prompt.outcome == .submitted, !asker.isUnchanged() {
        prompt.outcome = .askerChanged
      }
      if let outcome = prompt.outcome {
        // Show a refusal that came in the same read as the answer.
        if prompt.rings, outcome == .submitted { _ = show(of: session, watch: watch) }
        return outcome
      }
      try perform(prompt.request, on: &session, watch: watch)
      if !isDrawn, prompt.outcome == nil, !show(of: session, watch: watch) { return end(.hungUp) }
      if !hasReportedFrame, isShown {
        hasReportedFrame = true
        let lost = onFirstFrame(session.descriptor)
        if !lost.isEmpty {
          for prompt in prompts { prompt.handle(.protectionsLost(lost), at: now) }
          guard show(of: session, watch: watch) else { return end(.hungUp) }
        }
      }
      if prompt.outcome == nil { isDrawn = try wait(on: &session, watch: watch) }
    }
  }

  @discardableResult
  func end(_ outcome: DialogueOutcome) -> DialogueOutcome {
    prompt.handle(.ended(outcome), at: now)
    return prompt.outcome ?? outcome
  }

  // MARK: Waiting

  /// Waits once and handles the events; returns true if a frame has already shown their effect.
  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    let beat = nextBeat()
    events.watch(
      session, signals: watch, devices: devices, asker: asker.ends, yields: !keepsInput,
      isWriting: screen.isWaiting, isQuiet: beat != nil)
    source?.watch(on: &events.list)
    let start = self.now
    let isTyping = reader.lastInput.map { start < $0 + StrayKeys.pause } ?? false
    let look = session.longestLook(isTyping: isTyping).map { start + $0 }
    let deadline =
      beat
      ?? reader.deadline.orEarlier(reader.pauseEnd).orEarlier(prompt.deadline).orEarlier(look)
    let code = events.list.wait(until: deadline.orEarlier(source?.deadline), on: clock)
    guard code == 0 else { throw .wait(code: code) }
    let now = now
    guard try handleEnds(of: &session, watch: watch, at: now) else { return false }
    return try takeInput(of: &session, watch: watch, since: start, beat: beat, at: now)
  }

  /// Handles the events that are no input; returns false if no input is to be read now.
  private mutating func handleEnds(
    of session: inout TerminalSession, watch: borrowing SignalWatch, at now: Double
  ) throws(TerminalError) -> Bool {
    if events.hasJobEnd, session.yieldAfterJob(within: Self.jobEnd) { end(.abandoned) }
    if prompt.outcome == nil, events.hasSignal {
      // This may wait for the terminal, so look for the other events once more afterwards.
      try handle(watch.take(), on: &session, watch: watch)
      return false
    }
    guard prompt.outcome == nil, !endsWithLender(of: session) else { return false }
    let isWritable = events.ofTerminal.contains(.output)
    if events.isGone || isWritable && screen.isWaiting && screen.flush().isFailed {
      end(.hungUp)
      return false
    }
    let isDue = source?.deadline.map { now >= $0 } ?? false
    if isDue || events.hasOthers, let event = source?.pollEvents(in: events.list) {
      prompt.handle(event, at: now)
    }
    if events.hasAskerEnd { end(.abandoned) }
    // A caller that ends closes its pipe a moment before its shell learns of the end.
    if prompt.outcome?.isGone == true, !keepsInput {
      _ = session.yieldAfterJob(within: Self.jobEnd)
    }
    return prompt.outcome == nil
  }

  /// Reads and handles the input of devices and of the terminal, which the loop awaited from `start`
  /// on, and the time; returns true if a frame was shown.
  private mutating func takeInput(
    of session: inout TerminalSession, watch: borrowing SignalWatch, since start: Double,
    beat: Double?, at now: Double
  ) throws(TerminalError) -> Bool {
    // A display driver may resize a console without a signal.
    if devices != nil, adoptWindow(session.size) { screen.invalidate() }
    // A beat reads in any case, but without input it leaves others their settings.
    let isBeat = beat.map { now >= $0 } ?? false
    let isOurs = isBeat && session.isHeld
    func isRead(_ waiter: Int32, _ hasEvents: Bool) -> Bool {
      isBeat ? isOurs || !pollOne(waiter).isEmpty : hasEvents
    }
    let readsDevices = devices.map { isRead($0.waiter, events.hasDeviceEvents) } ?? false
    if readsDevices, try verifyOwnership(&session, watch: watch, at: now) {
      takeDeviceEvents(at: now)
    }
    guard prompt.outcome == nil, prompt.request == nil else { return false }
    let isExpected = events.ofTerminal.contains(.input)
    let hasInput = isRead(session.descriptor, isExpected)
    guard hasInput || session.isLookedAt,
      try verifyOwnership(&session, watch: watch, at: now), hasInput
    else {
      guard prompt.outcome == nil else { return false }
      if !hasInput, beat == nil, reader.isIdle { reader.noteQuiet(at: start) }
      if reader.deadline != nil {
        memory.ring.region.withAccess(and: prompt.region) {
          reader.handlePending(in: prompt, at: now)
        }
      }
      if prompt.outcome == nil { prompt.handle(.time, at: now) }
      return false
    }
    return SignalWatch.withoutStopsByReads {
      readAndShow(session, watch: watch, expecting: isExpected, at: now)
    }
  }

  /// The time of the next beat; nil if input is read when it arrives.
  private mutating func nextBeat() -> Double? {
    let next = prompt.isQuiet ? beat?.next(after: now, lastInput: reader.lastInput) : nil
    if next == nil { beat?.pause() } else { beat?.equalize() }
    return next
  }

  /// Returns true if a frame was shown; `isExpected` input that is not there was read by others.
  private mutating func readAndShow(
    _ session: borrowing TerminalSession, watch: borrowing SignalWatch,
    expecting isExpected: Bool, at now: Double
  ) -> Bool {
    memory.ring.region.withAccess(and: prompt.region) {
      switch reader.handleInput(from: session.descriptor, in: prompt, at: now) {
      case .failed:
        end(.hungUp)
        return false
      case .wouldBlock where isExpected && session.isHeld: dropTakenText()
      default: break
      }
      guard prompt.outcome == nil else { return false }
      // Handle bytes before the time: they arrived before the timeout of an incomplete sequence.
      prompt.handle(.time, at: now)
      // Showing lines or revealed characters may have to wait for a stalled terminal, so do it
      // later, when the memory is protected again.
      guard prompt.outcome == nil, prompt.request == nil, !surface.isPlain,
        prompt.revealDeadline == nil
      else { return false }
      if !show(of: session, watch: watch) { end(.hungUp) }
      return true
    }
  }

  // MARK: Showing

  /// Shows the current state of the prompt; returns false if the terminal is gone.
  ///
  /// Nothing is sent while the terminal has not accepted the whole previous frame.
  mutating func show(
    of session: borrowing TerminalSession, watch: borrowing SignalWatch
  ) -> Bool {
    guard !screen.isWaiting else { return true }
    if surface.isPlain {
      guard sendText(to: session, watch: watch) else { return false }
    } else {
      // Query the size before a frame that reveals characters, since a new size hides them. A poll
      // can report a key and leave out the SIGWINCH that came before it.
      if prompt.revealDeadline != nil { adoptWindow(session.size) }
      var progress: Screen.Progress
      repeat {
        progress = showPicture(watch)
        if progress.isFailed { return false }
      } while asksForSize && progress == .done && prompt.revealDeadline == nil
        && adoptWindow(session.size)
    }
    if !isShown {
      isShown = true
      beat = KeyBeat(at: now)
      if prompt.outcome == nil { prompt.handle(.shown, at: now) }
    }
    return true
  }

  /// Writes the new text of line mode; a signal interrupts the wait for a stalled terminal.
  private func sendText(to session: borrowing TerminalSession, watch: borrowing SignalWatch) -> Bool
  {
    var text = prompt.outcome == nil ? prompt.transcriptUpdate() : ""
    // The question must begin its line, or other programs do not recognise it.
    if prompt.rings { text = (isShown ? "\u{7}" : "\u{7}\r\n") + text }
    prompt.rings = false
    return text.isEmpty || watch.endingAtOnce { session.send(text) }
  }

  private mutating func adopt(_ theme: Theme) {
    var environment = self.environment
    environment.adopt(theme)
    screen.adopt(environment.palette)
  }

  @discardableResult
  mutating func adoptWindow(_ size: (columns: Int, rows: Int)) -> Bool {
    guard size != window else { return false }
    window = size
    prompt.handle(.window(columns: size.columns, rows: size.rows), at: now)
    return true
  }

  /// The maximum time in seconds that a frame with revealed characters waits for a stalled
  /// terminal.
  private static let longestWait = 10.0

  private mutating func showPicture(_ watch: borrowing SignalWatch) -> Screen.Progress {
    if screen.asksForBackground { reader.expectBackground(at: now) }
    if let theme = reader.takeChangeOfTheme() { adopt(theme) }
    let picture = prompt.picture(columns: window.columns, rows: window.rows)
    // Request mouse reports only if needed: they disable the terminal's own selection and paste.
    screen.wantsMouse = picture.hasKeyboard || picture.takesMouse
    let rings = prompt.rings
    prompt.rings = false
    guard let area = picture.revealArea else {
      return screen.show(picture.buffer, cursor: picture.cursor, rings: rings)
    }
    defer { memory.scratch.wipe() }
    let count = prompt.renderRevealed(cells: area.columns, into: &memory.scratch)
    let timeout = prompt.revealDeadline.map { min($0 - now, Self.longestWait) }
    // A write with revealed characters cannot be resumed, so a signal must interrupt its wait.
    return watch.endingAtOnce {
      screen.show(
        picture.buffer, cursor: picture.cursor, rings: rings, revealing: memory.scratch,
        byteCount: count, at: (area.column, area.line), within: timeout ?? Self.longestWait)
    }
  }
}

extension PromptLoop {
  /// Runs the loop's prompts one after the other, as long as each outcome is `submitted`.
  ///
  /// All prompts use the same screen and handle keys that were typed ahead. Unless the last outcome
  /// is `submitted`, all text is wiped. After every outcome, the caller must restore the terminal,
  /// for example with `leave(_:)`.
  package mutating func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var outcome: DialogueOutcome?
    defer {
      // Wipe first: a stalled terminal delays the exit.
      if outcome != .submitted { dropText() }
      memory.scratch.wipe()
      if let ended = outcome, !ended.isGone, !session.isYielded { sendEnd(to: session) }
    }
    do throws(TerminalError) {
      outcome = try answer(on: &session, watch: watch)
    } catch {
      // The text was dropped, and its rest may still be typed.
      dropText()
      session.answerMayGoOn = hasBegun
      // After such a change, the caller that keeps input goes on and swallows the rest itself.
      let goesOn = if case .changedByOthers = error { keepsInput } else { false }
      if hasBegun, !goesOn, !session.isInBackground, (try? session.resume()) != nil {
        _ = swallowRest(after: .abandoned, since: now, on: &session, watch: watch)
      }
      throw error
    }
    // A terminal that only refused a frame, and is not gone, still gets the rest. A lender drops it.
    session.answerMayGoOn = outcome == .hungUp && session.loan != nil
    let isRefused = outcome == .hungUp && session.loan == nil
    if let ended = outcome, ended.isUnprompted || isRefused,
      !keepsInput || ended.isSignal || isRefused
    {
      dropText()
      // The last key was the Enter that got no answer, and the sentence about it needs time.
      let lastKey = ended == .askerChanged ? now : nil
      outcome = swallowRest(after: ended, since: lastKey, on: &session, watch: watch)
    }
    return outcome ?? .hungUp
  }

  private mutating func answer(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    var outcome = try begin(on: &session, watch: watch)
    for prompt in prompts.dropFirst() where outcome == .submitted {
      sendEnd(to: session)
      self.prompt = prompt
      isShown = false
      // Nobody decides about a question that was not shown.
      if !prompt.isText { dropTypedAhead(on: session) }
      // The previous prompt's kept line goes above this prompt's rows.
      if screen.keepsLine { screen.leave() }
      outcome = try ask(on: &session, watch: watch)
    }
    return outcome
  }

  private mutating func begin(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    guard try acquireTerminal(&session, watch: watch) else { return prompt.outcome ?? .hungUp }
    try take(&session)
    hasBegun = true
    if let signal = Self.discardContinue(watch) { return end(.signalled(signal)) }
    return try ask(on: &session, watch: watch)
  }
}

extension PromptLoop {
  /// Waits until no other dialogue uses the terminal; returns false if the prompt ends first.
  ///
  /// While waiting, the loop does not draw, change settings or read.
  mutating func acquireTerminal(
    _ session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    let start = now
    var list = PollList()
    var release = ReleaseWait()
    var earliest = start
    var hasWaited = false
    while true {
      if endsWithLender(of: session) { return false }
      if now >= earliest, try session.claim() {
        expectForeignKeys(on: session.loan)
        guard hasWaited else { return true }
        // Unless the other dialogue has ended in order, its answer may still be typed.
        session.answerMayGoOn = !session.wasReleased()
        if sandbox.opensFiles, let user = session.user {
          session.unlock()
          throw .inUse(user)
        }
        if session.answerMayGoOn { reader.strayKeys = StrayKeys(after: now) }
        return true
      }
      hasWaited = true
      if let event = source?.firstEvent(after: now - start) { prompt.handle(event, at: now) }
      guard prompt.outcome == nil else { return false }
      // The other dialogue may hold the lock for a while after the terminal is gone.
      if session.settings == .gone {
        end(.hungUp)
        return false
      }
      list.removeAll()
      release.watch(&session, on: &list)
      let signals = list.watch(watch.descriptor)
      list.watch(session.loan?.connection ?? -1)
      // With the settings of `attend`, an interrupt is no signal.
      let takesKeys = takesTypedAhead && !memory.ring.isFull && session.settings == .ours
      let keys = list.watch(takesKeys ? session.descriptor : -1)
      let ends = list.watch(asker.ends)
      let others = list.count
      source?.watch(on: &list)
      let code = list.wait(until: max(release.nextLook(after: now), earliest), on: clock)
      guard code == 0 else { throw .wait(code: code) }
      let hasCome = release.hasCome(to: &session, in: list, opensFiles: sandbox.opensFiles)
      if hasCome, now >= earliest, !session.isInForeground {
        earliest = now + Self.courtesy
      }
      if list.hasEvents(at: signals) { handleWaiting(watch.take(), watch) }
      if list[keys].contains(.input) { keepTypedAhead(on: session) }
      if list.hasEvents(at: ends) { end(.abandoned) }
      if list.hasEvents(from: others), let event = source?.pollEvents(in: list) {
        prompt.handle(event, at: now)
      }
      guard prompt.outcome == nil else { return false }
    }
  }

  mutating func take(_ session: inout TerminalSession) throws(TerminalError) {
    let expected = session.environment.font
    try session.begin(end: screenEnd, keepingInput: true)
    if !takesTypedAhead { dropTypedAhead(on: session) }
    takesTypedAhead = false
    if session.environment.font != expected {
      for prompt in prompts { prompt.handle(.fontRefused(session.environment), at: now) }
    }
    if let devices {
      devices.begin(with: memory) { handle($0, of: devices, at: now) }
    }
    reader.characters = characters ?? session.found.map { ControlCharacters($0) } ?? .init()
  }

  /// The seconds that a background program waits before it takes a terminal that has become free.
  ///
  /// When a job ends, its shell may save the terminal's settings for all later commands. The shell
  /// must have saved them before this program changes them.
  private static var courtesy: Double { 0.25 }

  /// Checks before each read that the terminal and its settings are still ours; returns false if
  /// they are not.
  ///
  /// A process group gets no signal when it loses the foreground, for instance when only the leader
  /// of its job is stopped. A read would then stop this process with the screen up and our settings
  /// in effect, while other programs wait for the terminal.
  ///
  /// Text that was typed under another program's settings may have been seen and may be incomplete.
  /// Therefore it is dropped, together with all text before it. If the settings change a third
  /// time, the function throws `TerminalError.changedByOthers`.
  mutating func verifyOwnership(
    _ session: inout TerminalSession, watch: borrowing SignalWatch, at now: Double
  ) throws(TerminalError) -> Bool {
    if session.isInBackground {
      try resumeAfterStop(on: &session, watch: watch)
      return false
    }
    if !session.job.isInFront, session.yieldAfterJob(within: 0) {
      end(.abandoned)
      return false
    }
    switch session.settings {
    case .ours where session.isReadByNeighbour: throw session.takenByNeighbour
    case .ours: return true
    case .gone: end(.hungUp)
    // The shell has taken the terminal from a lender that was stopped.
    case .changed where session.loan != nil: end(.abandoned)
    // It may read keys from now on, and nobody can know which.
    case .changed where session.companions == .ofPipeline: throw session.takenByNeighbour
    case .changed:
      changes += 1
      screen.invalidate(afterEchoOf: session.dropEchoed(through: &memory.ring))
      guard changes < Self.mostChanges else { throw .changedByOthers }
      try session.resume()
      dropTakenText()
      adoptWindow(session.size)
    }
    return false
  }

  private static var mostChanges: Int { 3 }
}
