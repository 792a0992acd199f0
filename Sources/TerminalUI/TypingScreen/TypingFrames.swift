import KeywardEngine

/// The places of a typing screen's parts, in cells; an empty rectangle is not shown.
struct TypingFrames: Hashable {
  struct Field: Hashable {
    /// The place of its prompt: in the upper edge of its box, or beside a field without a box.
    var prompt: CellRect
    var box: CellRect
  }

  var header, rule, card, title, description, error: CellRect
  /// The fields by their numbers.
  var fields: [Field]
  var quality, hints, buttons, status: CellRect
  /// The row above a panel without a strip.
  var panelEdge: CellRect
  /// The strip, the panel and the rows below.
  var keyboard: CellRect
  var toolbar, panel: CellRect

  /// The narrowest field beside a prompt.
  private static let leastField = 7

  /// Puts the parts one below the other.
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
    status = area(.status, needs.isInline ? prose : inner)
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
    // If not all fields fit, the active one stays.
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
      return counts[.header] > 0 || needs.isInline ? beside(box, needs) : alone(box, needs)
    }
  }

  /// Places the prompt, a blank, and the field; a lack of cells shortens the prompt's beginning.
  private static func beside(_ area: CellRect, _ needs: TypingNeeds) -> Field {
    let room = area.columns - leastField - 1
    guard needs.promptColumns > 0, room > 0 else { return alone(area, needs, isWhole: false) }
    var (prompt, box) = (area, area)
    prompt.columns = min(needs.promptColumns, room)
    box.column += prompt.columns + 1
    box.columns -= prompt.columns + 1
    return Field(prompt: prompt, box: box)
  }

  /// Places a field without a prompt: row 0 may hold no text of a caller.
  private static func alone(
    _ area: CellRect, _ needs: TypingNeeds, isWhole: Bool = true
  ) -> Field {
    var box = area
    if isWhole {
      (box.column, box.columns) = (0, needs.columns - needs.warningColumns)
    }
    return Field(
      prompt: CellRect(column: box.column, line: box.line, columns: 0, lines: 0), box: box)
  }
}

extension RowCounts {
  /// The first line of a part.
  func line(of part: RowPart) -> Int {
    (0..<part.rawValue).reduce(0) { $0 + (RowPart(rawValue: $1).map { self[$0] } ?? 0) }
  }
}
