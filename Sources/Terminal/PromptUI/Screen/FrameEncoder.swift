/// Turns the difference between two buffers into the bytes that update a terminal.
///
/// The cursor is positioned before each run of changed cells, and again after a character that is
/// not ASCII. A terminal that assumes a different width for a character therefore shifts nothing
/// else. Positions are absolute, or, if the screen's place in the window is unknown, relative to
/// the frame's first row, where the cursor rests before and after the frame.
package struct FrameEncoder {
  /// The longest gap of unchanged cells that is sent again rather than skipped by a new position.
  private static let shortGap = 6

  private let palette: Palette
  /// True if positions are relative to the row where the cursor rests.
  private let isRelative: Bool
  /// The cursor's row for relative positions, counted from the frame's first row.
  private var line = 0
  package private(set) var bytes: [UInt8] = []
  /// The current style; 0 for the terminal's own.
  private var styleBits: UInt32 = 0
  private var cursor: (column: Int, row: Int)?
  private var lastWasASCII = true

  package init(palette: Palette, isRelative: Bool = false) {
    self.palette = palette
    self.isRelative = isRelative
    bytes.reserveCapacity(1024)
  }

  /// Begins a frame, independent of the previous one, with the cursor in the given row.
  mutating func begin(row: Int = 0) {
    bytes.removeAll(keepingCapacity: true)
    (styleBits, cursor, lastWasASCII) = (0, nil, true)
    line = row
  }

  /// Appends text unchanged: control sequences and their parameters.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Erases the screen or, if positions are relative, a number of rows, creating missing ones.
  mutating func erase(rows: Int) {
    reset()
    cursor = nil
    guard isRelative else { return append(ControlSequence.eraseScreen) }
    for row in 0..<rows {
      appendMove(column: 0, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
    if rows > 0 { appendMove(column: 0, row: 0) }
  }

  /// Moves up over echoed lines, and erases them and everything below.
  mutating func erase(echoedLines: Int) {
    guard echoedLines > 0 else { return }
    reset()
    appendStep(by: echoedLines, to: UInt8(ascii: "A"))
    bytes.append(0x0d)
    append(ControlSequence.eraseBelow)
  }

  /// Resets to the terminal's own style.
  mutating func reset() {
    append(ControlSequence.plainStyle)
    styleBits = 0
  }

  /// Leaves the cursor on a cell until the next frame.
  package mutating func rest(column: Int, row: Int) {
    appendMove(column: column, row: row)
    cursor = (column, row)
  }

  /// Appends the bytes that turn `old` into `new`, and assigns `new` to `old`.
  ///
  /// Without an old buffer of the same size it appends everything and returns true.
  package mutating func encode(_ new: CellBuffer, over old: inout CellBuffer?) -> Bool {
    let isSameSize = old.map { ($0.columns, $0.rows) == (new.columns, new.rows) } ?? false
    if !isSameSize { erase(rows: new.rows) }
    let shown = isSameSize ? old ?? new.blanked : new.blanked
    for row in 0..<new.rows where !new.shares(row: row, with: shown) {
      if let changed = new.changes(in: row, since: shown) {
        encode(changed, of: new, row, over: shown.row(row))
      }
    }
    old = new
    if styleBits != 0 { reset() }
    return !isSameSize
  }

  private mutating func encode(
    _ changed: Range<Int>, of new: CellBuffer, _ row: Int, over former: CellRow
  ) {
    let cells = new.row(row)
    var end = changed.upperBound
    // One erase replaces all blanks after the last visible cell.
    let blankFrom = cells.blankFrom
    let erases = end - blankFrom > ControlSequence.eraseToEndOfRow.utf8CodeUnitCount
    if erases { end = blankFrom }

    var column = changed.lowerBound
    var lastWritten: Int?
    while let next = cells.nextToWrite(from: column, to: end, over: former) {
      column = next
      var start = column
      if let last = lastWritten, column - last <= Self.shortGap,
        (last..<column).allSatisfy({ cells[$0].isASCII })
      {
        start = last
      }
      for column in start...column { write(cells[column], column, row, of: new) }
      column += 1
      column = writeRun(from: column, to: end, row, cells, over: former)
      lastWritten = column
    }
    if erases {
      if styleBits != 0 { reset() }
      move(column: blankFrom, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
  }

  /// Writes the following ASCII characters of the same style; returns the column after them.
  private mutating func writeRun(
    from start: Int, to end: Int, _ row: Int, _ cells: CellRow, over former: CellRow
  ) -> Int {
    guard lastWasASCII, let cursor, cursor == (start, row), palette.hasPanel else { return start }
    let after = cells.runEnd(from: start, to: end, in: styleBits, over: former)
    for column in start..<after {
      bytes.append(UInt8(truncatingIfNeeded: cells[column].scalar))
    }
    self.cursor = (after, row)
    return after
  }

  private mutating func write(
    _ cell: PackedCell, _ column: Int, _ row: Int, of buffer: CellBuffer
  ) {
    guard cell.kind == .narrow || cell.kind == .wide else { return }
    // After a non-ASCII cell, only another line or block may follow without a position.
    if cell.isASCII, !lastWasASCII { cursor = nil }
    move(column: column, row: row)
    let style = cell.styleBits(after: styleBits)
    if style != styleBits { select(style) }
    if cell.isCluster {
      if cell.kind == .wide {
        // Some terminals give a cluster only one cell; blank the second one first.
        append("  ")
        appendMove(column: column, row: row)
      }
      append(String(buffer.character(of: cell, column: column, row: row)))
    } else if cell.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: cell.scalar))
    } else if let encoded = Unicode.Scalar(cell.scalar).flatMap(UTF8.encode) {
      for unit in encoded { bytes.append(unit) }
    }
    cursor = cell.isASCII || cell.isLineOrBlock ? (column + 1, row) : nil
    if cell.kind == .narrow { lastWasASCII = cell.isASCII }
  }

  private mutating func select(_ wanted: UInt32) {
    palette.selectGraphicRendition(
      of: Style(bits: wanted), over: Style(bits: styleBits), appendingTo: &bytes)
    styleBits = wanted
  }

  private mutating func move(column: Int, row: Int) {
    if let cursor, cursor == (column, row) { return }
    rest(column: column, row: row)
  }

  private mutating func appendMove(column: Int, row: Int) {
    if isRelative { return appendStep(column: column, row: row) }
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: row + 1)
    bytes.append(UInt8(ascii: ";"))
    bytes.append(decimal: column + 1)
    bytes.append(UInt8(ascii: "H"))
  }

  /// Appends the relative movement to a cell.
  ///
  /// It moves down by line feeds, which scroll a window that has become too low. Moving back up
  /// therefore never reaches the text of other programs above the first row.
  private mutating func appendStep(column: Int, row: Int) {
    for _ in 0..<max(0, row - line) { bytes.append(0x0a) }
    if row < line { appendStep(by: line - row, to: UInt8(ascii: "A")) }
    bytes.append(0x0d)
    if column > 0 { appendStep(by: column, to: UInt8(ascii: "C")) }
    line = row
  }

  private mutating func appendStep(by count: Int, to direction: UInt8) {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: count)
    bytes.append(direction)
  }
}
