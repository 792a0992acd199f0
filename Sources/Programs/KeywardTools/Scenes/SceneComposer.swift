import KeyboardScenes
import PromptUI

/// Draws a scene: the views, the status, and the keyboard over everything.
///
///     let cells = SceneComposer(content).compose(columns: 80, rows: 24)
///
/// It is a pure function of the content and the size. It works from one cell on: a window too small
/// for a scene shows the field alone, on which typing goes on.
struct SceneComposer {
  /// The size below which there is room for the field only.
  private static let leastSize = (columns: 16, rows: 4)

  let content: SceneContent

  init(_ content: SceneContent) {
    self.content = content
  }

  var glyphs: Glyphs { content.glyphs }

  /// Composes the screen at a size in cells, at least 1 × 1.
  func compose(columns: Int, rows: Int) -> SceneCells {
    var cells = SceneCells(
      screen: ComposedScreen(buffer: CellBuffer(columns: columns, rows: rows)))
    cells.screen.takesMouse = true
    guard columns >= Self.leastSize.columns, rows >= Self.leastSize.rows else {
      composeField(on: &cells)
      return cells
    }
    let keyboard = content.keyboard.map { placed($0, rows: rows) }
    let statusRows = SceneStatus.rows(in: rows, hasTracking: content.status.hasTracking)
    // A keyboard at the top has the status below it.
    var statusRow = 0
    if let area = keyboard?.area, area.line < statusRows { statusRow = area.line + area.lines }
    drawScreen(on: &cells, below: statusRows)
    for view in content.views {
      draw(view, below: statusRow == 0 ? statusRows : 0, on: &cells)
    }
    drawStatus(row: statusRow, rows: min(statusRows, max(0, rows - statusRow)), on: &cells)
    if let keyboard { draw(keyboard, on: &cells) }
    keepCursorInside(&cells)
    return cells
  }

  /// Draws the field alone, in the first row; in one cell, a sign that it has text.
  private func composeField(on cells: inout SceneCells) {
    let (columns, rows) = (cells.screen.buffer.columns, cells.screen.buffer.rows)
    guard content.isFieldActive else { return }
    guard columns > 1 || rows > 1 else {
      if content.field.mask == .fixed || content.field.characterCount > 0 {
        cells.screen.buffer.put("*", column: 0, row: 0)
      }
      return
    }
    var end = columns
    if !content.status.warning.isEmpty, end > 3 {
      end -= 2
      cells.screen.buffer.put(
        glyphs.warningMark, column: end + 1, row: 0,
        style: Style(foreground: content.hasColor ? .error : .own, attributes: .bold))
    }
    let area = CellRect(column: 0, line: 0, columns: end, lines: 1)
    fieldBox.draw(on: &cells.screen, in: area)
    cells.fieldArea = area
    keepCursorInside(&cells)
  }

  /// Keeps the hidden cursor in the window, wherever a field or a keyboard is.
  private func keepCursorInside(_ cells: inout SceneCells) {
    let (columns, rows) = (cells.screen.buffer.columns, cells.screen.buffer.rows)
    cells.screen.cursor = (
      min(max(0, cells.screen.cursor.column), columns - 1),
      min(max(0, cells.screen.cursor.row), rows - 1)
    )
  }

  var fieldBox: FieldBox {
    FieldBox(content.field, isActive: true, isRevealable: true, glyphs: glyphs)
  }

  /// Draws the edges of a screen that is smaller than the window.
  private func drawScreen(on cells: inout SceneCells, below top: Int) {
    let area = CellRect(rounding: content.screen)
    let (columns, rows) = (cells.screen.buffer.columns, cells.screen.buffer.rows)
    let first = max(area.line, 0)
    let height = min(area.line + area.lines, rows) - first
    for column in [area.column - 1, area.column + area.columns]
    where (0..<columns).contains(column) {
      cells.screen.buffer.fill(
        column: column, row: first, width: 1, height: max(0, height), glyph: glyphs.box.left,
        style: .hint)
    }
    if area.line > top {
      cells.screen.buffer.fill(
        column: area.column, row: area.line - 1, width: area.columns, height: 1,
        glyph: glyphs.rule, style: .hint)
    }
  }
}
