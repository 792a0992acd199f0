import KeywardEngine

/// Uncoloured caps: closed boxes of lines.
///
/// Tiles of the least height have no line for a bottom edge: the upper edge of the next row serves
/// for both, and `LineDrawing` joins the two. If the panel has no line beyond its rows, as in a
/// scene, the first row's upper edge would stand outside and is left out.
extension KeyboardView {
  func drawBox(
    _ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer, boxes: inout LineDrawing
  ) {
    guard tile.columns > 2, tile.lines > 1 else { return }
    var box = tile
    box.columns -= hasSpacedBoxes ? 1 : 0
    box.lines += sharesEdges ? 1 : 0
    box.line -= isOpenAtTop ? 1 : 0
    let isFocus = isMarked(slot)
    boxes.addBox(box, isHeavy: isFocus)
    let style: Style = isFocus || slot == pressed ? Style(attributes: .reverse) : .plain
    buffer.fill(
      column: box.column + 1, row: box.line + 1, width: box.columns - 2, height: box.lines - 2,
      style: style)
    drawLabel(of: slot, tile, style, on: &buffer)
  }

  /// True if rows are too low for boxes of their own.
  private var sharesEdges: Bool { grid.lineHeight < 3 }

  /// True if there is no line for the first row's upper edge.
  var isOpenAtTop: Bool {
    !hasColor && sharesEdges && grid.lines <= grid.lineHeight * layout.rowCount
  }
}
