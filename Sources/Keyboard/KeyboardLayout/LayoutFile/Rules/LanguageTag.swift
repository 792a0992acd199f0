/// A language: a well-formed BCP 47 tag such as `de` or `zh-Hans`.
enum LanguageTag {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> String? {
    guard let text = reader.text(of: node, in: "“language”") else { return nil }
    guard isWellFormed(text) else {
      reader.faults.add(
        node.start, "\(text.quoted) is not a language tag. Write one such as “de” or “pt-BR”.")
      return nil
    }
    return text
  }

  /// Tells whether a tag is well formed: a primary subtag of 2 to 8 letters (or `x`), then subtags
  /// of 1 to 8 letters and digits.
  static func isWellFormed(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) && byte >= 65 }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let primary = text.utf8.prefix { $0 != 45 }
    var rest = text.utf8.dropFirst(primary.count)
    let isPrivate = primary.count == 1 && primary.first.map { $0 | 32 } == 120 && !rest.isEmpty
    guard text.utf8.count <= 64,
      isPrivate || ((2...8).contains(primary.count) && primary.allSatisfy(isLetter))
    else { return false }
    // Each hyphen begins another subtag.
    while rest.popFirst() != nil {
      let subtag = rest.prefix { $0 != 45 }
      guard (1...8).contains(subtag.count), subtag.allSatisfy({ isLetter($0) || isDigit($0) })
      else { return false }
      rest = rest.dropFirst(subtag.count)
    }
    return true
  }
}
