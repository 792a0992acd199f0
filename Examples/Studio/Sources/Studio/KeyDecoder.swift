/// What a person does at a terminal.
enum TerminalEvent: Equatable {
  case text(String)
  case paste(String)
  case key(Key, isShifted: Bool = false)
  case press(column: Int, row: Int)
  case drag(column: Int, row: Int)
  case release(column: Int, row: Int)

  enum Key: Equatable {
    case up, down, left, right, pageUp, pageDown
    case tab, backTab, enter, escape, backspace
    case control(Character)
    /// A key without a function in the studio.
    case other
  }
}

/// Turns the bytes that a terminal sends into events.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  /// The bytes of a paste, until its end is read.
  private var paste: [UInt8]?

  /// True if the bytes so far may be the beginning of a longer sequence, or an Escape key.
  var isWaiting: Bool { !bytes.isEmpty }

  mutating func decode(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
    bytes += more
    var events: [TerminalEvent] = []
    while !bytes.isEmpty {
      if paste != nil {
        guard let event = readPaste() else { break }
        events.append(event)
      } else {
        guard let (event, count) = next() else { break }
        bytes.removeFirst(count)
        if let event { events.append(event) }
      }
    }
    return events
  }

  /// Ends the wait for the rest of a sequence.
  mutating func flush() -> [TerminalEvent] {
    defer { bytes = [] }
    return bytes == [0x1b] ? [.key(.escape)] : []
  }

  private mutating func readPaste() -> TerminalEvent? {
    let end = Array("\u{1b}[201~".utf8)
    while !bytes.isEmpty {
      if bytes.starts(with: end) {
        bytes.removeFirst(end.count)
        defer { paste = nil }
        return .paste(String(decoding: paste ?? [], as: UTF8.self))
      }
      if end.starts(with: bytes) { return nil }
      paste?.append(bytes.removeFirst())
    }
    return nil
  }

  /// The first event and the number of its bytes; nil if more bytes are needed.
  private mutating func next() -> (TerminalEvent?, Int)? {
    switch bytes[0] {
    case 0x1b: return escapeSequence()
    case 0x0d, 0x0a: return (.key(.enter), 1)
    case 0x09: return (.key(.tab), 1)
    case 0x7f, 0x08: return (.key(.backspace), 1)
    case 0..<0x20:
      return (.key(.control(Character(Unicode.Scalar(bytes[0] | 0x60)))), 1)
    default:
      var text = bytes.prefix { $0 >= 0x20 && $0 != 0x7f }
      // A character whose bytes have not all arrived is left for later.
      if text.count == bytes.count, let start = text.lastIndex(where: { $0 & 0xc0 != 0x80 }) {
        let length = [0xf0, 0xe0, 0xc0].firstIndex { text[start] >= $0 }.map { 4 - $0 } ?? 1
        if start + length > text.count { text = text[..<start] }
      }
      return text.isEmpty ? nil : (.text(String(decoding: text, as: UTF8.self)), text.count)
    }
  }

  private mutating func escapeSequence() -> (TerminalEvent?, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
        return nil
      }
      let parameters = String(decoding: bytes[2..<end], as: UTF8.self)
      let final = Character(Unicode.Scalar(bytes[end]))
      return (controlSequence(parameters, final), end + 1)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return nil }
      return (Self.key(final: Character(Unicode.Scalar(bytes[2]))), 3)
    case 0x1b: return (.key(.escape), 1)
    default: return (.key(.other), 2)
    }
  }

  private mutating func controlSequence(_ text: String, _ final: Character) -> TerminalEvent? {
    if text.hasPrefix("<") { return Self.mouse(text.dropFirst(), isRelease: final == "m") }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let modifiers = numbers.count > 1 ? numbers[1] - 1 : 0
    guard modifiers <= 1 else { return .key(.other) }
    if final == "~" {
      switch numbers.first {
      case 5: return .key(.pageUp)
      case 6: return .key(.pageDown)
      case 200:
        paste = []
        return nil
      default: return .key(.other)
      }
    }
    return Self.key(final: final, isShifted: modifiers == 1)
  }

  private static func key(final: Character, isShifted: Bool = false) -> TerminalEvent {
    let key: TerminalEvent.Key =
      switch final {
      case "A": .up
      case "B": .down
      case "C": .right
      case "D": .left
      case "Z": .backTab
      default: .other
      }
    return .key(key, isShifted: isShifted)
  }

  private static func mouse(_ text: Substring, isRelease: Bool) -> TerminalEvent? {
    let numbers = text.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3, numbers[0] & 3 == 0, numbers[0] & 64 == 0 else { return nil }
    let (column, row) = (numbers[1] - 1, numbers[2] - 1)
    if isRelease { return .release(column: column, row: row) }
    return numbers[0] & 32 != 0 ? .drag(column: column, row: row) : .press(column: column, row: row)
  }
}
