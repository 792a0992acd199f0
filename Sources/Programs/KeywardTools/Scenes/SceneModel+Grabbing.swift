import KeyboardScenes
import PromptUI

extension SceneModel {
  /// The distance that an arrow moves with Shift, in cells.
  private static let longStep = 5

  func toggleGrab() {
    letGo()
    isGrabbing.toggle()
    if !isGrabbing, docksHere { keyboard.move { $0.dock() } }
  }

  /// Handles a key while the keyboard is grabbed.
  ///
  /// Ctrl-C leaves as everywhere; all other input is swallowed.
  func grabbed(_ event: InputEvent) {
    guard case .key(let key, let modifiers) = event else { return }
    let others = modifiers.intersection(.changing)
    let step = modifiers.contains(.shift) ? Self.longStep : 1
    switch key {
    case .control(UInt8(ascii: "g")) where others.isSubset(of: .control): toggleGrab()
    case .control(UInt8(ascii: "c")) where others.isSubset(of: .control):
      typing.handle(.input(event), at: now)
    case .enter where others.isEmpty, .escape where others.isEmpty: toggleGrab()
    case .tab where others.isEmpty: changeKind(by: 1)
    case .backTab where others.isEmpty: changeKind(by: -1)
    case .up where others.isEmpty: move(columns: 0, rows: -step)
    case .down where others.isEmpty: move(columns: 0, rows: step)
    case .left where others.isEmpty: move(columns: -step, rows: 0)
    case .right where others.isEmpty: move(columns: step, rows: 0)
    default: break
    }
  }

  private func move(columns: Int, rows: Int) {
    // A keyboard on its way stops there: keys do not wait.
    let frame = state.frame
    let target = visible(
      frame.offset(
        x: Double(columns) * CellGrid.cellWidth, y: Double(rows) * CellGrid.cellHeight))
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
    }
    relayout()
  }
}
