import KeyboardScenes
import PromptUI

/// The content of a scene's screen at one moment.
///
/// Of a secret, it contains only the number of characters. All texts have been sanitised. Frames
/// are in points from the terminal's top left corner.
///
/// A window too small for a scene shows only the field, in which typing can continue.
struct SceneContent {
  struct View {
    var label: String
    var frame: Rect
    var isContainer: Bool
    var isField: Bool
    /// True if the view is drawn as a label without a border, with lines broken between words.
    var wraps = false
  }

  struct DrawnKeyboard {
    var frame: Rect
    /// The parts of the keyboard; empty for the shortcuts bar, or if the keys do not fit.
    var parts: [SceneKeyboardPart]
    /// The distance from the left edge of the keyboard to its keys, in points.
    var inset: Double
    /// True if the first row of cells contains only the grip.
    var hasGripRow = false
    var label: String
    var focus: Int?
    var isFocused: Bool
    var alternates: AlternatesRow?
    /// True if there is no gap between the keyboard and the bottom of the screen.
    var isDocked: Bool
  }

  /// Containers first, since other views are drawn over them.
  var views: [View]
  var screen: Rect
  var keyboard: DrawnKeyboard?
  var field: PromptViewModel.Field
  var isFieldActive = true
  var status: SceneStatus
  var isGrabbing = false
  var isDragging = false
  var glyphs: Glyphs
  var hasColor = false
}

extension SceneContent {
  /// The minimum size of the window in cells; a smaller window shows only the field.
  private static let leastSize = (columns: 16, rows: 4)

  func compose(columns: Int, rows: Int) -> SceneCells {
    var cells = SceneCells(screen: ComposedScreen(buffer: CellBuffer(columns: columns, rows: rows)))
    cells.screen.takesMouse = true
    guard columns >= Self.leastSize.columns, rows >= Self.leastSize.rows else {
      composeField(on: &cells)
      return cells
    }
    let areas = keyboard.map { self.areas(of: $0, rows: rows) }
    let statusRows = SceneStatus.rows(in: rows, hasTracking: status.hasTracking)
    // If the keyboard is at the top, the status is below it.
    var statusRow = 0
    if let area = areas?.whole, area.line < statusRows { statusRow = area.line + area.lines }
    drawScreen(on: &cells, below: statusRows)
    for view in views {
      draw(view, below: statusRow == 0 ? statusRows : 0, on: &cells)
    }
    drawStatus(row: statusRow, rows: min(statusRows, max(0, rows - statusRow)), on: &cells)
    if let keyboard, let areas {
      draw(keyboard, in: areas.whole, parts: areas.parts, on: &cells)
    }
    keepCursorInside(&cells)
    return cells
  }

  /// Draws the field in the first row, or only `*` if the window has a single cell.
  private func composeField(on cells: inout SceneCells) {
    let (columns, rows) = (cells.screen.buffer.columns, cells.screen.buffer.rows)
    guard isFieldActive else { return }
    guard columns > 1 || rows > 1 else {
      if field.mask == .fixed || field.characterCount > 0 {
        cells.screen.buffer.put("*", column: 0, row: 0)
      }
      return
    }
    var end = columns
    if !status.warning.isEmpty, end > 3 {
      end -= 2
      cells.screen.buffer.put(
        glyphs.warningMark, column: end + 1, row: 0,
        style: Style(foreground: hasColor ? .error : .own, attributes: .bold))
    }
    let area = CellRect(column: 0, line: 0, columns: end, lines: 1)
    drawField(in: area, on: &cells)
    cells.fieldArea = area
    keepCursorInside(&cells)
  }

  private func keepCursorInside(_ cells: inout SceneCells) {
    let (columns, rows) = (cells.screen.buffer.columns, cells.screen.buffer.rows)
    cells.screen.cursor = (
      min(max(0, cells.screen.cursor.column), columns - 1),
      min(max(0, cells.screen.cursor.row), rows - 1)
    )
  }

  private func drawField(in area: CellRect, on cells: inout SceneCells) {
    cells.screen.draw(field, isActive: true, isRevealable: true, glyphs: glyphs, in: area)
  }

  private func drawScreen(on cells: inout SceneCells, below top: Int) {
    let area = CellRect(rounding: screen)
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

extension SceneContent {
  /// The minimum height, in rows, of a container that is drawn with a border.
  ///
  /// In a container with fewer rows, the border would cover the views inside.
  private static let leastContainer = 5
  /// The minimum width, in cells, of a one-row view that is drawn with left and right borders.
  ///
  /// Narrower views have no borders, even if their label would leave room for them, so that adjacent
  /// narrow views look alike.
  private static let leastFramed = 12

  /// Draws only the part of a view at and below row `top`.
  func draw(_ view: View, below top: Int, on cells: inout SceneCells) {
    var area = CellRect(rounding: view.frame)
    let hidden = top - area.line
    if hidden > 0 {
      area.line += hidden
      area.lines -= hidden
    }
    if view.isField, area.lines < 1 {
      // The field stays visible in the first row, so that typing can continue.
      area.line = top
      area.lines = 1
    }
    if view.isField {
      // If the field is wider than the window, the text is in its visible part.
      let right = min(area.column + area.columns, cells.screen.buffer.columns)
      area.column = max(0, area.column)
      area.columns = right - area.column
    }
    guard area.columns > 0, area.lines > 0 else { return }
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
    of view: View, in area: CellRect, hidden: Int, on cells: inout SceneCells
  ) {
    let lines = TextWrap.lines(
      of: view.label, columns: area.columns, rows: area.lines + hidden, ellipsis: glyphs.ellipsis)
    let isMirrored = status.direction == .rightToLeft
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
      let row = CellRect(column: area.column, line: area.line, columns: area.columns, lines: 1)
      drawField(in: row, on: &cells)
      return
    }
    drawBox(area, .plain, on: &cells)
    let middle = area.line + area.lines / 2
    // From 12 columns on, the field draws its own left side, which is that of the box too.
    let margin = area.columns >= 12 ? 0 : 1
    let row = CellRect(
      column: area.column + margin, line: middle, columns: area.columns - 2, lines: 1)
    cells.screen.buffer.fill(
      column: area.column + 1, row: middle, width: area.columns - 2, height: 1)
    drawField(in: row, on: &cells)
    if area.lines == 2 { closeBottom(area, on: &cells) }
    drawLabel(label, in: area, isInTop: true, style: .plain, on: &cells)
  }

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
      cells.screen.buffer.put(String(box.horizontal), column: column, row: row)
    }
  }

  private func drawLine(_ view: View, in area: CellRect, on cells: inout SceneCells) {
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
    // Row 0 shows only our own texts.
    guard row > 0 else { return }
    let inner = CellRect(column: area.column + 1, line: row, columns: area.columns - 2, lines: 1)
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

  func put(_ text: String, in area: CellRect, row: Int, style: Style, on cells: inout SceneCells) {
    guard area.columns > 0 else { return }
    let shown = TextWrap.head(of: text, width: area.columns, ellipsis: glyphs.ellipsis)
    let free = area.columns - CharacterWidth.of(shown)
    cells.screen.buffer.put(
      shown, column: area.column + free / 2, row: row, limit: area.column + area.columns,
      style: style)
  }

  /// Draws a box in `area`, which has at least two rows; in a single column, draws only a line.
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

extension SceneContent {
  func drawStatus(row: Int, rows: Int, on cells: inout SceneCells) {
    guard rows > 0 else { return }
    let columns = cells.screen.buffer.columns
    cells.screen.buffer.fill(column: 0, row: row, width: columns, height: rows)
    drawFacts(status, row: row, showsActive: rows == 2 && status.hasTracking, on: &cells)
    if rows > 2 { putLine(status.activeLine, row: row + 1, style: .plain, on: &cells) }
    guard rows > 1 else { return }
    let last = row + rows - 1
    if status.notice.isEmpty {
      let help = ascii(status.help(width: columns - 2))
      putLine(help, row: last, style: isGrabbing ? .bold : .hint, on: &cells)
    } else {
      putLine(status.notice, row: last, style: .bold, on: &cells)
    }
  }

  private func drawFacts(
    _ status: SceneStatus, row: Int, showsActive: Bool, on cells: inout SceneCells
  ) {
    let columns = cells.screen.buffer.columns
    var column = cells.screen.buffer.put(status.scene, column: 1, row: row, style: .bold) + 2
    var right = columns - 1
    let error = Style(foreground: hasColor ? .error : .own, attributes: .bold)
    for text in [status.warning, conflictText(status)] where !text.isEmpty {
      let shown = glyphs.warningMark + " " + text
      let width = CharacterWidth.of(shown)
      guard right - width > column else { continue }
      cells.screen.buffer.put(shown, column: right - width, row: row, style: error)
      right -= width + 2
    }
    var facts = status.facts(width: right - column)
    if showsActive {
      let both = facts + ", " + status.activeLine
      if CharacterWidth.of(both) <= right - column { facts = both }
    }
    column = cells.screen.buffer.put(
      TextWrap.head(of: facts, width: right - column, ellipsis: glyphs.ellipsis), column: column,
      row: row)
    let room = right - column - 2
    guard let place = status.places.first(where: { CharacterWidth.of($0) <= room }) else { return }
    let start = right - CharacterWidth.of(place)
    cells.screen.buffer.put(place, column: start, row: row, style: .hint)
  }

  private func conflictText(_ status: SceneStatus) -> String {
    switch status.conflicts {
    case 0: ""
    case 1: "1 conflict"
    default: "\(status.conflicts) conflicts"
    }
  }

  private func putLine(_ text: String, row: Int, style: Style, on cells: inout SceneCells) {
    let width = cells.screen.buffer.columns - 2
    cells.screen.buffer.put(
      TextWrap.head(of: text, width: width, ellipsis: glyphs.ellipsis), column: 1, row: row,
      style: style)
  }

  private func ascii(_ text: String) -> String {
    guard glyphs.isASCII else { return text }
    return String(text.map { $0 == "·" ? "-" : $0 == "\u{2501}" ? Character(glyphs.grip) : $0 })
  }
}

/// The cells of a composed scene, with the areas of the grip and the keys for finding clicked ones.
struct SceneCells {
  var screen: ComposedScreen
  var grip: CellRect?
  var hasGripRow = false
  var parts: [(part: SceneKeyboardPart, column: Int, row: Int)] = []
  var keyboardArea: CellRect?
  var fieldArea: CellRect?

  /// The maximum distance from the grip, in cells, at which a press in the row above takes the
  /// grip.
  private static let gripReach = 4

  /// True if a press on the cell takes the grip.
  ///
  /// The press may be on the grip or near it in the row above. If the grip's row has no keys, the
  /// press may be anywhere in that row of the keyboard.
  func isOnGrip(column: Int, row: Int) -> Bool {
    guard let grip else { return false }
    if row == grip.line {
      let area = hasGripRow ? keyboardArea ?? grip : grip
      return (area.column..<area.column + area.columns).contains(column)
    }
    let reach = grip.column - Self.gripReach..<grip.column + grip.columns + Self.gripReach
    return row == grip.line - 1 && reach.contains(column)
  }

  /// The slot in the whole panel; nil between and outside the keys.
  func slot(column: Int, row: Int) -> Int? {
    guard keyboardArea?.contains(column: column, line: row) == true else { return nil }
    for placed in parts {
      let own = placed.part.view.slot(column: column - placed.column, row: row - placed.row)
      if let own { return placed.part.slot(own) }
    }
    return nil
  }
}
