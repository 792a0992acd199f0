/// Turns the difference between two buffers into the bytes that make a terminal show the new one.
///
/// Every run of changed cells gets a position, and so do the cells after every run that is not ASCII:
/// where a terminal thinks otherwise about a width, nothing else moves. Positions are counted from the
/// window's top, or, where that is not known, in rows from the first one of the frame, which is where
/// the cursor is before and after it.
package struct FrameEncoder {
  /// A gap of fewer unchanged cells is sent again, being shorter than a new position.
  private static let shortGap = 6

  private let palette: Palette
  /// Whether rows are counted from the one the cursor rests in.
  private let isRelative: Bool
  /// The row the cursor is in, counted so.
  private var line = 0
  package private(set) var bytes: [UInt8] = []
  /// The style in force; 0 for the terminal's own.
  private var styleBits: UInt32 = 0
  /// The styles of this frame, each with the place of its sequence in `bytes`.
  ///
  /// 32 bits are the style's, 24 the start's, 8 the length's. A frame has a few styles, and changes
  /// between them at every cap.
  private var sequences: [Int] = []
  private var cursor: (column: Int, row: Int)?
  private var lastWasASCII = true

  package init(palette: Palette, isRelative: Bool = false) {
    self.palette = palette
    self.isRelative = isRelative
    bytes.reserveCapacity(1024)
  }

  /// Begins another frame, which knows nothing of the one before it, with the cursor in a row.
  mutating func begin(row: Int = 0) {
    bytes.removeAll(keepingCapacity: true)
    sequences.removeAll(keepingCapacity: true)
    (styleBits, cursor, lastWasASCII) = (0, nil, true)
    line = row
  }

  /// Appends text as it is: control sequences and what they belong to.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends a control sequence that is always the same.
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Forgets what is known about the terminal and erases it, or so many rows of it, which are there
  /// afterwards.
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

  /// Goes back over lines that the terminal has echoed, and erases them with what is below.
  mutating func erase(echoedLines: Int) {
    guard echoedLines > 0 else { return }
    reset()
    appendStep(by: echoedLines, to: UInt8(ascii: "A"))
    bytes.append(0x0d)
    append(ControlSequence.eraseBelow)
  }

  /// Goes back to the terminal's own style.
  mutating func reset() {
    append(ControlSequence.plainStyle)
    styleBits = 0
  }

  /// Puts the cursor on a cell for good.
  package mutating func rest(column: Int, row: Int) {
    appendMove(column: column, row: row)
    cursor = (column, row)
  }

  /// Appends what turns `old` into `new`, which it then is; everything where there is no old one of
  /// its size.
  ///
  /// - Returns: Whether it was everything.
  package mutating func encode(_ new: CellBuffer, over old: inout CellBuffer?) -> Bool {
    let isSameSize = old.map { ($0.columns, $0.rows) == (new.columns, new.rows) } ?? false
    if !isSameSize {
      erase(rows: new.rows)
      old = new.blanked
    }
    // Taken out, so that its rows are exchanged where they are.
    guard var shown = old.take() else { return true }
    for row in 0..<new.rows where !new.shares(row: row, with: shown) {
      guard let changed = new.changes(in: row, since: shown) else {
        shown.share(row: row, of: new)
        continue
      }
      encode(changed, of: new, row, over: shown.row(row))
      shown.copy(changed, of: new, row: row)
    }
    shown.adoptClusters(of: new)
    old = shown
    if styleBits != 0 { reset() }
    return !isSameSize
  }

  private mutating func encode(
    _ changed: Range<Int>, of new: CellBuffer, _ row: Int, over former: CellRow
  ) {
    let cells = new.row(row)
    var end = changed.upperBound
    // Behind the last cell that is not blank one erase does for all.
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
      lastWritten = column
    }
    if erases {
      if styleBits != 0 { reset() }
      move(column: blankFrom, row: row)
      append(ControlSequence.eraseToEndOfRow)
    }
  }

  private mutating func write(
    _ cell: PackedCell, _ column: Int, _ row: Int, of buffer: CellBuffer
  ) {
    guard cell.kind == .narrow || cell.kind == .wide else { return }
    // Only its own kind goes on behind what is not ASCII.
    if cell.isASCII, !lastWasASCII { cursor = nil }
    move(column: column, row: row)
    if cell.styleBits != styleBits { select(cell) }
    if cell.isPanelEdge, !palette.hasPanel {
      // The edge of a panel that is not there.
      bytes.append(0x20)
    } else if cell.isCluster {
      append(String(buffer.character(of: cell, column: column, row: row)))
    } else if cell.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: cell.scalar))
    } else if let encoded = Unicode.Scalar(cell.scalar).flatMap(UTF8.encode) {
      for unit in encoded { bytes.append(unit) }
    }
    cursor = cell.isASCII || cell.isLineOrBlock ? (column + 1, row) : nil
    if cell.kind == .narrow { lastWasASCII = cell.isASCII }
  }

  /// Appends the sequence of a cell's style, as it stands in the frame already or anew.
  private mutating func select(_ cell: PackedCell) {
    styleBits = cell.styleBits
    for known in sequences where UInt(bitPattern: known) >> 32 == UInt(styleBits) {
      let start = known >> 8 & 0xff_ffff
      for place in start..<start + (known & 0xff) { bytes.append(bytes[place]) }
      return
    }
    let start = bytes.count
    palette.selectGraphicRendition(of: cell.style, appendingTo: &bytes)
    let length = bytes.count - start
    guard start < 1 << 24, length < 1 << 8 else { return }
    sequences.append(Int(bitPattern: UInt(styleBits) << 32) | start << 8 | length)
  }

  private mutating func move(column: Int, row: Int) {
    if let cursor, cursor == (column, row) { return }
    rest(column: column, row: row)
  }

  /// The sequence that puts the cursor on a cell.
  private mutating func appendMove(column: Int, row: Int) {
    if isRelative { return appendStep(column: column, row: row) }
    bytes.append(0x1b)
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: row + 1)
    bytes.append(UInt8(ascii: ";"))
    bytes.append(decimal: column + 1)
    bytes.append(UInt8(ascii: "H"))
  }

  /// The way to a cell from the row the cursor is in.
  ///
  /// Downwards by line feeds: where the window has become too low they make room, so that the way back
  /// never leads above the first row, to what others have written.
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
