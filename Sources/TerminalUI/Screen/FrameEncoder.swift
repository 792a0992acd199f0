/// Turns the difference between two buffers into the bytes that make a terminal show the new one.
///
/// Every run of changed cells gets an absolute position, and so do the cells after every run that is
/// not ASCII: where a terminal thinks otherwise about a width, nothing else moves.
struct FrameEncoder {
  /// A gap of fewer unchanged cells is sent again, being shorter than a new position.
  private static let shortGap = 6

  private let palette: Palette
  private(set) var bytes: [UInt8] = []
  private var style = Style.plain
  private var cursor: (column: Int, row: Int)?
  private var lastWasASCII = true

  init(palette: Palette) {
    self.palette = palette
    bytes.reserveCapacity(4096)
  }

  /// Appends text as it is: control sequences and what they belong to.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Forgets what is known about the terminal and erases it.
  mutating func erase() {
    reset()
    append(ControlSequence.eraseScreen)
    cursor = nil
  }

  /// Goes back to the terminal's own style.
  mutating func reset() {
    append("\u{1b}[0m")
    style = .plain
  }

  /// Puts the cursor on a cell for good.
  mutating func rest(column: Int, row: Int) {
    append(ControlSequence.move(column: column, row: row))
    cursor = (column, row)
  }

  /// Appends what turns `old` into `new`; both have the same size.
  mutating func encode(from old: CellBuffer, to new: CellBuffer) {
    for row in 0..<new.rows { encodeRow(row, from: old, to: new) }
    if style != .plain { reset() }
  }

  private mutating func encodeRow(_ row: Int, from old: CellBuffer, to new: CellBuffer) {
    guard !new.hasSameRow(row, as: old) else { return }
    var end = new.columns
    while end > 0, old[end - 1, row] == new[end - 1, row] { end -= 1 }
    guard end > 0 else { return }
    // Behind the last cell that is not blank one erase does for all.
    var blankFrom = new.columns
    while blankFrom > 0, new[blankFrom - 1, row] == .blank { blankFrom -= 1 }
    let erases = end - blankFrom > ControlSequence.eraseToEndOfRow.utf8.count
    if erases { end = blankFrom }

    var column = 0
    var lastWritten: Int?
    while column < end {
      guard old[column, row] != new[column, row] || isTorn(column, row, from: old, to: new) else {
        column += 1
        continue
      }
      var start = column
      if let last = lastWritten, column - last <= Self.shortGap,
        (last..<column).allSatisfy({ new[$0, row].isASCII })
      {
        start = last
      }
      for column in start...column { write(new[column, row], column: column, row: row) }
      column += 1
      lastWritten = column
    }
    if erases {
      if style != .plain { reset() }
      move(column: blankFrom, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
  }

  /// Whether an unchanged cell is the first half of a wide character whose second half changed.
  private func isTorn(
    _ column: Int, _ row: Int, from old: CellBuffer, to new: CellBuffer
  ) -> Bool {
    guard case .wide = new[column, row].content, column + 1 < new.columns else { return false }
    return old[column + 1, row] != new[column + 1, row]
  }

  private mutating func write(_ cell: Cell, column: Int, row: Int) {
    switch cell.content {
    case .narrow(let character):
      let isASCII = character.isASCII
      // Only its own kind goes on behind what is not ASCII.
      if isASCII, !lastWasASCII { cursor = nil }
      move(column: column, row: row)
      apply(cell.style)
      append(String(character))
      cursor = isASCII || isKnown(character) ? (column + 1, row) : nil
      lastWasASCII = isASCII
    case .wide(let character):
      move(column: column, row: row)
      apply(cell.style)
      append(String(character))
      cursor = nil
    case .tail, .secret:
      break
    }
  }

  /// Lines and blocks, whose width no terminal doubts.
  private func isKnown(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x2500...0x259f).contains(scalar.value)
  }

  private mutating func move(column: Int, row: Int) {
    if let cursor, cursor == (column, row) { return }
    append(ControlSequence.move(column: column, row: row))
    cursor = (column, row)
  }

  private mutating func apply(_ new: Style) {
    guard new != style else { return }
    style = new
    bytes.append(contentsOf: palette.selectGraphicRendition(of: new).utf8)
  }
}

extension Cell {
  fileprivate var isASCII: Bool {
    guard case .narrow(let character) = content else { return false }
    return character.isASCII
  }
}
