extension Unicode.Scalar {
  /// The scalar as `U+001B`.
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The kind of a scalar that labels and messages must not contain; `nil` for any other.
  ///
  /// It is `control character`, `line separator` or `bidirectional mark`.
  var forbiddenKind: String? {
    switch value {
    case 0...0x1F, 0x7F...0x9F: "control character"
    case 0x2028, 0x2029: "line separator"
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "bidirectional mark"
    default: nil
    }
  }
}

extension String {
  /// The text with `U+001B` and the like for characters that a message cannot carry.
  var printable: String {
    guard unicodeScalars.contains(where: { $0.forbiddenKind != nil }) else { return self }
    return unicodeScalars.map { $0.forbiddenKind == nil ? String($0) : $0.codePoint }.joined()
  }

  /// The text between quotation marks, as messages name it, cut after 32 characters.
  var quoted: String {
    let short = prefix(33)
    let shown = short.count > 32 ? short.prefix(32) + "…" : short
    return "“\(String(String.UnicodeScalarView(shown.unicodeScalars.prefix(256))).printable)”"
  }
}
