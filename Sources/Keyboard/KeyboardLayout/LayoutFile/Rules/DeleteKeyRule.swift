/// Every panel, and every page of a panel, has a delete key.
enum DeleteKeyRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for panel in draft.panels
    where panel.from == nil && !panel.pages.isEmpty && !panel.isPartial {
      let missing = panel.pages.filter { page in
        !page.rows.contains { row in
          row.tokens.contains { if case .role(.delete) = $0.kind { true } else { false } }
        }
      }
      if missing.count == panel.pages.count {
        reader.faults.add(panel.mark, "Panel “\(panel.name.rawValue)” has no {delete} key.")
        continue
      }
      for page in missing {
        reader.faults.add(
          page.mark,
          "Page “\(page.page.rawValue)” of panel “\(panel.name.rawValue)” has no {delete} key in "
            + "\(page.width.rawValue) width.")
      }
    }
  }
}
