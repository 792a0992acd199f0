import Keyward

/// An interactive scene, independent of a terminal: the user moves a keyboard, and the views
/// follow.
final class SceneModel {
  enum End: Equatable {
    /// The number of characters in the field.
    case submitted(Int)
    case cancelled
    case timedOut
  }

  let scene: KeyboardScene
  let options: SceneOptions
  let keyboard: Keyboard
  var end: End?
  /// True if the user has pressed Ctrl-Z; the terminal sets it to false.
  var asksSuspension = false
  /// True if the user has pressed Ctrl-L; the terminal sets it to false.
  var asksRedraw = false
  var notice = ""
  private(set) var cells = (columns: 0, rows: 0)
  /// False if the window has no room for the keyboard, which is then hidden.
  var hasRoom = true
  /// The frames at rest, to which an animation moves the views.
  private(set) var settled = SceneFrames(views: [], screen: .zero)
  private(set) var animation: SceneAnimation?
  /// The frames before the current change, from which an animation starts; nil between changes.
  ///
  /// `movesAnyway` animates the views even if the keyboard itself has no transition.
  private var departure: (frames: SceneFrames, movesAnyway: Bool)?
  var hand = DragState.free
  var isGrabbing = false
  /// True if arrows and Enter act on the drawn keyboard, not on the field.
  private(set) var isOnKeyboard = false
  /// The kind of keyboard to draw; while the keyboard disappears, the kind that was last visible.
  private(set) var look = KeyboardKind.docked
  var lastFloating: Rect?
  /// The number of rows by which a screen that is taller than the window is scrolled.
  private var scroll = 0
  /// The number of rows by which the user has scrolled the screen with PgUp.
  private var peek = 0
  var heading = KeyboardKind.docked
  /// The last drawing, which clicks refer to.
  private(set) var drawn: SceneDrawing?
  /// The number of characters in the text when `followText` last laid out the views.
  private var knownCount = 0
  /// The times of the rotations that are left, and the time at which the scene ends.
  private var rotations: [(orientation: Orientation, time: Double)] = []
  private var endTime: Double?
  private let tree: SceneTree

  init(_ options: SceneOptions, scene: KeyboardScene, keyboard: Keyboard) {
    self.options = options
    self.scene = scene
    self.keyboard = keyboard
    tree = SceneTree(scene)
    keyboard.onReturn = { [weak self] keyboard, _ in
      self?.end = .submitted(keyboard.characterCount)
      return false
    }
    keyboard.transitions.onCommit = { [weak self] state in self?.commit(state) }
    scene.keyboard.onDiagnostic = { [weak self] diagnostic in
      self?.notice = DisplayText.clean(diagnostic.description)
    }
  }

  var state: KeyboardState { keyboard.state }
  var now: Double { keyboard.now }
  var hasField: Bool { scene.field != nil }

  /// Shows the keyboard; the times in the options count from now.
  func begin(at now: Double) {
    rotations = options.rotations.map { ($0.orientation, now + $0.seconds) }
      .sorted { $0.time < $1.time }
    endTime = options.timeout.map { now + $0 }
    placeFirst(at: now)
  }

  // MARK: Window

  func adoptWindow(_ new: (columns: Int, rows: Int), at now: Double) {
    keyboard.advance(to: now)
    guard new != cells else { return }
    letGo()
    keyboard.cancel()
    let isFirst = cells.columns == 0
    cells = new
    if options.followsWindow, let screen = screen(of: new, isFirst: isFirst) {
      withoutAnimation {
        let hadRoom = hasRoom
        hasRoom = (try? keyboard.setScreen(screen, at: now)) != nil
        if !hasRoom { keyboard.hide() } else if !hadRoom { keyboard.show() }
      }
    }
    departure = nil
    animation = nil
    relayout()
  }

  private func screen(of cells: (columns: Int, rows: Int), isFirst: Bool) -> ScreenDescription? {
    guard let insets = options.safeArea else {
      return try? ScreenDescription(columns: cells.columns, rows: cells.rows)
    }
    let size = Size(
      width: Double(cells.columns) * CellRect.cellWidth,
      height: Double(cells.rows) * CellRect.cellHeight)
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
    depart(movesAnyway: turns && keyboard.transitions.duration > 0)
    relayout()
  }

  /// Stores the current frames before a change, because the animation will start from them.
  ///
  /// `movesAnyway` animates the views even if the keyboard itself has no transition.
  private func depart(movesAnyway: Bool = false) {
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

  func endAnimation() { animation = nil }

  func relayout() {
    let state = state
    if state.isVisible { look = state.kind }
    if case .floating = state.kind { lastFloating = state.frame }
    let insets = keyboard.configuration.screen.safeArea(state.orientation)
    let window = window(on: state)
    let count = keyboard.characterCount
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
      x: Double((cells.columns - screen.columns) / 2) * CellRect.cellWidth,
      y: Double(cells.rows - screen.lines + scroll) * CellRect.cellHeight)
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
  private var hiddenRows: Int {
    let lines = CellRect(rounding: Rect(origin: .zero, size: state.screen)).lines
    return lines > cells.rows ? lines - cells.rows + statusRows : 0
  }

  private var statusRows: Int {
    SceneStatus.rows(in: cells.rows, hasTracking: scene.hasTracking)
  }

  private func peek(by pages: Int) {
    letGo()
    let step = max(1, (cells.rows - statusRows) / 2)
    peek = min(max(0, max(peek, scroll) + step * pages), hiddenRows)
    relayout()
  }

  // MARK: Time

  var shown: SceneFrames {
    animation.map { $0.frames(at: now, towards: settled) } ?? settled
  }

  var deadline: Double? {
    [keyboard.nextDeadline, animation?.deadline, rotations.first?.time, endTime]
      .compactMap { $0 }.min()
  }

  func advance(to now: Double) {
    keyboard.advance(to: now)
    while let due = rotations.first, due.time <= now {
      rotations.removeFirst()
      // The screen never rotates while the mouse holds the keyboard.
      letGo()
      keyboard.rotate(to: due.orientation)
    }
    if let endTime, endTime <= now, end == nil { end = .timedOut }
    followText()
    finishChange()
    animation?.advance(to: now)
    if animation?.isOver == true { animation = nil }
  }
}

// MARK: - Input

extension SceneModel {
  func handle(_ event: TerminalEvent, at now: Double) {
    keyboard.advance(to: now)
    if isGrabbing {
      grabbed(event)
    } else {
      switch event {
      case .text(let text): insert(text)
      case .paste(let text): paste(text)
      case .press(let column, let row): press(column: column, row: row)
      case .drag(let column, let row): follow(column: column, row: row)
      case .release(let column, let row):
        if hand == .free {
          follow(column: column, row: row)
          keyboard.release()
        } else {
          release(column: column, row: row)
        }
      case .key(let key, _):
        notice = ""
        handle(key)
      }
    }
    followText()
    finishChange()
  }

  private func insert(_ text: String) {
    guard hasField else { return }
    if isOnKeyboard, text == " " { return activate() }
    report(keyboard.insert(Array(text.utf8).span.bytes))
  }

  private func paste(_ text: String) {
    guard hasField else { return }
    keyboard.beginPaste()
    keyboard.paste(Array(text.utf8).span.bytes)
    report(keyboard.endPaste())
  }

  private func report(_ outcome: Outcome) {
    notice =
      outcome.isRejected
      ? "Input rejected: the field is full or the character is not allowed." : ""
  }

  private func handle(_ key: TerminalEvent.Key) {
    switch key {
    case .control("g"): toggleGrab()
    case .control("o"): changeDirection()
    case .control("r"): rotate()
    case .control("l"): asksRedraw = true
    case .control("z"): asksSuspension = true
    case .control("c"), .escape: end = .cancelled
    case .pageUp: peek(by: 1)
    case .pageDown: peek(by: -1)
    case .tab, .backTab: changeFocus()
    case .enter where isOnKeyboard: activate()
    case .up where isOnKeyboard: moveFocus(0, -1)
    case .down where isOnKeyboard: moveFocus(0, 1)
    case .left where isOnKeyboard: moveFocus(-1, 0)
    case .right where isOnKeyboard: moveFocus(1, 0)
    case .enter where hasField: report(keyboard.submit())
    case .backspace where hasField: keyboard.deleteBackward()
    case .control("w") where hasField: keyboard.deleteWord()
    case .control("u") where hasField: keyboard.deleteAll()
    default: break
    }
  }

  private func rotate() {
    guard hand == .free else {
      notice = "Release the grabbed keyboard before you rotate the screen."
      return
    }
    keyboard.rotate(to: state.orientation.rotated)
  }

  private func changeDirection() {
    let direction: ReadingDirection =
      keyboard.configuration.direction == .leftToRight ? .rightToLeft : .leftToRight
    letGo()
    depart(movesAnyway: true)
    // The engine accepts every direction.
    try? scene.engine.setDirection(direction)
    keyboard.setDirection(direction)
    relayout()
  }

  private func followText() {
    let count = keyboard.characterCount
    guard hasField, count != knownCount else { return }
    knownCount = count
    relayout()
  }

  // MARK: Keys of the drawn keyboard

  private var keys: [(slot: Int, item: Keyboard.DrawnItem)] {
    keyboard.drawnItems.compactMap { item in
      if case .key(let slot) = item.part { (slot, item) } else { nil }
    }
  }

  private func changeFocus() {
    isOnKeyboard = !isOnKeyboard && !keys.isEmpty
    if !isOnKeyboard {
      keyboard.focusedSlot = nil
    } else if focused == nil {
      keyboard.focusedSlot = keys.first?.slot
    }
  }

  private var focused: Keyboard.DrawnItem? {
    keys.first { $0.slot == keyboard.focusedSlot }?.item
  }

  /// Moves the focus to the nearest key in a direction.
  private func moveFocus(_ across: Double, _ down: Double) {
    guard let from = focused?.frame.center else { return }
    func cost(_ to: Point) -> Double? {
      let (x, y) = (to.x - from.x, to.y - from.y)
      let along = x * across + y * down
      return along > 1 ? along + 3 * abs(x * down + y * across) : nil
    }
    let costs = keys.compactMap { key in cost(key.item.frame.center).map { (key.slot, $0) } }
    if let nearest = costs.min(by: { $0.1 < $1.1 }) { keyboard.focusedSlot = nearest.0 }
  }

  private func activate() {
    guard let focused, let slot = keyboard.focusedSlot, acts(focused) else { return }
    report(keyboard.activate(.key(slot: slot)))
    // Another panel may have fewer keys.
    if self.focused == nil { keyboard.focusedSlot = keys.first?.slot }
  }

  /// True unless the item edits text and the scene has no field.
  private func acts(_ item: Keyboard.DrawnItem) -> Bool {
    hasField || ![.input, .space, .return, .delete].contains(item.role)
  }

  // MARK: Mouse

  private func press(column: Int, row: Int) {
    notice = ""
    letGo()
    keyboard.release()
    guard let drawn else { return }
    if drawn.isOnGrip(column: column, row: row) {
      hold(column: column, row: row)
    } else if drawn.keyboardArea?.contains(column: column, line: row) == true {
      let point = point(column: column, row: row)
      let item = keyboard.drawnItems.last { $0.frame.contains(point) }
      if item.map(acts) ?? hasField { report(keyboard.press(at: point)) }
    } else if drawn.fieldArea?.contains(column: column, line: row) == true {
      isOnKeyboard = false
      keyboard.focusedSlot = nil
      if !keyboard.state.isVisible { keyboard.show() }
    }
  }

  private func follow(column: Int, row: Int) {
    guard hand == .free else { return drag(column: column, row: row) }
    keyboard.drag(to: point(column: column, row: row))
  }

  /// Converts the middle of a cell to the screen's coordinates.
  private func point(column: Int, row: Int) -> Point {
    let origin = shown.screen.origin
    let x = (Double(column) + 0.5) * CellRect.cellWidth - origin.x
    let y = (Double(row) + 0.5) * CellRect.cellHeight - origin.y
    guard let halves = halves(of: keyboard.drawnFrame) else { return Point(x: x, y: y) }
    return Point(x: halves.whole(x), y: y)
  }

  /// The halves of a split keyboard; nil for any other keyboard.
  func halves(of frame: Rect) -> SplitKeyboard? {
    look == .split || look == .dockedSplit ? SplitKeyboard(frame: frame) : nil
  }
}

// MARK: - Showing

extension SceneModel {
  @discardableResult
  func draw() -> SceneDrawing {
    let frames = shown
    let views = tree.order.compactMap { index -> SceneDrawing.View? in
      let node = tree.nodes[index]
      guard !node.item.isHidden, frames.views.indices.contains(index) else { return nil }
      return SceneDrawing.View(
        label: node.label, frame: frames.views[index], isContainer: node.isContainer,
        isField: node.isField, wraps: node.wraps)
    }
    var drawing = SceneDrawing(columns: cells.columns, rows: cells.rows)
    drawing.draw(
      views, screen: frames.screen, keyboard: drawnKeyboard(on: frames.screen.origin),
      characterCount: hasField ? keyboard.characterCount : nil, status: status,
      isHeld: isGrabbing || hand != .free)
    drawn = drawing
    return drawing
  }

  private func drawnKeyboard(on origin: Point) -> SceneDrawing.DrawnKeyboard? {
    let frame = keyboard.transitions.presentationFrame
    guard state.isVisible || keyboard.isAnimating else { return nil }
    let halves = halves(of: frame)
    var label = ""
    if case .shortcutsBar(.expanded) = look { label = "shortcuts" }
    return SceneDrawing.DrawnKeyboard(
      frame: frame.offset(x: origin.x, y: origin.y),
      parts: halves.map { [$0.left, $0.right] } ?? [frame], label: label,
      items: keyboard.drawnItems.flatMap { item in
        (halves?.parts(of: item.frame) ?? [item.frame]).map { (item, $0) }
      }, origin: origin)
  }

  var status: SceneStatus {
    var status = SceneStatus(
      scene: DisplayText.clean(scene.file.name), state: state, near: scene.keyboard.nearEdges.names,
      active: scene.activeKeys, hasTracking: scene.hasTracking,
      direction: keyboard.configuration.direction)
    status.notice = notice
    status.conflicts = scene.engine.conflictCount
    status.help =
      isGrabbing
      ? SceneStatus.grabHelp
      : SceneStatus.help(
        hasField: hasField, isOnKeyboard: isOnKeyboard, hasMore: hiddenRows > 0)
    return status
  }
}

/// The two halves of a split keyboard, between which the views stay visible.
///
/// The library lays out a split keyboard like a whole one.
struct SplitKeyboard {
  /// The width of each half, as a fraction of the keyboard's width.
  private static let share = 0.42

  let frame: Rect

  private var halfWidth: Double {
    (frame.width * Self.share / CellRect.cellWidth).rounded() * CellRect.cellWidth
  }

  var left: Rect { Rect(x: frame.x, y: frame.y, width: halfWidth, height: frame.height) }
  var right: Rect { left.offset(x: frame.width - halfWidth) }

  /// The least width of a part of a key, in points.
  private static let leastPart = 4 * CellRect.cellWidth

  /// The parts of an item's frame: a wide key in the middle, such as the space key, has two.
  func parts(of item: Rect) -> [Rect] {
    let scale = halfWidth / (frame.width / 2)
    var parts: [Rect] = []
    if item.minX < frame.midX {
      let (start, end) = (item.minX - frame.x, min(item.maxX, frame.midX) - frame.x)
      parts.append(
        Rect(
          x: frame.x + start * scale, y: item.y, width: (end - start) * scale,
          height: item.height))
    }
    if item.maxX > frame.midX {
      let (start, end) = (frame.maxX - max(item.minX, frame.midX), frame.maxX - item.maxX)
      parts.append(
        Rect(
          x: frame.maxX - start * scale, y: item.y, width: (start - end) * scale,
          height: item.height))
    }
    if parts.contains(where: { $0.width < Self.leastPart }) {
      return parts.max { $0.width < $1.width }.map { [$0] } ?? []
    }
    return parts
  }

  /// Converts an x in a half into an x in the keyboard as the library lays it out.
  func whole(_ x: Double) -> Double {
    let scale = halfWidth / (frame.width / 2)
    if x < left.maxX { return frame.x + (x - frame.x) / scale }
    if x >= right.minX { return frame.maxX - (frame.maxX - x) / scale }
    return -1
  }
}

struct SceneOptions {
  /// The place of the keyboard, as written for `--keyboard`.
  var keyboard = "docked"
  /// The app's window, in points; nil for the whole screen.
  var window: Rect?
  /// True if the screen is resized with the terminal's window.
  ///
  /// If false, the keyboard's configuration determines the size of the screen.
  var followsWindow = true
  /// The insets of a screen that follows the window, in its first orientation.
  var safeArea: RectInsets?
  var rotations: [(orientation: Orientation, seconds: Double)] = []
  var timeout: Double?
}
