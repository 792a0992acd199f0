import KeyboardScenes
import PromptUI

extension SceneModel {
  /// Shows the keyboard at the place of the options, without animation.
  func placeFirst(at now: Double) {
    keyboard.advance(to: now)
    let screen = keyboard.configuration.screen
    let height = keyboard.geometry?.heights.totalHeight ?? 0
    let environment = KeyboardEnvironment(
      orientation: screen.orientation, screen: screen.size, bottomInset: screen.safeArea.bottom,
      height: height, direction: keyboard.configuration.direction)
    // The options were checked when read; only the window decides the numbers now.
    guard let place = try? KeyboardPlacement(options.keyboard, in: environment) else { return }
    withoutAnimation { put(place, height: height) }
    finishChange()
    animation = nil
    typing.placeFocus()
    relayout()
  }

  private func put(_ place: KeyboardPlacement, height: Double) {
    let frame = visible(place.frame)
    let bottom = keyboard.configuration.screen.safeArea.bottom
    let transitions = keyboard.transitions
    var asked = height
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
    }
    if asked != height, keyboard.geometry != nil { transitions.requestHeight(asked) }
    keyboard.show()
  }

  // MARK: Kinds

  /// The kinds in the order of Tab.
  private static let kinds: [KeyboardKind] = [
    .docked, .undocked, .split, .floating, .shortcutsBar(.expanded), .shortcutsBar(.leading),
    .shortcutsBar(.trailing), .hidden,
  ]

  func changeKind(by step: Int) {
    guard keyboard.geometry != nil else {
      typing.tell("No room for the keyboard. Enlarge the window.")
      return
    }
    let kinds = Self.kinds
    // A docked keyboard on its way to a free kind is hidden at first.
    let present = keyboard.transitions.isInTransition ? heading : state.kind
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
        }
        if kind != .hidden { transitions.show() }
      }
    }
  }

  /// The top of a full-width keyboard that leaves the bottom: its present one, else in the middle.
  private func restingTop(_ former: KeyboardState) -> Double {
    let height = keyboard.geometry?.heights.totalHeight ?? 0
    let own = max(0, height - keyboard.configuration.screen.safeArea.bottom)
    let most = max(0, former.screen.height - own)
    return former.kind.isFree ? min(max(0, former.frame.y), most) : most / 2
  }

  /// A small keyboard in the middle of a screen: 40 cells across, and as high as half the screen.
  static func floatingFrame(on screen: Size) -> Rect {
    let width = min(screen.width, 320)
    let lines = min(16, max(8, (screen.height * 0.45 / CellGrid.cellHeight).rounded(.down)))
    let height = min(screen.height, lines * CellGrid.cellHeight)
    let column = ((screen.width - width) / 2 / CellGrid.cellWidth).rounded(.down)
    let line = ((screen.height - height) / 2 / CellGrid.cellHeight).rounded(.down)
    return Rect(
      x: column * CellGrid.cellWidth, y: line * CellGrid.cellHeight, width: width, height: height)
  }

  /// A frame pulled back so that at least one row of its cells stays on the screen.
  func visible(_ frame: Rect) -> Rect {
    let screen = keyboard.configuration.screen.size
    let (width, height) = (CellGrid.cellWidth, CellGrid.cellHeight)
    return Rect(
      x: min(max(frame.x, width - frame.width), screen.width - width),
      y: min(max(frame.y, height - frame.height), screen.height - height),
      width: frame.width, height: frame.height)
  }

  /// True if a free keyboard of full width is so low that letting go docks it.
  var docksHere: Bool {
    let frame = state.frame
    return state.kind.isFree && frame.width >= state.screen.width
      && state.screen.height - frame.maxY <= CellGrid.cellHeight
  }
}
