/// The alternates of a key: up to 16 outputs, in a text or a list.
enum AlternatesList {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> [String] {
    let words = reader.words(of: node, in: "“alternates”")
    if words.count > LayoutLimits.alternates {
      reader.add(
        words[LayoutLimits.alternates], "A key has at most \(LayoutLimits.alternates) alternates.")
    }
    return words.prefix(LayoutLimits.alternates).compactMap { word in
      OutputText.text(of: word, "An alternate", &reader)
    }
  }
}
