/// Every panel that a key leads to has a key that leads out again, on each of its pages or through
/// another page.
enum WayOutRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    let panels = draft.panels.compactMap { panel in
      panel.definition.map { (draft: panel, definition: $0) }
    }
    for (place, panel) in panels.enumerated() {
      let name = panel.draft.name
      let leads = panels.contains { $0.draft.name != name && $0.definition.leads(to: name) }
      let others = panels.map(\.draft.name).filter { $0 != name }
      guard leads, !panel.draft.isPartial, !panel.definition.hasWayOut(to: others) else {
        continue
      }
      let entry =
        panels.enumerated().first { $0.offset != place && $0.element.definition.leads(to: name) }
        .map(\.element.draft.name)
      reader.faults.add(
        panel.draft.mark,
        "Nothing leads out of panel “\(name.rawValue)”. Add {\(wanted(entry, others))}.")
    }
  }

  /// The panel whose key is missing: the one that leads here, if a key can lead back to it.
  private static func wanted(_ entry: PanelName?, _ others: [PanelName]) -> String {
    let reachable = others.filter { $0 != .idCard }
    if reachable.contains(.letters) { return PanelName.letters.rawValue }
    return (entry.flatMap { reachable.contains($0) ? $0 : nil } ?? reachable.first ?? .letters)
      .rawValue
  }

  /// Tells whether every page leads to one with a key to another panel.
  ///
  /// On half-width pages, `width-*` keys do not count: they are left out unless full width is asked
  /// for.
  static func hasWayOut(_ pages: [PanelDefinition.Page], to others: [PanelName]) -> Bool {
    var open = Set(
      pages.indices.filter { index in
        others.contains { pages[index].content.leads(to: $0) }
      })
    var grows = true
    while grows {
      let before = open.count
      for (index, page) in pages.enumerated() where !open.contains(index) {
        let next = pages.indices.filter { other in
          let target = pages[other]
          let byPage = page.width == target.width && page.content.leads(to: target.page)
          let byWidth =
            page.width == .full && page.page == target.page && page.content.contains(.widthHalf)
            && target.width == .half
          return byPage || byWidth
        }
        if !open.isDisjoint(with: next) { open.insert(index) }
      }
      grows = open.count > before
    }
    return open.count == pages.count
  }
}

extension PanelPage {
  fileprivate func leads(to panel: PanelName) -> Bool {
    contains { $0.targetPanel == panel }
  }

  fileprivate func leads(to page: SymbolPage) -> Bool {
    contains { $0.targetPage == page }
  }
}
