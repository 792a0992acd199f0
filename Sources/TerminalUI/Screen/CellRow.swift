/// The cells of one row, with both halves of wide characters written and blanked together.
struct CellRow: Hashable, Sendable {
  private(set) var cells: [PackedCell]

  /// A blank row.
  init(columns: Int) {
    cells = Array(repeating: .blank, count: columns)
  }

  subscript(column: Int) -> PackedCell { cells[column] }

  /// Tells whether both rows share their storage, which they do until one of them is drawn on.
  func isCopy(of other: CellRow) -> Bool {
    unsafe cells.withUnsafeBufferPointer { own in
      unsafe other.cells.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
    }
  }

  /// The columns from the first differing cell to the last; nil if all are equal.
  ///
  /// The range has one more at the left if the first is the second half of a wide character, or was
  /// a bar behind a blank.
  func changes(since old: CellRow) -> Range<Int>? {
    let (own, other) = (cells.span, old.cells.span)
    var (start, end) = (0, own.count)
    while start < end, own[start] == other[start] { start += 1 }
    if start == end { return nil }
    while end > start, own[end - 1] == other[end - 1] { end -= 1 }
    if start > 0, own[start - 1].kind == .wide || reachesLeft(other[start], over: own[start - 1]) {
      start -= 1
    }
    return start..<end
  }

  /// The first column from which on all cells are blank.
  var blankFrom: Int {
    let cells = cells.span
    var column = cells.count
    while column > 0, cells[column - 1] == .blank { column -= 1 }
    return column
  }

  /// The next column before `end` that must be written, or may have to be; nil if there is none.
  ///
  /// This is a cell that differs from `old`, the first half of a wide character whose second half
  /// differs, or a blank before a bar that goes.
  func nextToWrite(from start: Int, to end: Int, over old: CellRow) -> Int? {
    let (own, other) = (cells.span, old.cells.span)
    for column in start..<max(start, end) {
      let cell = own[column]
      if cell != other[column] || cell.isCluster { return column }
      guard column + 1 < own.count, own[column + 1] != other[column + 1] else { continue }
      if cell.kind == .wide || reachesLeft(other[column + 1], over: cell) { return column }
    }
    return nil
  }

  /// Tells whether a former cell is a bar at its left edge, as for the cursor, and the cell before
  /// it a blank.
  ///
  /// A smoothed font draws such a bar over the edge, and not every terminal takes that back.
  private func reachesLeft(_ former: PackedCell, over cell: PackedCell) -> Bool {
    former.scalar == 0x258f && cell.scalar == 0x20
  }

  /// The end of the ASCII characters of a style that stand from a column on and differ from `old`.
  func runEnd(from start: Int, to end: Int, in styleBits: UInt32, over old: CellRow) -> Int {
    let (own, other) = (cells.span, old.cells.span)
    var column = start
    while column < end, own[column].isASCII,
      own[column].styleBits(after: styleBits) == styleBits,
      own[column] != other[column]
    { column += 1 }
    return column
  }

  /// Fills `range`, which lies inside, with a cell.
  mutating func fill(_ range: Range<Int>, with cell: PackedCell) {
    detach(range)
    var cells = cells.mutableSpan
    for column in range { cells[column] = cell }
  }

  /// Puts a wide cell and its tail, for which there is room.
  mutating func putWide(_ cell: PackedCell, at column: Int) {
    detach(column..<column + 2)
    cells[column] = cell
    cells[column + 1] = PackedCell(scalar: 0, kind: .tail, style: cell.style)
  }

  /// Puts scalars that each stand in one cell from a column on, as far as there is room; returns the
  /// column behind them.
  mutating func put(
    singles text: String, count: Int, from column: Int, to end: Int, style: Style
  ) -> Int {
    let after = column + min(count, end - column)
    guard after > column else { return column }
    detach(column..<after)
    var cell = PackedCell(scalar: 0, kind: .narrow, style: style)
    var cells = cells.mutableSpan
    var place = column
    // ASCII, which most texts are, is not decoded.
    var bytes = text.utf8.makeIterator()
    var scalars = text.unicodeScalars.makeIterator()
    let isASCII = count == text.utf8.count
    while place < after, let value = isASCII ? bytes.next().map(UInt32.init) : scalars.next()?.value {
      cell.scalar = value
      cells[place] = cell
      place += 1
    }
    return place
  }

  /// Blanks the other halves of wide characters of which one half is about to be overwritten.
  private mutating func detach(_ range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    if cells[first].kind == .tail, first > 0 { blank(first - 1) }
    if cells[last].kind == .wide, last + 1 < cells.count { blank(last + 1) }
  }

  private mutating func blank(_ column: Int) {
    cells[column] = cells[column].blanked
  }
}
