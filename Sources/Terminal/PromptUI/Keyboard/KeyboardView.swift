import KeyboardEngine

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
    if !hasColor, let joined {
      joinBoxes(
        of: joined, tile(of: joined.upper, column, row), tile(of: joined.lower, column, row),
        on: &buffer, boxes: &boxes)
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
    if slot == joined?.lower { return }
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
    return joined == JoinedKeys(upper: min(slot, other), lower: max(slot, other))
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
    let box = box(in: tile)
    boxes.addBox(box, isHeavy: isMarked(slot))
    let style = boxStyle(of: slot)
    buffer.fill(
      column: box.column + 1, row: box.line + 1, width: box.columns - 2, height: box.lines - 2,
      style: style)
    drawLabel(of: slot, tile, style, on: &buffer)
  }

  /// The box of a tile.
  private func box(in tile: CellRect) -> CellRect {
    var box = tile
    box.columns -= hasSpacedBoxes ? 1 : 0
    box.lines += sharesEdges ? 1 : 0
    box.line -= isOpenAtTop ? 1 : 0
    return box
  }

  private func boxStyle(of slot: Int) -> Style {
    isMarked(slot) || isOne(slot, with: pressed) ? Style(attributes: .reverse) : .plain
  }

  /// Makes one shape of the boxes of a key over two rows.
  private func joinBoxes(
    of keys: JoinedKeys, _ upper: CellRect, _ lower: CellRect, on buffer: inout CellBuffer,
    boxes: inout LineDrawing
  ) {
    let (above, below) = (box(in: upper), box(in: lower))
    boxes.join(above, below, isHeavy: isMarked(keys.upper))
    let left = max(above.column, below.column) + 1
    let right = min(above.column + above.columns, below.column + below.columns) - 1
    guard left < right else { return }
    buffer.fill(
      column: left, row: above.line + above.lines - 1, width: right - left,
      height: below.line - above.line - above.lines + 2, style: boxStyle(of: keys.upper))
  }

  /// True if rows are too low for boxes of their own.
  private var sharesEdges: Bool { grid.lineHeight < 3 }

  /// True if there is no line for the first row's upper edge.
  var isOpenAtTop: Bool {
    !hasColor && sharesEdges && grid.lines <= grid.lineHeight * layout.rowCount
  }
}

/// The small labels of a cap: its character with AltGr, and with shift if that is not its capital.
///
/// If the cap has a second row they stand in it, shift's below the label and AltGr's at the right
/// end; otherwise AltGr's stands beside the label with a blank between. A label without room is
/// left out.
extension KeyboardView {
  /// Draws the small labels of a cap, beside or below the label in some columns.
  ///
  /// - Returns: The first column for that label: a wide one stands at the left edge if that makes
  ///   room for AltGr's.
  func drawSecondLabels(
    of slot: Int, _ tile: CellRect, _ style: Style, label: Range<Int>,
    on buffer: inout CellBuffer
  ) -> Int {
    // The sides of the focus stand where they would.
    guard !glyphs.isASCII, !isMarked(slot) else { return label.lowerBound }
    let key = layout.keys[slot].key
    let level = KeyLevel(isShifted: shift != .off, isAltGr: altgr != .off)
    let other = CapLabel.text(key.altgrLabel(at: level), glyphs)
    let width = CharacterWidth.of(other)
    var small = style
    if style.foreground == .label { small.foreground = .secondLabel }
    let row = labelRow(tile)
    let inside = inside(of: tile)
    let right = inside.column + inside.columns
    guard row + 1 < tile.line + tile.lines else {
      let isTight = label.count > 1 && right - width == label.upperBound
      let start = isTight ? min(label.lowerBound, inside.column) : label.lowerBound
      let isFree =
        width > 0 && right - width > start + label.count
        && !(marksAlternates && !key.alternates.isEmpty)
      guard isFree else { return label.lowerBound }
      buffer.put(other, column: right - width, row: row, limit: right, style: small)
      return start
    }
    let shifted = level == .plain ? CapLabel.text(key.shiftLabel, glyphs) : ""
    let shiftWidth = CharacterWidth.of(shifted)
    let left = min(label.lowerBound, right - shiftWidth)
    if shiftWidth > 0, left >= inside.column {
      buffer.put(shifted, column: left, row: row + 1, limit: right, style: small)
    }
    if width > 0, right - width > (shiftWidth > 0 ? left + shiftWidth : inside.column) {
      buffer.put(other, column: right - width, row: row + 1, limit: right, style: small)
    }
    return label.lowerBound
  }
}

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

/// Keyboards as text.
extension KeyboardView {
  /// The drawing in lines and letters, without colour and trailing blanks.
  package var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    withoutColor.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }

  /// Draws the keyboard below the strip of a titled one: the other panels, the title, Done.
  ///
  /// - Parameters:
  ///   - title: The text in the middle; it is sanitised.
  ///   - panels: The panels to switch to, from left to right.
  /// - Returns: Two lines of the strip and those of the panel.
  package func lines(title: String, panels: [PanelName]) -> [String] {
    var screen = ComposedScreen(buffer: CellBuffer(columns: grid.columns, rows: 2 + grid.lines))
    let toolbar = PromptViewModel.Toolbar(
      title: Sanitizer(isASCII: glyphs.isASCII).clean(title, as: .line),
      items: panels.map { .init(label: KeyboardToolbarItem.panel($0).label, panel: $0) })
    ToolbarStrip(toolbar, glyphs: glyphs, hasColor: false).draw(
      on: &screen, in: CellRect(column: 0, line: 0, columns: grid.columns, lines: 2))
    withoutColor.draw(on: &screen.buffer, column: 0, row: 2)
    return screen.buffer.lines
  }

  private var withoutColor: KeyboardView {
    var view = self
    view.hasColor = false
    return view
  }
}

/// Two keys of one role, one above the other in a form, which are drawn as one, such as return over
/// two rows.
struct JoinedKeys: Hashable, Sendable {
  /// The slot of the upper part, which has the label.
  let upper: Int
  /// The slot of the lower part.
  let lower: Int

  /// Joins two slots.
  init(upper: Int, lower: Int) {
    (self.upper, self.lower) = (upper, lower)
  }

  /// Joins the parts of return; nil if the panel has it in one part.
  init?(in layout: PanelLayout) {
    guard let slots = layout.slotsOfTallReturn else { return nil }
    (upper, lower) = slots
  }
}
