import KeywardEngine

extension CellBuffer {
  /// Returns the first column of a line of `width` cells that is centred in the window.
  ///
  /// The line never begins to the left of `area`. It is not centred in `area`, because `area` can
  /// be half a cell away from the middle of the window.
  func start(ofCentered width: Int, in area: CellRect) -> Int {
    max(area.column, (columns - width) / 2)
  }
}

/// The rows of a screen that fit in its window, with their rectangles in cells.
struct RowLayout {
  /// The rectangles of a field's prompt and of the field itself.
  ///
  /// The prompt is in the upper edge of the field's box, or beside a field without a box.
  typealias Field = (prompt: CellRect, box: CellRect)

  /// All rows of the screen, from top to bottom; those without room have an empty rectangle.
  let list: [(row: ScreenRow, area: CellRect)]
  private(set) var fields: [Field] = []
  /// The rectangle of the card's edges; empty without a card.
  let card: CellRect
  /// The number of rows in the window or, on an inline screen, the number of its own rows.
  let rows: Int
  /// `RowBudget.isOpen`.
  let isOpen: Bool

  private static let leastField = 7

  init(_ budget: RowBudget) {
    var line = 0
    list = budget.fitted.map { row in
      let columns = budget.columns(of: row.part)
      line += row.space == nil ? 0 : 1
      let area = CellRect(
        column: columns.lowerBound, line: line, columns: columns.count, lines: row.count)
      line += row.count
      return (row, area)
    }
    rows = line
    isOpen = budget.isOpen
    var card = Self.area(of: .cardTop, in: list)
    card.lines = card.lines > 0 ? Self.area(of: .cardBottom, in: list).line + 1 - card.line : 0
    self.card = card
    for case (let row, let area) in list {
      guard case .fields(let labels, let active) = row.content else { continue }
      fields = fields(labels, active, in: area, budget)
    }
  }

  /// The rectangle of a part; empty if it is not shown.
  subscript(part: ScreenRow.Part) -> CellRect { Self.area(of: part, in: list) }

  /// True if a part of a text above the fields is not shown.
  var isCut: Bool {
    let rows = list.map(\.row)
    return rows.isQuestionCut || rows.isPurposeCut || rows.isAskerCut
  }

  /// True if a part of the title or the description is not shown.
  var isQuestionCut: Bool { list.map(\.row).isQuestionCut }

  private static func area(
    of part: ScreenRow.Part, in list: [(row: ScreenRow, area: CellRect)]
  ) -> CellRect {
    list.first { $0.row.part == part }?.area
      ?? CellRect(column: 0, line: 0, columns: 0, lines: 0)
  }

  /// The rectangle of the toolbar, the panel and the background below them.
  var keyboard: CellRect {
    var keyboard = self[.toolbar]
    keyboard.lines += self[.panel].lines + self[.keyboardBottom].lines
    return keyboard
  }

  private func fields(
    _ labels: [String], _ active: Int, in area: CellRect, _ budget: RowBudget
  ) -> [Field] {
    let height = area.lines >= 3 * labels.count ? 3 : 1
    var area = area
    if height == 1 {
      let prose = budget.proseColumns
      (area.column, area.columns) = (prose.lowerBound, prose.count)
    }
    let shown = min(labels.count, area.lines / height)
    // If some fields do not fit, the active one stays.
    let first = max(0, min(active, labels.count - shown))
    let promptColumns = labels.map { CharacterWidth.of($0) }.max() ?? 0
    return labels.indices.map { index in
      var box = area
      box.line += (index - first) * height
      box.lines = (first..<first + shown).contains(index) ? height : 0
      if height == 3 {
        let prompt = CellRect(
          column: box.column + 2, line: box.line, columns: box.columns - 4,
          lines: min(1, box.lines))
        return (prompt, box)
      }
      if area.line > 0 || budget.isInline {
        return Self.beside(box, promptColumns: promptColumns)
      }
      // Row 0 must not show the label, which is a caller's text.
      (box.column, box.columns) = (0, budget.columns - budget.warningColumns)
      return Self.alone(box)
    }
  }

  /// Places the prompt, a blank, and the field; the prompt is truncated if cells are missing, and
  /// omitted if there is no room for it.
  private static func beside(_ area: CellRect, promptColumns: Int) -> Field {
    let room = area.columns - leastField - 1
    guard promptColumns > 0, room > 0 else { return alone(area) }
    var (prompt, box) = (area, area)
    prompt.columns = min(promptColumns, room)
    box.column += prompt.columns + 1
    box.columns -= prompt.columns + 1
    return (prompt, box)
  }

  private static func alone(_ box: CellRect) -> Field {
    (CellRect(column: box.column, line: box.line, columns: 0, lines: 0), box)
  }
}
