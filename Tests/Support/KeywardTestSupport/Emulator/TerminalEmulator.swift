/// A terminal that knows exactly the control sequences Keyward may send, and reports all others.
///
///     var emulator = TerminalEmulator(columns: 80, rows: 24)
///     emulator.feed(output)
///     emulator.lines       // the text on the screen
///     emulator.violations  // empty, or the forbidden output
///
/// It is strict: an unknown or malformed sequence, a character it does not know the width of, a
/// cell outside the window and a frame without its brackets are violations. Sequences for a screen
/// in the rows at the cursor are violations on any other screen.
public struct TerminalEmulator {
  public struct Cell: Hashable, Sendable {
    public var text: String
    public var rendition: GraphicRendition

    static let blank = Cell(text: " ", rendition: GraphicRendition())
  }

  public private(set) var columns: Int
  public private(set) var rows: Int
  public private(set) var violations: [String] = []
  public private(set) var modes: Set<Int> = []
  public private(set) var bells = 0
  public private(set) var frames = 0
  /// The number of queries for the background colour.
  public private(set) var questions = 0
  public private(set) var keyboardFlags = 0
  /// Counted from 0.
  public private(set) var cursor = (column: 0, row: 0)

  /// The rows that have left the window at the top, oldest first.
  public private(set) var history: [String] = []

  private var cells: [Cell]
  private let isInline: Bool
  private var rendition = GraphicRendition()
  private var pending: [UInt8] = []
  private let width: (Character) -> Int

  /// `isInline` starts with the rows at the cursor, without the alternate screen.
  ///
  /// `width` returns the cells of a character.
  public init(
    columns: Int, rows: Int, isInline: Bool = false,
    width: @escaping (Character) -> Int = { _ in 1 }
  ) {
    self.isInline = isInline
    self.columns = columns
    self.rows = rows
    self.width = width
    cells = Array(repeating: .blank, count: columns * rows)
  }

  public var isInFrame: Bool { modes.contains(2026) }

  public subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  public var lines: [String] { (0..<rows).map { line($0) } }

  private func line(_ row: Int) -> String {
    var line = (0..<columns).map { self[$0, row].text }.joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The pieces of output may be cut anywhere.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending.append(contentsOf: bytes)
    var position = 0
    while position < pending.count {
      let end = piece(from: position)
      guard let end else { break }
      position = end
    }
    pending.removeFirst(position)
  }

  /// The bytes of an unfinished sequence or character at the end.
  public var unfinished: Int { pending.count }

  // MARK: Pieces

  /// Takes one character or sequence and returns its end; nil if it is unfinished.
  private mutating func piece(from start: Int) -> Int? {
    let byte = pending[start]
    if byte == 0x1b { return sequence(from: start) }
    if byte == 0x07 {
      bells += 1
      return start + 1
    }
    if isInline || byte == 0x08, moveBy(control: byte) { return start + 1 }
    if byte < 0x20 || byte == 0x7f {
      violations.append("control byte \(byte)")
      return start + 1
    }
    return text(from: start)
  }

  private mutating func text(from start: Int) -> Int? {
    var end = start
    while end < pending.count, pending[end] >= 0x20, pending[end] != 0x7f { end += 1 }
    // The rest of a divided character may follow.
    var whole = end
    if end == pending.count {
      var back = whole
      while back > start, pending[back - 1] & 0xc0 == 0x80 { back -= 1 }
      if back > start, pending[back - 1] >= 0xc0 {
        let lead = pending[back - 1]
        let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
        if whole - (back - 1) < length { whole = back - 1 }
      }
    }
    guard whole > start else { return nil }
    guard let text = String(validating: pending[start..<whole], as: UTF8.self) else {
      violations.append("invalid UTF-8")
      return whole
    }
    for character in text { show(character) }
    return whole
  }

  private mutating func show(_ character: Character) {
    if !isInFrame { violations.append("“\(character)” outside a frame") }
    for scalar in character.unicodeScalars where (0x80...0x9f).contains(scalar.value) {
      violations.append("C1 control U+00\(String(scalar.value, radix: 16))")
    }
    let size = width(character)
    if cursor.column + size > columns, modes.contains(7) {
      cursor.column = 0
      feedLine()
    }
    guard cursor.column + size <= columns, cursor.row < rows else {
      violations.append("“\(character)” outside the window at \(cursor.column),\(cursor.row)")
      return
    }
    guard size > 0 else {
      violations.append("a character without width")
      return
    }
    let index = cursor.row * columns + cursor.column
    cells[index] = Cell(text: String(character), rendition: rendition)
    if size == 2 { cells[index + 1] = Cell(text: "", rendition: rendition) }
    cursor.column += size
  }

  private mutating func sequence(from start: Int) -> Int? {
    guard start + 1 < pending.count else { return nil }
    if pending[start + 1] == 0x5d { return command(from: start) }
    // The next sequence takes a cut one back.
    if pending[start + 1] == 0x1b { return start + 1 }
    guard pending[start + 1] == 0x5b else {
      violations.append("ESC \(pending[start + 1])")
      return start + 2
    }
    var end = start + 2
    while end < pending.count, (0x20...0x3f).contains(pending[end]) { end += 1 }
    guard end < pending.count else { return nil }
    if pending[end] == 0x1b { return end }
    let body = String(decoding: pending[(start + 2)..<end], as: UTF8.self)
    perform(body, final: Character(Unicode.Scalar(pending[end])))
    return end + 1
  }

  /// The query for the background colour is the only command that is not a control sequence.
  private mutating func command(from start: Int) -> Int? {
    guard let end = pending[start...].firstRange(of: [0x1b, 0x5c])?.upperBound else { return nil }
    let body = String(decoding: pending[(start + 2)..<(end - 2)], as: UTF8.self)
    if body == "11;?" { questions += 1 } else { violations.append("OSC \(body)") }
    return end
  }

  private mutating func perform(_ body: String, final: Character) {
    switch (final, body) {
    // The question about attributes, whose answer ends the wait for the one about the background.
    case ("c", ""): break
    case ("H", _) where !isInline: move(body)
    case ("K", ""):
      erase(from: cursor.row * columns + cursor.column, to: (cursor.row + 1) * columns)
    case ("J", "2") where !isInline: erase(from: 0, to: cells.count)
    case ("J", ""):
      erase(from: cursor.row * columns + min(cursor.column, columns - 1), to: cells.count)
    case ("A", _) where isInline: cursor.row = step(body, from: cursor.row, by: -1, end: 0)
    case ("F", _) where isInline:
      cursor = (0, step(body.isEmpty ? "1" : body, from: cursor.row, by: -1, end: 0))
    case ("C", _):
      cursor.column = step(
        body, from: min(cursor.column, columns - 1), by: 1, end: columns - 1)
    case ("m", _): if !rendition.select(body) { violations.append("CSI \(body) m") }
    case ("h", _), ("l", _): switchMode(body, isOn: final == "h")
    case ("u", ">1"): keyboardFlags += 1
    case ("u", "<"): keyboardFlags -= 1
    default: violations.append("CSI \(body) \(final)")
    }
  }

  private mutating func move(_ body: String) {
    let parts = body.split(separator: ";").compactMap { Int($0) }
    guard parts.count == 2, (1...rows).contains(parts[0]), (1...columns).contains(parts[1]) else {
      violations.append("CSI \(body) H in a window of \(columns) × \(rows)")
      return
    }
    cursor = (parts[1] - 1, parts[0] - 1)
  }

  // MARK: Rows at the cursor

  /// Shows the output of another program: text, CR and LF.
  public mutating func echo(_ text: String) {
    let (seen, before) = (violations, modes)
    modes.formUnion([2026, 7])
    for character in text {
      guard character == "\r\n" || character == "\r" else {
        show(character)
        continue
      }
      cursor.column = 0
      if character == "\r\n" { feedLine() }
    }
    (violations, modes) = (seen, before)
  }

  /// Gives the window another size; cuts rows that are too long, like xterm.
  public mutating func resize(columns: Int, rows: Int) {
    while cursor.row >= rows {
      scroll()
      cursor.row -= 1
    }
    let old = (cells: cells, columns: self.columns, rows: self.rows)
    cells = Array(repeating: .blank, count: columns * rows)
    for row in 0..<min(rows, old.rows) {
      for column in 0..<min(columns, old.columns) {
        cells[row * columns + column] = old.cells[row * old.columns + column]
      }
    }
    (self.columns, self.rows) = (columns, rows)
    cursor.column = min(cursor.column, columns - 1)
  }

  private mutating func moveBy(control: UInt8) -> Bool {
    switch control {
    case 0x08: cursor.column = max(0, min(cursor.column, columns - 1) - 1)
    case 0x0a: feedLine()
    case 0x0d: cursor.column = 0
    default: return false
    }
    return true
  }

  /// A move stops at the edge; a move above the window is a violation.
  private mutating func step(_ body: String, from: Int, by step: Int, end: Int) -> Int {
    guard let count = Int(body), count > 0 else {
      violations.append("a step of “\(body)”")
      return from
    }
    if step < 0, from - count < end { violations.append("\(count) rows up from row \(from)") }
    return step < 0 ? max(end, from - count) : min(end, from + count)
  }

  private mutating func feedLine() {
    if cursor.row + 1 < rows { cursor.row += 1 } else { scroll() }
  }

  private mutating func scroll() {
    history.append(line(0))
    cells.removeFirst(columns)
    cells += Array(repeating: .blank, count: columns)
  }

  private mutating func erase(from start: Int, to end: Int) {
    for index in start..<end { cells[index] = .blank }
  }

  private mutating func switchMode(_ body: String, isOn: Bool) {
    let known = isInline ? [25, 2004, 2026, 7] : [25, 1049, 1000, 1002, 1006, 2004, 2026]
    guard body.first == "?", let mode = Int(body.dropFirst()), known.contains(mode) else {
      violations.append("mode \(body)")
      return
    }
    if mode == 2026 {
      if isOn == isInFrame { violations.append(isOn ? "a frame in a frame" : "no frame to end") }
      if !isOn { frames += 1 }
    } else if !isInFrame {
      violations.append("mode \(mode) outside a frame")
    }
    if mode == 1049, isOn { erase(from: 0, to: cells.count) }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }
}

extension [String] {
  /// The rows of a screen without those about the asking process and its command line, which precede
  /// the first row that begins with one of `questions`.
  public func withoutAsker(before questions: [String]) -> [String] {
    guard let start = firstIndex(where: { $0.hasPrefix("asked by ") || $0.hasPrefix("for: ") })
    else { return self }
    let end = self[start...].firstIndex { row in questions.contains { row.hasPrefix($0) } }
    return Array(self[..<start] + self[(end ?? endIndex)...])
  }
}
