/// An input key stands on a page only once.
enum RepeatedKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for panel in draft.panels {
      for page in panel.pages {
        let count = page.rows.reduce(0) { $0 + $1.tokens.count }
        var rowOf = [String: Int](minimumCapacity: count)
        for (number, row) in page.rows.enumerated() {
          for token in row.tokens where draft.isInput(token) {
            if let earlier = rowOf[token.word.text] {
              let place = panel.name == .symbols ? "page" : "panel"
              reader.add(
                token.word,
                "\(token.word.text.quoted) already stands in row \(earlier + 1) of this \(place).")
            } else {
              rowOf[token.word.text] = number
            }
          }
        }
      }
    }
  }
}
