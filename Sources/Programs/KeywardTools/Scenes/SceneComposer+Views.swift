import KeyboardScenes
import PromptUI

extension SceneComposer {
  /// The least rows of a container: with fewer, its lines would cover those of the views in it.
  private static let leastContainer = 5
  /// The width from which on a view of one row has sides, so that views side by side look alike.
  private static let leastFramed = 12

  /// Draws a view, from row `top` on, as a box with its label, or the field with its mask.
  func draw(_ view: SceneContent.View, below top: Int, on cells: inout SceneCells) {
    var area = CellRect(rounding: view.frame)
    let hidden = top - area.line
    if hidden > 0 {
      area.line += hidden
      area.lines -= hidden
    }
    if view.isField, area.lines < 1 {
      // Typing can go on while the field is out of sight.
      area.line = top
      area.lines = 1
    }
    if view.isField {
      // If the field is wider than the window, its visible part holds the text.
      let right = min(area.column + area.columns, cells.screen.buffer.columns)
      area.column = max(0, area.column)
      area.columns = right - area.column
    }
    guard area.columns > 0, area.lines > 0 else { return }
    // A view covers everything behind it.
    if !view.isContainer {
      cells.screen.buffer.fill(
        column: area.column, row: area.line, width: area.columns, height: area.lines)
    }
    if view.isField {
      drawField(view.label, in: area, on: &cells)
    } else if view.wraps && !view.isContainer {
      drawLines(of: view, in: area, hidden: max(0, hidden), on: &cells)
    } else if area.lines == 1 {
      drawLine(view, in: area, on: &cells)
    } else if !view.isContainer || area.lines >= Self.leastContainer {
      let style: Style = view.isContainer ? .hint : .plain
      drawBox(area, style, on: &cells)
      let inTop = view.isContainer || area.lines == 2
      drawLabel(view.label, in: area, isInTop: inTop, style: style, on: &cells)
    }
  }

  private func drawLines(
    of view: SceneContent.View, in area: CellRect, hidden: Int, on cells: inout SceneCells
  ) {
    let lines = WrappedLabel.lines(
      of: view.label, columns: area.columns, rows: area.lines + hidden, ellipsis: glyphs.ellipsis)
    let isMirrored = content.status.direction == .rightToLeft
    for (index, line) in lines.dropFirst(hidden).enumerated() where area.line + index > 0 {
      let free = isMirrored ? area.columns - CharacterWidth.of(line) : 0
      cells.screen.buffer.put(
        line, column: area.column + max(0, free), row: area.line + index,
        limit: area.column + area.columns)
    }
  }

  private func drawField(_ label: String, in area: CellRect, on cells: inout SceneCells) {
    cells.fieldArea = area
    guard area.lines > 1, area.columns > 4 else {
      let row = CellRect(
        column: area.column, line: area.line, columns: area.columns, lines: 1)
      fieldBox.draw(on: &cells.screen, in: row)
      return
    }
    drawBox(area, .plain, on: &cells)
    let middle = area.line + area.lines / 2
    // From twelve columns on the field draws its own left side, which serves as that of the box.
    let margin = area.columns >= 12 ? 0 : 1
    let row = CellRect(
      column: area.column + margin, line: middle, columns: area.columns - 2, lines: 1)
    cells.screen.buffer.fill(
      column: area.column + 1, row: middle, width: area.columns - 2, height: 1)
    fieldBox.draw(on: &cells.screen, in: row)
    if area.lines == 2 { closeBottom(area, on: &cells) }
    drawLabel(label, in: area, isInTop: true, style: .plain, on: &cells)
  }

  /// Draws the lower edge of a box around the text in it, with a blank on either side, as around
  /// the label in the upper edge.
  private func closeBottom(_ area: CellRect, on cells: inout SceneCells) {
    let (box, row) = (glyphs.box, area.line + area.lines - 1)
    let last = area.column + area.columns - 1
    cells.screen.buffer.put(String(box.bottomLeft), column: area.column, row: row)
    cells.screen.buffer.put(String(box.bottomRight), column: last, row: row)
    let text = cells.screen.buffer
    guard row < text.rows, last <= text.columns else { return }
    func isBlank(_ column: Int) -> Bool { text[column, row] == .blank }
    for column in area.column + 1..<max(area.column + 1, last)
    where isBlank(column) && (column - 1 == area.column || isBlank(column - 1))
      && (column + 1 == last || isBlank(column + 1))
    {
      cells.screen.buffer.fill(
        column: column, row: row, width: 1, height: 1, glyph: box.horizontal)
    }
  }

  /// Draws a view of one row: its label, between sides if there is room.
  private func drawLine(
    _ view: SceneContent.View, in area: CellRect, on cells: inout SceneCells
  ) {
    guard !view.isContainer else { return }
    let width = CharacterWidth.of(view.label)
    guard area.columns > 1, area.line > 0 else {
      cells.screen.buffer.put(String(glyphs.box.left), column: area.column, row: area.line)
      return
    }
    if area.columns >= max(width + 4, Self.leastFramed) {
      let right = area.column + area.columns - 1
      cells.screen.buffer.put(String(glyphs.box.left), column: area.column, row: area.line)
      cells.screen.buffer.put(String(glyphs.box.right), column: right, row: area.line)
    }
    put(view.label, in: area, row: area.line, style: .bold, on: &cells)
  }

  private func drawLabel(
    _ label: String, in area: CellRect, isInTop: Bool, style: Style, on cells: inout SceneCells
  ) {
    let row = isInTop ? area.line : area.line + area.lines / 2
    // Row 0 holds only our own words.
    guard row > 0 else { return }
    let inner = CellRect(
      column: area.column + 1, line: row, columns: area.columns - 2, lines: 1)
    guard isInTop else {
      put(label, in: inner, row: row, style: style, on: &cells)
      return
    }
    let width = CharacterWidth.of(label)
    let text = inner.columns >= width + 2 ? " " + label + " " : label
    let shown = TextWrap.head(of: text, width: inner.columns, ellipsis: glyphs.ellipsis)
    cells.screen.buffer.put(
      shown, column: inner.column, row: row, limit: inner.column + inner.columns, style: style)
  }

  /// Writes a text in the middle of a row, cut to the room there.
  func put(
    _ text: String, in area: CellRect, row: Int, style: Style, on cells: inout SceneCells
  ) {
    guard area.columns > 0 else { return }
    let shown = TextWrap.head(of: text, width: area.columns, ellipsis: glyphs.ellipsis)
    let free = area.columns - CharacterWidth.of(shown)
    cells.screen.buffer.put(
      shown, column: area.column + free / 2, row: row, limit: area.column + area.columns,
      style: style)
  }

  /// Draws the lines around an area of at least two rows; for one column only its side.
  func drawBox(_ area: CellRect, _ style: Style, on cells: inout SceneCells) {
    let box = glyphs.box
    let right = area.column + area.columns - 1
    let bottom = area.line + area.lines - 1
    for column in area.columns > 1 ? [area.column, right] : [area.column] {
      cells.screen.buffer.fill(
        column: column, row: area.line, width: 1, height: area.lines, glyph: box.left, style: style)
    }
    guard area.columns > 1 else { return }
    for (row, left, end) in [
      (area.line, box.topLeft, box.topRight), (bottom, box.bottomLeft, box.bottomRight),
    ] {
      cells.screen.buffer.fill(
        column: area.column + 1, row: row, width: area.columns - 2, height: 1,
        glyph: box.horizontal, style: style)
      cells.screen.buffer.put(String(left), column: area.column, row: row, style: style)
      cells.screen.buffer.put(String(end), column: right, row: row, style: style)
    }
  }
}
