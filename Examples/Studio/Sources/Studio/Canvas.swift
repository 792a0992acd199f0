import Keyward

/// A rectangle of terminal cells, each 8 × 16 points.
struct CellRect: Hashable {
  static let cellWidth = 8.0
  static let cellHeight = 16.0

  var column: Int
  var line: Int
  var columns: Int
  var lines: Int

  init(column: Int, line: Int, columns: Int, lines: Int) {
    (self.column, self.line, self.columns, self.lines) = (column, line, columns, lines)
  }

  /// Rounds each edge to a cell.
  init(rounding frame: Rect) {
    func edge(_ points: Double, _ cell: Double) -> Int {
      Int(min(max((points / cell + 0.5).rounded(.down), -100_000), 100_000))
    }
    let left = edge(frame.minX, Self.cellWidth)
    let top = edge(frame.minY, Self.cellHeight)
    self.init(
      column: left, line: top, columns: edge(frame.maxX, Self.cellWidth) - left,
      lines: edge(frame.maxY, Self.cellHeight) - top)
  }

  func contains(column: Int, line: Int) -> Bool {
    (self.column..<self.column + max(0, columns)).contains(column)
      && (self.line..<self.line + max(0, lines)).contains(line)
  }
}

/// The cells of a terminal's window; whatever is drawn outside them is cut off.
struct Canvas: Equatable {
  enum Style: UInt8 {
    case plain, bold, hint, error
    /// The background of the keyboard; a key's cap; a cap of a function key; the chosen key.
    case panel, cap, functionCap, selected
    case grip
  }

  struct Cell: Equatable {
    /// The character; nil for the second half of a wide one.
    var character: Character? = " "
    var style = Style.plain
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  var cursor = (column: 0, row: 0)

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  static func == (a: Canvas, b: Canvas) -> Bool {
    a.columns == b.columns && a.cells == b.cells && a.cursor == b.cursor
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  func row(_ row: Int) -> ArraySlice<Cell> { cells[row * columns..<(row + 1) * columns] }

  /// The text of each row, without the blanks at its end.
  var lines: [String] {
    (0..<rows).map { row in
      let text = String(self.row(row).compactMap(\.character))
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private mutating func set(_ cell: Cell, column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    let index = row * columns + column
    // Half of a wide character cannot be shown.
    if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
    if column + 1 < columns, cells[index + 1].character == nil { cells[index + 1].character = " " }
    cells[index] = cell
  }

  mutating func fill(_ area: CellRect, with character: Character = " ", style: Style = .plain) {
    for row in max(0, area.line)..<max(0, area.line, min(rows, area.line + area.lines)) {
      for column in max(
        0, area.column)..<max(
          0, area.column, min(columns, area.column + area.columns))
      {
        set(Cell(character: character, style: style), column: column, row: row)
      }
    }
  }

  /// Draws the characters of a text that fit before `limit`; returns the column after them.
  @discardableResult
  mutating func put(
    _ text: String, column: Int, row: Int, limit: Int = .max, style: Style = .plain
  ) -> Int {
    var column = column
    for character in text {
      let width = DisplayText.width(of: character)
      guard column + width <= min(limit, columns) else { break }
      if column >= 0, width > 0 {
        set(Cell(character: character, style: style), column: column, row: row)
        if width == 2, (0..<rows).contains(row) {
          set(Cell(character: " ", style: style), column: column + 1, row: row)
          cells[row * columns + column + 1].character = nil
        }
      }
      column += width
    }
    return column
  }

  /// Draws a text in the middle of a row of `area`, shortened if it is too wide.
  mutating func center(_ text: String, in area: CellRect, row: Int, style: Style = .plain) {
    guard area.columns > 0 else { return }
    let shown = DisplayText.head(of: text, width: area.columns)
    let free = area.columns - DisplayText.width(of: shown)
    put(
      shown, column: area.column + free / 2, row: row, limit: area.column + area.columns,
      style: style)
  }

  /// Draws a box along the edges of `area`; in a single column or row, draws only a line.
  mutating func box(_ area: CellRect, style: Style = .plain) {
    guard area.columns > 0, area.lines > 0 else { return }
    let (right, bottom) = (area.column + area.columns - 1, area.line + area.lines - 1)
    var side = CellRect(column: area.column, line: area.line, columns: 1, lines: area.lines)
    fill(side, with: "│", style: style)
    guard area.columns > 1 else { return }
    side.column = right
    fill(side, with: "│", style: style)
    guard area.lines > 1 else { return }
    for (row, left, end) in [(area.line, "╭", "╮"), (bottom, "╰", "╯")] {
      let edge = CellRect(
        column: area.column + 1, line: row, columns: area.columns - 2, lines: 1)
      fill(edge, with: "─", style: style)
      put(left, column: area.column, row: row, style: style)
      put(end, column: right, row: row, style: style)
    }
  }
}

/// The width of texts in cells, and the lines into which they are broken.
enum DisplayText {
  /// Replaces characters that control the terminal or the direction of the text.
  static func clean(_ text: String, keepsLines: Bool = false) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isKept =
        switch scalar.properties.generalCategory {
        case .control: keepsLines && scalar == "\n"
        case .format: scalar == "\u{200d}"
        case .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
      clean.append(isKept ? scalar : "\u{fffd}")
    }
    return String(clean)
  }

  static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: return 0
      default: return 1
      }
    }
  }

  static func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The whole text, or its beginning and an ellipsis.
  static func head(of text: String, width: Int) -> String {
    guard self.width(of: text) > width else { return text }
    let (head, _) = split(text[...], after: width - 1)
    return width > 0 ? head + "…" : ""
  }

  /// Divides a text after the characters that fit in a width.
  private static func split(
    _ text: Substring, after width: Int
  ) -> (head: Substring, rest: Substring) {
    var (end, room) = (text.startIndex, width)
    while end < text.endIndex, self.width(of: text[end]) <= room {
      room -= self.width(of: text[end])
      end = text.index(after: end)
    }
    return (text[..<end], text[end...])
  }

  /// Breaks a text into lines, between words if possible.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
      var lines: [String] = []
      var line = ""
      for word in paragraph.split(separator: " ") {
        if !line.isEmpty, self.width(of: line) + 1 + self.width(of: word) <= width {
          line += " " + word
          continue
        }
        if !line.isEmpty { lines.append(line) }
        var rest = word
        while self.width(of: rest) > width {
          let (head, tail) = split(rest, after: width)
          guard !head.isEmpty else { break }
          lines.append(String(head))
          rest = tail
        }
        line = String(rest)
      }
      return lines + [line]
    }
  }

  /// The lines that fit in a number of rows; an ellipsis marks a shortened text.
  static func lines(of text: String, width: Int, rows: Int) -> ArraySlice<String> {
    let lines = lines(of: text, width: width)
    guard rows > 0, lines.count > rows else { return lines.prefix(max(0, rows)) }
    let last = lines[rows - 1]
    let end = width > 1 ? split(last[...], after: width - 1).head + "…" : last[...]
    return lines.prefix(rows - 1) + [String(end)]
  }
}
