import KeywardEngine

/// A scene on the cell screen.
final class ScenePresenter: ScreenPresenter {
  let modes: ScreenModes?
  private let dialogue: SceneDialogue
  private let model: SceneModel
  private var schedule: DialogueSchedule?

  init(_ dialogue: SceneDialogue) {
    self.dialogue = dialogue
    model = dialogue.model
    modes = ScreenModes(drag: true, kittyKeyboard: dialogue.environment.hasKittyKeyboard)
  }

  var clock: Clock { dialogue.clock }
  var environment: TerminalEnvironment { dialogue.environment }
  var suspendsGroup: Bool { model.options.dialogue.suspendsGroup }
  // Refused and submitted in one read.
  var owesBell: Bool { model.typing.rings && model.outcome == .submitted }

  var isOver: Bool { model.isOver }

  var request: LoopRequest? {
    get { model.typing.request }
    set { model.typing.request = newValue }
  }

  var deadline: Double? {
    dialogue.pump.deadline.orEarlier(model.deadline).orEarlier(schedule?.deadline)
  }

  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double) {
    model.adoptWindow(window, at: now)
    model.placeFirst(at: now)
  }

  func adoptWindow(_ size: (columns: Int, rows: Int), at now: Double) {
    model.adoptWindow(size, at: now)
  }

  func withAccess(_ body: () -> Void) { model.withAccess(body) }
  // Views may be many; a window is not kept open over their drawing.
  var showsAtOnce: Bool { false }

  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult {
    dialogue.pump.pump(from: descriptor, into: model, at: now)
  }

  func advance(to now: Double) {
    // The screen turns under no hand.
    if let due = schedule?.deadline, due <= now { model.letGo() }
    schedule?.advance(to: now, model.typing)
    model.advance(to: now)
  }

  func interrupt(at now: Double) {
    dialogue.pump.reset()
    model.letGo()
    model.keyboard.cancelPaste()
    model.keyboard.loseFocus(at: now)
  }

  func conceal(at now: Double) { model.letGo() }

  func dropText(saying sentence: String, at now: Double) {
    interrupt(at: now)
    model.typing.beginAnew(saying: sentence)
    model.typing.notice = sentence
  }

  func leave(_ session: inout TerminalSession) {
    session.leave(draining: &dialogue.pump.ring)
  }

  func show(
    on screen: inout Screen, of session: borrowing TerminalSession,
    watch: borrowing SignalWatch
  ) -> Screen.Progress {
    let cells = model.compose(
      glyphs: dialogue.environment.glyphs, hasColor: screen.palette.hasColor)
    let rings = model.typing.rings
    model.typing.rings = false
    let progress = screen.show(cells.screen.buffer, cursor: cells.screen.cursor, rings: rings)
    if schedule == nil {
      schedule = DialogueSchedule(model.options.dialogue, start: clock.now)
      schedule?.advance(to: clock.now, model.typing)
    }
    return progress
  }
}

extension SceneModel {
  /// The cells of what there is now; clicks are looked up in them from here on.
  func compose(glyphs: Glyphs, hasColor: Bool) -> SceneCells {
    let content = content(glyphs: glyphs, hasColor: hasColor)
    let cells = SceneComposer(content).compose(columns: cells.columns, rows: cells.rows)
    typing.isKeyboardDrawn = !cells.parts.isEmpty
    drawn = cells
    return cells
  }
}
