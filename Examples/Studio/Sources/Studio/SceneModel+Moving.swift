import Keyward

extension SceneModel {
  func hold(column: Int, row: Int) {
    hand = .held(GrabHandle(frame: state.frame, column: column, row: row, at: now))
  }

  func drag(column: Int, row: Int) {
    guard var grip = hand.grip, column != grip.lastColumn || row != grip.lastRow else { return }
    grip.move(column: column, row: row, at: now)
    switch hand {
    case .free: return
    case .held: take(grip)
    case .moving:
      hand = .moving(grip)
      follow(grip)
    case .dismissing:
      hand = .dismissing(grip)
      keyboard.transitions.dragDismissal(touchY: grip.origin.y)
      relayout()
    }
  }

  /// Begins to move the keyboard once the mouse has left the cell in which the button was pressed.
  private func take(_ grip: GrabHandle) {
    hand = .held(grip)
    // The drag waits for the end of the present transition.
    guard keyboard.transitions.nextDeadline == nil else { return }
    switch state.kind {
    case .hidden: hand = .free
    case .docked, .dockedSplit, .camera:
      if grip.rows < -1 {
        withoutAnimation { keyboard.move { $0.undock(top: visible(moved(grip)).y) } }
        pickUp(grip)
      } else if grip.rows > 0 {
        dismiss(grip)
      }
    case .undocked, .split, .floating, .shortcutsBar: pickUp(grip)
    @unknown default: hand = .free
    }
  }

  private func pickUp(_ grip: GrabHandle) {
    guard keyboard.transitions.beginDrag() else { return }
    hand = .moving(grip)
    follow(grip)
  }

  private func dismiss(_ grip: GrabHandle) {
    let padding = scene.keyboard.settings.keyboardDismissPadding
    keyboard.loseFocus()
    guard keyboard.transitions.beginDismissal(touchY: grip.origin.y, padding: padding) else {
      return
    }
    hand = .dismissing(grip)
    relayout()
  }

  private func follow(_ grip: GrabHandle) {
    keyboard.transitions.drag(to: visible(moved(grip)).origin)
    relayout()
  }

  private func moved(_ grip: GrabHandle) -> Rect {
    Rect(origin: grip.origin, size: state.frame.size)
  }

  /// Moves the keyboard to the position at which the mouse button is released, and releases the
  /// grip.
  ///
  /// Some terminals do not report the motion before the release, so the move is done here.
  func release(column: Int, row: Int) {
    drag(column: column, row: row)
    letGo()
  }

  func letGo() {
    let hand = self.hand
    self.hand = .free
    switch hand {
    case .free, .held: return
    case .dismissing(let grip):
      let velocity = grip.velocity(at: now)
      keyboard.move { $0.endDismissal(velocity: velocity) }
    case .moving(let grip): drop(grip)
    }
  }

  private func drop(_ grip: GrabHandle) {
    let docks = docksHere
    let bar = bar(under: grip)
    keyboard.move { transitions in
      transitions.turn {
        transitions.endDrag(bar: bar)
        if docks { transitions.dock() }
      }
    }
    relayout()
  }

  /// Returns the form that the shortcuts bar takes if the grip is released at its present column.
  ///
  /// Nil if the keyboard is not a shortcuts bar.
  private func bar(under grip: GrabHandle) -> ShortcutsBar? {
    guard case .shortcutsBar = state.kind else { return nil }
    let columns = max(1, Int(settled.screen.width / CellRect.cellWidth))
    let column = grip.lastColumn - Int(settled.screen.x / CellRect.cellWidth)
    let isLeftToRight = keyboard.configuration.direction == .leftToRight
    if column < columns / 3 { return isLeftToRight ? .leading : .trailing }
    if column >= columns - columns / 3 { return isLeftToRight ? .trailing : .leading }
    return .expanded
  }
}

extension SceneModel {
  /// The distance of an arrow with Shift, in cells.
  private static let longStep = 5

  func toggleGrab() {
    letGo()
    isGrabbing.toggle()
    if !isGrabbing, docksHere { keyboard.move { $0.dock() } }
  }

  /// Handles an event while the arrow keys move the keyboard.
  ///
  /// Ctrl-C ends the scene as it does everywhere; keys without a function here are ignored.
  func grabbed(_ event: TerminalEvent) {
    guard case .key(let key, let isShifted) = event else { return }
    let step = isShifted ? Self.longStep : 1
    switch key {
    case .control("g"), .enter, .escape: toggleGrab()
    case .control("c"): end = .cancelled
    case .tab: changeKind(by: 1)
    case .backTab: changeKind(by: -1)
    case .up: move(columns: 0, rows: -step)
    case .down: move(columns: 0, rows: step)
    case .left: move(columns: -step, rows: 0)
    case .right: move(columns: step, rows: 0)
    default: break
    }
  }

  private func move(columns: Int, rows: Int) {
    // A moving keyboard stops where it is, so that keys act immediately.
    let frame = state.frame
    let target = visible(
      frame.offset(x: Double(columns) * CellRect.cellWidth, y: Double(rows) * CellRect.cellHeight))
    switch state.kind {
    case .hidden: return
    case .docked, .dockedSplit, .camera:
      guard rows < 0 else { return }
      withoutAnimation { keyboard.move { $0.undock(top: target.y) } }
    case .undocked, .split:
      let isSplit = state.kind == .split
      let top = min(target.y, state.screen.height - frame.height)
      keyboard.move { transitions in
        transitions.turn {
          transitions.undock(top: top)
          if isSplit { transitions.split() }
        }
      }
    case .floating: keyboard.move { $0.float(target) }
    case .shortcutsBar(let bar):
      guard columns != 0, bar != .expanded else { return }
      let isLeft = (columns < 0) == (keyboard.configuration.direction == .leftToRight)
      keyboard.move { $0.dock(as: .shortcutsBar(isLeft ? .leading : .trailing)) }
    @unknown default: return
    }
    relayout()
  }
}

extension SceneModel {
  /// Shows the keyboard at the place set by the options, without animation.
  func placeFirst(at now: Double) {
    keyboard.advance(to: now)
    let screen = keyboard.configuration.screen
    let height = keyboard.configuration.dockedHeight
    let environment = KeyboardEnvironment(
      orientation: screen.orientation, screen: screen.size, bottomInset: screen.safeArea.bottom,
      height: height ?? 0, direction: keyboard.configuration.direction)
    // The options were checked before; only a small window can make them invalid now.
    guard let place = try? KeyboardPlacement(options.keyboard, in: environment) else { return }
    withoutAnimation { put(place, height: height) }
    finishChange()
    endAnimation()
    relayout()
  }

  private func put(_ place: KeyboardPlacement, height: Double?) {
    let frame = visible(place.frame)
    let bottom = keyboard.configuration.screen.safeArea.bottom
    let transitions = keyboard.transitions
    var asked = height ?? 0
    switch place.kind {
    case .hidden: return
    case .docked, .dockedSplit, .camera: asked = place.frame.height
    case .undocked:
      transitions.undock(top: frame.y)
      asked = frame.height + bottom
    case .split:
      transitions.undock(top: frame.y)
      transitions.split()
      asked = frame.height + bottom
    case .floating: transitions.float(frame)
    case .shortcutsBar: transitions.dock(as: place.kind)
    @unknown default: return
    }
    if let height, asked != height { transitions.requestHeight(asked) }
    if hasRoom { keyboard.show() }
  }

  // MARK: Kinds

  private static let kinds: [KeyboardKind] = [
    .docked, .undocked, .split, .floating, .shortcutsBar(.expanded), .shortcutsBar(.leading),
    .shortcutsBar(.trailing), .hidden,
  ]

  func changeKind(by step: Int) {
    guard hasRoom, keyboard.configuration.dockedHeight != nil else {
      notice = "No room for the keyboard. Enlarge the window."
      return
    }
    let kinds = Self.kinds
    // A docked keyboard on its way to a free kind is hidden at first.
    let present = keyboard.transitions.nextDeadline == nil ? state.kind : heading
    let index = kinds.firstIndex(of: present) ?? 0
    change(to: kinds[(index + step + kinds.count) % kinds.count])
  }

  private func change(to kind: KeyboardKind) {
    let former = state
    heading = kind
    keyboard.move { transitions in
      transitions.turn {
        switch kind {
        case .hidden: transitions.hide()
        case .docked, .dockedSplit, .camera, .shortcutsBar: transitions.dock(as: kind)
        case .undocked: transitions.undock(top: restingTop(former))
        case .split:
          if !former.kind.isFree { transitions.undock(top: restingTop(former)) }
          transitions.split()
        case .floating: transitions.float(lastFloating ?? Self.floatingFrame(on: former.screen))
        @unknown default: return
        }
        if kind != .hidden { transitions.show() }
      }
    }
  }

  /// Returns the `y` at which a keyboard is placed when it becomes free.
  ///
  /// A keyboard that is already free keeps its `y`. Any other is centred vertically on the screen.
  private func restingTop(_ former: KeyboardState) -> Double {
    let height = keyboard.configuration.dockedHeight ?? 0
    let own = max(0, height - keyboard.configuration.screen.safeArea.bottom)
    let most = max(0, former.screen.height - own)
    return former.kind.isFree ? min(max(0, former.frame.y), most) : most / 2
  }

  /// A frame in the middle of the screen, 40 cells wide and about half as high as the screen.
  static func floatingFrame(on screen: Size) -> Rect {
    let width = min(screen.width, 320)
    let lines = min(16, max(8, (screen.height * 0.45 / CellRect.cellHeight).rounded(.down)))
    let height = min(screen.height, lines * CellRect.cellHeight)
    let column = ((screen.width - width) / 2 / CellRect.cellWidth).rounded(.down)
    let line = ((screen.height - height) / 2 / CellRect.cellHeight).rounded(.down)
    return Rect(
      x: column * CellRect.cellWidth, y: line * CellRect.cellHeight, width: width, height: height)
  }

  /// Moves a frame so that at least one row of its cells stays on the screen.
  func visible(_ frame: Rect) -> Rect {
    let screen = keyboard.configuration.screen.size
    let (width, height) = (CellRect.cellWidth, CellRect.cellHeight)
    return Rect(
      x: min(max(frame.x, width - frame.width), screen.width - width),
      y: min(max(frame.y, height - frame.height), screen.height - height),
      width: frame.width, height: frame.height)
  }

  /// True if a full-width keyboard is so low that it docks when released.
  var docksHere: Bool {
    let frame = state.frame
    return state.kind.isFree && frame.width >= state.screen.width
      && state.screen.height - frame.maxY <= CellRect.cellHeight
  }
}

enum DragState: Hashable {
  case free
  /// The mouse holds the grip, and nothing has moved yet.
  case held(GrabHandle)
  /// The mouse moves a free keyboard or the shortcuts bar.
  case moving(GrabHandle)
  /// The mouse drags a docked keyboard down.
  case dismissing(GrabHandle)

  var grip: GrabHandle? {
    switch self {
    case .free: nil
    case .held(let grip), .moving(let grip), .dismissing(let grip): grip
    }
  }
}

struct GrabHandle: Hashable {
  /// The seconds without motion after which the mouse is at rest.
  private static let stillness = 0.15

  /// The frame at the press, in screen coordinates.
  let frame: Rect
  private let column: Int
  private let row: Int
  private(set) var lastColumn: Int
  private(set) var lastRow: Int
  private var lastTime: Double
  private var velocity = 0.0

  init(frame: Rect, column: Int, row: Int, at now: Double) {
    self.frame = frame
    self.column = column
    self.row = row
    (lastColumn, lastRow, lastTime) = (column, row, now)
  }

  var columns: Int { lastColumn - column }
  var rows: Int { lastRow - row }

  var origin: Point {
    Point(
      x: frame.x + Double(columns) * CellRect.cellWidth,
      y: frame.y + Double(rows) * CellRect.cellHeight)
  }

  mutating func move(column: Int, row: Int, at now: Double) {
    let down = Double(row - lastRow) * CellRect.cellHeight
    velocity = down / max(now - lastTime, 0.001)
    (lastColumn, lastRow, lastTime) = (column, row, now)
  }

  /// The downward speed in points per second; 0 at rest.
  func velocity(at now: Double) -> Double { now - lastTime <= Self.stillness ? velocity : 0 }
}
