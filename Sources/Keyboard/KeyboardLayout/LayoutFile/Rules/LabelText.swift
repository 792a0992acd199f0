/// A label: 1 to 8 characters, none of them forbidden.
enum LabelText {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> String? {
    guard let text = reader.text(of: node, in: "A label") else { return nil }
    let word = Word(text: text, node: node, offset: 0)
    guard ForbiddenCharacter.check(word, "A label", &reader) else { return nil }
    guard (1...LayoutLimits.labelLength).contains(text.count),
      text.unicodeScalars.count <= LayoutLimits.labelLength * LayoutLimits.outputScalars
    else {
      reader.faults.add(node.start, "A label has 1 to \(LayoutLimits.labelLength) characters.")
      return nil
    }
    return text
  }
}
