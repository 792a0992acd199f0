/// A file's entry for the key at a position: `AD01: q Q @ Ω`.
struct PositionDraft: Sendable {
  /// The position's name with its place.
  let id: Word
  /// The texts of the written levels.
  var levels = ByLevel<LevelEntry>()

  /// Reads one to four words: plain, shift, AltGr, both.
  init(_ field: YAMLField, _ reader: inout DiagnosticDecoder) {
    id = Word(text: field.name, node: field.key, offset: 0)
    guard let text = reader.text(of: field.value, in: "A position") else { return }
    let words = Word.words(of: text, node: field.value)
    let count = KeyLevel.allCases.count
    guard (1...count).contains(words.count) else {
      reader.faults.add(
        field.value.start,
        "Position \(field.name.quoted) has \(words.count) texts. Write one to four: without shift, "
          + "with shift, with AltGr, with both.")
      return
    }
    for (word, level) in zip(words, KeyLevel.allCases) {
      let entry = LevelEntry.read(word, "A text", &reader)
      if level == .plain, entry == .same || entry == .upper {
        reader.add(
          word,
          "\(word.text.quoted) means nothing for the first text, which the others follow. Write what "
            + "the key types without shift.")
        continue
      }
      levels[level] = entry
    }
  }
}
