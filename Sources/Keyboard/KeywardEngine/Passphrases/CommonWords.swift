/// The words that are guessed first: the passwords and names of `Layouts/common.txt`, and the words
/// of `WordList`.
///
/// All words of a length are compared, each in the same way, so that neither the result nor the time
/// depends on the place of a word in its list. Upper and lower case are the same.
enum CommonWords {
  static let lengthsOfWords = 3...10

  /// The words of each length as numbers, six bits for each character; passwords come first.
  private struct Group {
    var codes: [UInt64] = []
    var passwordCount = 0
  }

  private static let groups: [Group] = {
    var passwords: [[UInt64]] = lengthsOfWords.map { _ in [] }
    var others = passwords
    ShippedFiles.withFile("common") { bytes in
      let rest = add(bytes, from: 0, to: &passwords)
      _ = add(bytes, from: rest, to: &others)
    }
    ShippedFiles.withFile("words") { bytes in _ = add(bytes, from: 0, to: &others) }
    return zip(passwords, others).map { Group(codes: $0 + $1, passwordCount: $0.count) }
  }()

  /// Adds the words after a comment, one on each line; returns the start of the next
  /// comment, or the end.
  private static func add(_ bytes: RawSpan, from start: Int, to lists: inout [[UInt64]]) -> Int {
    var (code, length) = (0 as UInt64, 0)
    var (isComment, hasWords) = (false, false)
    for offset in start..<bytes.byteCount {
      let byte = bytes.byte(offset)
      if byte == 0x0a {
        if !isComment, lengthsOfWords.contains(length) {
          lists[length - lengthsOfWords.lowerBound].append(code)
        }
        (code, length, isComment) = (0, 0, false)
      } else if length == 0, byte == UInt8(ascii: "#") {
        if hasWords { return offset }
        (length, isComment) = (1, true)
      } else {
        code = code << 6 | value(of: byte)
        length += 1
        hasWords = hasWords || !isComment
      }
    }
    return bytes.byteCount
  }

  /// The lengths of the words that begin at an offset of a text.
  static func lengths(in bytes: RawSpan, from start: Int) -> [Int] {
    var lengths: [Int] = []
    var code: UInt64 = 0
    for length in 1...lengthsOfWords.upperBound where start + length <= bytes.byteCount {
      let value = value(of: bytes.byte(start + length - 1))
      guard value != 0 else { break }
      code = code << 6 | value
      guard lengthsOfWords.contains(length) else { continue }
      let codes = groups[length - lengthsOfWords.lowerBound].codes
      if contains(codes, codes.count, code) { lengths.append(length) }
    }
    return lengths
  }

  /// True if a whole text is one of the passwords.
  static func isPassword(_ bytes: RawSpan) -> Bool {
    guard lengthsOfWords.contains(bytes.byteCount) else { return false }
    var code: UInt64 = 0
    for offset in bytes.byteOffsets {
      let value = value(of: bytes.byte(offset))
      guard value != 0 else { return false }
      code = code << 6 | value
    }
    let group = groups[bytes.byteCount - lengthsOfWords.lowerBound]
    return contains(group.codes, group.passwordCount, code)
  }

  /// True if one of the first `count` codes is `code`; goes through all of them.
  private static func contains(_ codes: [UInt64], _ count: Int, _ code: UInt64) -> Bool {
    var least = UInt64.max
    unsafe codes.withUnsafeBufferPointer { codes in
      for index in 0..<count { least = unsafe min(least, codes[index] ^ code) }
    }
    return least == 0
  }

  /// A number from 1 to 37 for a letter, a digit or a hyphen; 0 for any other byte.
  private static func value(of byte: UInt8) -> UInt64 {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30) + 27
    case 0x41...0x5a, 0x61...0x7a: UInt64(byte & 0x1f)
    case UInt8(ascii: "-"): 37
    default: 0
    }
  }
}
