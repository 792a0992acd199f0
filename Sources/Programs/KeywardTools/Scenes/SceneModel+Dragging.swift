import KeyboardScenes
import PromptUI

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

  /// Begins the move, once the mouse has left the cell it pressed.
  private func take(_ grip: GrabHandle) {
    hand = .held(grip)
    // The present transition ends first; the hand waits for it.
    guard !keyboard.transitions.isInTransition else { return }
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
    }
  }

  private func pickUp(_ grip: GrabHandle) {
    guard keyboard.transitions.beginDrag() else { return }
    hand = .moving(grip)
    follow(grip)
  }

  private func dismiss(_ grip: GrabHandle) {
    let padding = scene.keyboard.settings.dismissPadding
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

  /// Lets go; a terminal that does not report motion tells only here where the mouse is.
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

  /// The form of a shortcuts bar at the place where the mouse lets go; nil for another keyboard.
  private func bar(under grip: GrabHandle) -> ShortcutsBar? {
    guard case .shortcutsBar = state.kind else { return nil }
    let columns = max(1, Int(settled.screen.width / CellGrid.cellWidth))
    let column = grip.lastColumn - Int(settled.screen.x / CellGrid.cellWidth)
    let isLeftToRight = keyboard.configuration.direction == .leftToRight
    if column < columns / 3 { return isLeftToRight ? .leading : .trailing }
    if column >= columns - columns / 3 { return isLeftToRight ? .trailing : .leading }
    return .expanded
  }
}
