/// A rectangle of cells that can be drawn on.
///
///     var buffer = CellBuffer(columns: 20, rows: 2)
///     buffer.put("Passphrase", column: 3, row: 1)
///     buffer.lines[1]  // "   Passphrase"
///
/// Drawing outside the edges is cut off. Text must have been through a `Sanitizer`.
package struct CellBuffer: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  /// Every row; rows shared by two buffers compare equal without a look at their cells.
  private var grid: [CellRow]
  /// An untouched row, shared with every copy.
  private let blankRow: CellRow
  /// The characters of more than one scalar, by `row * columns + column`.
  private var clusters: [Int: Character] = [:]

  /// A blank buffer; sizes below 1 count as 1.
  package init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    blankRow = CellRow(columns: self.columns)
    grid = Array(repeating: blankRow, count: self.rows)
  }

  /// A blank buffer of the same size, which shares the rows never drawn on.
  var blanked: CellBuffer {
    var other = self
    other.grid = Array(repeating: blankRow, count: rows)
    other.clusters = [:]
    return other
  }

  /// A blank buffer of a size, which shares the untouched rows of this one if that is its size.
  func blank(columns: Int, rows: Int) -> CellBuffer {
    (columns, rows) == (self.columns, self.rows) ? blanked : CellBuffer(columns: columns, rows: rows)
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

  /// Writes `text` from a cell rightwards.
  ///
  /// - Parameters:
  ///   - text: Sanitised text; line feeds are not followed.
  ///   - column: The first column, also outside the buffer.
  ///   - row: The row, also outside the buffer.
  ///   - limit: The column the text ends before, at most the width.
  ///   - style: Its style.
  /// - Returns: The column after the text.
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

  /// Fills a rectangle, as far as it lies inside, with one narrow character.
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

  /// Fills a rectangle, as far as it lies inside, with a scalar that is one cell wide.
  package mutating func fill(
    column: Int, row: Int, width: Int, height: Int = 1, glyph: Unicode.Scalar,
    style: Style = .plain
  ) {
    let cell = PackedCell(scalar: glyph.value, kind: .narrow, style: style)
    for row in clipped(row, height, to: rows) {
      fill(column: column, row: row, width: width, with: cell)
    }
  }

  /// Replaces rows by those of a buffer of the same width, as far as they lie inside.
  mutating func put(_ other: CellBuffer, atRow first: Int) {
    precondition(other.columns == columns, "rows have the width of their buffer")
    for row in clipped(first, other.rows, to: rows) {
      forget(0..<columns, row: row)
      grid[row] = other.grid[row - first]
    }
    for (place, character) in other.clusters {
      let row = first + place / columns
      if grid.indices.contains(row) { clusters[self.place(place % columns, row)] = character }
    }
  }

  /// Writes a number, not negative, so that it ends before a column.
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

  /// Marks cells of a row as filled from elsewhere.
  package mutating func reserve(column: Int, row: Int, width: Int) {
    guard grid.indices.contains(row) else { return }
    let cell = PackedCell(scalar: 0, kind: .secret, style: .plain)
    fill(column: column, row: row, width: width, with: cell)
  }

  /// The rows as text, without trailing blanks; secret cells are shown as `�`.
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

  /// The cells of a row; for a cluster, `character(of:column:row:)` has the character.
  func row(_ row: Int) -> CellRow { grid[row] }

  /// The character a narrow or wide cell shows.
  func character(of cell: PackedCell, column: Int, row: Int) -> Character {
    if cell.isCluster { return clusters[place(column, row)] ?? " " }
    return Unicode.Scalar(cell.scalar).map(Character.init) ?? " "
  }

  /// Tells whether two buffers share a row, which is then equal without a comparison.
  ///
  /// They do until one of them draws on it.
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

  /// The part of a range that lies within the `end` columns or rows.
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

  /// Forgets the clusters in cells about to be overwritten, and those of a half next to them.
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
