import KeyboardScenes
import PromptUI

/// An interactive scene without a terminal: keys and mouse go in, a keyboard moves and the views
/// follow.
///
///     let model = SceneModel(options, scene: scene, keyboard: keyboard, surface: surface)
///     let outcome = try host.run([model], setting, on: &session)
///
/// Typing, its text in locked memory and the focus are those of every prompt. The text of the
/// scene's field is a secret: it is in the keyboard's text after `submitted`.
package final class SceneModel: Prompt {
  let scene: KeyboardScene
  let options: SceneOptions
  let keyboard: Keyboard
  let typing: PassphrasePrompt
  /// The window in cells.
  private(set) var cells = (columns: 0, rows: 0)
  /// The final frames, reached or not.
  private(set) var settled = SceneFrames(views: [], screen: .zero)
  var animation: SceneAnimation?
  /// The frames on screen before the present change, from which views move once it is made.
  private var departure: (frames: SceneFrames, movesAnyway: Bool)?
  var hand = DragState.free
  var isGrabbing = false
  /// The form in which the keyboard was last seen; it goes away in that form.
  private(set) var look = KeyboardKind.docked
  var lastFloating: Rect?
  /// The shift of a screen taller than the window, in cells.
  private var scroll = 0
  /// The further shift by PgUp, in cells.
  private var peek = 0
  var heading = KeyboardKind.docked
  /// The cells drawn last, for clicks.
  var drawn: SceneCells?
  var forms = SceneKeyboardForms()
  /// The number of characters that the field last got room for.
  var knownCount = 0
  /// The unchanging facts about the views.
  let tree: SceneTree

  package init(
    _ options: SceneOptions, scene: KeyboardScene, keyboard: Keyboard, surface: PromptSurface
  ) {
    self.options = options
    self.scene = scene
    self.keyboard = keyboard
    let sanitizer = surface.sanitizer
    tree = SceneTree(scene, sanitizer: sanitizer)
    typing = PassphrasePrompt(
      options.dialogue, fields: [keyboard.field], surface: surface, keyboard: keyboard)
    keyboard.transitions.onCommit = { [weak self] state in self?.commit(state) }
    scene.keyboard.onDiagnostic = { [weak self] diagnostic in
      self?.typing.tell(sanitizer.clean(diagnostic.description, as: .line))
    }
  }

  package var state: KeyboardState { keyboard.state }
  var now: Double { keyboard.now }
  var hasField: Bool { scene.field != nil }

  // MARK: Window

  /// Adopts the size of the window; a screen that follows it turns and grows with it.
  func adoptWindow(_ new: (columns: Int, rows: Int), at now: Double) {
    keyboard.advance(to: now)
    guard new != cells else { return }
    letGo()
    typing.dropHold(at: now)
    let isFirst = cells.columns == 0
    cells = new
    if options.followsWindow, let screen = screen(of: new, isFirst: isFirst) {
      withoutAnimation { keyboard.setScreen(screen, at: now) }
    }
    departure = nil
    animation = nil
    relayout()
    typing.placeFocus()
  }

  /// The window as a screen.
  private func screen(of cells: (columns: Int, rows: Int), isFirst: Bool) -> ScreenDescription? {
    guard let insets = options.safeArea else {
      return try? ScreenDescription(columns: cells.columns, lines: cells.rows)
    }
    let size = Size(
      width: Double(cells.columns) * CellGrid.cellWidth,
      height: Double(cells.rows) * CellGrid.cellHeight)
    return isFirst
      ? try? ScreenDescription(size: size, safeArea: insets)
      : try? keyboard.configuration.screen.resized(to: size)
  }

  func withoutAnimation(_ body: () -> Void) {
    let duration = keyboard.transitions.duration
    keyboard.transitions.duration = 0
    body()
    keyboard.transitions.duration = duration
  }

  // MARK: Layout

  private func commit(_ state: KeyboardState) {
    let turns = settled.screen.size != state.screen && state.screen != .zero
    begin(movesAnyway: turns && keyboard.transitions.duration > 0)
    relayout()
  }

  /// Remembers the frames on screen, from which views move after this change.
  func begin(movesAnyway: Bool = false) {
    departure = (departure?.frames ?? shown, movesAnyway || departure?.movesAnyway == true)
  }

  /// Lets the changed views move to their place.
  func finishChange() {
    // A change without motion, such as a split in place, is not a transition.
    if state.kind != look, state.isVisible { relayout() }
    guard let departure else { return }
    self.departure = nil
    let moves = keyboard.transitions.nextDeadline != nil || departure.movesAnyway
    animation =
      moves
      ? SceneAnimation(
        start: departure.frames, begin: now, curve: keyboard.transitions.curve,
        duration: keyboard.transitions.duration) : nil
  }

  /// Solves the scene for the keyboard's present place.
  func relayout() {
    let state = state
    if state.isVisible { look = state.kind }
    if case .floating = state.kind { lastFloating = state.frame }
    let insets = keyboard.configuration.screen.safeArea(state.orientation)
    let window = window(on: state)
    let count = typing.first.text.characterCount
    // Only impossible numbers are refused, and these have been checked.
    try? scene.engine.transaction { () throws(LayoutError) in
      try scene.engine.setSafeAreaInsets(insets)
      try scene.place(KeyboardPlacement(state), window: window, screen: state.screen)
      try scene.setFieldLength(count)
    }
    adoptFrames()
  }

  /// The app's window on the screen in its orientation.
  private func window(on state: KeyboardState) -> Rect {
    guard let window = options.window else { return Rect(origin: .zero, size: state.screen) }
    guard state.orientation != firstOrientation else { return window }
    return Rect(x: window.y, y: window.x, width: window.height, height: window.width)
  }

  private lazy var firstOrientation = state.orientation

  private func adoptFrames() {
    let state = state
    let screen = CellRect(rounding: Rect(origin: .zero, size: state.screen))
    peek = min(peek, hiddenRows)
    if hand == .free { scroll = max(peek, scroll(for: state)) }
    let origin = Point(
      x: Double((cells.columns - screen.columns) / 2) * CellGrid.cellWidth,
      y: Double(cells.rows - screen.lines + scroll) * CellGrid.cellHeight)
    let window = window(on: state).origin + origin
    settled = SceneFrames(
      views: tree.frames(in: scene.engine, from: window),
      screen: Rect(origin: origin, size: state.screen))
  }

  /// The shift of a screen taller than the window: to its lower part, or to the part with the
  /// keyboard.
  private func scroll(for state: KeyboardState) -> Int {
    guard hiddenRows > 0, state.isVisible else { return 0 }
    let top = CellRect(rounding: state.frame).line - (hiddenRows - statusRows)
    return min(hiddenRows, max(0, statusRows - top))
  }

  /// The number of the screen's rows that do not fit the window, those under the status included.
  var hiddenRows: Int {
    let lines = CellRect(rounding: Rect(origin: .zero, size: state.screen)).lines
    return lines > cells.rows ? lines - cells.rows + statusRows : 0
  }

  private var statusRows: Int {
    SceneStatus.rows(in: cells.rows, hasTracking: scene.hasTracking)
  }

  /// Shows more of a screen that is taller than the window.
  func peek(by pages: Int) {
    letGo()
    let step = max(1, (cells.rows - statusRows) / 2)
    peek = min(max(0, max(peek, scroll) + step * pages), hiddenRows)
    relayout()
  }

  // MARK: Time

  var shown: SceneFrames {
    animation.map { $0.frames(at: now, towards: settled) } ?? settled
  }

  var shownKeyboard: Rect {
    let origin = shown.screen.origin
    return keyboard.transitions.presentationFrame.offset(x: origin.x, y: origin.y)
  }

  /// The time at which `.time` has something to do at the latest.
  package var deadline: Double? { typing.deadline.orEarlier(animation?.deadline) }

  func advance(to now: Double) {
    // The screen never turns while a hand holds the keyboard.
    if let due = typing.timer.deadline, due <= now { letGo() }
    typing.handle(.time, at: now)
    finishChange()
    animation?.advance(to: now)
    if animation?.isOver == true { animation = nil }
  }
}
