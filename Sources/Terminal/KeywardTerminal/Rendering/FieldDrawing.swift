import KeywardEngine

extension ComposedScreen {
  /// Draws the lines of a field; returns the row of cells for its content.
  mutating func drawLines(
    ofField area: CellRect, isActive: Bool, glyphs: Glyphs
  ) -> CellRect {
    let style = Self.lineStyle(isActive: isActive)
    var inner = area
    inner.lines = 1
    if area.lines == 3 {
      buffer.drawBox(area, glyphs: glyphs, style: style)
      inner.line += 1
      inner.column += 2
      inner.columns = max(1, area.columns - 4)
    } else if area.lines == 1, area.columns >= 12 {
      // A bar separates the field from its label.
      buffer.fill(
        column: area.column, row: area.line, width: 1, glyph: glyphs.box.left, style: style)
      inner.column += 2
      inner.columns = max(1, area.columns - 2)
    }
    return inner
  }

  private static func lineStyle(isActive: Bool) -> Style {
    isActive ? Style(foreground: .accent) : .hint
  }

  /// Draws the content of a field, and puts the cursor after its text if it is active.
  ///
  /// If `isRevealable`, a revealed field reserves cells for its characters in place of the mask.
  /// `end` is the column after the field.
  mutating func draw(
    _ field: PromptViewModel.Field, isActive: Bool, isRevealable: Bool, glyphs: Glyphs,
    in row: CellRect, before end: Int
  ) {
    var inner = row
    if field.mask == .bullets { drawCount(of: field, in: &inner) }
    draw(hint: field.hint, in: &inner)
    if isRevealable, field.isRevealed {
      buffer.reserve(column: inner.column, row: inner.line, width: inner.columns)
      revealArea = inner
      cursor = (inner.column, inner.line)
      return
    }
    // The cursor bar needs a cell; without one only the mask is drawn.
    let hasBar = isActive && inner.columns > 1
    var left = max(0, inner.columns - (hasBar ? 1 : 0))
    let count = field.bulletCount
    // A mask that does not fit is truncated at its start.
    if count > left, CharacterWidth.of(glyphs.ellipsis) < left {
      let end = buffer.put(glyphs.ellipsis, column: inner.column, row: inner.line)
      left -= end - inner.column
      inner.column = end
      // Groups are left out whole; the gap before the first one that is shown follows the ellipsis.
      if let gap = field.gaps.first(where: { count - $0 <= left }) { left = count - gap }
    }
    let bullets = min(count, left)
    buffer.fill(column: inner.column, row: inner.line, width: bullets, glyph: glyphs.bullet)
    for gap in field.gaps.map({ $0 - (count - bullets) }) where gap >= 0 {
      buffer.put(" ", column: inner.column + gap, row: inner.line)
    }
    guard isActive else { return }
    let bar = inner.column + bullets
    cursor = (min(bar, end - 1), inner.line)
    if hasBar {
      buffer.fill(
        column: bar, row: inner.line, width: 1, glyph: glyphs.cursorBar,
        style: Self.lineStyle(isActive: true))
    }
  }

  /// Draws the number of characters at the right of `inner`, and removes the used cells from
  /// `inner`.
  private mutating func drawCount(of field: PromptViewModel.Field, in inner: inout CellRect) {
    // Reserve a fixed number of cells, so that the mask never moves.
    let reserved = PromptViewModel.Field.countColumns
    guard inner.columns >= reserved + 4 else { return }
    // If only the groups of a complete text have room, omit the count: the groups show it.
    guard !(inner.columns - reserved..<inner.columns).contains(field.expectedCells) else { return }
    // If revealed characters need the room, omit the count: the characters show it.
    if field.isRevealed, field.characterCount >= inner.columns - reserved { return }
    inner.columns -= reserved
    guard field.shownCount > 0 else { return }
    let count = String(field.shownCount)
    let end = inner.column + inner.columns + reserved
    buffer.put(count, column: end - count.utf8.count, row: inner.line)
  }

  /// Draws the hint at the right of `inner`, and removes the used cells from `inner`.
  ///
  /// A hint that is wider than half of `inner` is omitted.
  private mutating func draw(hint: String, in inner: inout CellRect) {
    let width = CharacterWidth.of(hint)
    guard width > 0, width <= inner.columns / 2 else { return }
    inner.columns -= width + 1
    buffer.put(hint, column: inner.column + inner.columns + 1, row: inner.line, style: .hint)
  }
}
