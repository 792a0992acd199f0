import Keyward

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
  }

  /// Whether every key has a tile, and every input key room for its label.
  public var canBeDrawn: Bool {
    layout.keys.indices.allSatisfy { slot in
      let tile = grid.tiles[slot]
      return !tile.isEmpty && tile.columns > 2 && label(of: slot) != nil
    }
  }

  /// The drawing in lines and letters, without colour.
  public var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    var view = self
    view.hasColor = false
    view.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
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

  // MARK: Labels

  private func label(of slot: Int) -> String? {
    // The same with colour, where there would be one cell more: what can be drawn never depends on it.
    CapLabel(layout.keys[slot].key, shift: shift, glyphs: glyphs)
      .form(fitting: max(0, grid.tiles[slot].columns - 2))
  }

  private func innerWidth(_ tile: CellRect) -> Int { tile.columns - (hasColor ? 1 : 2) }

  /// The cell a label of so many cells starts on: its middle on the middle, the lower one of two.
  private func start(of width: Int, in room: Int) -> Int {
    (room + 1) / 2 - (width + 1) / 2
  }

  private func labelRow(_ tile: CellRect) -> Int {
    switch tile.lines {
    case ...2: tile.line
    default: tile.line + 1 + (tile.lines - 2) / 2
    }
  }

  // MARK: Without colour

  private func drawBox(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
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
  }

  private func drawEdge(
    _ row: Int, _ tile: CellRect, _ left: Character, _ line: Character, _ right: Character,
    on buffer: inout CellBuffer
  ) {
    buffer.put(String(left), column: tile.column, row: row)
    buffer.fill(
      column: tile.column + 1, row: row, width: tile.columns - 2, height: 1, with: line)
    buffer.put(String(right), column: tile.column + tile.columns - 1, row: row)
  }

  // MARK: With colour

  private func drawBlock(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
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
        with: glyphs.lowerHalf, style: half)
    }
    if hasBottom, !glyphs.isASCII {
      buffer.fill(
        column: block.column, row: block.line + block.lines, width: block.columns, height: 1,
        with: glyphs.upperHalf, style: half)
    }
    let text = label(of: slot) ?? ""
    let width = CharacterWidth.of(text)
    if slot == focus, block.columns >= width + 2 { drawFocusSides(block, face.style, on: &buffer) }
    buffer.put(
      text, column: block.column + start(of: width, in: block.columns), row: labelRow(tile),
      limit: block.column + block.columns, style: face.style)
  }

  /// The focus shows without telling colours apart: heavy sides, `>` and `<` in ASCII.
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
