/// The other keyboard of a pair: its name, or `none`.
enum PairName {
  /// The word for a keyboard without a pair.
  static let none = "none"

  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> Word? {
    guard let text = reader.text(of: node, in: "“pair”") else { return nil }
    guard KeyboardName.isValid(text) else {
      reader.faults.add(
        node.start,
        "\(text.quoted) is not the name of a keyboard. Write one such as latin-qwerty, or none.")
      return nil
    }
    return Word(text: text, node: node, offset: 0)
  }

  /// Adds a fault for an unknown keyboard, or for the keyboard itself.
  static func check(
    _ word: Word?, of id: Word?, in source: KeyboardSource, _ reader: inout DiagnosticDecoder
  ) {
    guard let word, word.text != none else { return }
    if word.text == id?.text {
      reader.add(word, "A keyboard cannot be the other one of its own pair.")
    } else if !source.has(word.text) {
      let unknown = UnknownName(what: "keyboard", name: word.text.quotable, known: source.names)
      reader.add(word, unknown.description)
    }
  }
}
