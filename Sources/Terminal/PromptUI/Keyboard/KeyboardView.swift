import KeyboardEngine

/// A panel drawn in terminal cells, and the way back from a cell to its key.
///
///     let view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: false))
///     print(view.lines.joined(separator: "\n"))
///
/// Every key has a tile of whole cells. With blocks a cap is filled and leaves the last column of
/// its tile empty; with lines it is a cell of a table, whose right line is the left one of the
/// next. Labels shrink from word to sign to nothing; those of input keys are cut. If a tile has too
/// few cells, the panel cannot be drawn.
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
  /// True if shift, delete and return all have room for their words; else all three show signs.
  private var hasWords = false
  /// Whether caps are filled blocks; with lines they take other columns.
  package var hasBlocks = false {
    didSet { if hasBlocks != oldValue { self = fitted(columns: grid.columns, lines: grid.lines) } }
  }
  /// True if the focus is a coloured filling, rather than heavy lines.
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
  package var shift = ShiftState.off
  /// True if the next key types its AltGr character.
  package var altgr = ShiftState.off

  /// A view of a panel, in the cells that its size in points gives.
  package init(layout: PanelLayout, glyphs: Glyphs, language: Language = .english) {
    self.layout = layout
    self.glyphs = glyphs
    grid = CellGrid(layout, beyond: Self.beyond(hasBlocks: false))
    joined = JoinedKeys(in: layout)
    hasReturn = layout.keys.contains { $0.key.role == .return }
    labels = layout.keys.indices.map { slot in
      ShownLabel(CapLabel.text(of: slot, in: layout, glyphs, language))
    }
    hasWords = hasRoomForWords
  }

  /// True if every key has a tile, and every input key room for its label.
  package var canBeDrawn: Bool {
    layout.keys.indices.allSatisfy { slot in
      let tile = grid.tiles[slot]
      return tile.lines > 1 && tile.columns > 2 && label(of: slot) != nil
    }
  }

  /// The same panel in other cells, with some of them free at either side, or filling a window.
  package func fitted(
    columns: Int, lines: Int, padding: Int = 0, fills: Bool = false
  ) -> KeyboardView {
    var view = self
    view.grid = CellGrid(
      layout, columns: columns, lines: lines, beyond: Self.beyond(hasBlocks: hasBlocks),
      padding: padding, fills: fills)
    view.hasWords = view.hasRoomForWords
    return view
  }

  /// The columns of a cap beyond its tile.
  private static func beyond(hasBlocks: Bool) -> Int { hasBlocks ? -1 : 1 }

  func hasCells(of other: KeyboardView) -> Bool { grid == other.grid && layout == other.layout }

  /// The slot of a cell of the panel, counted from its top left one.
  ///
  /// A cell of a tile belongs to the key drawn there, any other cell to the nearest key.
  package func slot(column: Int, row: Int) -> Int? {
    // The free column of the last tile may be beyond the panel.
    let end = max(grid.columns, grid.caps.upperBound + (hasBlocks ? 1 : 0))
    guard (0..<end).contains(column), (0..<grid.lines).contains(row) else { return nil }
    return grid.slot(column: column, line: row) ?? grid.nearestSlot(column: column, line: row)
  }

  /// The middle of a slot's cap in the panel's cells, the place of its label.
  package func middle(of slot: Int) -> (column: Int, row: Int) {
    let slot = labelSlot(of: slot)
    let inside = inside(of: grid.tiles[slot])
    return (
      inside.column + start(of: shownLabel(of: slot)?.width ?? 0, in: inside.columns),
      labelRow(of: slot, grid.tiles[slot])
    )
  }

  package func draw(on buffer: inout CellBuffer, column: Int, row: Int) {
    if hasBlocks {
      for slot in layout.keys.indices { drawBlock(slot, tile(of: slot, column, row), on: &buffer) }
    } else {
      drawTable(on: &buffer, column: column, row: row)
    }
    guard marksAlternates, hasRoomForMarks else { return }
    for slot in layout.keys.indices {
      drawAlternatesMark(of: slot, tile(of: slot, column, row), on: &buffer)
    }
  }

  private func tile(of slot: Int, _ column: Int, _ row: Int) -> CellRect {
    var tile = grid.tiles[slot]
    tile.column += column
    tile.line += row
    return tile
  }

  func label(of slot: Int) -> String? { shownLabel(of: slot)?.text }

  private func shownLabel(of slot: Int) -> ShownLabel? {
    let room = max(0, grid.tiles[slot].columns - 1)
    let label = labels[slot]
    if layout.keys[slot].key.role == .input, label.width <= room { return label }
    return CapLabel(
      layout.keys[slot].key, showing: label.text, isWord: hasWords, shift: shift, altgr: altgr,
      glyphs: glyphs
    )
    .form(fitting: room).map(ShownLabel.init)
  }

  private var hasRoomForWords: Bool {
    layout.keys.indices.allSatisfy { slot in
      switch layout.keys[slot].key.role {
      case .shift, .delete, .return:
        // With a blank on either side.
        labels[slot].width + 2 < grid.tiles[labelSlot(of: slot)].columns
      default: true
      }
    }
  }

  /// The slot with the label of a key, which over two rows is in the lower one.
  private func labelSlot(of slot: Int) -> Int {
    joined.map { slot == $0.upper ? $0.lower : slot } ?? slot
  }

  /// Draws a label in the middle of a cap, with the ASCII marks of the focus.
  func drawLabel(of slot: Int, _ tile: CellRect, _ style: Style, on buffer: inout CellBuffer) {
    if slot == joined?.upper { return }
    let inside = inside(of: tile)
    let label = shownLabel(of: slot)
    let width = label?.width ?? 0
    let column = inside.column + start(of: width, in: inside.columns)
    let row = labelRow(of: slot, tile)
    if hasBlocks {
      drawSecondLabels(
        of: slot, tile, style, beside: column..<column + width, row, on: &buffer)
    }
    buffer.put(
      label?.text ?? "", column: column, row: row, limit: inside.column + inside.columns,
      style: style)
    guard isMarked(slot), !hasColor, let marks = glyphs.focusMarks else { return }
    let last = tile.column + tile.columns - 1
    buffer.put(marks.left, column: max(tile.column, column - 1), row: row, style: style)
    buffer.put(marks.right, column: min(last, column + width), row: row, style: style)
  }

  /// True if a slot is the only thing on the screen that looks focused.
  func isMarked(_ slot: Int) -> Bool { isFocused && isOne(slot, with: focus) }

  func isOne(_ slot: Int, with other: Int?) -> Bool {
    guard let other, slot != other else { return slot == other }
    return joined == JoinedKeys(upper: min(slot, other), lower: max(slot, other))
  }

  /// The cells of a tile that have room for a label.
  func inside(of tile: CellRect) -> CellRect {
    var inside = tile
    if !hasBlocks { inside.column += 1 }
    inside.columns -= 1
    return inside
  }

  /// The first cell of a centred label of this width; of two middles, the lower one.
  func start(of width: Int, in room: Int) -> Int {
    (room + 1) / 2 - (width + 1) / 2
  }

  /// The row nearest to the middle of a cap, which begins half a row below its tile; the next one
  /// if the key's character with shift is above the label.
  func labelRow(of slot: Int, _ tile: CellRect) -> Int {
    // A key over two rows has its label between them.
    if slot == joined?.lower { return tile.line }
    if isOpenAtTop { return tile.line }
    let row = tile.line + tile.lines / 2
    return row == tile.line + 1 && !shiftedLabel(of: slot, tile).isEmpty ? row + 1 : row
  }

  private func inks(of slot: Int) -> (cap: Ink, label: Ink) {
    switch layout.keys[slot].key.role {
    case .input, .space: (.cap, .label)
    case .shift where shift != .off: (.cap, .label)
    case .altgr where altgr != .off: (.cap, .label)
    default: (.functionCap, .functionLabel)
    }
  }
}

private struct ShownLabel: Hashable {
  let text: String
  let width: Int

  init(_ text: String) {
    self.text = text
    width = CharacterWidth.of(text)
  }
}

/// Filled caps, which leave the last column of their tiles empty.
///
/// A block begins with half a row and ends with its tile, so half a row stays free between two
/// rows, which is as high as the free column is wide. Only the upper half block is used, in the
/// colour of the panel: the lower one leaves a seam if a terminal's glyphs do not fill the cell.
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
    // Without half blocks the first line stays empty instead.
    if let upperHalf = glyphs.upperHalf {
      buffer.fill(
        column: block.column, row: tile.line, width: block.columns, glyph: upperHalf,
        style: Style(foreground: .panel, background: face.filling))
    }
    if slot == joined?.lower { joinBlock(block, from: tile.line, face.style, on: &buffer) }
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

  private func face(of slot: Int) -> (style: Style, filling: Ink) {
    let (cap, label) = inks(of: slot)
    if isOne(slot, with: pressed) {
      return (Style(foreground: label, background: cap, attributes: .reverse), label)
    }
    guard isMarked(slot) else { return (Style(foreground: label, background: cap), cap) }
    return (.focused, .focus)
  }
}

/// Caps as the cells of a table: one line between the neighbours of a row.
///
/// Rows of the least height have no line for a bottom edge: the upper edge of the next row serves
/// for both, and uprights end above it, so shifted rows do not look like brickwork. If the panel
/// has no line beyond its rows, as in a scene, the first row's upper edge is left out.
extension KeyboardView {
  private func drawTable(on buffer: inout CellBuffer, column: Int, row: Int) {
    let area = CellRect(column: column, line: row, columns: grid.columns, lines: grid.lines)
    var table = LineDrawing(in: area, glyphs: glyphs)
    var marked: Int?
    for slot in layout.keys.indices {
      let tile = tile(of: slot, column, row)
      guard tile.columns > 2, tile.lines > 1 else { continue }
      if isMarked(slot) { marked = slot }
      addBox(of: slot, (column, row), isHeavy: false, to: &table)
      let style = tableStyle(of: slot)
      if style.background != .own || style.attributes.contains(.reverse) {
        let inside = inside(of: tile)
        buffer.fill(
          column: inside.column, row: tile.line + (isOpenAtTop ? 0 : 1), width: inside.columns,
          height: tile.lines - (sharesEdges ? 1 : 2), style: style)
      }
      drawLabel(of: slot, tile, style, on: &buffer)
    }
    for gap in gaps { table.addBox(box(around: gap, column, row), isHeavy: false) }
    if sharesEdges {
      for line in Set(grid.tiles.map(\.line)).subtracting([grid.tiles[0].line]) {
        table.cutUprights(above: row + line - (isOpenAtTop ? 1 : 0))
      }
    }
    if let marked, !hasColor { addBox(of: marked, (column, row), isHeavy: true, to: &table) }
    table.draw(on: &buffer)
  }

  /// The style of a cell: letters are bolder than other keys.
  private func tableStyle(of slot: Int) -> Style {
    if isOne(slot, with: pressed) { return Style(attributes: .reverse) }
    if isMarked(slot), hasColor { return .focused }
    return inks(of: slot).label == .label ? .bold : .plain
  }

  private func addBox(
    of slot: Int, _ origin: (column: Int, row: Int), isHeavy: Bool, to table: inout LineDrawing
  ) {
    let upper = box(around: grid.tiles[joined?.upper ?? slot], origin.column, origin.row)
    guard let joined, isOne(slot, with: joined.upper) else {
      return table.addBox(
        box(around: grid.tiles[slot], origin.column, origin.row), isHeavy: isHeavy)
    }
    let lower = box(around: grid.tiles[joined.lower], origin.column, origin.row)
    table.addOutline(of: upper, over: lower, isHeavy: isHeavy)
  }

  private func box(around tile: CellRect, _ column: Int, _ row: Int) -> CellRect {
    CellRect(
      column: column + tile.column, line: row + tile.line - (isOpenAtTop ? 1 : 0),
      columns: tile.columns + 1, lines: tile.lines + (sharesEdges ? 1 : 0))
  }

  /// The places of a form's missing keys, such as Tab, which keep its sides straight.
  private var gaps: [CellRect] {
    guard layout.form?.isStaggered == true else { return [] }
    var gaps: [CellRect] = []
    let end = grid.caps.upperBound - 1
    var former = CellRect(column: 0, line: -1, columns: grid.caps.lowerBound, lines: 0)
    func add(after tile: CellRect, upTo column: Int) {
      var gap = tile
      gap.column += tile.columns
      gap.columns = column - gap.column
      if gap.columns > 1 { gaps.append(gap) }
    }
    for tile in grid.tiles {
      if tile.line != former.line {
        if former.line >= 0 { add(after: former, upTo: end) }
        former = CellRect(
          column: grid.caps.lowerBound, line: tile.line, columns: 0, lines: tile.lines)
      }
      add(after: former, upTo: tile.column)
      former = tile
    }
    add(after: former, upTo: end)
    return gaps
  }

  /// True if rows are too low for separate boxes.
  private var sharesEdges: Bool { grid.lineHeight < 3 }

  /// True if there is no line for the first row's upper edge.
  var isOpenAtTop: Bool {
    !hasBlocks && sharesEdges && grid.lines <= grid.lineHeight * layout.rowCount
  }
}

/// The small labels of a cap: its character with shift above its label if that is not its capital,
/// and its character with AltGr at the right, in the row below or in the same one.
///
/// They are left out where they would touch the label, or the mark for alternates.
extension KeyboardView {
  /// The character with shift if it is above the label; empty for none.
  fileprivate func shiftedLabel(of slot: Int, _ tile: CellRect) -> String {
    let shiftLabel = layout.keys[slot].key.shiftLabel
    guard hasBlocks, tile.lines > 2, !glyphs.isASCII, shift == .off, altgr == .off,
      glyphs.canDraw(shiftLabel)
    else { return "" }
    let label = CapLabel.text(shiftLabel, glyphs)
    return CharacterWidth.of(label) < tile.columns ? label : ""
  }

  fileprivate func drawSecondLabels(
    of slot: Int, _ tile: CellRect, _ style: Style, beside label: Range<Int>, _ row: Int,
    on buffer: inout CellBuffer
  ) {
    guard !glyphs.isASCII, !isMarked(slot) else { return }
    let key = layout.keys[slot].key
    var small = style
    if style.foreground == .label { small.foreground = .secondLabel }
    let inside = inside(of: tile)
    let right = inside.column + inside.columns
    let shifted = shiftedLabel(of: slot, tile)
    if !shifted.isEmpty {
      let column = inside.column + start(of: CharacterWidth.of(shifted), in: inside.columns)
      buffer.put(shifted, column: column, row: row - 1, limit: right, style: small)
    }
    let level = KeyLevel(isShifted: shift != .off, isAltGr: altgr != .off)
    let altgrLabel = key.altgrLabel(at: level)
    guard glyphs.canDraw(altgrLabel) else { return }
    let other = CapLabel.text(altgrLabel, glyphs)
    let width = CharacterWidth.of(other)
    let column = right - 1 - width
    let hasRowBelow = row + 1 < tile.line + tile.lines
    let isMarkNear = !hasRowBelow && marksAlternates && !key.alternates.isEmpty
    guard width > 0, !isMarkNear, column >= label.upperBound + (hasRowBelow ? 0 : 1) else { return }
    buffer.put(other, column: column, row: row + (hasRowBelow ? 1 : 0), limit: right, style: small)
  }
}

/// The mark on caps that offer other characters: a dot at their right end.
extension KeyboardView {
  /// True if every cap that offers others has a blank between its label and the mark; marks on only
  /// some would look uneven.
  var hasRoomForMarks: Bool {
    layout.keys.indices.allSatisfy { slot in
      guard !layout.keys[slot].key.alternates.isEmpty else { return true }
      let tile = grid.tiles[slot]
      let inside = inside(of: tile)
      let width = CharacterWidth.of(label(of: slot) ?? "")
      let end = inside.column + start(of: width, in: inside.columns) + width
      return markColumn(tile) > end
    }
  }

  /// Draws the mark, which is quieter than the label.
  private func drawAlternatesMark(
    of slot: Int, _ tile: CellRect, on buffer: inout CellBuffer
  ) {
    let (column, row) = (markColumn(tile), labelRow(of: slot, tile))
    guard !layout.keys[slot].key.alternates.isEmpty, (0..<buffer.columns).contains(column),
      (0..<buffer.rows).contains(row)
    else { return }
    var style = buffer[column, row].style
    if style.foreground == .label { style.foreground = .secondLabel }
    if !hasBlocks { style.attributes = style.attributes.subtracting(.bold).union(.dim) }
    buffer.fill(column: column, row: row, width: 1, glyph: glyphs.alternatesDot, style: style)
  }

  private func markColumn(_ tile: CellRect) -> Int {
    let inside = inside(of: tile)
    return inside.column + inside.columns - 1
  }
}

extension Style {
  /// The style of the focus: its filling and its label.
  ///
  /// Not bold: with sixteen colours that turns black into grey.
  static let focused = Style(foreground: .focus, background: .focusLabel, attributes: .reverse)
}

extension KeyboardView {
  /// The drawing in lines and letters, without colour and trailing blanks.
  package var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    withLines.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }

  private var withLines: KeyboardView {
    var view = self
    view.hasBlocks = false
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

  init(upper: Int, lower: Int) {
    (self.upper, self.lower) = (upper, lower)
  }

  /// Joins the parts of return; nil if the panel has it in one part.
  init?(in layout: PanelLayout) {
    guard let slots = layout.slotsOfTallReturn else { return nil }
    (upper, lower) = slots
  }
}
