/// A rectangle of cells to draw on.
///
///     var buffer = CellBuffer(columns: 20, rows: 2)
///     buffer.put("Passphrase", column: 3, row: 1)
///     buffer.lines[1]  // "   Passphrase"
///
/// Drawing is clipped at the edges. Text must be sanitised by a `Sanitizer`.
package struct CellBuffer: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  /// The rows; rows shared by two buffers compare equal without comparing cells.
  private var grid: [CellRow]
  /// A blank row, shared with all copies.
  private let blankRow: CellRow
  /// The characters of more than one scalar, by `row * columns + column`.
  private var clusters: [Int: Character] = [:]

  /// Creates a blank buffer; sizes below 1 count as 1.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    blankRow = CellRow(columns: self.columns)
    grid = Array(repeating: blankRow, count: self.rows)
  }

  /// A blank buffer of the same size, which shares blank rows.
  var blanked: CellBuffer {
    var other = self
    other.grid = Array(repeating: blankRow, count: rows)
    other.clusters = [:]
    return other
  }

  /// A blank buffer of the given size; it shares blank rows with this one if the sizes are equal.
  func blank(columns: Int, rows: Int) -> CellBuffer {
    (columns, rows) == (self.columns, self.rows)
      ? blanked : CellBuffer(columns: columns, rows: rows)
  }

  /// The same buffer with blank rows added below, if it has fewer.
  func extended(toRows rows: Int) -> CellBuffer {
    guard rows > self.rows else { return self }
    var other = CellBuffer(columns: columns, rows: rows)
    other.grid.replaceSubrange(0..<self.rows, with: grid)
    other.clusters = clusters
    return other
  }

  package subscript(column: Int, row: Int) -> Cell {
    let cell = grid[row][column]
    let content: Cell.Content =
      switch cell.kind {
      case .narrow: .narrow(character(of: cell, column: column, row: row))
      case .wide: .wide(character(of: cell, column: column, row: row))
      case .tail: .tail
      case .secret: .secret
      }
    return Cell(content: content, style: cell.style)
  }

  /// Writes sanitised text rightwards from a cell, before column `limit`; returns the next column.
  ///
  /// The cell may be outside the buffer. A line feed does not begin a new row.
  @discardableResult
  package mutating func put(
    _ text: String, column: Int, row: Int, limit: Int? = nil, style: Style = .plain
  ) -> Int {
    let end = min(limit ?? columns, columns)
    let isInside = grid.indices.contains(row)
    if isInside, column >= 0, let cells = CharacterWidth.cellsOfSingles(text) {
      forget(column..<max(column, min(end, column + cells)), row: row)
      return grid[row].put(
        singles: text, count: cells, from: column, to: end, style: style)
    }
    var column = column
    for character in text {
      let width = CharacterWidth.of(character)
      guard width > 0 else { continue }
      guard column + width <= end else { break }
      if isInside, column >= 0 {
        set(character, width: width, column: column, row: row, style: style)
      }
      column += width
    }
    return column
  }

  /// Fills the part of a rectangle inside the buffer with a narrow character.
  package mutating func fill(
    column: Int, row: Int, width: Int, height: Int, with character: Character = " ",
    style: Style = .plain
  ) {
    let cell = PackedCell(character, isWide: false, style: style)
    for row in clipped(row, height, to: rows) {
      fill(column: column, row: row, width: width, with: cell)
      guard cell.isCluster else { continue }
      for column in clipped(column, width, to: columns) {
        clusters[place(column, row)] = character
      }
    }
  }

  /// Fills the part of a rectangle inside the buffer with a scalar one cell wide.
  package mutating func fill(
    column: Int, row: Int, width: Int, height: Int = 1, glyph: Unicode.Scalar,
    style: Style = .plain
  ) {
    let cell = PackedCell(scalar: glyph.value, kind: .narrow, style: style)
    for row in clipped(row, height, to: rows) {
      fill(column: column, row: row, width: width, with: cell)
    }
  }

  /// Replaces rows with those of a buffer of the same width, clipped at the edges.
  mutating func put(_ other: CellBuffer, atRow first: Int) {
    precondition(other.columns == columns, "both buffers must have the same width")
    for row in clipped(first, other.rows, to: rows) {
      forget(0..<columns, row: row)
      grid[row] = other.grid[row - first]
    }
    for (place, character) in other.clusters {
      let row = first + place / columns
      if grid.indices.contains(row) { clusters[self.place(place % columns, row)] = character }
    }
  }

  /// Writes a nonnegative number that ends before a column.
  package mutating func put(number: Int, endingAt end: Int, row: Int) {
    var (rest, column) = (number, end)
    repeat {
      column -= 1
      fill(column: column, row: row, width: 1, glyph: Self.digit(rest % 10))
      rest /= 10
    } while rest > 0
  }

  private static func digit(_ value: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
  }

  /// Reserves cells of a row for characters of a secret.
  package mutating func reserve(column: Int, row: Int, width: Int) {
    guard grid.indices.contains(row) else { return }
    let cell = PackedCell(scalar: 0, kind: .secret, style: .plain)
    fill(column: column, row: row, width: width, with: cell)
  }

  /// The rows as text, without trailing blanks; `�` for reserved cells.
  package var lines: [String] {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns {
        switch self[column, row].content {
        case .narrow(let character), .wide(let character): line.append(character)
        case .tail: break
        case .secret: line.append("\u{fffd}")
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  // MARK: For the encoder

  /// The cells of a row; use `character(of:column:row:)` for clusters.
  func row(_ row: Int) -> CellRow { grid[row] }

  func character(of cell: PackedCell, column: Int, row: Int) -> Character {
    if cell.isCluster { return clusters[place(column, row)] ?? " " }
    return Unicode.Scalar(cell.scalar).map(Character.init) ?? " "
  }

  /// True if two buffers share the storage of a row, as copies do until one is drawn on.
  func shares(row: Int, with other: CellBuffer) -> Bool { grid[row].isCopy(of: other.grid[row]) }

  /// The columns of a row from the first to the last cell that differs from `old`; nil if none
  /// does.
  ///
  /// The range includes both halves of a wide character. The buffers have the same size.
  func changes(in row: Int, since old: CellBuffer) -> Range<Int>? {
    guard clusters.isEmpty, old.clusters.isEmpty else {
      let (cells, former) = (grid[row], old.grid[row])
      let isSame = (0..<columns).allSatisfy {
        !cells[$0].isCluster && !former[$0].isCluster
          || clusters[place($0, row)] == old.clusters[place($0, row)]
      }
      return isSame ? grid[row].changes(since: old.grid[row]) : 0..<columns
    }
    return grid[row].changes(since: old.grid[row])
  }

  // MARK: Setting

  private func place(_ column: Int, _ row: Int) -> Int { row * columns + column }

  /// The part of a range within `0..<end`.
  private func clipped(_ first: Int, _ count: Int, to end: Int) -> Range<Int> {
    let start = max(0, first)
    return start..<max(start, min(end, first + count))
  }

  @inline(never)
  private mutating func fill(column: Int, row: Int, width: Int, with cell: PackedCell) {
    let range = clipped(column, width, to: columns)
    forget(range, row: row)
    grid[row].fill(range, with: cell)
  }

  private mutating func set(
    _ character: Character, width: Int, column: Int, row: Int, style: Style
  ) {
    let cell = PackedCell(character, isWide: width == 2, style: style)
    forget(column..<column + width, row: row)
    if width == 2 {
      grid[row].putWide(cell, at: column)
    } else {
      grid[row].fill(column..<column + 1, with: cell)
    }
    if cell.isCluster { clusters[place(column, row)] = character }
  }

  /// Removes the clusters in cells about to be overwritten, and in the other half of a wide
  /// character.
  private mutating func forget(_ range: Range<Int>, row: Int) {
    guard !clusters.isEmpty, !range.isEmpty else { return }
    for column in max(0, range.lowerBound - 1)..<range.upperBound {
      let isLeft = column < range.lowerBound
      if isLeft, grid[row][range.lowerBound].kind != .tail { continue }
      guard grid[row][column].isCluster else { continue }
      clusters[place(column, row)] = nil
    }
  }
}

/// The cells of one row; both halves of a wide character are always written and blanked together.
struct CellRow: Hashable, Sendable {
  private(set) var cells: [PackedCell]

  init(columns: Int) {
    cells = Array(repeating: .blank, count: columns)
  }

  subscript(column: Int) -> PackedCell { cells[column] }

  /// True if both rows share their storage, as they do until one is drawn on.
  func isCopy(of other: CellRow) -> Bool {
    unsafe cells.withUnsafeBufferPointer { own in
      unsafe other.cells.withUnsafeBufferPointer { unsafe own.baseAddress == $0.baseAddress }
    }
  }

  /// The columns from the first to the last differing cell; nil if all are equal.
  ///
  /// If the first differing cell is the second half of a wide character, or was a bar after a
  /// blank, the range includes the cell before it, too.
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

  /// The first column of the trailing blanks.
  var blankFrom: Int {
    let cells = cells.span
    var column = cells.count
    while column > 0, cells[column - 1] == .blank { column -= 1 }
    return column
  }

  /// The next column before `end` that must be written; nil if there is none.
  ///
  /// That is a cell that differs from `old`, the first half of a wide character whose second half
  /// differs, or a blank before a removed bar. A cluster is always written.
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

  /// True if `former` is a bar at the left edge, such as the cursor's, and `cell` before it is
  /// blank.
  ///
  /// Font smoothing draws such a bar beyond the cell's edge, and some terminals do not erase that
  /// part.
  private func reachesLeft(_ former: PackedCell, over cell: PackedCell) -> Bool {
    former.scalar == 0x258f && cell.scalar == 0x20
  }

  /// The end of a run of ASCII characters in one style that differ from `old`.
  func runEnd(from start: Int, to end: Int, in styleBits: UInt32, over old: CellRow) -> Int {
    let (own, other) = (cells.span, old.cells.span)
    var column = start
    while column < end, own[column].isASCII,
      own[column].styleBits(after: styleBits) == styleBits,
      own[column] != other[column]
    { column += 1 }
    return column
  }

  /// Fills `range`, which must be inside, with a cell.
  mutating func fill(_ range: Range<Int>, with cell: PackedCell) {
    detach(range)
    var cells = cells.mutableSpan
    for column in range { cells[column] = cell }
  }

  /// Writes a wide cell and its tail; both must fit.
  mutating func putWide(_ cell: PackedCell, at column: Int) {
    detach(column..<column + 2)
    cells[column] = cell
    cells[column + 1] = PackedCell(scalar: 0, kind: .tail, style: cell.style)
  }

  /// Writes scalars of one cell each, as far as they fit; returns the column after them.
  mutating func put(
    singles text: String, count: Int, from column: Int, to end: Int, style: Style
  ) -> Int {
    let after = column + min(count, end - column)
    guard after > column else { return column }
    detach(column..<after)
    var cell = PackedCell(scalar: 0, kind: .narrow, style: style)
    var cells = cells.mutableSpan
    var place = column
    // ASCII, the most frequent case, needs no decoding.
    var bytes = text.utf8.makeIterator()
    var scalars = text.unicodeScalars.makeIterator()
    let isASCII = count == text.utf8.count
    while place < after,
      let value = isASCII ? bytes.next().map(UInt32.init) : scalars.next()?.value
    {
      cell.scalar = value
      cells[place] = cell
      place += 1
    }
    return place
  }

  /// Blanks the other half of each wide character that is about to be overwritten in part.
  private mutating func detach(_ range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    if cells[first].kind == .tail, first > 0 { blank(first - 1) }
    if cells[last].kind == .wide, last + 1 < cells.count { blank(last + 1) }
  }

  private mutating func blank(_ column: Int) {
    cells[column] = cells[column].blanked
  }
}
