/// The text of a key: 1 to 8 Unicode scalars, none of them forbidden.
enum OutputText {
  static func read(_ node: YAMLNode, _ what: String, _ reader: inout DiagnosticDecoder) -> String? {
    guard let text = reader.text(of: node, in: what) else { return nil }
    let word = Word(text: text, node: node, offset: 0)
    return self.text(of: word, what, &reader)
  }

  /// The text of a word; `nil` with a fault for one that no key may insert.
  static func text(of word: Word, _ what: String, _ reader: inout DiagnosticDecoder) -> String? {
    guard ForbiddenCharacter.check(word, what, &reader) else { return nil }
    guard let text = CodePoints.text(of: word.text) else {
      reader.add(word, CodePoints.sentence(for: word.text))
      return nil
    }
    let isShort = (1...LayoutLimits.outputScalars).contains(text.utf8.count)
    guard isShort || (1...LayoutLimits.outputScalars).contains(text.unicodeScalars.count) else {
      reader.add(word, "\(what) has 1 to \(LayoutLimits.outputScalars) code points.")
      return nil
    }
    return text
  }
}
