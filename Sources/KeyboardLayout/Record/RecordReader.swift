/// Reads what `RecordWriter` has written.
///
/// Where something else stands, it reads zeros and empty texts from then on and is broken.
struct RecordReader {
  private let bytes: [UInt8]
  private var place = 0
  private(set) var isBroken = false

  /// Begins with the first value of a record.
  init(_ record: [UInt8]) {
    bytes = record
  }

  /// Whether everything has been read as it was written.
  var isAtEnd: Bool { !isBroken && place == bytes.count }

  /// Notes that what was read cannot be.
  mutating func refuse() { isBroken = true }

  mutating func number() -> Int { Int(Int64(bitPattern: bits())) }

  mutating func text() -> String {
    let count = number()
    guard count >= 0, count <= bytes.count - place else {
      isBroken = true
      return ""
    }
    defer { place += count }
    return String(decoding: bytes[place..<place + count], as: UTF8.self)
  }

  mutating func real() -> Double { Double(bitPattern: bits().byteSwapped) }

  mutating func flag() -> Bool { number() == 1 }

  /// The case at the place that comes, among all of them.
  mutating func choice<Case>(of cases: [Case]) -> Case {
    let place = number()
    if cases.indices.contains(place) { return cases[place] }
    isBroken = true
    return cases[0]
  }

  mutating func optional<Value>(_ body: (inout RecordReader) -> Value) -> Value? {
    flag() ? body(&self) : nil
  }

  mutating func list<Value>(_ body: (inout RecordReader) -> Value) -> [Value] {
    let count = number()
    var values: [Value] = []
    // Nothing takes less than a character.
    guard count >= 0, count <= bytes.count - place else {
      isBroken = true
      return values
    }
    values.reserveCapacity(count)
    for _ in 0..<count where !isBroken { values.append(body(&self)) }
    return values
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
