import KeywardEngine

/// The mark on caps that offer other characters: a dot at their right end, or a dashed side if the
/// cap has sides.
extension KeyboardView {
  /// True if every cap that offers others has a cell for the mark; marks on only some would look
  /// uneven.
  var hasRoomForMarks: Bool {
    layout.keys.indices.allSatisfy { slot in
      guard !layout.keys[slot].key.alternates.isEmpty else { return true }
      let tile = grid.tiles[slot]
      let inside = inside(of: tile)
      let width = CharacterWidth.of(label(of: slot) ?? "")
      let end = inside.column + start(of: width, in: inside.columns) + width
      // In ASCII a sign behind the label marks the focus; beside a box it would look like a letter.
      return markColumn(tile) >= end + (glyphs.isASCII || !hasColor ? 1 : 0)
    }
  }

  /// Draws the mark in the style of the cell under it.
  func drawAlternatesMark(of slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
    let (column, row) = (markColumn(tile), labelRow(tile))
    guard !layout.keys[slot].key.alternates.isEmpty, (0..<buffer.columns).contains(column),
      (0..<buffer.rows).contains(row)
    else { return }
    let isHeavy = isMarked(slot) && (!hasColor || tile.columns > 3)
    let side = isHeavy ? glyphs.heavyAlternatesSide : glyphs.alternatesSide
    buffer.fill(
      column: column, row: row, width: 1,
      glyph: hasColor && !isHeavy ? glyphs.alternatesDot : side,
      style: buffer[column, row].style)
  }

  /// The last column of a cap.
  private func markColumn(_ tile: CellRect) -> Int {
    tile.column + tile.columns - (hasColor || hasSpacedBoxes ? 2 : 1)
  }
}
