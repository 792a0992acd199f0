import KeywardEngine

/// A dialogue on the cell screen.
final class DialoguePresenter: TypingPresenter, InputTarget {
  let modes: ScreenModes?
  let dialogue: Dialogue
  private let glyphs: Glyphs
  private var composer = ScreenComposer()
  private var size = (columns: 0, rows: 0)
  var schedule: DialogueSchedule?

  init(_ dialogue: Dialogue) {
    self.dialogue = dialogue
    glyphs = dialogue.environment.glyphs
    modes = ScreenModes(kittyKeyboard: dialogue.environment.hasKittyKeyboard)
  }

  var request: LoopRequest? {
    get { model.request }
    set { model.request = newValue }
  }

  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double) {
    dialogue.mode = mode
    adoptWindow(window, at: now)
    dialogue.keyboard.show(at: now)
    model.placeFocus()
  }

  var showsAtOnce: Bool { !model.isRevealed }

  func insert(_ bytes: RawSpan, at now: Double) { model.insert(bytes, at: now) }
  func paste(_ bytes: RawSpan) { model.paste(bytes) }

  func handle(_ event: InputEvent, at now: Double) {
    model.handle(event, at: now, on: composer.screen)
  }

  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult {
    dialogue.pump.pump(from: descriptor, into: self, at: now)
  }

  func interrupt(at now: Double) { forgetHalfTyped(at: now) }
  func conceal(at now: Double) { model.hideReveal() }

  func leave(_ session: inout TerminalSession) {
    session.leave(draining: &dialogue.pump.ring)
  }

  /// Takes over the window's size; a keyboard on a terminal's screen turns and grows with it.
  func adoptWindow(_ new: (columns: Int, rows: Int), at now: Double) {
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

  func show(
    on screen: inout Screen, of session: borrowing TerminalSession,
    watch: borrowing SignalWatch
  ) -> Screen.Progress {
    let content = model.content(
      glyphs: glyphs, hasColor: screen.palette.hasColor, mode: session.mode)
    composer.compose(content, columns: size.columns, rows: size.rows)
    let rings = model.rings
    model.rings = false
    let progress: Screen.Progress
    if let area = composer.screen.revealArea {
      // This write cannot be taken up later; a terminal that takes nothing must not hold up a signal.
      progress = watch.endingAtOnce { reveal(in: area, rings: rings, on: &screen) }
    } else {
      progress = screen.show(
        composer.screen.buffer, cursor: composer.screen.cursor, rings: rings)
    }
    model.isKeyboardDrawn = composer.screen.hasKeyboard
    startSchedule()
    return progress
  }

  /// Shows a frame with the characters of the secret in it.
  private func reveal(
    in area: ComposedScreen.RevealArea, rings: Bool, on screen: inout Screen
  ) -> Screen.Progress {
    defer { dialogue.scratch.wipe() }
    let count = dialogue.keyboard.text.withBytes { text in
      RevealComposer.compose(
        text, cells: area.width, isASCII: glyphs.isASCII, into: &dialogue.scratch)
    }
    return screen.show(
      composer.screen.buffer, cursor: composer.screen.cursor, rings: rings,
      secret: dialogue.scratch,
      at: .init(column: area.column, row: area.row, byteCount: count),
      within: model.revealEnd.orEarlier(schedule?.end).map { $0 - clock.now })
  }
}
