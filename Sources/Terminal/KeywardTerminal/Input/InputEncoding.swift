package enum InputEncoding: Hashable, Sendable {
  case utf8
  case latin1
  case latin9

  /// Creates the encoding of a locale such as `de_DE.ISO-8859-15@euro`; UTF-8 if unsupported.
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

  /// Scans the first character of `bytes`, which must not begin with ASCII.
  func scan(_ bytes: RawSpan) -> UTF8Scan {
    self == .utf8 ? UTF8Scan(bytes) : .scalar(1, isC1: bytes.byte(0) < 0xa0)
  }

  /// The character of a byte from 0xa0 to 0xff; the encoding must not be UTF-8.
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

enum UTF8Scan: Hashable {
  case incomplete
  /// The number of invalid bytes to skip before scanning the next character.
  case broken(Int)
  case scalar(Int, isC1: Bool)

  /// Scans the first character of `bytes`, which must not be empty.
  ///
  /// It follows the Unicode Standard's table of well-formed byte sequences, which excludes overlong
  /// forms, surrogates and values beyond U+10FFFF.
  init(_ bytes: RawSpan) {
    let lead = bytes.byte(0)
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch lead {
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef:
      length = 3
      if lead == 0xe0 { second = 0xa0...0xbf }
      if lead == 0xed { second = 0x80...0x9f }
    case 0xf0...0xf4:
      length = 4
      if lead == 0xf0 { second = 0x90...0xbf }
      if lead == 0xf4 { second = 0x80...0x8f }
    default:
      self = .broken(1)
      return
    }
    for offset in 1..<length {
      guard offset < bytes.byteCount else {
        self = .incomplete
        return
      }
      let range = offset == 1 ? second : 0x80...0xbf
      guard range.contains(bytes.byte(offset)) else {
        self = .broken(offset)
        return
      }
    }
    self = .scalar(length, isC1: lead == 0xc2 && bytes.byte(1) < 0xa0)
  }

  static func firstBroken(in bytes: RawSpan) -> UInt8? {
    var offset = 0
    while offset < bytes.byteCount {
      guard bytes.byte(offset) >= 0x80 else {
        offset += 1
        continue
      }
      let scan = UTF8Scan(bytes.extracting(offset..<bytes.byteCount))
      guard case .scalar(let count, isC1: _) = scan else { return bytes.byte(offset) }
      offset += count
    }
    return nil
  }

  var length: Int {
    switch self {
    case .incomplete: 0
    case .broken(let count), .scalar(let count, isC1: _): count
    }
  }

  /// Returns the length of the C1 control at the start of the scanned bytes; nil if there is none.
  ///
  /// In UTF-8, a C1 control has two bytes. A lone byte is not valid UTF-8, and no control: as the
  /// introducer of a string, it would swallow the keys after it.
  var lengthOfC1: Int? { if case .scalar(let count, isC1: true) = self { count } else { nil } }
}
