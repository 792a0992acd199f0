import Keyward

/// The cells of a scene at one moment, with the areas that clicks refer to.
///
/// Of the typed text, it gets only the number of characters. Frames are in points from the
/// terminal's top left corner. A window too small for a scene shows only the field, in which typing
/// can continue.
struct SceneDrawing {
  struct View {
    var label: String
    var frame: Rect
    var isContainer: Bool
    var isField: Bool
    /// True if the view is drawn as a label without a border, with lines broken between words.
    var wraps = false
  }

  /// The minimum size of the window in cells; a smaller window shows only the field.
  private static let leastSize = (columns: 16, rows: 4)
  /// The minimum height, in rows, of a container that is drawn with a border.
  ///
  /// In a container with fewer rows, the border would cover the views inside.
  private static let leastContainer = 5
  /// The minimum width, in cells, of a one-row view that is drawn with left and right borders.
  private static let leastFramed = 12

  var canvas: Canvas
  var grip: CellRect?
  var keyboardArea: CellRect?
  var fieldArea: CellRect?

  init(columns: Int, rows: Int) { canvas = Canvas(columns: columns, rows: rows) }

  /// Draws a scene; `views` has containers first, since other views are drawn over them.
  ///
  /// `characterCount` is nil if the scene has no field.
  mutating func draw(
    _ views: [View], screen: Rect, keyboard: DrawnKeyboard?, characterCount: Int?,
    status: SceneStatus, isHeld: Bool
  ) {
    let (columns, rows) = (canvas.columns, canvas.rows)
    guard columns >= Self.leastSize.columns, rows >= Self.leastSize.rows else {
      if let characterCount {
        let area = CellRect(column: 0, line: 0, columns: columns, lines: 1)
        fieldArea = area
        drawText(characterCount, in: area)
      }
      return
    }
    let statusRows = SceneStatus.rows(in: rows, hasTracking: status.hasTracking)
    // If the keyboard is at the top, its grip and the status are below it.
    let area = keyboard.map { CellRect(rounding: $0.frame) }
    var statusRow = 0
    if let area, area.line <= statusRows { statusRow = max(0, area.line + area.lines) + 1 }
    drawScreen(CellRect(rounding: screen), below: statusRows)
    for view in views {
      draw(view, count: characterCount ?? 0, status, below: statusRow == 0 ? statusRows : 0)
    }
    drawStatus(status, row: statusRow, rows: min(statusRows, max(0, rows - statusRow)))
    if let keyboard, let area {
      draw(keyboard, in: area, gripRow: statusRow == 0 ? area.line - 1 : statusRow - 1, isHeld)
    }
    canvas.cursor = (
      min(max(0, canvas.cursor.column), columns - 1), min(max(0, canvas.cursor.row), rows - 1)
    )
  }

  private mutating func drawScreen(_ area: CellRect, below top: Int) {
    let first = max(area.line, 0)
    let height = min(area.line + area.lines, canvas.rows) - first
    for column in [area.column - 1, area.column + area.columns] {
      canvas.fill(
        CellRect(column: column, line: first, columns: 1, lines: height), with: "│", style: .hint)
    }
    if area.line > top {
      canvas.fill(
        CellRect(column: area.column, line: area.line - 1, columns: area.columns, lines: 1),
        with: "─", style: .hint)
    }
  }

  // MARK: Views

  /// Draws only the part of a view at and below row `top`.
  private mutating func draw(_ view: View, count: Int, _ status: SceneStatus, below top: Int) {
    var area = CellRect(rounding: view.frame)
    let hidden = max(0, top - area.line)
    area.line += hidden
    area.lines -= hidden
    if view.isField {
      if area.lines < 1 {
        // The field stays visible in the first row, so that typing can continue.
        area.line = top
        area.lines = 1
      }
      // If the field is wider than the window, the text is in its visible part.
      let right = min(area.column + area.columns, canvas.columns)
      area.column = max(0, area.column)
      area.columns = right - area.column
    }
    guard area.columns > 0, area.lines > 0 else { return }
    if !view.isContainer { canvas.fill(area) }
    if view.isField {
      drawField(view.label, count, in: area)
    } else if view.wraps && !view.isContainer {
      drawLines(of: view, in: area, hidden: hidden, isMirrored: status.direction == .rightToLeft)
    } else if area.lines == 1 {
      drawLine(view, in: area)
    } else if !view.isContainer || area.lines >= Self.leastContainer {
      let style: Canvas.Style = view.isContainer ? .hint : .plain
      canvas.box(area, style: style)
      drawLabel(view.label, in: area, isInTop: view.isContainer || area.lines == 2, style)
    }
  }

  private mutating func drawLines(
    of view: View, in area: CellRect, hidden: Int, isMirrored: Bool
  ) {
    let lines = DisplayText.lines(
      of: view.label, width: area.columns, rows: area.lines + hidden)
    for (index, line) in lines.dropFirst(hidden).enumerated() where area.line + index > 0 {
      let free = isMirrored ? area.columns - DisplayText.width(of: line) : 0
      canvas.put(
        line, column: area.column + max(0, free), row: area.line + index,
        limit: area.column + area.columns)
    }
  }

  private mutating func drawField(_ label: String, _ count: Int, in area: CellRect) {
    fieldArea = area
    guard area.lines > 1, area.columns > 4 else {
      let middle = CellRect(
        column: area.column, line: area.line + (area.lines - 1) / 2, columns: area.columns,
        lines: 1)
      let hasSides = area.columns >= Self.leastFramed
      if hasSides { canvas.box(middle) }
      drawText(count, in: middle.inset(by: hasSides ? 2 : 0))
      return
    }
    canvas.box(area)
    drawLabel(label, in: area, isInTop: true, .plain)
    // In a field of two rows, the text is in the lower edge.
    let middle = CellRect(
      column: area.column, line: area.line + area.lines / 2, columns: area.columns, lines: 1)
    canvas.fill(middle.inset(by: 1))
    drawText(count, in: middle.inset(by: area.columns > 8 ? 2 : 1))
  }

  /// Draws a dot for each character, a cursor after them, and their number if there is room.
  private mutating func drawText(_ count: Int, in area: CellRect) {
    guard area.columns > 1 else {
      if count > 0 { canvas.put("•", column: area.column, row: area.line) }
      return
    }
    let number = count > 0 && area.columns > 10 ? String(count) : ""
    let room = area.columns - 1 - (number.isEmpty ? 0 : number.count + 1)
    let end = canvas.put(
      String(repeating: "•", count: min(count, room)) + "▏", column: area.column, row: area.line,
      limit: area.column + area.columns, style: .bold)
    canvas.cursor = (end - 1, area.line)
    canvas.put(
      number, column: area.column + area.columns - number.count, row: area.line, style: .hint)
  }

  private mutating func drawLine(_ view: View, in area: CellRect) {
    guard !view.isContainer else { return }
    guard area.columns > 1 else {
      canvas.put("│", column: area.column, row: area.line)
      return
    }
    if area.columns >= max(DisplayText.width(of: view.label) + 4, Self.leastFramed) {
      canvas.box(area)
    }
    canvas.center(view.label, in: area, row: area.line, style: .bold)
  }

  private mutating func drawLabel(
    _ label: String, in area: CellRect, isInTop: Bool, _ style: Canvas.Style
  ) {
    let row = isInTop ? area.line : area.line + area.lines / 2
    // Row 0 shows only our own texts.
    guard row > 0 else { return }
    let inner = CellRect(column: area.column, line: row, columns: area.columns, lines: 1)
      .inset(by: 1)
    guard isInTop else { return canvas.center(label, in: inner, row: row, style: style) }
    let text = inner.columns >= DisplayText.width(of: label) + 2 ? " " + label + " " : label
    canvas.put(
      DisplayText.head(of: text, width: inner.columns), column: inner.column, row: row,
      limit: inner.column + inner.columns, style: style)
  }

  // MARK: Status

  private mutating func drawStatus(_ status: SceneStatus, row: Int, rows: Int) {
    guard rows > 0 else { return }
    canvas.fill(CellRect(column: 0, line: row, columns: canvas.columns, lines: rows))
    drawFacts(status, row: row, showsActive: rows == 2 && status.hasTracking)
    if rows > 2 { putLine(status.activeLine, row: row + 1, style: .plain) }
    guard rows > 1 else { return }
    if status.notice.isEmpty {
      putLine(status.help(width: canvas.columns - 2), row: row + rows - 1, style: .hint)
    } else {
      putLine(status.notice, row: row + rows - 1, style: .bold)
    }
  }

  private mutating func drawFacts(_ status: SceneStatus, row: Int, showsActive: Bool) {
    var column = canvas.put(status.scene, column: 1, row: row, style: .bold) + 2
    var right = canvas.columns - 1
    if status.conflicts > 0 {
      let text = "! \(status.conflicts) conflict" + (status.conflicts == 1 ? "" : "s")
      if right - text.count > column {
        canvas.put(text, column: right - text.count, row: row, style: .error)
        right -= text.count + 2
      }
    }
    var facts = status.facts(width: right - column)
    if showsActive {
      let both = facts + ", " + status.activeLine
      if DisplayText.width(of: both) <= right - column { facts = both }
    }
    column = canvas.put(
      DisplayText.head(of: facts, width: right - column), column: column, row: row)
    let room = right - column - 2
    guard let place = status.places.first(where: { DisplayText.width(of: $0) <= room }) else {
      return
    }
    canvas.put(place, column: right - DisplayText.width(of: place), row: row, style: .hint)
  }

  private mutating func putLine(_ text: String, row: Int, style: Canvas.Style) {
    let width = canvas.columns - 2
    canvas.put(DisplayText.head(of: text, width: width), column: 1, row: row, style: style)
  }
}

extension CellRect {
  /// Returns the cells without the given number at the left and at the right.
  func inset(by columns: Int) -> CellRect {
    CellRect(
      column: column + columns, line: line, columns: max(0, self.columns - 2 * columns),
      lines: lines)
  }
}
