/// Decodes `%XX` in an argument or a data line: `50%25` → `50%`, `a+b` → `a+b`, `100%` → `100%`.
package enum PercentDecoding {
  /// Returns the decoded bytes of `source`, outside locked memory: use it for public texts only.
  ///
  /// A `%` without two hexadecimal digits after it stays unchanged. The cost is linear.
  package static func decode(_ source: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.byteCount)
    var offset = 0
    while offset < source.byteCount {
      let (byte, length) = unit(of: source, at: offset)
      result.append(byte)
      offset += length
    }
    return result
  }

  /// Decodes into locked memory behind the first `used` bytes of `target`.
  ///
  /// - Returns: The new number of used bytes; nil if not all of them fit.
  package static func decode(
    _ source: RawSpan, into target: inout MutableRawSpan, behind used: Int
  ) -> Int? {
    var end = used
    var offset = 0
    while offset < source.byteCount {
      guard end < target.byteCount else { return nil }
      let (byte, length) = unit(of: source, at: offset)
      target.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
      end += 1
      offset += length
    }
    return end
  }

  /// The decoded byte at `offset`, and the number of bytes of its encoding.
  private static func unit(of source: RawSpan, at offset: Int) -> (byte: UInt8, length: Int) {
    let byte = source.byte(offset)
    guard byte == 0x25, offset + 2 < source.byteCount,
      let high = source.byte(offset + 1).hexadecimalValue,
      let low = source.byte(offset + 2).hexadecimalValue
    else { return (byte, 1) }
    return (high << 4 | low, 3)
  }
}
