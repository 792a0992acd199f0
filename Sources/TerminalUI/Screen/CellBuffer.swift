/// A rectangle of cells that can be drawn on.
///
///     var buffer = CellBuffer(columns: 20, rows: 2)
///     buffer.put("Passphrase", column: 3, row: 1)
///     buffer.lines[1]  // "   Passphrase"
///
/// What reaches over an edge is cut off. Text must have been through a `Sanitizer`.
public struct CellBuffer: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  /// The cells of every row; rows that two buffers share are told equal without a look at them.
  private var cells: [[Cell]]
  /// What an untouched row is, shared with every copy.
  private let blankRow: [Cell]

  /// A blank buffer; sizes below 1 count as 1.
  public init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    blankRow = Array(repeating: .blank, count: self.columns)
    cells = Array(repeating: blankRow, count: self.rows)
  }

  /// A blank buffer of the same size, which shares the rows that were never drawn on.
  var blanked: CellBuffer {
    var other = self
    other.cells = Array(repeating: blankRow, count: rows)
    return other
  }

  public subscript(column: Int, row: Int) -> Cell { cells[row][column] }

  /// Writes `text` from a cell rightwards.
  ///
  /// - Parameters:
  ///   - text: Sanitised text; line feeds are not followed.
  ///   - column: The first column, also outside the buffer.
  ///   - row: The row, also outside the buffer.
  ///   - limit: The column the text ends before, at most the width.
  ///   - style: How it is written.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func put(
    _ text: String, column: Int, row: Int, limit: Int? = nil, style: Style = .plain
  ) -> Int {
    var column = column
    let end = min(limit ?? columns, columns)
    for character in text {
      let width = CharacterWidth.of(character)
      guard width > 0 else { continue }
      guard column + width <= end else { break }
      if (0..<rows).contains(row), column >= 0 {
        set(character, width: width, column: column, row: row, style: style)
      }
      column += width
    }
    return column
  }

  /// Fills a rectangle, as far as it lies inside, with one narrow character.
  public mutating func fill(
    column: Int, row: Int, width: Int, height: Int, with character: Character = " ",
    style: Style = .plain
  ) {
    for row in max(0, row)..<max(max(0, row), min(rows, row + height)) {
      for column in max(0, column)..<max(max(0, column), min(columns, column + width)) {
        set(character, width: 1, column: column, row: row, style: style)
      }
    }
  }

  /// Marks cells of a row as shown by somebody else.
  public mutating func reserve(column: Int, row: Int, width: Int) {
    guard (0..<rows).contains(row) else { return }
    for column in max(0, column)..<max(max(0, column), min(columns, column + width)) {
      clear(column: column, row: row)
      cells[row][column] = Cell(content: .secret, style: .plain)
    }
  }

  /// Whether a row is the same in another buffer of this size; at once where neither was drawn on
  /// since one was the other's copy.
  func hasSameRow(_ row: Int, as other: CellBuffer) -> Bool { cells[row] == other.cells[row] }

  /// The rows as text, without the blanks at their ends; secret cells are shown as `�`.
  public var lines: [String] {
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

  private mutating func set(
    _ character: Character, width: Int, column: Int, row: Int, style: Style
  ) {
    clear(column: column, row: row)
    guard width == 2 else {
      cells[row][column] = Cell(content: .narrow(character), style: style)
      return
    }
    clear(column: column + 1, row: row)
    cells[row][column] = Cell(content: .wide(character), style: style)
    cells[row][column + 1] = Cell(content: .tail, style: style)
  }

  /// Blanks the other half of a wide character whose one half is about to be written over.
  private mutating func clear(column: Int, row: Int) {
    switch cells[row][column].content {
    case .wide where column + 1 < columns: cells[row][column + 1].content = .narrow(" ")
    case .tail where column > 0: cells[row][column - 1].content = .narrow(" ")
    default: break
    }
  }
}
