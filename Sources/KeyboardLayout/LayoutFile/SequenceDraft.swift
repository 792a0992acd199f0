/// The sequences of a file with the same first keys.
struct SequenceDraft: Sendable {
  /// The keys before the last one, with their places.
  let path: [Word]
  /// The last keys and the texts of the sequences, word by word.
  let words: [Word]

  /// Reads `dead_acute: e é a á`.
  init(_ field: YAMLField, _ reader: inout FileReader) {
    path = Word.words(of: field.name, node: field.key)
    words = reader.words(of: field.value, in: "A sequence")
  }

  /// The action of a word of the path: a dead key by its name, else a text.
  private static func pathAction(_ word: Word, _ reader: inout FileReader) -> KeyAction? {
    if DeadKeyName.isValid(word.text[...]) { return .dead(word.text) }
    return OutputText.text(of: word, "A key", &reader).map(KeyAction.insert)
  }

  /// Adds the sequences to those of a keyboard; reports their faults.
  func add(to deadKeys: inout DeadKeys, _ reader: inout FileReader) {
    let keys = path.compactMap { Self.pathAction($0, &reader) }
    guard keys.count == path.count, let first = path.first else { return }
    guard case .dead? = keys.first, keys.count < DeadKeys.longest else {
      reader.add(
        first,
        "A sequence begins with a dead key, such as dead_acute, and has at most \(DeadKeys.longest) "
          + "keys.")
      return
    }
    guard let place = deadKeys.open(keys) else {
      reader.add(first, "A shorter sequence than this one types a text already.")
      return
    }
    if !words.count.isMultiple(of: 2), let last = words.last {
      reader.add(last, "\(last.text.quoted) has no text behind it. Write pairs, such as “e é a á”.")
      return
    }
    addPairs(to: &deadKeys, at: place, &reader)
  }

  private func addPairs(
    to deadKeys: inout DeadKeys, at place: DeadKeys.Place, _ reader: inout FileReader
  ) {
    var seen = Set(deadKeys.keys(from: place))
    for index in stride(from: 0, to: words.count, by: 2) {
      let word = words[index]
      let dead = DeadKeyName.name(inToken: word.text)
      guard
        let key = dead.map(KeyAction.dead)
          ?? OutputText.text(of: word, "A key", &reader).map(KeyAction.insert),
        let text = OutputText.text(of: words[index + 1], "A text", &reader)
      else { continue }
      guard seen.insert(key).inserted else {
        reader.add(word, "\(word.text.quoted) is said twice after these keys.")
        continue
      }
      deadKeys.add(key, typing: text, at: place)
    }
  }
}
