/// A panel has an {altgr} key if its keys type something else with AltGr, and none if no key has a
/// text for it.
enum AltGrKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for panel in draft.panels where panel.from == nil && !panel.isPartial {
      guard let pages = panel.definition?.pages else { continue }
      let hasKey = pages.contains { $0.content.contains(.altgr) }
      let keys = pages.flatMap { $0.content.keys }
      if !hasKey, keys.contains(where: \.gainsByAltGr) {
        reader.faults.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has texts for AltGr, but no {altgr} key to reach them.")
      } else if hasKey, !keys.contains(where: \.hasAltGr) {
        reader.faults.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has an {altgr} key, but no key types anything with it. "
            + "Add a level “altgr”.")
      }
    }
  }
}

extension Key {
  /// True if AltGr gives the key an effect that it lacks without AltGr.
  var gainsByAltGr: Bool { gains(.altgr, over: .plain) || gains(.altgrShift, over: .shift) }

  /// True if shift gives the key an effect that it lacks without shift.
  package var gainsByShift: Bool { gains(.shift, over: .plain) || gains(.altgrShift, over: .altgr) }

  private func gains(_ level: KeyLevel, over lower: KeyLevel) -> Bool {
    let action = action(at: level)
    return action != .nothing && action != self.action(at: lower)
  }

  /// True if the key has an entry of its own for AltGr, even an equal one.
  var hasAltGr: Bool {
    guard levels != nil else { return false }
    let without = role == .space ? action(at: .plain) : .nothing
    return action(at: .altgr) != without || action(at: .altgrShift) != without
  }
}
