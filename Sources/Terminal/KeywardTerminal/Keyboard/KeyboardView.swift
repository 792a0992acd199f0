import KeywardEngine

/// A panel drawn in terminal cells; finds the key at a cell.
///
///     let view = KeyboardView(layout: panel, glyphs: Glyphs(isASCII: false))
///     print(view.lines.joined(separator: "\n"))
///
/// Each key has a tile of whole cells. In block style, a cap is filled and leaves the first row and
/// the last column of its tile empty. In line style, neighbours in a row share a vertical line, and
/// rows share nothing. If the labels would touch these lines in a small window, brackets take the
/// place of the lines, as in `[q] [w]`, and the caps are apart as in block style.
///
/// Labels shrink from a word to a sign to nothing; labels of input keys are truncated. If a
/// tile has too few cells, the panel cannot be drawn.
package struct KeyboardView: Hashable, Sendable {
  package let layout: PanelLayout
  package private(set) var grid: CellGrid
  package let glyphs: Glyphs
  let hasReturn: Bool
  let joined: TallKey?
  private let labels: [String]
  /// True if shift, delete and return all have room for their words; otherwise all three show
  /// symbols.
  private var hasWords = false
  /// True to draw caps as filled blocks, false to draw them as boxes of lines.
  ///
  /// A change lays out the panel again, since the two styles need different widths.
  package var hasBlocks = false {
    didSet { if hasBlocks != oldValue { self = fitted(columns: grid.columns, lines: grid.lines) } }
  }
  /// True to draw caps in brackets, in place of boxes without room beside their labels.
  private(set) var hasBrackets = false
  /// True if caps leave the first row and the last column of their tiles empty.
  var hasGaps: Bool { hasBlocks || hasBrackets }
  /// True if a fill colour shows the focus, false if heavy lines do.
  package var hasColor = false
  package var focus: Int?
  /// True if the keyboard has the focus; only then is the focused slot marked.
  package var isFocused = false
  package var pressed: Int?
  package var marksAlternates = false
  package var shift = ShiftState.off
  package var altgr = ShiftState.off

  package init(layout: PanelLayout, glyphs: Glyphs, language: Language = .english) {
    self.layout = layout
    self.glyphs = glyphs
    grid = CellGrid(layout, beyond: Self.beyond(hasGaps: false))
    joined = layout.tallReturn
    hasReturn = layout.keys.contains { $0.key.role == .return }
    labels = layout.keys.indices.map { CapLabel.text(of: $0, in: layout, glyphs, language) }
    hasWords = hasRoomForWords
  }

  package var canBeDrawn: Bool {
    layout.keys.indices.allSatisfy { slot in
      let tile = grid.tiles[slot]
      return tile.lines > 1 && tile.columns > 2 && label(of: slot) != nil
    }
  }

  /// Returns the same panel, laid out in a different number of cells.
  ///
  /// `padding` columns stay free on either side. If `fills` is true, the panel extends to the
  /// window's edges. `isLeftOfMiddle` is true if the panel is half a cell to the left of the
  /// window's middle, and `widensLast` if the last key of a row can take another column.
  package func fitted(
    columns: Int, lines: Int, padding: Int = 0, fills: Bool = false, isLeftOfMiddle: Bool = false,
    widensLast: Bool = false
  ) -> KeyboardView {
    func grid(hasGaps: Bool) -> CellGrid {
      CellGrid(
        layout, columns: columns, lines: lines, beyond: Self.beyond(hasGaps: hasGaps),
        padding: padding, fills: fills, isLeftOfMiddle: isLeftOfMiddle, widensLast: widensLast)
    }
    var view = self
    view.hasBrackets = false
    view.grid = grid(hasGaps: hasBlocks)
    if !hasBlocks, joined == nil, view.grid.lineHeight < 3, !view.isAtLeast(columns: 4) {
      view.hasBrackets = true
      view.grid = grid(hasGaps: true)
      let fits = view.isAtLeast(columns: 4) && view.canBeDrawn
      if !fits {
        view.hasBrackets = false
        view.grid = grid(hasGaps: false)
      }
    }
    view.hasWords = view.hasRoomForWords
    return view
  }

  /// True if the tiles of all keys have at least this width.
  private func isAtLeast(columns: Int) -> Bool {
    grid.tiles.allSatisfy { $0.columns >= columns }
  }

  /// The number of columns by which a cap is wider than its tile; negative if it is narrower.
  private static func beyond(hasGaps: Bool) -> Int { hasGaps ? -1 : 1 }

  func hasCells(of other: KeyboardView) -> Bool { grid == other.grid && layout == other.layout }

  /// True if both panels have caps of the same sizes, wherever the panels are.
  func looksLike(_ other: KeyboardView) -> Bool {
    grid.tiles.elementsEqual(other.grid.tiles) {
      $0.columns == $1.columns && $0.lines == $1.lines
    }
  }

  /// The slot at a cell, counted from the panel's top left.
  ///
  /// A cell outside all tiles belongs to the nearest key.
  package func slot(column: Int, row: Int) -> Int? {
    // The last tile's empty column may lie outside the panel.
    let end = max(grid.columns, grid.caps.upperBound + (hasGaps ? 1 : 0))
    guard (0..<end).contains(column), (0..<grid.lines).contains(row) else { return nil }
    return grid.slot(column: column, line: row) ?? grid.nearestSlot(column: column, line: row)
  }

  /// The first cell of a slot's centred label, counted from the panel's top left.
  package func labelCell(of slot: Int) -> (column: Int, row: Int) {
    let slot = labelSlot(of: slot)
    let tile = grid.tiles[slot]
    let width = CharacterWidth.of(label(of: slot) ?? "")
    return (labelColumn(of: width, in: tile), labelRow(of: slot, tile))
  }

  package func draw(on buffer: inout CellBuffer, column: Int, row: Int) {
    if hasBlocks {
      for slot in layout.keys.indices { drawBlock(slot, tile(of: slot, column, row), on: &buffer) }
    } else if hasBrackets {
      for slot in layout.keys.indices {
        drawBrackets(slot, tile(of: slot, column, row), on: &buffer)
      }
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

  func label(of slot: Int) -> String? {
    let room = max(0, grid.tiles[slot].columns - (hasBrackets ? 3 : 1))
    let label = labels[slot]
    let isShort = CharacterWidth.of(label) <= min(room, 2)
    if isShort, layout.keys[slot].key.role == .input { return label }
    return CapLabel(
      layout.keys[slot].key, showing: label, isWord: hasWords, shift: shift, altgr: altgr,
      glyphs: glyphs
    ).form(fitting: room)
  }

  private var hasRoomForWords: Bool {
    layout.keys.indices.allSatisfy { slot in
      switch layout.keys[slot].key.role {
      case .shift, .delete, .return:
        CharacterWidth.of(labels[slot]) + 2 < grid.tiles[labelSlot(of: slot)].columns
      default: true
      }
    }
  }

  private func labelSlot(of slot: Int) -> Int {
    joined.map { slot == $0.upper ? $0.lower : slot } ?? slot
  }

  func drawLabel(of slot: Int, _ tile: CellRect, _ style: Style, on buffer: inout CellBuffer) {
    if slot == joined?.upper { return }
    let inside = inside(of: tile)
    let label = label(of: slot) ?? ""
    let width = CharacterWidth.of(label)
    let column = labelColumn(of: width, in: tile)
    let row = labelRow(of: slot, tile)
    if hasBlocks {
      drawSecondLabels(
        of: slot, tile, style, beside: column..<column + width, row, on: &buffer)
    }
    buffer.put(
      label, column: column, row: row, limit: inside.column + inside.columns, style: style)
    guard isMarked(slot), !hasColor, !hasBrackets, let marks = glyphs.focusMarks else { return }
    let last = tile.column + tile.columns - 1
    buffer.put(marks.left, column: max(tile.column, column - 1), row: row, style: style)
    buffer.put(marks.right, column: min(last, column + width), row: row, style: style)
  }

  func isMarked(_ slot: Int) -> Bool { isFocused && isOne(slot, with: focus) }

  func isOne(_ slot: Int, with other: Int?) -> Bool {
    guard let other, slot != other else { return slot == other }
    return joined == TallKey(upper: min(slot, other), lower: max(slot, other))
  }

  func inside(of tile: CellRect) -> CellRect {
    var inside = tile
    if !hasGaps { inside.column += 1 }
    inside.columns -= 1
    return inside
  }

  /// The column of a centred label.
  ///
  /// If the cap has an even number of cells, the left one of the two middle cells counts as the
  /// middle.
  private func labelColumn(of width: Int, in tile: CellRect) -> Int {
    let inside = inside(of: tile)
    return inside.column + (inside.columns + 1) / 2 - (width + 1) / 2
  }

  /// The row of a cap's label, which is the middle row of the cap.
  private func labelRow(of slot: Int, _ tile: CellRect) -> Int {
    // A key that spans two rows has its label between the rows.
    if slot == joined?.lower { return isLow ? tile.line - 1 : tile.line }
    return isLow ? tile.line : tile.line + tile.lines / 2
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

/// Drawing caps as filled blocks.
///
/// A block leaves the first row and the last column of its tile empty. It consists of whole cells
/// without a glyph: half blocks do not fill their cells in every font and size, so that hairlines
/// of the other colour remain.
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
      style: face)
    if slot == joined?.lower { joinBlock(block, from: tile.line, face, on: &buffer) }
    drawLabel(of: slot, tile, face, on: &buffer)
  }

  private func joinBlock(
    _ block: CellRect, from line: Int, _ style: Style, on buffer: inout CellBuffer
  ) {
    guard let joined else { return }
    // Both parts have the same right edge. The panel may be drawn anywhere, so only differences
    // count.
    let (upper, lower) = (grid.tiles[joined.upper], grid.tiles[joined.lower])
    let left = block.column + max(0, upper.column - lower.column)
    buffer.fill(
      column: left, row: line, width: block.column + block.columns - left, height: 1, style: style)
  }

  private func face(of slot: Int) -> Style {
    let (cap, label) = inks(of: slot)
    if isOne(slot, with: pressed) {
      return Style(foreground: label, background: cap, attributes: .reverse)
    }
    return isMarked(slot) ? .focused : Style(foreground: label, background: cap)
  }
}

/// Drawing the caps of each row as the cells of a table, with one line between neighbours.
///
/// Rows share no line, since staggered rows would then look like brickwork. Rows of two lines have
/// only labels and a lower edge. Their first row has an upper edge if the panel has a free row for
/// it.
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
          column: inside.column, row: tile.line + (isLow ? 0 : 1), width: inside.columns,
          height: tile.lines - (isLow ? 1 : 2), style: style)
      }
      drawLabel(of: slot, tile, style, on: &buffer)
    }
    for gap in gaps {
      table.addBox(box(around: gap, column, row), isHeavy: false, isOpen: isOpen(gap))
    }
    if let marked, !hasColor { addBox(of: marked, (column, row), isHeavy: true, to: &table) }
    table.draw(on: &buffer)
  }

  private func tableStyle(of slot: Int) -> Style {
    if isOne(slot, with: pressed) { return Style(attributes: .reverse) }
    if isMarked(slot), hasColor { return .focused }
    return inks(of: slot).label == .label ? .bold : .plain
  }

  private func addBox(
    of slot: Int, _ origin: (column: Int, row: Int), isHeavy: Bool, to table: inout LineDrawing
  ) {
    func box(_ slot: Int) -> CellRect {
      self.box(around: grid.tiles[slot], origin.column, origin.row)
    }
    let isOpen = isOpen(grid.tiles[slot])
    guard let joined, isOne(slot, with: joined.upper) else {
      return table.addBox(box(slot), isHeavy: isHeavy, isOpen: isOpen)
    }
    var lower = box(joined.lower)
    if isLow {
      // The lower part begins at the lower edge of the row above.
      lower.line -= 1
      lower.lines += 1
    }
    table.addOutline(of: box(joined.upper), over: lower, isHeavy: isHeavy, isOpen: isOpen)
  }

  private func box(around tile: CellRect, _ column: Int = 0, _ row: Int = 0) -> CellRect {
    let upperEdge = isLow && !isOpen(tile) ? 1 : 0
    return CellRect(
      column: column + tile.column, line: row + tile.line - upperEdge, columns: tile.columns + 1,
      lines: tile.lines + upperEdge)
  }

  /// Whether a cap has no upper edge, since there is no line for it.
  private func isOpen(_ tile: CellRect) -> Bool {
    isLow && (tile.line == 0 || tile.line != grid.tiles.first?.line)
  }

  /// The areas of keys that the keyboard's form lacks, such as Tab.
  ///
  /// They are drawn as empty boxes, so that the sides of the panel are straight.
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

  /// The rows in which a bar of alternates can cover a cap: from the row above the area to the
  /// first row below it, at the left edge of the cap.
  ///
  /// A bar beside a filled cap is in the blank row between caps. A bar beside a box is in the row
  /// of the next labels, where it covers whole caps and no edge; outside the table, it is in the
  /// row next to the outermost edge.
  func alternatesArea(of slot: Int) -> CellRect {
    var area = grid.tiles[slot]
    guard !hasGaps else { return area }
    let row = labelRow(of: slot, area)
    let box = box(around: area)
    let isFirst = area.line == grid.tiles.first?.line
    let isLast = area.line == grid.tiles.last?.line
    area.line = isFirst ? box.line - 1 : row - grid.lineHeight
    area.lines = (isLast ? box.line + box.lines : row + grid.lineHeight) - area.line
    return area
  }

  /// The boxes that have their label in a row of the panel, from left to right; none if caps are
  /// filled.
  ///
  /// A box that spans two rows is left out. Neighbours share a column.
  func boxes(inRow row: Int) -> [CellRect] {
    guard !hasGaps else { return [] }
    return grid.tiles.indices.filter { slot in
      labelRow(of: slot, grid.tiles[slot]) == row && !isOne(slot, with: joined?.upper)
    }.map { box(around: grid.tiles[$0]) }
  }

  /// True if the boxes of a row have only two lines: the labels and the lower edges.
  private var isLow: Bool { !hasGaps && grid.lineHeight < 3 }
}

/// Drawing caps in brackets.
extension KeyboardView {
  private func drawBrackets(_ slot: Int, _ tile: CellRect, on buffer: inout CellBuffer) {
    guard tile.columns > 2, tile.lines > 1 else { return }
    let hasFocus = isMarked(slot)
    let style =
      hasFocus && !hasColor ? Style(attributes: [.bold, .reverse]) : tableStyle(of: slot)
    let (row, width) = (labelRow(of: slot, tile), tile.columns - 1)
    buffer.fill(column: tile.column, row: row, width: width, height: 1, style: style)
    buffer.put(hasFocus ? ">" : "[", column: tile.column, row: row, style: style)
    buffer.put(hasFocus ? "<" : "]", column: tile.column + width - 1, row: row, style: style)
    drawLabel(of: slot, tile, style, on: &buffer)
  }
}

/// Drawing the secondary labels of a cap.
///
/// The shifted character is above the label, unless it is only the label in upper case. The AltGr
/// character is at the right, in the row below the label if there is one. A secondary label that
/// would touch the label or the mark for alternates is left out.
extension KeyboardView {
  fileprivate func shiftedLabel(of slot: Int, _ tile: CellRect) -> String {
    let shiftLabel = layout.keys[slot].key.shiftLabel
    guard hasBlocks, tile.lines > 2, !glyphs.isASCII, shift == .off, altgr == .off,
      glyphs.canDraw(shiftLabel)
    else { return "" }
    return CapLabel.text(shiftLabel, glyphs, fitting: tile.columns - 1) ?? ""
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
      let column = labelColumn(of: CharacterWidth.of(shifted), in: tile)
      buffer.put(shifted, column: column, row: row - 1, limit: right, style: small)
    }
    let level = KeyLevel(isShifted: shift != .off, isAltGr: altgr != .off)
    let altgrLabel = key.altgrLabel(at: level)
    let hasRowBelow = row + 1 < tile.line + tile.lines
    let isMarkNear = !hasRowBelow && marksAlternates && !key.alternates.isEmpty
    let room = right - 1 - label.upperBound - (hasRowBelow ? 0 : 1)
    guard glyphs.canDraw(altgrLabel), !isMarkNear,
      let other = CapLabel.text(altgrLabel, glyphs, fitting: room)
    else { return }
    buffer.put(
      other, column: right - 1 - CharacterWidth.of(other), row: row + (hasRowBelow ? 1 : 0),
      limit: right, style: small)
  }
}

extension KeyboardView {
  /// True if every cap with alternates has a blank between its label and the mark.
  ///
  /// Otherwise no cap is marked, since marks on only some caps would look uneven.
  var hasRoomForMarks: Bool {
    layout.keys.indices.allSatisfy { slot in
      guard !layout.keys[slot].key.alternates.isEmpty else { return true }
      let tile = grid.tiles[slot]
      let width = CharacterWidth.of(label(of: slot) ?? "")
      return markColumn(tile) > labelColumn(of: width, in: tile) + width
    }
  }

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
  /// The style of a focused cap.
  ///
  /// It is not bold, since bold turns black into grey on a terminal of sixteen colours.
  static let focused = Style(foreground: .focus, background: .focusLabel, attributes: .reverse)
}

extension KeyboardView {
  package var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    var view = self
    view.hasBlocks = false
    view.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }
}
