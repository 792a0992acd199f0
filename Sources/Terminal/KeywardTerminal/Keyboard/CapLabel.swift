import KeywardEngine

/// A cap's label, with shorter forms for less room.
package struct CapLabel {
  /// The forms, widest first; the last one is empty, except for input keys, which are never blank.
  let forms: [String]
  private let ellipsis: String

  /// Creates the forms of a key's label.
  ///
  /// `text` is the full label; if it is nil, ``text(_:_:)`` provides it. If `isWord` is true, the
  /// widest form of shift, delete and return is a word; otherwise they have only symbols.
  init(
    _ key: Key, showing text: String? = nil, isWord: Bool = true, shift: ShiftState = .off,
    altgr: ShiftState = .off, glyphs: Glyphs
  ) {
    let label = text ?? Self.text(key.label, glyphs)
    ellipsis = glyphs.ellipsis
    let (texts, words) = (key.role.texts, isWord ? [label] : [])
    let short = glyphs.isASCII ? texts.short : texts.symbol ?? texts.short
    switch key.role {
    case .input:
      forms = Self.shortened(label)
    case .shift:
      // A sign makes the state visible without colour.
      let sign = Self.shiftGlyph(shift, glyphs)
      forms = (shift == .off ? words : words.map { sign + " " + $0 }) + [sign, ""]
    case .altgr:
      let sign = Self.shiftGlyph(altgr, glyphs)
      forms =
        altgr == .off
        ? [label, "Alt", short, ""] : [sign + " " + label, sign, ""]
    case .return:
      let hasSign = !glyphs.isASCII && (glyphs.canDraw("⏎") || glyphs.canDraw("↵"))
      forms = words + [hasSign ? short : texts.short, ""]
    case .delete:
      forms = words + (glyphs.isASCII ? ["<-"] : []) + [short, ""]
    case .space, .panelLetters, .panelSymbols, .panelNumbers, .pageSymbols, .pageDigits,
      .widthHalf, .widthFull, .nextKeyboard:
      forms = [label, short, ""]
    }
  }

  func form(fitting cells: Int) -> String? {
    if let form = forms.first(where: { Self.fits($0, in: cells) }) { return form }
    guard cells > 0, let shortest = forms.last else { return nil }
    return TextWrap.head(of: shortest, width: cells, ellipsis: ellipsis)
  }

  /// Whether a form fits; a dotted circle with the name of a mark leaves one of the cells free.
  private static func fits(_ form: String, in cells: Int) -> Bool {
    let width = CharacterWidth.of(form)
    let isName = width > 2 && form.unicodeScalars.first == "\u{25CC}"
    return width <= (isName ? cells - 1 : cells)
  }

  /// The forms of an input key's label, the full one first.
  ///
  /// A shorter form abbreviates the name of an invisible character. It can also omit the first
  /// digits of a code point, the brackets around a letter, or the dotted circle of a mark that is
  /// wider than a cell. The dotted circle stays beside a name of one letter.
  private static func shortened(_ label: String) -> [String] {
    guard let first = label.utf8.first, label.utf8.count >= 3 else { return [label] }
    if (0x41...0x5a).contains(first), let word = words[label] { return [label, word] }
    if label.utf8.count == 3, label.hasPrefix("["), label.hasSuffix("]") {
      return [label, String(label.dropFirst().dropLast())]
    }
    if label.utf8.count <= 4, label.allSatisfy({ $0.isHexDigit && !$0.isLowercase }) {
      return [label, String(label.suffix(3)), String(label.suffix(2))]
    }
    guard label.unicodeScalars.first == "\u{25CC}", CharacterWidth.of(label) > 1 else {
      return [label]
    }
    let rest = String(label.unicodeScalars.dropFirst())
    return rest.utf8.count == 1 ? [label] : [label, rest]
  }

  private static let words = [
    "ZWNJ": "nj", "ZWJ": "zj", "NBSP": "nb", "NNBSP": "nn", "ZWSP": "zs", "CGJ": "gj", "SHY": "sh",
    "LRM": "lr", "RLM": "rl", "ALM": "al",
  ]

  /// The label of a panel's key in characters that the terminal can show.
  ///
  /// If the font lacks the label, an input key shows the Latin letter at its position: `[q]`.
  static func text(
    of slot: Int, in layout: PanelLayout, _ glyphs: Glyphs, _ language: Language
  ) -> String {
    let key = layout.keys[slot].key
    if let label = language.label(of: key.role), key.label == key.role.label { return label }
    if glyphs.canDraw(key.label.withBase) || loneMarks(key.label, glyphs) != nil {
      return text(key.label, glyphs)
    }
    if key.role != .input { return key.role.label }
    guard let letter = layout.latinLetter(of: slot) else { return text(key.label, glyphs) }
    let isUpper = key.label != key.label.lowercased()
    return "[\(isUpper ? letter.uppercased() : String(letter))]"
  }

  /// A label in characters that the terminal can show.
  ///
  /// Combining marks that the terminal cannot draw are replaced by a similar sign, if there is one,
  /// else by their name: `◌ii` for U+0E35. A mark without a name and any other missing character
  /// are replaced by their code point.
  static func text(_ label: String, _ glyphs: Glyphs) -> String {
    if let marks = loneMarks(label, glyphs), let mark = marks.first {
      if marks.count == 1, let sign = signs[mark], glyphs.canDraw(sign) { return sign }
      let hasCircle = !glyphs.isASCII && glyphs.canDraw("\u{25CC}")
      let names = marks.compactMap(MarkName.of)
      guard names.count == marks.count else { return codePoint(of: mark) }
      let name = names.count == 1 ? names[0] : String(names.compactMap(\.first))
      return hasCircle ? "\u{25CC}" + name : name
    }
    if let missing = label.unicodeScalars.first, !glyphs.canDraw(label.withBase) {
      return codePoint(of: missing)
    }
    return Sanitizer(isASCII: glyphs.isASCII).clean(label.withBase, as: .name)
  }

  private static func codePoint(of scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16, uppercase: true)
  }

  /// The longest form of a label that has at least one and at most `cells` cells; nil if none has.
  static func text(_ label: String, _ glyphs: Glyphs, fitting cells: Int) -> String? {
    shortened(text(label, glyphs)).first { CharacterWidth.of($0) > 0 && fits($0, in: cells) }
  }

  /// The combining marks of a label that has only marks, if the terminal cannot join them to the
  /// dotted circle; nil for any other label.
  private static func loneMarks(_ label: String, _ glyphs: Glyphs) -> [Unicode.Scalar]? {
    guard let last = label.unicodeScalars.last, last.value >= glyphs.firstLoneMark, last.isMark
    else { return nil }
    let marks = label.unicodeScalars.filter { $0 != "\u{25CC}" }
    return marks.allSatisfy { $0.value >= glyphs.firstLoneMark && $0.isMark } ? Array(marks) : nil
  }

  private static let signs: [Unicode.Scalar: String] = [
    "\u{300}": "`", "\u{301}": "´", "\u{302}": "^", "\u{303}": "~", "\u{304}": "¯",
    "\u{306}": "˘", "\u{307}": "˙", "\u{308}": "¨", "\u{30A}": "°", "\u{30B}": "˝",
    "\u{30C}": "ˇ", "\u{327}": "¸", "\u{328}": "˛",
  ]

  private static func shiftGlyph(_ shift: ShiftState, _ glyphs: Glyphs) -> String {
    switch shift {
    case .off: glyphs.isASCII ? "^" : "⇧"
    case .once: glyphs.isASCII ? "A" : "⇑"
    case .locked: glyphs.isASCII ? "A!" : "⇪"
    }
  }
}
