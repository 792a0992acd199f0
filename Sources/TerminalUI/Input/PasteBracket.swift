/// The bracket of a paste at the front of a span: a CSI, `200` or `201`, and `~`.
enum PasteBracket: Hashable {
  case begin(byteCount: Int)
  case end(byteCount: Int)
  /// More bytes must decide.
  case unfinished
  /// Neither bracket.
  case none

  /// Returns the CSI that `bytes` begin with, whole or not; nil if they begin otherwise.
  static func introducer(of bytes: RawSpan) -> [UInt8]? {
    let shapes: [UInt8: [UInt8]] = [0x1b: [0x1b, 0x5b], 0xc2: [0xc2, 0x9b], 0x9b: [0x9b]]
    guard let shape = shapes[bytes.byte(0)] else { return nil }
    let isWhole = bytes.byteCount >= shape.count
    return isWhole && bytes.byte(shape.count - 1) != shape.last ? nil : shape
  }

  /// Looks at the front of `bytes`, which begin with ESC, or with the C1 character CSI.
  init(_ bytes: RawSpan) {
    guard let introducer = Self.introducer(of: bytes) else {
      self = .none
      return
    }
    let shape = introducer + [0x32, 0x30, 0x30, 0x7e]
    let kind = introducer.count + 2
    for offset in 0..<min(bytes.byteCount, shape.count) {
      let byte = bytes.byte(offset)
      guard byte == shape[offset] || (offset == kind && byte == 0x31) else {
        self = .none
        return
      }
    }
    guard bytes.byteCount >= shape.count else {
      self = .unfinished
      return
    }
    self =
      bytes.byte(kind) == 0x31 ? .end(byteCount: shape.count) : .begin(byteCount: shape.count)
  }
}
