/// A language: a well-formed BCP 47 tag such as `de` or `zh-Hans`.
enum LanguageTag {
  static func read(_ node: YAMLNode, _ reader: inout FileReader) -> String? {
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
    let subtags = text.utf8.split(separator: 45, omittingEmptySubsequences: false)
    guard text.utf8.count <= 64, let primary = subtags.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) && byte >= 65 }
    func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
    let isPrivate = primary.count == 1 && primary.first.map { $0 | 32 } == 120 && subtags.count > 1
    guard isPrivate || ((2...8).contains(primary.count) && primary.allSatisfy(isLetter)) else {
      return false
    }
    return subtags.dropFirst().allSatisfy { subtag in
      (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }
}
