/// A level has an entry for every key that types in the rows of its panel.
enum LevelRowsRule: LayoutRule {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder) {
    for panel in draft.panels {
      for level in KeyLevel.allCases {
        guard let rows = panel.levels[level] else { continue }
        for page in panel.pages where !page.isPartial {
          check(
            rows, of: level, against: page.rows.map { $0.tokens.count(where: draft.isInput) },
            &reader)
        }
      }
    }
  }

  private static func check(
    _ rows: [LevelRow], of level: KeyLevel, against counts: [Int], _ reader: inout DiagnosticDecoder
  ) {
    let name = level.rawValue
    for (number, row) in rows.enumerated() where !row.isPartial {
      guard number < counts.count else {
        reader.faults.add(
          row.mark, "Level “\(name)” has more rows than the panel's \(counts.count).")
        return
      }
      guard row.entries.count != counts[number] else { continue }
      reader.faults.add(
        row.mark,
        "Row \(number) of level “\(name)” has \(row.entries.count) texts for \(counts[number]) keys. "
          + "Write {none} for a key that types nothing there.")
    }
  }
}
