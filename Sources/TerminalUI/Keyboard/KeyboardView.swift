import KeywardEngine

/// A panel drawn in terminal cells, and the way back from a cell to its key.
///
///     let view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: false))
///     print(view.lines.joined(separator: "\n"))
///
/// Every key fills its tile. Without colour a cap is a box of lines, with colour a filled block that
/// leaves the last column of its tile empty. Labels shrink from word to sign to nothing; where the
/// label of an input key has no room, or a tile no cell, the panel cannot be drawn.
public struct KeyboardView: Hashable, Sendable {
  public let layout: PanelLayout
  public let grid: CellGrid
  public let glyphs: Glyphs
  /// Whether one of the keys submits.
  let hasReturn: Bool
  /// Whether caps are coloured blocks.
  public var hasColor = false
  /// The slot the focus is on, nil for none.
  public var focus: Int?
  /// Whether keys typed now go to the focused slot, rather than it being where the focus was last.
  public var isFocused = false
  /// The slot that looks pressed, nil for none.
  public var pressed: Int?
  /// Whether the next letter is upper case.
  var shift = CapLabel.Shift.off

  /// A view of a panel.
  public init(layout: PanelLayout, glyphs: Glyphs) {
    self.layout = layout
    self.glyphs = glyphs
    grid = CellGrid(layout)
    hasReturn = layout.keys.contains { $0.key.role == .return }
  }

  /// Whether every key has a tile, and every input key room for its label.
  public var canBeDrawn: Bool {
    layout.keys.indices.allSatisfy { slot in
      let tile = grid.tiles[slot]
      return !tile.isEmpty && tile.columns > 2 && label(of: slot) != nil
    }
  }

  /// The slot a cell of the panel belongs to, counted from its top left one.
  ///
  /// The touch map decides at the cell's centre: for a cell of a tile that is the key drawn there.
  public func slot(column: Int, row: Int) -> Int? {
    guard (0..<grid.columns).contains(column), (0..<grid.lines).contains(row) else { return nil }
    if let slot = grid.slot(column: column, line: row) { return slot }
    return layout.slot(at: CellGrid.center(column: column, line: row))
  }

  /// The middle of a slot's cap in the panel's cells, where its label stands.
  public func middle(of slot: Int) -> (column: Int, row: Int) {
    let tile = grid.tiles[slot]
    let inner = innerWidth(tile)
    let text = label(of: slot) ?? ""
    let column = tile.column + (hasColor ? 0 : 1) + start(of: CharacterWidth.of(text), in: inner)
    return (column, labelRow(tile))
  }

  /// Draws the panel with its top left corner on a cell.
  public func draw(on buffer: inout CellBuffer, column: Int, row: Int) {
    if hasColor {
      buffer.fill(
        column: column, row: row, width: grid.columns, height: grid.lines,
        style: Style(background: .panel))
    }
    for slot in layout.keys.indices {
      var tile = grid.tiles[slot]
      tile.column += column
      tile.line += row
      if hasColor {
        drawBlock(slot, tile, on: &buffer)
      } else {
        drawBox(slot, tile, on: &buffer)
      }
    }
  }

  func label(of slot: Int) -> String? {
    // The same with colour, where there would be one cell more: what can be drawn never depends on it.
    CapLabel(layout.keys[slot].key, shift: shift, glyphs: glyphs)
      .form(fitting: max(0, grid.tiles[slot].columns - 2))
  }

  /// Marks a label as the one with the focus, in ASCII.
  func drawFocusMarks(
    around text: String, column: Int, _ tile: CellRect, _ style: Style,
    on buffer: inout CellBuffer
  ) {
    guard let marks = glyphs.focusMarks else { return }
    let row = labelRow(tile)
    buffer.put(marks.left, column: max(tile.column, column - 1), row: row, style: style)
    buffer.put(
      marks.right,
      column: min(tile.column + tile.columns - 1, column + CharacterWidth.of(text)), row: row,
      style: style)
  }

  func innerWidth(_ tile: CellRect) -> Int { tile.columns - (hasColor ? 1 : 2) }

  /// The cell a label of so many cells starts on: its middle on the middle, the lower one of two.
  func start(of width: Int, in room: Int) -> Int {
    (room + 1) / 2 - (width + 1) / 2
  }

  func labelRow(_ tile: CellRect) -> Int {
    switch tile.lines {
    case ...2: tile.line
    default: tile.line + 1 + (tile.lines - 2) / 2
    }
  }
}
