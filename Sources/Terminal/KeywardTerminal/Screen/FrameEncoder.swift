/// Turns the difference between two buffers into the bytes that update a terminal.
///
/// The cursor is positioned before each run of changed cells, and again after a character that is
/// not ASCII. A terminal that assumes a different width for a character therefore shifts nothing
/// else. Positions are absolute, or, if the screen's place in the window is unknown, relative to
/// the frame's first row, where the cursor rests before and after the frame.
package struct FrameEncoder {
  /// The longest run of unchanged cells that is sent again rather than skipped by a movement.
  private static let shortGap = 6
  /// The most changes of style that are kept; a screen with a keyboard has about 30.
  private static let mostChanges = 64

  private let palette: Palette
  private let isRelative: Bool
  /// The cursor's row, counted from the frame's first row; only for relative positions.
  private var line = 0
  package private(set) var bytes: [UInt8] = []
  /// The style in which the terminal now writes; 0 for the terminal's own style.
  private var styleBits: UInt32 = 0
  /// The bytes of the latest changes of style; those of a screen are matched to the palette once.
  private var changes: [(old: UInt32, new: UInt32, bytes: [UInt8])] = []
  /// The cursor's cell; nil if terminals may disagree about it.
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

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ parameters: [Int], final: Unicode.Scalar) {
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ";")) }
      appendDigits(of: parameter)
    }
    bytes.append(UInt8(ascii: final))
  }

  private mutating func appendDigits(of number: Int) {
    if number > 9 { appendDigits(of: number / 10) }
    bytes.append(0x30 + UInt8(number % 10))
  }

  /// Erases the screen or, if positions are relative, the first `rows` rows of the frame.
  ///
  /// With relative positions, the window scrolls if it has too few rows below the cursor.
  mutating func erase(rows: Int) {
    reset()
    cursor = nil
    guard isRelative else { return append(ControlSequence.eraseScreen) }
    for row in 0..<rows {
      move(column: 0, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
    if rows > 0 { move(column: 0, row: 0) }
  }

  mutating func erase(echoedLines: Int) {
    guard echoedLines > 0 else { return }
    reset()
    append([echoedLines], final: "A")
    bytes.append(0x0d)
    append(ControlSequence.eraseBelow)
  }

  mutating func reset() {
    append(ControlSequence.plainStyle)
    styleBits = 0
  }

  /// Appends the bytes that turn `old` into `new`, and assigns `new` to `old`.
  ///
  /// Without an old buffer of the same size it appends everything and returns true.
  package mutating func encode(_ new: CellBuffer, over old: inout CellBuffer?) -> Bool {
    let isSameSize = old.map { ($0.columns, $0.rows) == (new.columns, new.rows) } ?? false
    if !isSameSize { erase(rows: new.rows) }
    let shown = isSameSize ? old ?? new.blanked : new.blanked
    for row in 0..<new.rows {
      guard let end = new.endOfChanges(in: row, since: shown) else { continue }
      encode(row, of: new, to: end, over: shown.grid[row])
    }
    old = new
    if styleBits != 0 { reset() }
    return !isSameSize
  }

  private mutating func encode(
    _ row: Int, of new: CellBuffer, to changedEnd: Int, over former: [Cell]
  ) {
    let cells = new.grid[row]
    // One erase replaces all blanks after the last visible cell.
    let blankFrom = (cells.lastIndex { $0 != .blank } ?? -1) + 1
    let erases = changedEnd - blankFrom > ControlSequence.eraseToEndOfRow.utf8CodeUnitCount
    let end = erases ? blankFrom : changedEnd

    var written: Int?
    while let next = nextColumn(from: written ?? 0, to: end, of: cells, over: former) {
      var start = next
      if let written, next - written <= Self.shortGap, cells[written..<next].allSatisfy(\.isASCII) {
        start = written
      }
      for column in start...next { write(cells[column], column, row, of: new) }
      written = next + 1
    }
    if erases {
      if styleBits != 0 { reset() }
      move(column: blankFrom, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
  }

  /// Returns the next column that must be written; nil if there is none before `end`.
  ///
  /// A cell that holds a cluster is always written, because a `Cell` does not contain the
  /// text of its cluster.
  private func nextColumn(
    from start: Int, to end: Int, of cells: [Cell], over former: [Cell]
  ) -> Int? {
    let last = min(end + 1, cells.count)
    guard start < end,
      let next = (start..<last).first(where: { cells[$0] != former[$0] || cells[$0].isCluster })
    else { return nil }
    if next > start, cells[next] != former[next] {
      let before = cells[next - 1]
      // Font smoothing draws a bar at the left edge of a cell, such as the cursor's, beyond that
      // edge. Some terminals do not erase that part with the bar, so the blank before it is written
      // again.
      let hadBar = former[next].scalar == 0x258f && before.scalar == 0x20
      if before.kind == .wide || hadBar { return next - 1 }
    }
    return next < end ? next : nil
  }

  private mutating func write(_ cell: Cell, _ column: Int, _ row: Int, of buffer: CellBuffer) {
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
        cursor = nil
        move(column: column, row: row)
      }
      append(buffer.character(column, row).map { String($0) } ?? " ")
    } else if cell.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: cell.scalar))
    } else if let encoded = Unicode.Scalar(cell.scalar).flatMap(UTF8.encode) {
      bytes.append(contentsOf: encoded)
    }
    cursor = cell.isASCII || cell.isLineOrBlock ? (column + 1, row) : nil
    if cell.kind == .narrow { lastWasASCII = cell.isASCII }
  }

  private mutating func select(_ wanted: UInt32) {
    if let known = changes.first(where: { $0.old == styleBits && $0.new == wanted }) {
      bytes.append(contentsOf: known.bytes)
    } else {
      let start = bytes.count
      let parameters = palette.parameters(of: Style(bits: wanted), over: Style(bits: styleBits))
      if !parameters.isEmpty { append(parameters, final: "m") }
      if changes.count == Self.mostChanges { changes.removeAll(keepingCapacity: true) }
      changes.append((styleBits, wanted, Array(bytes[start...])))
    }
    styleBits = wanted
  }

  /// Moves the cursor to a cell unless it is there.
  ///
  /// A relative movement goes down by line feeds, which scroll a window that has become too short.
  /// Moving back up therefore never reaches the text of other programs above the first row.
  package mutating func move(column: Int, row: Int) {
    if let cursor, cursor == (column, row) { return }
    cursor = (column, row)
    guard isRelative else { return append([row + 1, column + 1], final: "H") }
    for _ in 0..<max(0, row - line) { bytes.append(0x0a) }
    if row < line { append([line - row], final: "A") }
    bytes.append(0x0d)
    if column > 0 { append([column], final: "C") }
    line = row
  }
}
