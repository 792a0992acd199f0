import KeyboardEngine

/// One masked field: in a box of three rows, or in a single row.
package struct FieldBox {
  let mask: DialogueOptions.Mask
  let characterCount: Int
  /// True if a fixed mask hides that the field is empty.
  let hidesEmptiness: Bool
  /// True if cells are reserved for the typed characters, which replace the mask.
  let isRevealed: Bool
  /// The text beside the count; empty for none.
  let hint: String
  let isActive: Bool
  /// True if the field's characters may be revealed.
  let isRevealable: Bool
  let glyphs: Glyphs

  package init(
    _ field: PromptViewModel.Field, isActive: Bool, isRevealable: Bool, glyphs: Glyphs
  ) {
    mask = field.mask
    characterCount = field.characterCount
    hidesEmptiness = field.hidesEmptiness
    isRevealed = field.isRevealed
    hint = field.hint
    self.isActive = isActive
    self.isRevealable = isRevealable
    self.glyphs = glyphs
  }

  static let fixedCount = 8

  /// Draws the field, and puts the cursor after its text if it is active.
  package func draw(on screen: inout ComposedScreen, in area: CellRect) {
    if area.lines == 3 { drawBox(on: &screen.buffer, in: area) }
    if hasBar(area) {
      screen.buffer.fill(
        column: area.column, row: area.line, width: 1, glyph: glyphs.box.left, style: lineStyle)
    }
    drawText(on: &screen, in: area)
  }

  /// True if a bar separates a one-row field from its label.
  private func hasBar(_ area: CellRect) -> Bool { area.lines == 1 && area.columns >= 12 }

  private func inside(_ area: CellRect) -> CellRect {
    var inner = area
    if area.lines == 3 {
      inner.column += 2
      inner.columns = max(1, area.columns - 4)
      inner.line += 1
    } else if hasBar(area) {
      inner.column += 2
      inner.columns = max(1, area.columns - 2)
    }
    inner.lines = 1
    return inner
  }

  private func drawText(on screen: inout ComposedScreen, in area: CellRect) {
    var inner = inside(area)
    if mask == .bullets { drawCount(on: &screen.buffer, in: &inner) }
    drawHint(on: &screen.buffer, in: &inner)
    if isRevealable, isRevealed {
      screen.buffer.reserve(column: inner.column, row: inner.line, width: inner.columns)
      screen.revealArea = .init(column: inner.column, row: inner.line, width: inner.columns)
      screen.cursor = (inner.column, inner.line)
      return
    }
    // The cursor bar needs a cell; without one only the mask is drawn.
    let room = isActive && inner.columns > 1 ? inner.columns - 1 : inner.columns
    let end = drawMask(on: &screen.buffer, column: inner.column, row: inner.line, cells: room)
    guard isActive else { return }
    screen.cursor = (min(end, area.column + area.columns - 1), inner.line)
    if inner.columns > 1 {
      screen.buffer.fill(
        column: end, row: inner.line, width: 1, glyph: glyphs.cursorBar,
        style: Style(foreground: .accent))
    }
  }

  /// Draws the mask, truncated at its start; returns the column after it.
  private func drawMask(
    on buffer: inout CellBuffer, column: Int, row: Int, cells: Int
  ) -> Int {
    var (column, left) = (column, max(0, cells))
    let count =
      switch mask {
      case .bullets: characterCount
      case .fixed: characterCount > 0 || hidesEmptiness ? Self.fixedCount : 0
      case .hidden: 0
      }
    if count > left, CharacterWidth.of(glyphs.ellipsis) < left {
      let end = buffer.put(glyphs.ellipsis, column: column, row: row)
      left -= end - column
      column = end
    }
    let bullets = min(count, left)
    buffer.fill(column: column, row: row, width: bullets, glyph: glyphs.bullet)
    return column + bullets
  }

  /// Draws the number of characters at the right, and takes its cells from `inner`.
  private func drawCount(on buffer: inout CellBuffer, in inner: inout CellRect) {
    // Reserve a fixed number of cells, so that the mask never moves.
    let reserved = 5
    guard inner.columns >= reserved + 4 else { return }
    // If revealed characters need the room, omit the count: the characters show it.
    if isRevealed, characterCount >= inner.columns - reserved { return }
    inner.columns -= reserved
    guard characterCount > 0 else { return }
    let count = String(characterCount)
    let end = inner.column + inner.columns + reserved
    buffer.put(count, column: end - count.utf8.count, row: inner.line)
  }

  /// Draws the hint before the count if it fits in half of the field.
  private func drawHint(on buffer: inout CellBuffer, in inner: inout CellRect) {
    guard !hint.isEmpty else { return }
    let width = CharacterWidth.of(hint)
    guard width > 0, width <= inner.columns / 2 else { return }
    inner.columns -= width + 1
    buffer.put(hint, column: inner.column + inner.columns + 1, row: inner.line, style: .hint)
  }

  private func drawBox(on buffer: inout CellBuffer, in area: CellRect) {
    // Boxes of fields share no edges, so they do not need a `LineDrawing`, which would be too slow
    // for every key press.
    let (box, right) = (glyphs.box, area.column + area.columns - 1)
    func fill(_ column: Int, _ row: Int, _ width: Int, _ glyph: Unicode.Scalar) {
      buffer.fill(
        column: column, row: row, width: width, glyph: glyph, style: lineStyle)
    }
    let edges = [
      (area.line, box.topLeft, box.topRight), (area.line + 2, box.bottomLeft, box.bottomRight),
    ]
    for (row, left, end) in edges {
      fill(area.column, row, area.columns, box.horizontal)
      fill(area.column, row, 1, left)
      fill(right, row, 1, end)
    }
    fill(area.column, area.line + 1, 1, box.left)
    fill(right, area.line + 1, 1, box.right)
  }

  private var lineStyle: Style { isActive ? Style(foreground: .accent) : .hint }
}
