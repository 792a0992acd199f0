/// A keyboard's title: 1 to 64 characters, none of them forbidden.
enum TitleText {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> String? {
    guard let text = reader.text(of: node, in: "“title”") else { return nil }
    guard (1...LayoutLimits.titleLength).contains(text.count),
      text.unicodeScalars.count <= LayoutLimits.titleLength * LayoutLimits.outputScalars
    else {
      reader.faults.add(node.start, "A title has 1 to \(LayoutLimits.titleLength) characters.")
      return nil
    }
    ForbiddenCharacter.check(Word(text: text, node: node, offset: 0), "A title", &reader)
    return text
  }
}
