import KeywardEngine

/// Coloured caps: filled blocks that leave the last column of their tiles empty.
///
/// A block begins with half a row and ends with its tile, so half a row stays free between two
/// rows, which is as high as the free column is wide. Only the lower half block is used: the upper
/// one leaves a seam if a terminal's glyphs do not fill the cell.
extension KeyboardView {
  func drawBlock(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
    guard tile.columns > 1, tile.lines > 1 else { return }
    let face = face(of: slot)
    var block = tile
    block.columns -= 1
    block.line += 1
    block.lines -= 1
    buffer.fill(
      column: block.column, row: block.line, width: block.columns, height: block.lines,
      style: face.style)
    // ASCII has no half blocks: the first line stays empty instead.
    if !glyphs.isASCII {
      buffer.fill(
        column: block.column, row: tile.line, width: block.columns, glyph: glyphs.lowerHalf,
        style: Style(foreground: face.ground, background: .panel))
    }
    if slot == joined?.lower { joinBlock(block, from: tile.line, face.style, on: &buffer) }
    if isMarked(slot), !glyphs.isASCII, block.columns > 2 {
      drawFocusSides(block, face.style, on: &buffer)
    }
    drawLabel(of: slot, tile, face.style, on: &buffer)
  }

  /// Fills the line between the lower part of a key over two rows and the upper one.
  private func joinBlock(
    _ block: CellRect, from line: Int, _ style: Style, on buffer: inout CellBuffer
  ) {
    guard let joined else { return }
    // The upper part reaches as far to the right, and the panel may be drawn anywhere.
    let (upper, lower) = (grid.tiles[joined.upper], grid.tiles[joined.lower])
    let left = block.column + max(0, upper.column - lower.column)
    buffer.fill(
      column: left, row: line, width: block.column + block.columns - left, height: 1, style: style)
  }

  /// Draws heavy sides, which show the focus without relying on colours.
  private func drawFocusSides(_ block: CellRect, _ style: Style, on buffer: inout CellBuffer) {
    let box = glyphs.focusBox
    for (column, side) in [
      (block.column, box.left), (block.column + block.columns - 1, box.right),
    ] {
      buffer.fill(
        column: column, row: block.line, width: 1, height: block.lines, glyph: side, style: style)
    }
  }

  /// The filling of a cap and its ink.
  private func face(of slot: Int) -> (style: Style, ground: Ink) {
    let (cap, label) = inks(of: slot)
    if isOne(slot, with: pressed) {
      return (Style(foreground: label, background: cap, attributes: .reverse), label)
    }
    guard isMarked(slot) else { return (Style(foreground: label, background: cap), cap) }
    return (
      // Not bold: with sixteen colours that turns black into grey.
      Style(foreground: .focus, background: .focusLabel, attributes: .reverse), .focus
    )
  }

  /// The inks of a cap at rest and of its label.
  private func inks(of slot: Int) -> (cap: Ink, label: Ink) {
    switch layout.keys[slot].key.role {
    case .input, .space: (.cap, .label)
    case .shift where shift != .off: (.cap, .label)
    case .altgr where altgr != .off: (.cap, .label)
    default: (.functionCap, .functionLabel)
    }
  }
}
