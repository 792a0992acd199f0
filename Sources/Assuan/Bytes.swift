/// Queries about single bytes, answered in place.
extension RawSpan {
  /// The byte at `offset`, which lies within the span.
  package func byte(_ offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount)
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The first offset in `range` at which `wanted` holds; nil if there is none.
  package func firstOffset(in range: Range<Int>, where wanted: (UInt8) -> Bool) -> Int? {
    range.first { wanted(byte($0)) }
  }

  /// Tells whether the span begins with the ASCII text `prefix`.
  package func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard byteCount >= count else { return false }
    return prefix.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { unsafe wanted[$0] == byte($0) }
    }
  }

  /// A copy outside locked memory, for bytes that are public.
  package func publicCopy() -> [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}

extension UInt8 {
  /// `a` → `A`; any other byte stays.
  package var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self - 0x20 : self }

  /// True if the byte is a blank or tab, which separate the words of a line.
  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: return self - 0x30
    case 0x41...0x46: return self - 0x41 + 10
    case 0x61...0x66: return self - 0x61 + 10
    default: return nil
    }
  }
}

extension Sequence<UInt8> {
  /// The bytes as text; each broken part becomes U+FFFD.
  package var text: String { String(decoding: Array(self), as: UTF8.self) }
}
