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
  /// The rows; both halves of a wide character are always written and blanked together.
  private(set) var grid: [[Cell]]
  /// The characters of more than one scalar, by `row * columns + column`.
  private var clusters: [Int: Character] = [:]

  /// Creates a blank buffer; sizes below 1 count as 1.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    grid = Array(repeating: Array(repeating: .blank, count: self.columns), count: self.rows)
  }

  var blanked: CellBuffer { CellBuffer(columns: columns, rows: rows) }

  func extended(toRows rows: Int) -> CellBuffer {
    guard rows > self.rows else { return self }
    var other = CellBuffer(columns: columns, rows: rows)
    other.grid.replaceSubrange(0..<self.rows, with: grid)
    other.clusters = clusters
    return other
  }

  package subscript(column: Int, row: Int) -> Cell { grid[row][column] }

  /// The character of a cell; nil for the second half of a wide character, and for a reserved cell.
  package func character(_ column: Int, _ row: Int) -> Character? {
    let cell = grid[row][column]
    guard cell.kind == .narrow || cell.kind == .wide else { return nil }
    if cell.isCluster { return clusters[place(column, row)] }
    return Unicode.Scalar(cell.scalar).map(Character.init)
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
      guard column < end else { return column }
      let range = column..<min(end, column + cells)
      prepare(range, row: row)
      var column = column
      for scalar in text.unicodeScalars where column < range.upperBound {
        grid[row][column] = Cell(scalar: scalar.value, kind: .narrow, style: style)
        column += 1
      }
      return range.upperBound
    }
    var column = column
    for character in text {
      let width = CharacterWidth.of(character)
      guard width > 0 else { continue }
      guard column + width <= end else { break }
      guard width <= 2 else {
        for piece in CharacterWidth.pieces(of: character) {
          column = put(String(piece), column: column, row: row, limit: limit, style: style)
        }
        continue
      }
      if isInside, column >= 0 {
        set(character, width: width, column: column, row: row, style: style)
      }
      column += width
    }
    return column
  }

  /// Fills a rectangle with `glyph`, which must be one cell wide.
  package mutating func fill(
    column: Int, row: Int, width: Int, height: Int = 1, glyph: Unicode.Scalar = " ",
    style: Style = .plain
  ) {
    let cell = Cell(scalar: glyph.value, kind: .narrow, style: style)
    let range = clipped(column, width, to: columns)
    guard !range.isEmpty else { return }
    for row in clipped(row, height, to: rows) {
      prepare(range, row: row)
      grid[row].replaceSubrange(range, with: repeatElement(cell, count: range.count))
    }
  }

  mutating func put(_ other: CellBuffer, atRow first: Int) {
    precondition(other.columns == columns, "both buffers must have the same width")
    for row in clipped(first, other.rows, to: rows) {
      prepare(0..<columns, row: row)
      grid[row] = other.grid[row - first]
    }
    for (place, character) in other.clusters {
      let row = first + place / columns
      if grid.indices.contains(row) { clusters[self.place(place % columns, row)] = character }
    }
  }

  package mutating func reserve(column: Int, row: Int, width: Int) {
    guard grid.indices.contains(row) else { return }
    fill(column: column, row: row, width: width)
    for column in clipped(column, width, to: columns) {
      grid[row][column] = Cell(scalar: 0, kind: .secret, style: .plain)
    }
  }

  /// The rows as text, without trailing blanks; `�` for reserved cells.
  package var lines: [String] {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns {
        if grid[row][column].kind == .secret { line.append("\u{fffd}") }
        if let character = character(column, row) { line.append(character) }
      }
      return TextWrap.trimmed(line)
    }
  }

  /// The column after the last cell in a row that differs from `old`; nil if the row is unchanged.
  ///
  /// The buffer `old` must have the size of this one.
  func endOfChanges(in row: Int, since old: CellBuffer) -> Int? {
    let (cells, former) = (grid[row], old.grid[row])
    // A row that was not drawn again is the same array, which is recognised at once.
    let end = cells == former ? nil : cells.indices.last { cells[$0] != former[$0] }.map { $0 + 1 }
    // Equal cells may hold different clusters.
    guard !clusters.isEmpty || !old.clusters.isEmpty else { return end }
    for column in 0..<columns where cells[column].isCluster || former[column].isCluster {
      let place = place(column, row)
      if clusters[place] != old.clusters[place] { return columns }
    }
    return end
  }

  // MARK: Setting

  private func place(_ column: Int, _ row: Int) -> Int { row * columns + column }

  private func clipped(_ first: Int, _ count: Int, to end: Int) -> Range<Int> {
    let start = max(0, first)
    return start..<max(start, min(end, first + count))
  }

  private mutating func set(
    _ character: Character, width: Int, column: Int, row: Int, style: Style
  ) {
    let cell = Cell(character, isWide: width == 2, style: style)
    prepare(column..<column + width, row: row)
    grid[row][column] = cell
    if width == 2 { grid[row][column + 1] = Cell(scalar: 0, kind: .tail, style: style) }
    if cell.isCluster { clusters[place(column, row)] = character }
  }

  /// Removes the clusters of cells to be overwritten, and blanks the other half of each wide
  /// character that the range cuts.
  private mutating func prepare(_ range: Range<Int>, row: Int) {
    guard let first = range.first, let last = range.last else { return }
    for column in range where grid[row][column].isCluster { clusters[place(column, row)] = nil }
    if grid[row][first].kind == .tail, first > 0 { blank(first - 1, row) }
    if grid[row][last].kind == .wide, last + 1 < columns { blank(last + 1, row) }
  }

  private mutating func blank(_ column: Int, _ row: Int) {
    clusters[place(column, row)] = nil
    grid[row][column] = Cell(scalar: 0x20, kind: .narrow, style: grid[row][column].style)
  }
}
