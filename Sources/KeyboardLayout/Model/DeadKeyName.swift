/// The names of dead keys: those of keysyms, `dead_acute`.
enum DeadKeyName {
  /// Tells whether a text is such a name: `dead_` with 1 to 32 of a-z, 0-9 and _.
  static func isValid(_ text: Substring) -> Bool {
    text.hasPrefix("dead_") && (6...37).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 95
      }
  }

  /// The name in a `{dead_acute}` token; `nil` for any other word.
  static func name(inToken word: String) -> String? {
    guard word.utf8.count > 7, word.hasPrefix("{dead_"), word.hasSuffix("}") else { return nil }
    let name = word.dropFirst().dropLast()
    return isValid(name) ? String(name) : nil
  }

  /// The label of a cap: the mark on a dotted circle, else the end of the name.
  static func label(of name: String) -> String {
    let short = String(name.dropFirst(5))
    if let mark = marks[short].flatMap(Unicode.Scalar.init) { return "\u{25CC}" + String(mark) }
    return signs[short] ?? String(short.prefix(LayoutLimits.labelLength))
  }

  private static let marks: [String: UInt32] = [
    "grave": 0x300, "acute": 0x301, "circumflex": 0x302, "tilde": 0x303, "macron": 0x304,
    "breve": 0x306, "abovedot": 0x307, "diaeresis": 0x308, "hook": 0x309, "abovering": 0x30A,
    "doubleacute": 0x30B, "caron": 0x30C, "aboveverticalline": 0x30D, "doublegrave": 0x30F,
    "invertedbreve": 0x311, "abovecomma": 0x313, "abovereversedcomma": 0x314, "horn": 0x31B,
    "belowdot": 0x323, "belowdiaeresis": 0x324, "belowring": 0x325, "belowcomma": 0x326,
    "cedilla": 0x327, "ogonek": 0x328, "belowverticalline": 0x329, "belowcircumflex": 0x32D,
    "belowbreve": 0x32E, "belowtilde": 0x330, "belowmacron": 0x331, "lowline": 0x332,
    "stroke": 0x335, "longsolidusoverlay": 0x338, "iota": 0x345, "voiced_sound": 0x3099,
    "semivoiced_sound": 0x309A,
  ]

  private static let signs = ["greek": "µ", "currency": "¤", "schwa": "ə", "SCHWA": "Ə"]
}
