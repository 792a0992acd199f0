/// Controls, line separators and bidirectional marks, which no text of a keyboard may hold.
enum ForbiddenCharacter {
  /// Adds a fault for the first forbidden character.
  ///
  /// - Parameters:
  ///   - word: the text.
  ///   - what: the subject of the sentence: `A label`.
  ///   - reader: receives the fault.
  /// - Returns: whether the text has none.
  @discardableResult
  static func check(_ word: Word, _ what: String, _ reader: inout DiagnosticDecoder) -> Bool {
    if word.text.isPrintableASCII { return true }
    for (offset, scalar) in word.text.unicodeScalars.enumerated() {
      guard let kind = scalar.forbiddenKind else { continue }
      reader.add(
        word, offset: offset,
        "\(what) cannot contain the \(kind) \(scalar.codePoint).")
      return false
    }
    return true
  }
}
