/// Every dead key begins a sequence, and every sequence begins with an existing dead key.
enum DeadKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    let pages = draft.panels.flatMap { panel in
      (panel.from == nil ? panel.definition?.pages ?? [] : []).map { (panel, $0) }
    }
    let described = draft.deadKeyNames.map(\.text)
    var used: Set<String> = []
    for (panel, page) in pages {
      for key in page.content.keys {
        for action in key.levels ?? [] {
          guard case .dead(let name) = action, used.insert(name).inserted,
            !described.contains(name)
          else { continue }
          reader.faults.add(
            panel.mark,
            "Dead key \(name.quoted) begins no sequence. Describe it under sequences: "
              + "“\(name): e é”.")
        }
      }
    }
    if draft.isPartial { return }
    for word in draft.deadKeyNames where !used.contains(word.text) {
      reader.add(word, "No key is \(word.text.quoted), so its sequences cannot be typed.")
    }
  }
}
