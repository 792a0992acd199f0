import Keyward

extension SceneDrawing {
  struct DrawnKeyboard {
    var frame: Rect
    /// The frames of the two halves, or of the whole keyboard, in the screen's coordinates.
    var parts: [Rect]
    /// The text in a keyboard without keys.
    var label: String
    /// The keys and the open alternates, each with the frame in which it is drawn.
    var items: [(item: Keyboard.DrawnItem, frame: Rect)]
    /// The screen's top left corner in the window.
    var origin: Point
  }

  /// The maximum distance from the grip, in cells, at which a press beside it takes the grip.
  private static let gripReach = 4

  /// True if a press on the cell takes the grip.
  func isOnGrip(column: Int, row: Int) -> Bool {
    guard let grip, row == grip.line else { return false }
    // On a key, only the grip itself is taken.
    let reach = keyboardArea?.contains(column: column, line: row) == true ? 0 : Self.gripReach
    return (grip.column - reach..<grip.column + grip.columns + reach).contains(column)
  }

  mutating func draw(_ keyboard: DrawnKeyboard, in area: CellRect, gripRow: Int, _ isHeld: Bool) {
    keyboardArea = area
    for part in keyboard.parts {
      canvas.fill(
        CellRect(rounding: part.offset(x: keyboard.origin.x, y: keyboard.origin.y)),
        style: .panel)
    }
    if keyboard.items.isEmpty {
      canvas.center(keyboard.label, in: area, row: area.line + area.lines / 2, style: .panel)
    }
    for (item, frame) in keyboard.items {
      draw(item, in: frame.offset(x: keyboard.origin.x, y: keyboard.origin.y))
    }
    drawGrip(in: area, row: gripRow, isHeld)
  }

  private mutating func draw(_ item: Keyboard.DrawnItem, in frame: Rect) {
    var cap = CellRect(rounding: frame)
    // A column between keys, and a row if there is more than one.
    let left = Int((frame.minX / CellRect.cellWidth).rounded(.up))
    let right = Int((frame.maxX / CellRect.cellWidth).rounded(.down))
    if right - left > 2 { (cap.column, cap.columns) = (left, right - left) }
    if cap.lines > 1 { cap.lines -= 1 }
    guard cap.columns > 0 else { return }
    let isPlain = item.role == .input || item.role == .space
    let style: Canvas.Style =
      item.isSelected || item.isPressed ? .selected : isPlain ? .cap : .functionCap
    canvas.fill(cap, style: style)
    canvas.center(
      DisplayText.clean(item.label), in: cap, row: cap.line + (cap.lines - 1) / 2, style: style)
    if item.isSelected {
      canvas.cursor = (cap.column + cap.columns / 2, cap.line + (cap.lines - 1) / 2)
    }
  }

  /// Draws the grip beside the keyboard's upper edge, or in it if there is no other row.
  private mutating func drawGrip(in area: CellRect, row: Int, _ isHeld: Bool) {
    let row = (0..<canvas.rows).contains(row) ? row : max(0, area.line)
    let left = max(0, area.column)
    let right = min(canvas.columns, area.column + area.columns)
    guard row < canvas.rows, right > left else { return }
    let width = min(12, right - left)
    let grip = CellRect(
      column: left + (right - left - width) / 2, line: row, columns: width, lines: 1)
    self.grip = grip
    canvas.fill(grip, with: isHeld ? "▬" : "━", style: .grip)
  }
}
