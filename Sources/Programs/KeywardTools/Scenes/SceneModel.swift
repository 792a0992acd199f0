import KeyboardScenes
import PromptUI

/// An interactive scene, independent of a terminal: the user moves a keyboard, and the views
/// follow.
///
/// The passphrase prompt in it takes the text, which is a secret, and decides when the scene ends.
package final class SceneModel: Prompt {
  let scene: KeyboardScene
  let options: SceneOptions
  let keyboard: Keyboard
  let typing: PassphrasePrompt
  private(set) var cells = (columns: 0, rows: 0)
  /// The frames at rest, to which an animation moves the views.
  private(set) var settled = SceneFrames(views: [], screen: .zero)
  var animation: SceneAnimation?
  /// The frames before the current change, from which an animation starts; nil between changes.
  ///
  /// `movesAnyway` animates the views even if the keyboard itself has no transition.
  private var departure: (frames: SceneFrames, movesAnyway: Bool)?
  var hand = DragState.free
  var isGrabbing = false
  /// The kind of keyboard to draw; while the keyboard disappears, the kind that was last visible.
  private(set) var look = KeyboardKind.docked
  var lastFloating: Rect?
  /// The number of rows by which a screen that is taller than the window is scrolled.
  private var scroll = 0
  /// The number of rows by which the user has scrolled the screen with PgUp.
  private var peek = 0
  var heading = KeyboardKind.docked
  /// The cells on screen, which clicks refer to.
  var drawn: SceneCells?
  /// The number of characters in the text when `followText` last laid out the views.
  var knownCount = 0
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
      self?.typing.notify(sanitizer.clean(diagnostic.description, as: .line))
    }
  }

  package var state: KeyboardState { keyboard.state }
  var now: Double { keyboard.now }
  var hasField: Bool { scene.field != nil }

  // MARK: Window

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

  /// Stores the current frames before a change, because the animation will start from them.
  ///
  /// `movesAnyway` animates the views even if the keyboard itself has no transition.
  func begin(movesAnyway: Bool = false) {
    departure = (departure?.frames ?? shown, movesAnyway || departure?.movesAnyway == true)
  }

  /// Ends a change, and starts an animation of the views.
  func finishChange() {
    // A change without motion, such as a split in place, begins no transition.
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

  func relayout() {
    let state = state
    if state.isVisible { look = state.kind }
    if case .floating = state.kind { lastFloating = state.frame }
    let insets = keyboard.configuration.screen.safeArea(state.orientation)
    let window = window(on: state)
    let count = typing.first.text.characterCount
    // Only impossible numbers are refused, and the numbers have been checked.
    try? scene.engine.transaction { () throws(LayoutError) in
      try scene.engine.setSafeAreaInsets(insets)
      try scene.place(KeyboardPlacement(state), window: window, screen: state.screen)
      try scene.setFieldLength(count)
    }
    adoptFrames()
  }

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

  /// Returns the number of rows to scroll so that the keyboard is in the window; 0 if it is hidden.
  private func scroll(for state: KeyboardState) -> Int {
    guard hiddenRows > 0, state.isVisible else { return 0 }
    let top = CellRect(rounding: state.frame).line - (hiddenRows - statusRows)
    return min(hiddenRows, max(0, statusRows - top))
  }

  /// The number of screen rows that do not fit in the window or are covered by the status rows.
  var hiddenRows: Int {
    let lines = CellRect(rounding: Rect(origin: .zero, size: state.screen)).lines
    return lines > cells.rows ? lines - cells.rows + statusRows : 0
  }

  private var statusRows: Int {
    SceneStatus.rows(in: cells.rows, hasTracking: scene.hasTracking)
  }

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

  package var deadline: Double? { typing.deadline.orEarlier(animation?.deadline) }

  func advance(to now: Double) {
    // The screen never rotates while the mouse holds the keyboard.
    if let due = typing.timer.deadline, due <= now { letGo() }
    typing.handle(.time, at: now)
    finishChange()
    animation?.advance(to: now)
    if animation?.isOver == true { animation = nil }
  }
}

extension SceneModel {
  var content: SceneContent {
    let frames = shown
    let surface = typing.surface
    let views = tree.order.compactMap { index -> SceneContent.View? in
      let node = tree.nodes[index]
      guard !node.item.isHidden, frames.views.indices.contains(index) else { return nil }
      return SceneContent.View(
        label: node.label, frame: frames.views[index], isContainer: node.isContainer,
        isField: node.isField, wraps: node.wraps)
    }
    return SceneContent(
      views: views, screen: frames.screen,
      keyboard: drawnKeyboard,
      field: PromptViewModel.Field(
        prompt: "", mask: options.dialogue.look.mask,
        characterCount: typing.first.text.characterCount),
      isFieldActive: hasField, status: status, isGrabbing: isGrabbing, isDragging: hand != .free,
      glyphs: surface.glyphs, hasColor: surface.hasBlocks)
  }

  private var drawnKeyboard: SceneContent.DrawnKeyboard? {
    let frame = shownKeyboard
    let screen = Rect(
      x: 0, y: 0, width: Double(cells.columns) * CellGrid.cellWidth,
      height: Double(cells.rows) * CellGrid.cellHeight)
    guard keyboard.transitions.isInTransition || state.isVisible, frame.intersects(screen) else {
      return nil
    }
    if case .shortcutsBar(let bar) = look {
      return SceneContent.DrawnKeyboard(
        frame: frame, parts: [], inset: 0, label: bar == .expanded ? "shortcuts" : "",
        isFocused: false, isDocked: true)
    }
    let safeArea = keyboard.configuration.screen.safeArea
    let isFloating = look == .floating
    let inset = isFloating ? 0 : safeArea.left
    var size = Size(
      width: max(0, frame.width - (isFloating ? 0 : safeArea.left + safeArea.right)),
      height: max(0, frame.height - (look.isDocked ? safeArea.bottom : 0)))
    var parts: [SceneKeyboardPart] = []
    var hasGripRow = false
    if let panel = keyboard.currentPanel {
      hasGripRow = panel.sparesRow(in: size)
      if hasGripRow { size.height -= CellGrid.cellHeight }
      parts = panel.parts(
        in: size, isSplit: look == .split || look == .dockedSplit, glyphs: typing.surface.glyphs)
    }
    for index in parts.indices {
      parts[index].view.hasBlocks = typing.surface.hasBlocks
      parts[index].view.hasColor = typing.surface.hasBlocks
      parts[index].view.marksAlternates = hasField && typing.takesPresses
      if keyboard.configuration.showsShift {
        parts[index].view.shift = keyboard.shift
        parts[index].view.altgr = keyboard.altgr
      }
    }
    return SceneContent.DrawnKeyboard(
      frame: frame, parts: parts, inset: inset, hasGripRow: hasGripRow && !parts.isEmpty,
      label: "keyboard",
      focus: typing.isOnKeyboard ? keyboard.shownFocus : nil,
      isFocused: typing.isOnKeyboard && !typing.hasChoiceOpen, alternates: typing.alternatesRow,
      isDocked: look.isDocked)
  }

  var status: SceneStatus {
    var status = SceneStatus(
      scene: typing.surface.sanitizer.clean(scene.name, as: .name), state: state,
      near: scene.keyboard.nearEdges.names, active: scene.activeKeys,
      hasTracking: scene.hasTracking, direction: keyboard.configuration.direction)
    status.notice = typing.notice
    status.warning = typing.options.warning?.text(in: typing.surface.language) ?? ""
    status.conflicts = scene.engine.conflictCount
    status.help =
      isGrabbing
      ? SceneStatus.grabHelp
      : typing.hasOpenAlternates
        ? SceneStatus.alternatesHelp
        : SceneStatus.help(
          hasField: hasField, isOnKeyboard: typing.isOnKeyboard, hasMore: hiddenRows > 0)
    return status
  }
}

/// Conformance to `Prompt`, mostly through the passphrase prompt.
extension SceneModel {
  package var outcome: DialogueOutcome? { typing.outcome }
  package var request: LoopRequest? {
    get { typing.request }
    set { typing.request = newValue }
  }
  package var rings: Bool {
    get { typing.rings }
    set { typing.rings = newValue }
  }
  package var revealDeadline: Double? { nil }
  package var region: LockedRegion? { typing.region }

  package func insert(_ bytes: RawSpan, at now: Double) {
    guard !isGrabbing, hasField else { return }
    typing.insert(bytes, at: now)
    followText()
    finishChange()
  }

  package func paste(_ bytes: RawSpan) {
    if !isGrabbing, hasField { typing.paste(bytes) }
  }

  package func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .window(let columns, let rows): adoptWindow((columns, rows), at: now)
    case .began: placeFirst(at: now)
    case .input(let event): handle(event, at: now)
    case .time: advance(to: now)
    case .interrupted, .continued:
      letGo()
      typing.handle(event, at: now)
    case .terminalChanged:
      letGo()
      typing.handle(event, at: now)
      typing.notify(.terminalChanged)
    case .shown, .suspended, .protectionsLost, .fontRefused, .answered, .ended, .questionChanged,
      .keyDropped, .withdrawn:
      typing.handle(event, at: now)
    }
  }

  private func handle(_ event: InputEvent, at now: Double) {
    keyboard.advance(to: now)
    switch event {
    // Enter may confirm the notice.
    case .key(.enter, _) where hasField && !isGrabbing: break
    case .key, .press: typing.notify("")
    default: break
    }
    if isGrabbing {
      grabbed(event)
    } else {
      switch event {
      case .press(let column, let row): press(column: column, row: row)
      case .drag(let column, let row): follow(column: column, row: row)
      case .release(let column, let row):
        if typing.hold == .mouse {
          follow(column: column, row: row)
          typing.letGo(at: now)
        } else {
          release(column: column, row: row)
        }
      case .key(let key, let modifiers): handle(key, modifiers)
      case .untyped, .pasteBegan, .pasteEnded, .pasteDropped:
        if hasField { typing.handle(.input(event), at: now) }
      // A scene reads no input devices.
      default: break
      }
      followText()
    }
    finishChange()
  }

  private func follow(column: Int, row: Int) {
    guard typing.hold == .mouse else { return drag(column: column, row: row) }
    typing.drag(to: (column, row), slot: drawn?.slot(column: column, row: row), at: now)
  }

  private func handle(_ key: TerminalKey, _ modifiers: KeyModifiers) {
    // Without a field, there is nowhere to type an alternate.
    if !hasField, PassphrasePrompt.opensAlternates(key, modifiers) { return }
    if typing.takesWhileHeld(key, modifiers, at: now) { return }
    if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) {
      switch key {
      case .control(UInt8(ascii: "g")): return toggleGrab()
      case .control(UInt8(ascii: "o")): return changeDirection()
      case .control(UInt8(ascii: "r")) where hand != .free:
        typing.notify("Release the grabbed keyboard before you rotate the screen.")
        typing.rings = true
        return
      case .pageUp: return peek(by: 1)
      case .pageDown: return peek(by: -1)
      case .enter where !hasField:
        if typing.isOnKeyboard, let slot = keyboard.shownFocus { press(slot: slot) }
        return
      // A scene always has its keyboard, and never shows characters.
      case .control(UInt8(ascii: "k")), .control(UInt8(ascii: "t")): return
      default: break
      }
    }
    typing.handle(.input(.key(key, modifiers)), at: now)
  }

  private func changeDirection() {
    let direction: ReadingDirection =
      keyboard.configuration.direction == .leftToRight ? .rightToLeft : .leftToRight
    letGo()
    begin(movesAnyway: true)
    // The engine accepts every direction.
    try? scene.engine.setDirection(direction)
    keyboard.setDirection(direction)
    relayout()
  }

  private func press(column: Int, row: Int) {
    letGo()
    if typing.choose(at: (column, row), at: now) { return }
    typing.settleHold(at: now)
    guard let drawn else { return }
    if drawn.isOnGrip(column: column, row: row) {
      hold(column: column, row: row)
    } else if let slot = drawn.slot(column: column, row: row) {
      press(slot: slot)
    } else if drawn.fieldArea?.contains(column: column, line: row) == true {
      typing.isKeyboardFocused = false
      if !keyboard.state.isVisible { keyboard.show() }
    }
  }

  /// Presses the key in a slot.
  ///
  /// If the scene has no field, keys that edit text are ignored.
  private func press(slot: Int) {
    if !hasField, let role = keyboard.currentPanel?.keys[slot].key.role,
      [.input, .space, .return, .delete].contains(role)
    {
      return
    }
    typing.hold(slot, at: now)
  }

  private func followText() {
    let count = typing.first.text.characterCount
    guard hasField, count != knownCount else { return }
    knownCount = count
    relayout()
  }
}

// MARK: - Showing

extension SceneModel {
  package func picture(columns: Int, rows: Int) -> ComposedScreen { compose().screen }

  package func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int { 0 }

  package func transcriptUpdate() -> String { "" }

  @discardableResult
  func compose() -> SceneCells {
    let composed = content.compose(columns: cells.columns, rows: cells.rows)
    typing.isKeyboardDrawn = !composed.parts.isEmpty
    typing.shownAlternates = composed.screen.alternates
    drawn = composed
    typing.wasShown()
    return composed
  }
}

package struct SceneOptions: Sendable {
  /// The place of the keyboard, as written for `--keyboard`.
  package var keyboard = "docked"
  /// The app's window, in points; nil for the whole screen.
  package var window: Rect?
  /// True if the screen is resized with the terminal's window.
  ///
  /// If false, the keyboard's configuration determines the size of the screen.
  package var followsWindow = true
  /// The insets of a screen that follows the window, in its first orientation.
  package var safeArea: RectInsets?
  package var dialogue = Question()

  package init() {}
}
