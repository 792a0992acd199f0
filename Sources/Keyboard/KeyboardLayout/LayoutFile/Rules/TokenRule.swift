/// A token is a character, a role in braces, a spacer or a word that `keys` describes.
enum TokenRule: LayoutRule {
  /// The words allowed in braces, for suggestions.
  private static let braced =
    ["letters", "symbols", "numbers", "gap"]
    + KeyRole.allCases.filter { $0 != .input }.map(\.rawValue)

  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for token in draft.rows.flatMap(\.tokens) {
      switch token.kind {
      case .input: checkInput(token.word, draft.keys[token.word.text], &reader)
      case .coded: _ = OutputText.text(of: token.word, "A key", &reader)
      case .longWord:
        if let key = draft.keys[token.word.text] {
          checkInput(token.word, key, &reader)
        } else if ForbiddenCharacter.check(token.word, "A key", &reader) {
          checkBlanks(token.word, &reader)
        }
      case .unknownRole:
        if draft.keys[token.word.text] == nil {
          reader.add(token.word, sentence(forRole: token.word.text))
        }
      case .badCode: reader.add(token.word, CodePoints.sentence(for: token.word.text))
      case .badGap:
        reader.add(
          token.word, "\(token.word.text.quoted) is not a spacer. Give 0.5 to 8 in steps of 0.25.")
      case .role, .gap, .dead: break
      }
    }
  }

  /// A key without a label or output of its own shows and inserts its id.
  private static func checkInput(_ word: Word, _ key: KeyDraft?, _ reader: inout DiagnosticDecoder)
  {
    guard ForbiddenCharacter.check(word, "A key", &reader) else { return }
    if key?.output == nil, word.text.unicodeScalars.count > LayoutLimits.outputScalars {
      reader.add(
        word,
        "\(word.text.quoted) has more than \(LayoutLimits.outputScalars) code points. Give it an "
          + "output under keys.")
    }
  }

  /// Adds a fault for a word without a description, perhaps because the wrong blanks separate its
  /// keys.
  private static func checkBlanks(_ word: Word, _ reader: inout DiagnosticDecoder) {
    for (offset, scalar) in word.text.unicodeScalars.enumerated()
    where scalar.properties.isWhitespace {
      reader.add(
        word, offset: offset,
        "\(scalar.codePoint) looks like a blank but separates no keys. Write an ordinary blank.")
      return
    }
    reader.add(word, sentence(forUnknown: word.text))
  }

  private static func sentence(forUnknown text: String) -> String {
    if braced.contains(text) { return "\(text.quoted) is not a key. Did you mean “{\(text)}”?" }
    let blanks = text.count == 2 ? "a blank between the two" : "blanks between the characters"
    return "\(text.quoted) is not a key. Put \(blanks), or describe \(text.quoted) under keys."
  }

  private static func sentence(forRole text: String) -> String {
    if let guess = Suggestion.nearest(to: String(text.dropFirst().dropLast()), among: braced) {
      return "\(text.quoted) is not a key. Did you mean “{\(guess)}”?"
    }
    let known = braced.map { "{\($0)}" }.joined(separator: " ")
    return "\(text.quoted) is not a key. Known: \(known)."
  }
}
