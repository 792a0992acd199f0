import KeywardEngine

/// Where the parts of a typing screen are, in cells; an empty rectangle is not shown.
struct TypingFrames: Hashable {
  struct Field: Hashable {
    /// Where its prompt stands: in the upper edge of its box, or beside a field without one.
    var prompt: CellRect
    var box: CellRect
  }

  var header, rule, card, title, description, error: CellRect
  /// By the fields' numbers.
  var fields: [Field]
  var quality, hints, buttons, status: CellRect
  /// The row above a panel without strip.
  var panelEdge: CellRect
  /// Strip, panel and what is below.
  var keyboard: CellRect
  var toolbar, panel: CellRect

  /// The narrowest field beside a prompt.
  private static let leastField = 7

  /// Puts the parts below each other.
  init(_ needs: TypingNeeds) {
    let counts = needs.rowCounts
    let text = needs.textColumns
    let edge = needs.columns > 2 ? 1 : 0
    let whole = 0..<needs.columns
    let inner = edge..<needs.columns - edge
    let keys = needs.panelColumn..<needs.panelColumn + (needs.keyboard?.columns ?? 0)
    func area(_ part: RowPart, _ columns: Range<Int>) -> CellRect {
      CellRect(
        column: columns.lowerBound, line: counts.line(of: part), columns: columns.count,
        lines: counts[part])
    }
    header = area(.header, inner)
    rule = area(.rule, whole)
    let prose = needs.proseColumns
    title = area(.title, prose)
    description = area(.description, prose)
    error = area(.error, prose)
    quality = area(.quality, prose)
    hints = area(.hints, prose)
    buttons = area(.buttons, prose)
    status = area(.status, inner)
    // A ground that reaches one edge of the window reaches both.
    let ground =
      needs.panelColumn == 0
      ? whole : needs.panelColumn..<needs.panelColumn + (needs.keyboard?.ground ?? 0)
    panelEdge = area(.panelEdge, ground)
    toolbar = area(.toolbar, ground)
    panel = area(.panel, keys)
    keyboard = toolbar
    keyboard.lines += panel.lines + counts[.keyboardBottom]
    card = area(.cardTop, needs.groupColumns)
    card.lines = card.lines > 0 ? counts.line(of: .cardBottom) + 1 - card.line : 0
    fields = []
    fields = Self.fields(needs, counts, in: area(.fields, text))
  }

  private static func fields(
    _ needs: TypingNeeds, _ counts: RowCounts, in area: CellRect
  ) -> [Field] {
    let height = area.lines >= 3 * needs.fields && needs.fields > 0 ? 3 : 1
    let shown = min(needs.fields, area.lines / height)
    // Where there is no room for all, the one that is typed into stays.
    let first = max(0, min(needs.activeField, needs.fields - shown))
    return (0..<needs.fields).map { index in
      var box = area
      box.line += (index - first) * height
      box.lines = (first..<first + shown).contains(index) ? height : 0
      if height == 3 {
        let prompt = CellRect(
          column: box.column + 2, line: box.line, columns: box.columns - 4,
          lines: min(1, box.lines))
        return Field(prompt: prompt, box: box)
      }
      return counts[.header] > 0 ? beside(box, needs) : alone(box, needs)
    }
  }

  /// The prompt, a blank, and the field, which does without the prompt's beginning rather than cells.
  private static func beside(_ area: CellRect, _ needs: TypingNeeds) -> Field {
    let room = area.columns - leastField - 1
    guard needs.promptColumns > 0, room > 0 else { return alone(area, needs, isWhole: false) }
    var (prompt, box) = (area, area)
    prompt.columns = min(needs.promptColumns, room)
    box.column += prompt.columns + 1
    box.columns -= prompt.columns + 1
    return Field(prompt: prompt, box: box)
  }

  /// A field without a prompt: on row 0 no caller text may stand.
  private static func alone(
    _ area: CellRect, _ needs: TypingNeeds, isWhole: Bool = true
  ) -> Field {
    var box = area
    if isWhole {
      let mark = needs.hasWarning && needs.columns > 3 ? 2 : 0
      (box.column, box.columns) = (0, needs.columns - mark)
    }
    return Field(
      prompt: CellRect(column: box.column, line: box.line, columns: 0, lines: 0), box: box)
  }
}

extension RowCounts {
  /// The line a part begins on.
  func line(of part: RowPart) -> Int {
    (0..<part.rawValue).reduce(0) { $0 + (RowPart(rawValue: $1).map { self[$0] } ?? 0) }
  }
}
