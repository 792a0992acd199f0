import SecureMemory

/// Percent-encodes a secret into a protocol line, from locked memory to locked memory.
package enum PercentEncoding {
  package enum Rule: Sendable {
    /// A data line: only `%`, CR and LF are escaped, as in `50%25`.
    case data
    /// An inquiry's argument: a blank becomes `+`; `+`, `%`, control characters and everything
    /// outside ASCII become `%XX`.
    case percentPlus

    func escapes(_ byte: UInt8) -> Bool {
      switch self {
      case .data: return byte == 0x25 || byte == 0x0d || byte == 0x0a
      case .percentPlus: return byte == 0x25 || byte == 0x2b || byte < 0x20 || byte >= 0x7f
      }
    }
  }

  /// Writes `prefix`, the escaped `secret` and a line feed; returns the number of bytes written.
  ///
  /// If the line does not fit into `target`, wipes `target` and returns nil.
  package static func compose(
    _ prefix: StaticString, _ secret: RawSpan, _ rule: Rule, into target: inout SecretBuffer
  ) -> Int? {
    let length = target.withMutableBytes { bytes in
      fill(&bytes, prefix, secret, rule)
    }
    if length == nil { target.wipe() }
    return length
  }

  private static func fill(
    _ target: inout MutableRawSpan, _ prefix: StaticString, _ secret: RawSpan, _ rule: Rule
  ) -> Int? {
    var end = 0
    let room = target.byteCount
    func fits(_ count: Int) -> Bool { end + count <= room }
    let letters = prefix.utf8CodeUnitCount
    guard fits(letters) else { return nil }
    for offset in 0..<letters {
      let byte = prefix.withUTF8Buffer { unsafe $0[offset] }
      target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    }
    end = letters
    for offset in 0..<secret.byteCount {
      let byte = secret.byte(offset)
      if rule.escapes(byte) {
        guard fits(3) else { return nil }
        target.storeBytes(of: 0x25, toByteOffset: end, as: UInt8.self)
        target.storeBytes(of: digit(byte >> 4), toByteOffset: end + 1, as: UInt8.self)
        target.storeBytes(of: digit(byte & 15), toByteOffset: end + 2, as: UInt8.self)
        end += 3
      } else {
        guard fits(1) else { return nil }
        let shown = rule == .percentPlus && byte == 0x20 ? 0x2b : byte
        target.storeBytes(of: shown, toByteOffset: end, as: UInt8.self)
        end += 1
      }
    }
    guard fits(1) else { return nil }
    target.storeBytes(of: 0x0a, toByteOffset: end, as: UInt8.self)
    return end + 1
  }

  /// Returns the end of the longest part of `secret` from `start` on that has at most `most` bytes
  /// when escaped as data.
  static func end(of secret: RawSpan, from start: Int, escapedTo most: Int) -> Int {
    var (end, count) = (start, 0)
    while end < secret.byteCount {
      count += Rule.data.escapes(secret.byte(end)) ? 3 : 1
      if count > most { break }
      end += 1
    }
    return end
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x41 + value - 10
  }

  /// `%` → `%25`, for a byte that is not secret.
  static func escape(_ byte: UInt8) -> [UInt8] { [0x25, digit(byte >> 4), digit(byte & 15)] }

  /// Decodes percent-encoded text into ordinary memory, so the text must not be secret.
  ///
  /// Example: `50%25` → `50%`, `100%` → `100%`.
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

  /// Decodes `source` and appends the result to the first `used` bytes of `target`.
  ///
  /// Returns the number of bytes then used; nil if the result does not fit.
  package static func decode(
    _ source: RawSpan, into target: inout MutableRawSpan, after used: Int
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

  private static func unit(of source: RawSpan, at offset: Int) -> (byte: UInt8, length: Int) {
    let byte = source.byte(offset)
    guard byte == 0x25, offset + 2 < source.byteCount,
      let high = source.byte(offset + 1).hexadecimalValue,
      let low = source.byte(offset + 2).hexadecimalValue
    else { return (byte, 1) }
    return (high << 4 | low, 3)
  }
}
