/// Checks the bytes of a file before anything else reads them.
enum YAMLText {
  /// The bytes after a byte order mark, which some editors write at the beginning.
  ///
  /// libyaml would count it as a column, so that the first line would seem indented deeper than the
  /// rest.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Tells whether the bytes are UTF-8 without control characters; the first wrong ones are a
  /// fault.
  static func check(_ bytes: [UInt8], faults: inout FaultList) -> Bool {
    guard bytes.count <= YAMLLimits.bytes else {
      faults.add(.start, "This file is larger than \(YAMLLimits.bytes / 1024) KiB.")
      return false
    }
    // Almost every file is plain ASCII, which needs no check of single characters.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return true }
    var mark = YAMLMark.start
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .emptyInput: return true
      case .error:
        faults.add(mark, "This file is not UTF-8 here. Save it as UTF-8.")
        return false
      case .scalarValue(let scalar):
        if isRefused(scalar) {
          faults.add(
            mark,
            "This file contains the \(scalar.forbiddenKind ?? "character") \(scalar.codePoint). "
              + "Leave it out.")
          return false
        }
        mark.index += 1
        mark.column += 1
        if scalar == "\n" { mark = YAMLMark(line: mark.line + 1, column: 1, index: mark.index) }
      }
    }
  }

  /// Tells whether YAML itself forbids a character in a file.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: false
    // YAML also ends a line at U+0085, U+2028 and U+2029, which no editor shows or counts as line
    // ends.
    case 0...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
