/// A file's entry for a key at a level.
enum LevelEntry: Hashable, Sendable {
  /// `{same}`: the same as plain.
  case same
  /// `{upper}`: the upper case of plain.
  case upper
  /// `{none}`: nothing.
  case none
  /// A text of its own.
  case text(String)
  /// `{dead_acute}`: a dead key.
  case dead(String)

  /// Reads a word; `nil` with a fault for one that no key can type.
  static func read(
    _ word: Word, _ what: String, _ reader: inout FileReader
  ) -> LevelEntry? {
    switch word.text {
    case "{same}": return .same
    case "{upper}": return .upper
    case "{none}": return LevelEntry.none
    default:
      if let name = DeadKeyName.name(inToken: word.text) { return .dead(name) }
      return OutputText.text(of: word, what, &reader).map(LevelEntry.text)
    }
  }

  /// The name of the dead key; `nil` for any other entry.
  var deadName: String? {
    if case .dead(let name) = self { name } else { nil }
  }

  /// The action of the entry, derived from that of the plain level.
  func action(plain: KeyAction) -> KeyAction {
    switch self {
    case .same: plain
    case .upper:
      if case .insert(let text) = plain { .insert(Key.upperCase(of: text)) } else { plain }
    case .none: .nothing
    case .text(let text): .insert(text)
    case .dead(let name): .dead(name)
    }
  }
}

/// The row of a level: one entry for every key of the row that types, from left to right.
struct LevelRow: Sendable {
  /// The beginning of its text.
  let mark: YAMLMark
  /// The entries; `nil` for an unreadable one.
  var entries: [LevelEntry?] = []
  var isPartial = false

  /// Reads a row.
  init(_ node: YAMLNode, _ reader: inout FileReader) {
    mark = node.start
    guard let text = reader.text(of: node, in: "A row of a level") else {
      isPartial = true
      return
    }
    let words = Word.words(of: text, node: node)
    guard words.count <= LayoutLimits.tokens else {
      isPartial = true
      reader.add(words[LayoutLimits.tokens], "A row has at most \(LayoutLimits.tokens) keys.")
      return
    }
    for word in words { entries.append(LevelEntry.read(word, "A text", &reader)) }
  }
}
