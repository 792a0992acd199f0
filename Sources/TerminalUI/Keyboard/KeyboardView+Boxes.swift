import KeywardEngine

/// Caps without colour: boxes of lines that fill their tiles.
extension KeyboardView {
  func drawBox(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
    guard tile.columns > 1, tile.lines > 0 else { return }
    let isFocus = slot == focus
    let box = isFocus ? glyphs.focusBox : glyphs.box
    let isMarked = (isFocus && isFocused) || slot == pressed
    let style: Style = isMarked ? Style(attributes: .reverse) : .plain
    let right = tile.column + tile.columns - 1
    let top = tile.lines > 2 ? tile.line + 1 : tile.line
    let bottom = tile.lines > 1 ? tile.line + tile.lines - 1 : tile.line + 1
    if tile.lines > 2 {
      drawEdge(tile.line, tile, box.topLeft, box.horizontal, box.topRight, on: &buffer)
    }
    for row in top..<bottom {
      buffer.put(String(box.left), column: tile.column, row: row)
      buffer.fill(
        column: tile.column + 1, row: row, width: tile.columns - 2, height: 1, style: style)
      buffer.put(String(box.right), column: right, row: row)
    }
    if tile.lines > 1 {
      drawEdge(bottom, tile, box.bottomLeft, box.horizontal, box.bottomRight, on: &buffer)
    }
    let text = label(of: slot) ?? ""
    let inner = innerWidth(tile)
    let column = tile.column + 1 + start(of: CharacterWidth.of(text), in: inner)
    buffer.put(text, column: column, row: labelRow(tile), limit: right, style: style)
    if isFocus { drawFocusMarks(around: text, column: column, tile, style, on: &buffer) }
  }

  private func drawEdge(
    _ row: Int, _ tile: CellRect, _ left: Unicode.Scalar, _ line: Unicode.Scalar,
    _ right: Unicode.Scalar,
    on buffer: inout CellBuffer
  ) {
    buffer.put(String(left), column: tile.column, row: row)
    buffer.fill(
      column: tile.column + 1, row: row, width: tile.columns - 2, height: 1, glyph: line)
    buffer.put(String(right), column: tile.column + tile.columns - 1, row: row)
  }
}
