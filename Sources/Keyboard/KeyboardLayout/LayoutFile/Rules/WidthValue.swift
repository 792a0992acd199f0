/// The width of a key or of a row's input keys.
enum WidthValue {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> KeyWidth? {
    guard let text = reader.text(of: node, in: "“width”") else { return nil }
    if let width = WidthText.width(text) { return width }
    reader.faults.add(
      node.start,
      "\(text.quoted) is not a width. Give 0.5 to 8 in steps of 0.25, fill or share.")
    return nil
  }
}
