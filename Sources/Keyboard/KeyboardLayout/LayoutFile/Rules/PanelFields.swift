/// A panel has rows (or pages, or positions) of its own, or is another keyboard's whole panel.
enum PanelFields {
  static func check(
    _ fields: [YAMLField], of node: YAMLNode, name: PanelName, _ reader: inout DiagnosticDecoder
  ) {
    guard node.fields != nil else { return }
    let own = name == .symbols ? "pages" : "rows"
    guard fields.contains(where: { $0.name == "from" }) else {
      if fields.contains(where: { $0.name == "positions" }) {
        for field in fields where field.name != "positions" {
          reader.faults.add(
            field.key.start,
            "The form has the rows, and positions have all levels; leave out “\(field.name)”.")
        }
        return
      }
      if !fields.contains(where: { $0.name == own }) {
        reader.faults.add(
          node.start, "Panel “\(name.rawValue)” needs “\(own)” or “from”.")
      }
      return
    }
    for field in fields where field.name != "from" {
      reader.faults.add(
        field.key.start, "“from” takes the whole panel; leave out “\(field.name)”.")
    }
  }
}
