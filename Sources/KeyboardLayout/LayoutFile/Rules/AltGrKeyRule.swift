/// A panel has a key {altgr} where its keys have texts for it, and only there.
enum AltGrKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout FileReader) {
    for panel in draft.panels where panel.from == nil && !panel.isPartial {
      guard let pages = panel.definition?.pages else { continue }
      let hasKey = pages.contains { $0.content.contains(.altgr) }
      let hasTexts = pages.contains { page in
        page.content.keys.contains { $0.hasAltGr }
      }
      if hasTexts, !hasKey {
        reader.faults.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has texts for AltGr, but no {altgr} key to reach them.")
      } else if hasKey, !hasTexts {
        reader.faults.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has an {altgr} key, but no key types anything with it. "
            + "Add a level “altgr”.")
      }
    }
  }
}

extension Key {
  /// Whether the key does something with AltGr that it does not without.
  var hasAltGr: Bool {
    guard levels != nil else { return false }
    let without = role == .space ? action(at: .plain) : .nothing
    return action(at: .altgr) != without || action(at: .altgrShift) != without
  }
}
