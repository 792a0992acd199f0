/// Queries about UTF-8 bytes, answered in place.
///
/// The walk asks for boundaries only. A `Character` would be a copy, above 15 bytes on the heap.
enum UTF8Walk {
  /// Tells whether `bytes` are valid UTF-8 without NUL.
  static func isText(_ bytes: RawSpan) -> Bool {
    for offset in 0..<bytes.byteCount
    where unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self) == 0 {
      return false
    }
    return withText(bytes) { _ in } != nil
  }

  /// The number of characters and the offset of the last one.
  static func characters(in bytes: RawSpan) -> (count: Int, lastStart: Int) {
    var count = 0
    var lastStart = 0
    eachCharacter(in: bytes) { start, _ in
      count += 1
      lastStart = start
    }
    return (count, lastStart)
  }

  /// The offset after the first `count` characters, or the end.
  static func end(ofCharacters count: Int, in bytes: RawSpan) -> Int {
    var left = count
    var offset = 0
    eachCharacter(in: bytes) { _, end in
      if left > 0 { offset = end }
      left -= 1
    }
    return offset
  }

  /// The offset of the last word; blanks at the end belong to it.
  static func lastWordStart(in bytes: RawSpan) -> Int {
    var start = 0
    var wasBlank = false
    eachCharacter(in: bytes) { offset, end in
      let isBlank = isBlank(bytes.extracting(offset..<end))
      if wasBlank, !isBlank { start = offset }
      wasBlank = isBlank
    }
    return start
  }

  private static func eachCharacter(in bytes: RawSpan, _ body: (Int, Int) -> Void) {
    _ = withText(bytes) { text in
      var iterator = text.makeCharacterIterator()
      var start = 0
      while iterator.skipForward() == 1 {
        let end = iterator.currentCodeUnitOffset
        body(start, end)
        start = end
      }
    }
  }

  /// Tells whether a character is one scalar with the property White_Space, or CR LF.
  private static func isBlank(_ character: RawSpan) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      unsafe character.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
    switch character.byteCount {
    case 1:
      return byte(0) == 0x20 || (0x09...0x0d).contains(byte(0))
    case 2:
      if byte(0) == 0x0d { return true }
      return byte(0) == 0xc2 && (byte(1) == 0x85 || byte(1) == 0xa0)
    case 3:
      switch (byte(0), byte(1), byte(2)) {
      case (0xe1, 0x9a, 0x80), (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80): return true
      case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9), (0xe2, 0x80, 0xaf): return true
      default: return false
      }
    default:
      return false
    }
  }

  /// Runs `body` over `bytes` as text; nil if they are not valid UTF-8.
  private static func withText<R>(_ bytes: RawSpan, _ body: (UTF8Span) -> R) -> R? {
    unsafe bytes.withUnsafeBytes { buffer in
      let span = unsafe Span<UInt8>(_unsafeBytes: buffer)
      guard let text = try? UTF8Span(validating: span) else { return nil }
      return body(text)
    }
  }
}
