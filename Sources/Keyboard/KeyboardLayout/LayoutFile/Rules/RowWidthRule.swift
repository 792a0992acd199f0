/// A row takes no more unit keys than its panel has columns.
enum RowWidthRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for panel in draft.panels {
      for page in panel.pages {
        let columns = page.columns ?? panel.columns ?? panel.defaultColumns(of: page, in: draft)
        for row in page.rows {
          let needed = RowShape(draft.row(row), isPad: panel.name.isPad).neededUnits
          guard needed > Double(columns) else { continue }
          reader.faults.add(row.mark, sentence(needed, columns))
        }
      }
    }
  }

  private static func sentence(_ needed: Double, _ columns: Int) -> String {
    let noun = columns == 1 ? "column" : "columns"
    let wanted = Int(needed.rounded(.up))
    let remedy =
      wanted > LayoutLimits.columns
      ? "Take keys away." : "Write “columns: \(wanted)” beside its rows, or take keys away."
    return "This row needs \(needed.plain) key widths, but the panel has \(columns) \(noun). "
      + remedy
  }
}
