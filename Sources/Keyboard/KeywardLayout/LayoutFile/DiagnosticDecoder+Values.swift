/// Decodes the values of a keyboard file's fields.
///
/// Each function adds a fault if the value is invalid.
extension DiagnosticDecoder {
  mutating func keyboardName(_ node: YAMLNode) -> Word? {
    guard let word = word(of: node, in: "“keyboard”") else { return nil }
    guard KeyboardDefinition.isValidName(word.text) else {
      add(
        node.start,
        "Invalid keyboard name \(word.text.quoted): use 1 to \(LayoutLimits.idLength) of a-z, 0-9 and -."
      )
      return nil
    }
    let stem = KeyboardDefinition.fileStem(of: file)
    if word.text != stem {
      add(
        node.start,
        "The keyboard is named \(word.text.quoted), but its file is named \(stem.quoted). Use the same "
          + "name for both.")
    }
    return word
  }

  mutating func title(_ node: YAMLNode) -> String? {
    guard let word = word(of: node, in: "“title”"),
      isShort(word, "A title", atMost: LayoutLimits.titleLength)
    else { return nil }
    _ = isAllowed(word, "A title")
    return word.text
  }

  private mutating func isShort(_ word: Word, _ what: String, atMost limit: Int) -> Bool {
    if (1...limit).contains(word.text.count),
      word.text.unicodeScalars.count <= limit * LayoutLimits.outputScalars
    {
      return true
    }
    add(word.node.start, "\(what) must have 1 to \(limit) characters.")
    return false
  }

  mutating func language(_ node: YAMLNode) -> String? {
    guard let text = text(of: node, in: "“language”") else { return nil }
    if Self.isLanguageTag(text) { return text }
    add(node.start, "\(text.quoted) is not a language tag. Write a tag such as “de” or “pt-BR”.")
    return nil
  }

  /// True if a tag is well formed: a primary subtag of 2 to 8 letters (or `x`), then subtags of 1
  /// to 8 letters and digits.
  static func isLanguageTag(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) && byte >= 65 }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let primary = text.utf8.prefix { $0 != 45 }
    var rest = text.utf8.dropFirst(primary.count)
    let isPrivate = primary.count == 1 && primary.first.map { $0 | 32 } == 120 && !rest.isEmpty
    guard text.utf8.count <= 64,
      isPrivate || ((2...8).contains(primary.count) && primary.allSatisfy(isLetter))
    else { return false }
    while rest.popFirst() != nil {
      let subtag = rest.prefix { $0 != 45 }
      guard (1...8).contains(subtag.count), subtag.allSatisfy({ isLetter($0) || isDigit($0) })
      else { return false }
      rest = rest.dropFirst(subtag.count)
    }
    return true
  }

  mutating func pair(_ node: YAMLNode) -> Word? {
    guard let word = word(of: node, in: "“pair”") else { return nil }
    if KeyboardDefinition.isValidName(word.text) { return word }
    add(
      node.start,
      "\(word.text.quoted) is not the name of a keyboard. Write a name such as latin-qwerty, or the "
        + "word “none”.")
    return nil
  }

  mutating func forms(_ node: YAMLNode, in place: String) -> [(name: FormName, word: Word)] {
    let words = words(of: node, in: place)
    if words.isEmpty, !hasFaults {
      add(node.start, "\(place) needs the name of a form, such as iso.")
    }
    return words.compactMap { word in
      guard let name = FormName(rawValue: word.text) else {
        let unknown = UnknownName(
          what: "form", name: word.text.quotable, known: FormName.allCases.map(\.rawValue))
        add(word, unknown.description)
        return nil
      }
      return (name, word)
    }
  }

  mutating func label(_ node: YAMLNode) -> String? {
    guard let word = word(of: node, in: "A label"), isAllowed(word, "A label"),
      isShort(word, "A label", atMost: LayoutLimits.labelLength)
    else { return nil }
    return word.text
  }

  mutating func output(_ node: YAMLNode, _ what: String) -> String? {
    word(of: node, in: what).flatMap { output($0, what) }
  }

  mutating func output(_ word: Word, _ what: String) -> String? {
    guard isAllowed(word, what) else { return nil }
    guard let text = word.text.withoutCodePoints else {
      add(word, word.text.codePointFault)
      return nil
    }
    let isShort = (1...LayoutLimits.outputScalars).contains(text.utf8.count)
    guard isShort || (1...LayoutLimits.outputScalars).contains(text.unicodeScalars.count) else {
      add(word, "\(what) must have 1 to \(LayoutLimits.outputScalars) code points.")
      return nil
    }
    return text
  }

  mutating func alternates(_ node: YAMLNode) -> [String] {
    let words = words(of: node, in: "“alternates”")
    if words.count > LayoutLimits.alternates {
      add(
        words[LayoutLimits.alternates],
        "A key can have at most \(LayoutLimits.alternates) alternates.")
    }
    return words.prefix(LayoutLimits.alternates).compactMap { output($0, "An alternate") }
  }

  mutating func width(_ node: YAMLNode) -> KeyWidth? {
    guard let text = text(of: node, in: "“width”") else { return nil }
    if let width = KeyWidth(text) { return width }
    add(
      node.start,
      "\(text.quoted) is not a width. Write 0.5 to 8 in steps of 0.25, “fill” or “share”.")
    return nil
  }

  /// Returns true if a word contains no control character, line separator or bidirectional mark.
  ///
  /// Otherwise the function adds a fault for the first such character. `what` is the subject of
  /// the sentence in the fault, for example `A title`.
  mutating func isAllowed(_ word: Word, _ what: String) -> Bool {
    if word.text.isPrintableASCII { return true }
    for (offset, scalar) in word.text.unicodeScalars.enumerated() {
      guard let kind = scalar.forbiddenKind else { continue }
      add(word, offset: offset, "\(what) cannot contain the \(kind) \(scalar.codePoint).")
      return false
    }
    return true
  }
}
