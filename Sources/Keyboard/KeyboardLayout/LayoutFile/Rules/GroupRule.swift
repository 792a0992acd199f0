/// A shuffle group holds input keys of the file, each in one group at most.
enum GroupRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    let ids = draft.inputIDs
    var groupOf: [String: String] = [:]
    for group in draft.groups {
      for word in group.ids {
        if let earlier = groupOf[word.text] {
          reader.add(word, "\(word.text.quoted) already belongs to group \(earlier.quoted).")
        } else if !draft.isPartial, !ids.contains(word.text) {
          reader.add(
            word,
            "\(word.text.quoted) is listed in group \(group.name.quoted) but stands in no row.")
        }
        groupOf[word.text] = group.name
      }
    }
  }
}
