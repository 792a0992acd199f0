/// The encoding of typed characters.
package enum InputEncoding: Hashable, Sendable {
  case utf8
  case latin1
  case latin9

  /// The encoding that a locale names, such as `de_DE.ISO-8859-15@euro`; UTF-8 for any other.
  package init(locale: String) {
    let codeset = locale.split(separator: ".", maxSplits: 1).dropFirst().first ?? ""
    let name = codeset.prefix { $0 != "@" }.lowercased().filter { $0 != "-" && $0 != "_" }
    switch name {
    case "iso88591": self = .latin1
    case "iso885915": self = .latin9
    default: self = .utf8
    }
  }

  package var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .latin1: "ISO-8859-1"
    case .latin9: "ISO-8859-15"
    }
  }

  /// Looks at a character at the front of some bytes that do not begin with ASCII.
  func scan(_ bytes: RawSpan) -> UTF8Scan {
    self == .utf8 ? UTF8Scan(bytes) : .scalar(1, isC1: bytes.byte(0) < 0xa0)
  }

  /// The character of a byte from 0xa0 in the two encodings of single bytes.
  func character(of byte: UInt8) -> Unicode.Scalar {
    guard self == .latin9 else { return Unicode.Scalar(byte) }
    return switch byte {
    case 0xa4: "\u{20ac}"
    case 0xa6: "\u{160}"
    case 0xa8: "\u{161}"
    case 0xb4: "\u{17d}"
    case 0xb8: "\u{17e}"
    case 0xbc: "\u{152}"
    case 0xbd: "\u{153}"
    case 0xbe: "\u{178}"
    default: Unicode.Scalar(byte)
    }
  }
}
