import KeywardEngine

/// A panel drawn in terminal cells, and the way back from a cell to its key.
///
///     let view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: false))
///     print(view.lines.joined(separator: "\n"))
///
/// Every key has a tile of whole cells. Without colour a cap is a closed box of lines, with colour
/// a filled block that leaves the last column of its tile empty. Labels shrink from word to sign to
/// nothing; those of input keys are cut. If a tile has too few cells, the panel cannot be drawn.
package struct KeyboardView: Hashable, Sendable {
  package let layout: PanelLayout
  package private(set) var grid: CellGrid
  package let glyphs: Glyphs
  /// Whether one of the keys submits.
  let hasReturn: Bool
  /// The keys drawn as one, such as return over two rows; nil if there are none.
  let joined: JoinedKeys?
  /// The full labels of the keys with their cells, computed once for a panel.
  private let labels: [ShownLabel]
  /// The columns of the narrowest shift key: if a panel has two, both show the same label.
  private var shiftColumns: Int
  /// True if boxes leave the last column of their tiles empty, as blocks do, with room left for
  /// labels.
  package private(set) var hasSpacedBoxes: Bool
  /// Whether caps are coloured blocks.
  package var hasColor = false
  /// The slot the focus is on, nil for none.
  package var focus: Int?
  /// True if typed keys go to the focused slot; only then is it marked.
  package var isFocused = false
  /// The slot that looks pressed, nil for none.
  package var pressed: Int?
  /// True if caps that offer other characters are marked.
  package var marksAlternates = false
  /// Whether the next letter is upper case.
  package var shift = CapLabel.Shift.off
  /// True if the next key types its AltGr character.
  package var altgr = CapLabel.Shift.off

  /// A view of a panel, in the cells that its size in points gives.
  package init(layout: PanelLayout, glyphs: Glyphs) {
    self.layout = layout
    self.glyphs = glyphs
    let grid = CellGrid(layout)
    self.grid = grid
    shiftColumns = Self.shiftColumns(layout, grid)
    joined = JoinedKeys(in: layout)
    hasReturn = layout.keys.contains { $0.key.role == .return }
    labels = layout.keys.map { ShownLabel(CapLabel.text($0.key.label, glyphs)) }
    hasSpacedBoxes = Self.hasSpareColumn(layout, grid, labels)
  }

  /// True if every key has a tile, and every input key room for its label.
  package var canBeDrawn: Bool {
    layout.keys.indices.allSatisfy { slot in
      let tile = grid.tiles[slot]
      return tile.lines > 1 && tile.columns > 2 && label(of: slot) != nil
    }
  }

  /// The same panel in other cells.
  package func fitted(columns: Int, lines: Int) -> KeyboardView {
    var view = self
    view.grid = CellGrid(layout, columns: columns, lines: lines)
    view.shiftColumns = Self.shiftColumns(layout, view.grid)
    view.hasSpacedBoxes = Self.hasSpareColumn(layout, view.grid, labels)
    return view
  }

  /// Tells whether another view shows the same panel in the same cells.
  func hasCells(of other: KeyboardView) -> Bool { grid == other.grid && layout == other.layout }

  /// The slot of a cell of the panel, counted from its top left one.
  ///
  /// A cell of a tile belongs to the key drawn there, any other cell to the nearest key.
  package func slot(column: Int, row: Int) -> Int? {
    guard (0..<grid.columns).contains(column), (0..<grid.lines).contains(row) else { return nil }
    return grid.slot(column: column, line: row) ?? grid.nearestSlot(column: column, line: row)
  }

  /// The middle of a slot's cap in the panel's cells, the place of its label.
  package func middle(of slot: Int) -> (column: Int, row: Int) {
    let inside = inside(of: grid.tiles[slot])
    return (
      inside.column + start(of: shownLabel(of: slot)?.width ?? 0, in: inside.columns),
      labelRow(grid.tiles[slot])
    )
  }

  /// The columns of the ground: as many at the right of the caps as at their left.
  ///
  /// The last column of their tiles counts as ground.
  var groundColumns: Int {
    let caps = grid.span
    let isEven = hasColor && caps.lowerBound > 0
    return isEven ? caps.upperBound + caps.lowerBound - 1 : grid.columns
  }

  /// Draws the panel with its top left corner on a cell.
  package func draw(on buffer: inout CellBuffer, column: Int, row: Int) {
    if hasColor {
      buffer.fill(
        column: column, row: row, width: groundColumns, height: grid.lines,
        style: Style(background: .panel))
    }
    var boxes = LineDrawing(
      in: CellRect(column: column, line: row, columns: grid.columns, lines: grid.lines),
      glyphs: glyphs)
    for slot in layout.keys.indices {
      let tile = tile(of: slot, column, row)
      if hasColor {
        drawBlock(slot, tile, on: &buffer)
      } else {
        drawBox(slot, tile, on: &buffer, boxes: &boxes)
      }
    }
    boxes.draw(on: &buffer)
    guard marksAlternates, hasRoomForMarks else { return }
    for slot in layout.keys.indices {
      drawAlternatesMark(of: slot, tile(of: slot, column, row), on: &buffer)
    }
  }

  /// The tile of a slot in a panel that is drawn from a cell on.
  private func tile(of slot: Int, _ column: Int, _ row: Int) -> CellRect {
    var tile = grid.tiles[slot]
    tile.column += column
    tile.line += row
    return tile
  }

  func label(of slot: Int) -> String? { shownLabel(of: slot)?.text }

  private func shownLabel(of slot: Int) -> ShownLabel? {
    // The same with colour, where there would be one cell more: what can be drawn never depends on it.
    let role = layout.keys[slot].key.role
    let columns = role == .shift ? shiftColumns : grid.tiles[slot].columns
    let room = max(0, columns - (hasSpacedBoxes ? 3 : 2))
    let label = labels[slot]
    if role == .input, label.width <= room { return label }
    return CapLabel(
      layout.keys[slot].key, saying: label.text, shift: shift, altgr: altgr, glyphs: glyphs
    )
    .form(fitting: room).map(ShownLabel.init)
  }

  private static func shiftColumns(_ layout: PanelLayout, _ grid: CellGrid) -> Int {
    var least = Int.max
    for slot in layout.keys.indices where layout.keys[slot].key.role == .shift {
      least = min(least, grid.tiles[slot].columns)
    }
    return least
  }

  /// Draws a label in the middle of a cap, with the ASCII marks of the focus.
  func drawLabel(of slot: Int, _ tile: CellRect, _ style: Style, on buffer: inout CellBuffer) {
    if hasColor, slot == joined?.lower { return }
    let inside = inside(of: tile)
    let label = shownLabel(of: slot)
    let width = label?.width ?? 0
    var column = inside.column + start(of: width, in: inside.columns)
    let row = labelRow(tile)
    if hasColor {
      column = drawSecondLabels(
        of: slot, tile, style, label: column..<column + width, on: &buffer)
    }
    buffer.put(
      label?.text ?? "", column: column, row: row, limit: inside.column + inside.columns,
      style: style)
    guard isMarked(slot), let marks = glyphs.focusMarks else { return }
    let last = tile.column + tile.columns - 1
    buffer.put(marks.left, column: max(tile.column, column - 1), row: row, style: style)
    buffer.put(marks.right, column: min(last, column + width), row: row, style: style)
  }

  /// Tells whether a slot is the only thing on the screen that looks focused.
  func isMarked(_ slot: Int) -> Bool { isFocused && isOne(slot, with: focus) }

  /// Tells whether two slots are drawn as one key.
  func isOne(_ slot: Int, with other: Int?) -> Bool {
    guard let other, slot != other else { return slot == other }
    return hasColor && joined == JoinedKeys(upper: min(slot, other), lower: max(slot, other))
  }

  /// The cells of a tile that have room for a label.
  func inside(of tile: CellRect) -> CellRect {
    var inside = tile
    let edge = hasColor ? 0 : 1
    inside.column += edge
    inside.columns -= (hasColor || hasSpacedBoxes ? 1 : 0) + 2 * edge
    return inside
  }

  /// Tells whether all keys that type have a spare column beside their labels.
  private static func hasSpareColumn(
    _ layout: PanelLayout, _ grid: CellGrid, _ labels: [ShownLabel]
  ) -> Bool {
    layout.keys.indices.allSatisfy { slot in
      guard layout.keys[slot].key.role == .input else { return true }
      let width = labels[slot].width
      let cells = grid.tiles[slot].columns - 3
      // A label that is cut in any case does not count.
      return width <= cells || cells > 0 && width > cells + 1
    }
  }

  /// The first cell of a centred label of so many cells; of two middles, the lower one.
  func start(of width: Int, in room: Int) -> Int {
    (room + 1) / 2 - (width + 1) / 2
  }

  /// The row of a tile nearest to the middle of the cap, which begins half a row below the tile.
  func labelRow(_ tile: CellRect) -> Int {
    isOpenAtTop ? tile.line : tile.line + tile.lines / 2
  }
}

/// A text on a cap and its number of cells.
private struct ShownLabel: Hashable {
  let text: String
  let width: Int

  init(_ text: String) {
    self.text = text
    width = CharacterWidth.of(text)
  }
}
