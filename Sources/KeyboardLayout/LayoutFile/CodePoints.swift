/// Invisible characters, written as their code points: `{U+200C}`.
enum CodePoints {
  /// The text of a word: `a` → `a`, `{U+0644}{U+0627}` → `لا`.
  ///
  /// - Returns: `nil` if the text between `{U+` and `}` is not a code point that a key can type.
  static func text(of word: String) -> String? {
    guard areUsed(in: word) else { return word }
    var text = String.UnicodeScalarView()
    var rest = word.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "{", rest.starts(with: "U+".unicodeScalars) else {
        text.append(scalar)
        continue
      }
      guard let end = rest.firstIndex(of: "}"),
        let coded = self.scalar(rest[rest.startIndex..<end].dropFirst(2))
      else { return nil }
      text.append(coded)
      rest = rest[rest.index(after: end)...]
    }
    return String(text)
  }

  /// Tells whether a word contains a code point, right or wrong.
  static func areUsed(in word: String) -> Bool {
    // Most words are one character; the shortest code point is as long as {U+0041}.
    if word.utf8.count < 4 { return false }
    var last: (UInt8, UInt8) = (0, 0)
    for byte in word.utf8 {
      if last == (UInt8(ascii: "{"), UInt8(ascii: "U")), byte == UInt8(ascii: "+") { return true }
      last = (last.1, byte)
    }
    return false
  }

  /// The sentence about a word that ``text(of:)`` refuses.
  static func sentence(for word: String) -> String {
    "\(word.quoted) has no code point that a key can type. Write four to six hexadecimal digits, as "
      + "in {U+200C}; controls and line ends cannot be typed."
  }

  /// The scalar of four to six hexadecimal digits, unless it is one that no key may type.
  private static func scalar(_ digits: Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard (4...6).contains(digits.count),
      let value = UInt32(Substring(digits), radix: 16), let scalar = Unicode.Scalar(value)
    else { return nil }
    return scalar.isTypeable ? scalar : nil
  }
}

extension Unicode.Scalar {
  /// True if a key may type the scalar: not a control, a line end or a noncharacter.
  var isTypeable: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFDD0...0xFDEF: false
    default: value & 0xFFFE != 0xFFFE
    }
  }
}
