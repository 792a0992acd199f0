import KeywardEngine

/// Caps with colour: filled blocks that leave the last column of their tiles empty.
extension KeyboardView {
  func drawBlock(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
    guard tile.columns > 1, tile.lines > 0 else { return }
    let face = face(of: slot)
    var block = tile
    block.columns -= 1
    // In ASCII there are no half blocks: the last line stays empty instead.
    let hasTop = !glyphs.isASCII && tile.lines > 2
    let hasBottom = tile.lines > 1
    block.line += hasTop ? 1 : 0
    block.lines -= (hasTop ? 1 : 0) + (hasBottom ? 1 : 0)
    buffer.fill(
      column: block.column, row: block.line, width: block.columns, height: block.lines,
      style: face.style)
    let half = Style(foreground: face.ground, background: .panel)
    if hasTop {
      buffer.fill(
        column: block.column, row: tile.line, width: block.columns, height: 1,
        glyph: glyphs.lowerHalf, style: half)
    }
    if hasBottom, !glyphs.isASCII {
      buffer.fill(
        column: block.column, row: block.line + block.lines, width: block.columns, height: 1,
        glyph: glyphs.upperHalf, style: half)
    }
    let text = label(of: slot) ?? ""
    let width = CharacterWidth.of(text)
    let column = block.column + start(of: width, in: block.columns)
    if slot == focus, block.columns >= width + 2 {
      if !glyphs.isASCII { drawFocusSides(block, face.style, on: &buffer) }
      drawFocusMarks(around: text, column: column, tile, face.style, on: &buffer)
    }
    buffer.put(
      text, column: column, row: labelRow(tile), limit: block.column + block.columns,
      style: face.style)
  }

  /// The focus shows without telling colours apart: by heavy sides.
  private func drawFocusSides(_ block: CellRect, _ style: Style, on buffer: inout CellBuffer) {
    let box = glyphs.focusBox
    for row in block.line..<block.line + block.lines {
      buffer.put(String(box.left), column: block.column, row: row, style: style)
      buffer.put(
        String(box.right), column: block.column + block.columns - 1, row: row, style: style)
    }
  }

  /// How a cap is filled, and with which ink.
  private func face(of slot: Int) -> (style: Style, ground: Ink) {
    let (cap, label) = inks(of: slot)
    if slot == pressed {
      return (Style(foreground: label, background: cap, attributes: [.reverse, .bold]), label)
    }
    guard slot == focus, isFocused else {
      return (Style(foreground: label, background: cap), cap)
    }
    return (
      Style(foreground: .focus, background: .focusLabel, attributes: [.reverse, .bold]), .focus
    )
  }

  /// The inks of a cap at rest and of its label.
  private func inks(of slot: Int) -> (cap: Ink, label: Ink) {
    switch layout.keys[slot].key.role {
    case .input, .space: (.cap, .label)
    case .shift where shift != .off: (.cap, .label)
    default: (.functionCap, .functionLabel)
    }
  }
}
