/// The names of dead keys: those of keysyms, `dead_acute`.
enum DeadKeyName {
  /// Tells whether a text is such a name: `dead_` with 1 to 32 of a-z, 0-9 and _.
  static func isValid(_ text: Substring) -> Bool {
    guard (6...37).contains(text.utf8.count) else { return false }
    // Byte by byte: a start with a user's keyboard asks about every dead key.
    var opening = "dead_".utf8.makeIterator()
    return text.utf8.allSatisfy { byte in
      if let expected = opening.next() { return byte == expected }
      return (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 95
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
    if let mark = mark(of: short) { return "\u{25CC}" + String(mark) }
    return sign(of: short) ?? String(short.prefix(LayoutLimits.labelLength))
  }

  // No table: a start would have to make it for a few keys.
  private static func mark(of name: String) -> Unicode.Scalar? {
    switch name {
    case "grave": "\u{300}"
    case "acute": "\u{301}"
    case "circumflex": "\u{302}"
    case "tilde": "\u{303}"
    case "macron": "\u{304}"
    case "breve": "\u{306}"
    case "abovedot": "\u{307}"
    case "diaeresis": "\u{308}"
    case "hook": "\u{309}"
    case "abovering": "\u{30A}"
    case "doubleacute": "\u{30B}"
    case "caron": "\u{30C}"
    case "aboveverticalline": "\u{30D}"
    case "doublegrave": "\u{30F}"
    case "invertedbreve": "\u{311}"
    case "abovecomma": "\u{313}"
    case "abovereversedcomma": "\u{314}"
    case "horn": "\u{31B}"
    case "belowdot": "\u{323}"
    case "belowdiaeresis": "\u{324}"
    case "belowring": "\u{325}"
    case "belowcomma": "\u{326}"
    case "cedilla": "\u{327}"
    case "ogonek": "\u{328}"
    case "belowverticalline": "\u{329}"
    case "belowcircumflex": "\u{32D}"
    case "belowbreve": "\u{32E}"
    case "belowtilde": "\u{330}"
    case "belowmacron": "\u{331}"
    case "lowline": "\u{332}"
    case "stroke": "\u{335}"
    case "longsolidusoverlay": "\u{338}"
    case "iota": "\u{345}"
    case "voiced_sound": "\u{3099}"
    case "semivoiced_sound": "\u{309A}"
    default: nil
    }
  }

  private static func sign(of name: String) -> String? {
    switch name {
    case "greek": "µ"
    case "currency": "¤"
    case "schwa": "ə"
    case "SCHWA": "Ə"
    default: nil
    }
  }
}
