/// Names of forms, as a text or a list.
enum FormNames {
  /// A name with its place.
  struct Entry: Sendable {
    let name: FormName
    let word: Word
  }

  /// Reads the names; an unknown one is a fault.
  static func read(
    _ node: YAMLNode, in place: String, _ reader: inout DiagnosticDecoder
  ) -> [Entry] {
    let words = reader.words(of: node, in: place)
    if words.isEmpty, reader.faults.isEmpty {
      reader.faults.add(node.start, "\(place) needs the name of a form, such as iso.")
    }
    return words.compactMap { word in
      guard let name = FormName(rawValue: word.text) else {
        let unknown = UnknownName(
          what: "form", name: word.text.quotable, known: FormName.allCases.map(\.rawValue))
        reader.add(word, unknown.description)
        return nil
      }
      return Entry(name: name, word: word)
    }
  }
}
