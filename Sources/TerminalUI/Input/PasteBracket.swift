/// The bracket of a paste at the front of a span that begins with ESC.
enum PasteBracket: Hashable {
  case begin
  case end
  /// More bytes must decide.
  case unfinished
  /// Neither bracket.
  case none

  /// The length of either bracket: `ESC [ 2 0 0 ~`.
  static let byteCount = 6

  /// Looks at the front of `bytes`.
  init(_ bytes: RawSpan) {
    let shape: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x30, 0x7e]
    for offset in 0..<min(bytes.byteCount, Self.byteCount) {
      let byte = bytes.byte(offset)
      guard byte == shape[offset] || (offset == 4 && byte == 0x31) else {
        self = .none
        return
      }
    }
    guard bytes.byteCount >= Self.byteCount else {
      self = .unfinished
      return
    }
    self = bytes.byte(4) == 0x31 ? .end : .begin
  }
}
