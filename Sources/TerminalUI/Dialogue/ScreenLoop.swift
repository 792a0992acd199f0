import KeywardEngine

/// Runs a dialogue on the cell screen: waits, lets things happen, shows at most one frame a wake-up.
struct ScreenLoop: ~Copyable {
  private let dialogue: Dialogue
  private let model: TypingModel
  private var screen: Screen
  private var composed: ComposedScreen?
  private var lastContent: ScreenContent?
  private var size = (columns: 0, rows: 0)
  private var schedule: DialogueSchedule?
  private let modes: ScreenModes

  init(dialogue: Dialogue, descriptor: Int32) {
    self.dialogue = dialogue
    model = dialogue.model
    modes = ScreenModes(kittyKeyboard: dialogue.environment.hasKittyKeyboard)
    screen = Screen(
      descriptor: descriptor, palette: dialogue.environment.palette, modes: modes)
  }

  /// Asks until there is an outcome; the session is left by the caller.
  mutating func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    try session.begin(leaving: Screen.leavingBytes(modes: modes))
    dialogue.mode = session.mode
    // Brought to the front only now: that SIGCONT is no reason to begin, and throw keys away, again.
    if let signal = watch.take().ending { return .signalled(signal) }
    adoptWindow(session.size, at: dialogue.clock.now)
    dialogue.keyboard.show(at: dialogue.clock.now)
    model.placeFocus()
    while true {
      if let outcome = model.outcome {
        // Refused and submitted in one read: the bell is still owed.
        if model.rings, outcome == .submitted { _ = show(mode: session.mode, watch: watch) }
        return outcome
      }
      try perform(model.request, on: &session, watch: watch)
      if !show(mode: session.mode, watch: watch) { return .hungUp }
      try wait(on: &session, watch: watch)
    }
  }

  // MARK: Waiting

  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    let wake = try session.wait(
      wakeDescriptor: watch.descriptor, wantsToWrite: screen.isWaiting,
      seconds: deadline.map { $0 - dialogue.clock.now })
    let now = dialogue.clock.now
    if wake.hasSignals { try handle(watch.take(), on: &session, watch: watch) }
    guard model.outcome == nil else { return }
    if wake.isHungUp {
      model.outcome = .hungUp
      return
    }
    if wake.isWritable, screen.isWaiting, case .failed = screen.flush() { model.outcome = .hungUp }
    // What came late was typed before what the time makes of its beginning.
    let source = wake.isReadable ? session.descriptor : nil
    if dialogue.pump.pump(from: source, into: model, at: now, on: composed) == .closed {
      model.outcome = model.outcome ?? .hungUp
    }
    guard model.outcome == nil else { return }
    model.advance(to: now)
    schedule?.advance(to: now, model)
  }

  private var deadline: Double? {
    [dialogue.pump.deadline, model.deadline, schedule?.deadline].compactMap { $0 }.min()
  }

  private mutating func handle(
    _ signals: NotedSignals, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    if let signal = signals.ending {
      model.outcome = .signalled(signal)
      return
    }
    if signals.stopRequested { model.request = .suspend }
    if signals.continued, model.request != .suspend {
      try resume(on: &session, watch: watch, wasLeft: false)
    }
    if signals.windowChanged { adoptWindow(session.size, at: dialogue.clock.now) }
  }

  // MARK: Requests

  private mutating func perform(
    _ request: TypingModel.Request?, on session: inout TerminalSession,
    watch: borrowing SignalWatch
  ) throws(TerminalError) {
    model.request = nil
    switch request {
    case .redraw: screen.invalidate()
    case .suspend: try suspend(on: &session, watch: watch)
    case nil: break
    }
  }

  /// Restores the terminal, stops, and goes on when continued or where nothing stopped us.
  private mutating func suspend(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    session.leave(draining: &dialogue.pump.ring)
    let stopsGroup = dialogue.options.suspendsGroup && session.isInForeground
    _ = watch.suspend(wholeGroup: stopsGroup)
    try resume(on: &session, watch: watch, wasLeft: true)
  }

  /// Enters the screen anew.
  ///
  /// - Parameters:
  ///   - session: The terminal, left or not.
  ///   - watch: The signals; the SIGCONT of a stop on the way here is done with.
  ///   - wasLeft: Whether we left it; a program that is stopped by force has not.
  /// - Throws: `TerminalError` where the terminal refuses.
  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch, wasLeft: Bool
  ) throws(TerminalError) {
    dialogue.pump.reset()
    dialogue.keyboard.cancelPaste()
    dialogue.keyboard.loseFocus(at: dialogue.clock.now)
    model.hideReveal()
    if wasLeft { screen.wasLeft() }
    try session.begin(leaving: Screen.leavingBytes(modes: modes))
    // Modes that are still on are not switched on twice.
    if !wasLeft { screen.leave() }
    if let signal = watch.take().ending { model.outcome = .signalled(signal) }
    adoptWindow(session.size, at: dialogue.clock.now)
  }

  /// Takes over the window's size; a keyboard on a terminal's screen turns and grows with it.
  private mutating func adoptWindow(_ new: (columns: Int, rows: Int), at now: Double) {
    screen.invalidate()
    guard new != size else { return }
    if size.columns > 0 { model.hideReveal() }
    size = new
    let keyboard = dialogue.keyboard
    let present = keyboard.configuration.screen
    guard present.device == "terminal",
      let window = try? ScreenDescription(columns: new.columns, lines: new.rows)
    else { return }
    if window.orientation != present.orientation {
      keyboard.rotate(to: window, at: now)
    } else {
      keyboard.resize(to: window, at: now)
    }
    model.placeFocus()
  }

  // MARK: Showing

  /// The cells for `content`, with as little work as its difference to the last one needs.
  private mutating func compose(_ content: ScreenContent) -> ComposedScreen {
    defer { lastContent = content }
    let screen = TypingScreen(content)
    if let composed, let lastContent,
      (composed.buffer.columns, composed.buffer.rows) == size,
      let next = screen.recompose(composed, of: lastContent)
    {
      return next
    }
    return screen.compose(columns: size.columns, rows: size.rows, after: composed)
  }

  /// Shows what there is now, unless the last frame still waits; false where the terminal is gone.
  private mutating func show(mode: TerminalMode?, watch: borrowing SignalWatch) -> Bool {
    guard !screen.isWaiting else { return true }
    let palette = screen.palette
    let content = model.content(
      glyphs: dialogue.environment.glyphs, hasColor: palette.hasColor, mode: mode)
    let composed = compose(content)
    let rings = model.rings
    model.rings = false
    let progress: Screen.Progress
    if let area = composed.revealArea {
      // This write cannot be taken up later; a terminal that takes nothing must not hold up a signal.
      progress = watch.endingAtOnce { reveal(composed, in: area, rings: rings) }
    } else {
      progress = screen.show(composed.buffer, cursor: composed.cursor, rings: rings)
    }
    model.isKeyboardDrawn = composed.view != nil
    self.composed = composed
    if schedule == nil {
      schedule = DialogueSchedule(dialogue.options, start: dialogue.clock.now)
      schedule?.advance(to: dialogue.clock.now, model)
    }
    if case .failed = progress { return false }
    return true
  }

  /// Shows a frame with the characters of the secret in it.
  private mutating func reveal(
    _ composed: ComposedScreen, in area: ComposedScreen.RevealArea, rings: Bool
  ) -> Screen.Progress {
    defer { dialogue.scratch.wipe() }
    let count = RevealComposer.compose(
      dialogue.keyboard.text, cells: area.width, isASCII: dialogue.environment.glyphs.isASCII,
      into: &dialogue.scratch)
    return screen.show(
      composed.buffer, cursor: composed.cursor, rings: rings, secret: dialogue.scratch,
      at: .init(column: area.column, row: area.row, byteCount: count))
  }
}
