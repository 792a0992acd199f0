import KeywardTerminal

/// The line of output that contains the cursor, as plain text without control sequences.
///
/// The cost is linear in the length of the line, of which at most 1024 bytes are kept.
struct CurrentLine {
  private enum State { case text, escape, sequence, string, stringEscape }

  private static let longest = 1024
  private static let longestSequence = 32

  private var bytes: [UInt8] = []
  private var coloured: [UInt8] = []
  /// True if the first byte of `bytes` is at the beginning of a row.
  private var isWhole = true
  private var state = State.text
  private var sequence: [UInt8] = []
  private var hasReturned = false
  /// True if the cursor is at the beginning of a row that may already contain text.
  private var isAtStart = false
  /// True if the screen was erased and nothing has been written since.
  private var isOnEmptyScreen = false
  private var last: UInt8 = 0x0d

  var isBetweenSequences: Bool { state == .text }

  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 } }

  var text: String {
    String(Sanitizer().clean(bytes, as: .line).trimmed { $0 == " " })
  }

  /// Returns the text that draws the line again; nil if the copy might differ from the original.
  ///
  /// The text must be written at the left edge of an empty row, with only empty rows below.
  /// `rowsAbove` is the number of rows that the line fills above the cursor's row.
  func written(columns: Int) -> (text: String, rowsAbove: Int)? {
    guard isWhole, !hasReturned, state == .text, !bytes.isEmpty, columns > 0 else { return nil }
    let decoded = String(decoding: bytes, as: UTF8.self)
    guard Array(decoded.utf8) == bytes, Sanitizer().clean(bytes, as: .line) == decoded else {
      return nil
    }
    let width = CharacterWidth.of(decoded)
    // Terminals differ in whether a wide character at the right edge moves to the next row.
    guard width < columns || width == bytes.count else { return nil }
    return (String(decoding: coloured, as: UTF8.self), (width - 1) / columns)
  }

  mutating func removeAll() {
    self = CurrentLine()
    isWhole = false
  }

  mutating func take(_ output: ArraySlice<UInt8>) {
    var rest = output
    if let end = rest.lastIndex(of: 0x0a) {
      let before = end > rest.startIndex ? rest[end - 1] : last
      self = CurrentLine()
      // Without a CR, the next line begins below the end of the previous one.
      isWhole = before == 0x0d
      rest = rest[(end + 1)...]
    }
    last = rest.last ?? (output.isEmpty ? last : 0x0a)
    if rest.count > 2 * Self.longest {
      removeAll()
      rest = rest.suffix(2 * Self.longest)
    }
    for byte in rest { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape: takeEscape(byte)
    case .sequence:
      sequence.append(byte)
      guard (0x40...0x7e).contains(byte) || sequence.count > Self.longestSequence else { return }
      state = .text
      endSequence(byte)
    case .string:
      if byte == 0x07 { state = .text }
      if byte == 0x1b { state = .stringEscape }
    case .stringEscape: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    state = .text
    switch byte {
    case UInt8(ascii: "["): (state, sequence) = (.sequence, [])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      state = .string
    // Keypad modes.
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    case 0x20...0x2f: (state, sequence) = (.escape, [byte])
    // The default character set.
    case UInt8(ascii: "B") where sequence == [UInt8(ascii: "(")]: break
    default: (isWhole, isAtStart, isOnEmptyScreen) = (false, false, false)
    }
  }

  private mutating func endSequence(_ final: UInt8) {
    let parameters = sequence.dropLast()
    switch final {
    case UInt8(ascii: "m") where parameters.allSatisfy { (0x30...0x3b).contains($0) }:
      if coloured.count < Self.longest { coloured += [0x1b, 0x5b] + sequence }
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      let isStill = Self.stillModes.contains(String(decoding: parameters, as: UTF8.self))
      (isWhole, isAtStart) = (isWhole && isStill, isAtStart && isStill)
      isOnEmptyScreen = isOnEmptyScreen && isStill
    case UInt8(ascii: "K") where Self.erasing.contains(Array(parameters)): eraseToEnd()
    case UInt8(ascii: "J") where Self.erasing.contains(Array(parameters)) && isAtStart:
      eraseToEnd()
    // Erases the scrollback.
    case UInt8(ascii: "J") where parameters.elementsEqual([UInt8(ascii: "3")]): break
    // Erases the whole screen; the cursor does not move.
    case UInt8(ascii: "J") where parameters.elementsEqual([UInt8(ascii: "2")]):
      isOnEmptyScreen = true
      moveToOtherRow(atStart: isAtStart || isWhole && bytes.isEmpty)
    // The output continues elsewhere: at the beginning of a row, or anywhere.
    case UInt8(ascii: "E"), UInt8(ascii: "F"): moveToOtherRow(atStart: true)
    case UInt8(ascii: "H"): moveToOtherRow(atStart: Self.starts.contains(Array(parameters)))
    case UInt8(ascii: "J"), UInt8(ascii: "f"): moveToOtherRow(atStart: false)
    default: (isWhole, isAtStart, isOnEmptyScreen) = (false, false, false)
    }
  }

  private static let erasing: Set<[UInt8]> = [[], [UInt8(ascii: "0")]]

  /// The parameters with which `CSI H` moves the cursor to the beginning of the first row.
  private static let starts: Set<[UInt8]> = [[], Array("1;1".utf8)]

  /// Erases the whole line if the cursor is at its beginning.
  ///
  /// If the cursor is not at the beginning, it is at the end, and there is nothing to erase.
  private mutating func eraseToEnd() {
    guard isAtStart else { return }
    (bytes, coloured, isWhole, hasReturned) = ([], [], true, false)
  }

  private mutating func moveToOtherRow(atStart isAtStart: Bool) {
    (bytes, coloured, isWhole, hasReturned) = ([], [], isOnEmptyScreen && isAtStart, false)
    self.isAtStart = isAtStart
  }

  /// Modes of cursor keys, cursor shape, mouse, focus reports, pastes and synchronized output.
  ///
  /// Setting or resetting them draws nothing and does not move the cursor.
  private static let stillModes: Set<String> = [
    "?1", "?12", "?25", "?1000", "?1002", "?1003", "?1004", "?1006", "?2004", "?2026",
  ]

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x07: break
    case 0x0d:
      hasReturned = !bytes.isEmpty || !isWhole
      isAtStart = true
    case 0x1b: (state, sequence) = (.escape, [])
    case 0x08:
      (isWhole, isAtStart) = (false, false)
      _ = bytes.popLast()
    case 0x09: append(0x20, isWhole: false)
    case 0..<0x20, 0x7f: (isWhole, isAtStart) = (false, false)
    default: append(byte, isWhole: isWhole)
    }
  }

  private mutating func append(_ byte: UInt8, isWhole: Bool) {
    self.isWhole = isWhole && !hasReturned && bytes.count < Self.longest
    if hasReturned { bytes = [] }
    (hasReturned, isAtStart, isOnEmptyScreen) = (false, false, false)
    guard bytes.count < Self.longest else { return }
    bytes.append(byte)
    if self.isWhole { coloured.append(byte) }
  }
}
