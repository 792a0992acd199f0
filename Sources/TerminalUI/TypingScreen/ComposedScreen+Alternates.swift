import KeywardEngine

extension ComposedScreen {
  /// Draws the characters that a cap offers over everything but the cells of a secret.
  ///
  /// - Parameters:
  ///   - row: The characters.
  ///   - view: The keyboard, or the part of it that has the cap.
  ///   - slot: The cap among the keys of `view`.
  ///   - origin: The cell `view` begins at.
  ///   - hasColor: Whether caps are coloured blocks.
  package mutating func draw(
    _ row: AlternatesRow, on view: KeyboardView, slot: Int, at origin: (column: Int, row: Int),
    hasColor: Bool
  ) {
    guard view.grid.tiles.indices.contains(slot) else { return }
    var cap = view.grid.tiles[slot]
    cap.column += origin.column
    cap.line += origin.row
    let secret = revealArea.map {
      CellRect(column: $0.column, line: $0.row, columns: $0.width, lines: 1)
    }
    let placed = row.placed(
      at: cap, label: origin.column + view.middle(of: slot).column, columns: buffer.columns,
      rows: buffer.rows, avoiding: secret)
    if let place = placed.draw(on: &buffer, hasColor: hasColor, glyphs: view.glyphs) {
      cursor = place
    }
    alternates = placed
  }
}
