/// What a key inserts: 1 to 8 Unicode scalars, none of them forbidden.
enum OutputText {
  static func read(_ node: YAMLNode, _ what: String, _ reader: inout FileReader) -> String? {
    guard let text = reader.text(of: node, in: what) else { return nil }
    let word = Word(text: text, node: node, offset: 0)
    return check(word, what, &reader) ? text : nil
  }

  /// Whether a text may be inserted by a key; a fault if not.
  static func check(_ word: Word, _ what: String, _ reader: inout FileReader) -> Bool {
    guard ForbiddenCharacter.check(word, what, &reader) else { return false }
    guard (1...LayoutLimits.outputScalars).contains(word.text.unicodeScalars.count) else {
      reader.add(word, "\(what) has 1 to \(LayoutLimits.outputScalars) code points.")
      return false
    }
    return true
  }
}
