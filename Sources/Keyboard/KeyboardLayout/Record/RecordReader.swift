/// Reads the values of a record in sequence.
///
/// A number has one character for every five bits, lowest bits first. The last character is in the
/// range U+0030 to U+004F, and all others are in the range U+0050 to U+006F. A string is encoded as
/// the number of its UTF-8 bytes, followed by these bytes. After an unexpected byte, the reader is
/// broken and returns only zeros and empty strings.
struct RecordReader {
  private let bytes: [UInt8]
  private(set) var place = 0
  private(set) var isBroken = false

  init(_ record: [UInt8]) {
    bytes = record
  }

  var isAtEnd: Bool { !isBroken && place == bytes.count }

  mutating func refuse() { isBroken = true }

  mutating func number() -> Int { Int(Int64(bitPattern: bits())) }

  mutating func text() -> String { text(count: number()) }

  mutating func action() -> KeyAction {
    let code = number()
    let text = code == 0 ? "" : text(count: code >> 1)
    return code & 1 == 1 ? .dead(text) : KeyAction(text)
  }

  mutating func width() -> KeyWidth? {
    switch number() {
    case 0: return nil
    case 1: return .share
    case 2: return .fill
    case let quarters where KeyWidth.quarters.contains(quarters &- 1):
      return .units(Double(quarters - 1) / 4)
    default:
      isBroken = true
      return nil
    }
  }

  mutating func units() -> Double {
    if case .units(let units) = width() { return units }
    isBroken = true
    return 1
  }

  private mutating func text(count: Int) -> String {
    guard count >= 0, count <= bytes.count - place,
      place + count == bytes.count || bytes[place + count] & 0xC0 != 0x80
    else {
      isBroken = true
      return ""
    }
    defer { place += count }
    // A fast path: most texts of most keyboards are one ASCII character.
    if count == 1, bytes[place] < 0x80 { return String(Unicode.Scalar(bytes[place])) }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func flag() -> Bool { number() == 1 }

  mutating func choice<Case>(of cases: [Case]) -> Case {
    let place = number()
    if cases.indices.contains(place) { return cases[place] }
    isBroken = true
    return cases[0]
  }

  mutating func optional<Value>(_ body: (inout RecordReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }

  mutating func list<Value>(
    atMost most: Int = .max, _ body: (inout RecordReader) -> Value
  ) -> [Value] {
    let count = count(atMost: most)
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count where !isBroken { values.append(body(&self)) }
    return values
  }

  /// Reads the number of values that follow.
  ///
  /// It is invalid if it exceeds `most` or the number of remaining bytes, since every value takes
  /// at least one byte.
  mutating func count(atMost most: Int = .max) -> Int {
    let count = number()
    if (0...min(most, bytes.count - place)).contains(count) { return count }
    isBroken = true
    return 0
  }

  mutating func skip(to place: Int) {
    if (self.place...bytes.count).contains(place) { self.place = place } else { isBroken = true }
  }

  private mutating func bits() -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while !isBroken {
      guard place < bytes.count, 48..<112 ~= bytes[place], shift < 64 else { break }
      let digit = UInt64(bytes[place] - 48)
      place += 1
      value |= (digit & 31) << shift
      if digit < 32 { return value }
      shift += 5
    }
    isBroken = true
    return 0
  }
}
