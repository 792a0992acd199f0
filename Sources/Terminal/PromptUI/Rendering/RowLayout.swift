import KeyboardEngine

extension CellBuffer {
  /// Returns the first column of a line of `width` cells that is centred in the window.
  ///
  /// The line never begins to the left of `area`. It is not centred in `area`, because `area` can
  /// be half a cell away from the middle of the window.
  func start(ofCentered width: Int, in area: CellRect) -> Int {
    max(area.column, (columns - width) / 2)
  }
}

/// The rectangles of a screen's parts, in cells; empty if not shown.
struct RowLayout {
  /// The rectangles of a field's prompt and of the field itself.
  ///
  /// The prompt is in the upper edge of the field's box, or beside a field without a box.
  typealias Field = (prompt: CellRect, box: CellRect)

  var header, asker, card, title, description, error: CellRect
  var fields: [Field]
  var quality, hints, buttons: CellRect
  var status: CellRect
  /// The free rows below the status, which a long notice may use.
  let rowsBelowStatus: Int
  var keyboard: CellRect
  var toolbar, panel: CellRect
  let rows: Int

  private static let leastField = 7

  init(_ budget: RowBudget) {
    let counts = budget.rowCounts
    rows = counts.total
    let text = budget.textColumns
    func area(_ part: RowPart, _ columns: Range<Int>) -> CellRect {
      CellRect(
        column: columns.lowerBound, line: counts.line(of: part), columns: columns.count,
        lines: counts[part])
    }
    let prose = budget.proseColumns
    header = area(.header, prose)
    asker = area(.asker, prose)
    title = area(.title, prose)
    description = area(.description, prose)
    error = area(.error, prose)
    quality = area(.quality, prose)
    hints = area(.hints, prose)
    buttons = area(.buttons, prose)
    status = area(.status, budget.statusColumns)
    rowsBelowStatus = budget.isInline ? 0 : counts[.trail]
    toolbar = area(.toolbar, budget.keyboardColumns)
    panel = area(.panel, budget.keyboardColumns)
    keyboard = toolbar
    keyboard.lines += panel.lines + counts[.keyboardBottom]
    card = area(.cardTop, budget.groupColumns)
    card.lines = card.lines > 0 ? counts.line(of: .cardBottom) + 1 - card.line : 0
    fields = Self.fields(budget, counts, in: area(.fields, text))
  }

  private static func fields(
    _ budget: RowBudget, _ counts: RowCounts, in area: CellRect
  ) -> [Field] {
    let height = area.lines >= 3 * budget.fields && budget.fields > 0 ? 3 : 1
    var area = area
    if height == 1 {
      let prose = budget.proseColumns
      (area.column, area.columns) = (prose.lowerBound, prose.count)
    }
    let shown = min(budget.fields, area.lines / height)
    // If some fields do not fit, the active one stays.
    let first = max(0, min(budget.activeField, budget.fields - shown))
    return (0..<budget.fields).map { index in
      var box = area
      box.line += (index - first) * height
      box.lines = (first..<first + shown).contains(index) ? height : 0
      if height == 3 {
        let prompt = CellRect(
          column: box.column + 2, line: box.line, columns: box.columns - 4,
          lines: min(1, box.lines))
        return (prompt, box)
      }
      return counts[.header] > 0 || budget.isInline ? beside(box, budget) : alone(box, budget)
    }
  }

  /// Places the prompt, a blank, and the field; the prompt is truncated if cells are missing.
  private static func beside(_ area: CellRect, _ budget: RowBudget) -> Field {
    let room = area.columns - leastField - 1
    guard budget.promptColumns > 0, room > 0 else { return alone(area, budget, isWhole: false) }
    var (prompt, box) = (area, area)
    prompt.columns = min(budget.promptColumns, room)
    box.column += prompt.columns + 1
    box.columns -= prompt.columns + 1
    return (prompt, box)
  }

  /// Places a field without its prompt.
  ///
  /// The prompt is omitted because there is no room for it, or because the field is on row 0, which
  /// must not show a caller's text.
  private static func alone(
    _ area: CellRect, _ budget: RowBudget, isWhole: Bool = true
  ) -> Field {
    var box = area
    if isWhole { (box.column, box.columns) = (0, budget.columns - budget.warningColumns) }
    return (CellRect(column: box.column, line: box.line, columns: 0, lines: 0), box)
  }
}
