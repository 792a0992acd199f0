import KeyboardEngine

/// Buttons laid out in rows, with as many per row as fit.
struct ButtonRows {
  private let model: PromptViewModel
  let rows: [Range<Int>]

  private static let gap = 2

  init(_ model: PromptViewModel, width: Int) {
    self.model = model
    let widths = model.buttons.map { Double(Self.button($0, of: model).columns + Self.gap) }
    rows = widths.rows(upTo: Double(width + Self.gap))
  }

  var columns: Int { rows.map(columns).max() ?? 0 }

  private func columns(of row: Range<Int>) -> Int {
    row.reduce(Self.gap * (row.count - 1)) {
      $0 + Self.button(model.buttons[$1], of: model).columns
    }
  }

  /// Draws the rows that fit; the row of the focused button is always among them.
  ///
  /// Blank rows separate the rows if there is room. Buttons below each other have the same width.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    guard area.lines > 0 else { return }
    let focused = rows.firstIndex { $0.contains(model.focusedButton ?? 0) } ?? 0
    let first = max(0, min(focused, rows.count - area.lines))
    let step = area.lines >= 2 * rows.count - 1 ? 2 : 1
    for (index, row) in rows.dropFirst(first).prefix(area.lines).enumerated() {
      draw(row, in: area, at: area.line + index * step, on: &screen)
    }
  }

  private func draw(
    _ range: Range<Int>, in area: CellRect, at row: Int, on screen: inout ComposedScreen
  ) {
    let end = area.column + area.columns
    let isStack = rows.count > 1 && rows.allSatisfy { $0.count == 1 }
    let width = isStack ? min(columns, area.columns) : 0
    var column = area.column
    if model.form != .inline {
      column = screen.buffer.start(ofCentered: max(width, columns(of: range)), in: area)
    }
    for index in range {
      let start = column
      let button = model.buttons[index]
      // Row 0 shows only our own texts, so replace the caller's label there with ours.
      let isOurs = row == 0
      var shown = Self.button(button, isOurs: isOurs, of: model)
      shown.isFocused = model.focusedButton == index
      shown.acceleratorIndex = isOurs ? nil : button.acceleratorIndex
      shown.leastColumns = width
      column = shown.draw(on: &screen.buffer, column: column, row: row, limit: end)
      let cells = CellRect(column: start, line: row, columns: column - start, lines: 1)
      screen.targets.append((cells, .choice(button.choice)))
      if shown.isFocused { screen.cursor = (min(start, end - 1), row) }
      column += Self.gap
    }
  }

  private static func button(
    _ button: PromptViewModel.Button, isOurs: Bool = false, of model: PromptViewModel
  ) -> PushButton {
    PushButton(
      label: isOurs ? model.surface.language.unmarked(button.choice.phrase) : button.label,
      isDangerous: button.isDangerous,
      hasColor: model.surface.hasColor, hasBlocks: model.surface.hasBlocks,
      ellipsis: model.surface.glyphs.ellipsis)
  }
}

/// A button of one row: a filled block if `hasBlocks`, else a label in brackets.
struct PushButton {
  let label: String
  var isFocused = false
  var isDangerous = false
  var acceleratorIndex: Int?
  let hasColor: Bool
  let hasBlocks: Bool
  let ellipsis: String
  var leastColumns = 0

  var columns: Int { CharacterWidth.of(label) + 2 * edges.left.utf8.count }

  var text: String { edges.left + label + edges.right }

  @discardableResult
  func draw(on buffer: inout CellBuffer, column: Int, row: Int, limit: Int) -> Int {
    let style = style
    // The blanks beside the marks give way to the label.
    let edges = columns > limit - column ? tightEdges : edges
    let spare = max(0, min(leastColumns, limit - column) - columns)
    let left = edges.left + String(repeating: " ", count: spare / 2)
    let right = String(repeating: " ", count: spare - spare / 2) + edges.right
    var column = buffer.put(left, column: column, row: row, limit: limit, style: style)
    let start = column
    let end = max(column, limit - edges.right.utf8.count)
    column = buffer.put(
      TextWrap.head(of: label, width: end - column, ellipsis: ellipsis), column: column, row: row,
      limit: end, style: style)
    if let acceleratorIndex, !isFocused {
      let before = label.prefix(acceleratorIndex)
      var marked = style
      marked.attributes.insert(.bold)
      buffer.put(
        String(label.dropFirst(acceleratorIndex).prefix(1)),
        column: start + CharacterWidth.of(String(before)), row: row, limit: end, style: marked)
    }
    return buffer.put(right, column: column, row: row, limit: limit, style: style)
  }

  private var edges: (left: String, right: String) { edges(isDangerous ? ("! ", " !") : ("", "")) }

  private var tightEdges: (left: String, right: String) {
    edges(isDangerous ? ("!", "!") : ("", ""))
  }

  private func edges(_ danger: (String, String)) -> (left: String, right: String) {
    let edges = hasBlocks ? ("  ", "  ") : isFocused ? ("> ", " <") : ("[ ", " ]")
    return (edges.0 + danger.0, danger.1 + edges.1)
  }

  var style: Style {
    guard isFocused else {
      return hasBlocks ? Style(foreground: .functionLabel, background: .functionCap) : .plain
    }
    guard hasColor else { return Style(attributes: [.bold, .reverse]) }
    return isDangerous
      ? Style(foreground: .error, background: .errorLabel, attributes: .reverse) : .focused
  }
}

extension ComposedScreen {
  /// Draws the toolbar in the style of the keyboard `view` below it, with the same side edges.
  mutating func draw(
    toolbar: [PromptViewModel.ToolbarItem], done: String, above view: KeyboardView,
    in area: CellRect
  ) {
    if view.hasBlocks {
      buffer.fill(
        column: area.column, row: area.line, width: area.columns, height: area.lines,
        style: Style(background: .panel))
    }
    let caps = view.grid.caps
    var column = area.column + caps.lowerBound
    for item in toolbar {
      column = draw(item, isForemost: false, column: column, in: area, view) + 1
    }
    let last = area.column + caps.upperBound - Self.toolbarColumns(of: done)
    guard last >= column else { return }
    _ = draw(.init(label: done, action: .done), isForemost: true, column: last, in: area, view)
  }

  private static func toolbarColumns(of label: String) -> Int { CharacterWidth.of(label) + 4 }

  /// Draws a toolbar key, and returns the column after it.
  ///
  /// A click on the key, or on the cell on either side of it, performs the key's action.
  private mutating func draw(
    _ item: PromptViewModel.ToolbarItem, isForemost: Bool, column: Int, in strip: CellRect,
    _ view: KeyboardView
  ) -> Int {
    let width = Self.toolbarColumns(of: item.label)
    let middle = strip.line + strip.lines / 2
    var style = Style.plain
    if view.hasBlocks {
      style = Style(
        foreground: isForemost ? .label : .functionLabel,
        background: isForemost ? .cap : .functionCap)
      if item.isFocused { style = .focused }
      buffer.fill(column: column, row: middle, width: width, height: 1, style: style)
    } else if strip.lines == 3 {
      let box = CellRect(column: column, line: strip.line, columns: width, lines: strip.lines)
      buffer.drawBox(box, isHeavy: item.isFocused, glyphs: view.glyphs)
    } else {
      buffer.put("[", column: column, row: strip.line + strip.lines - 1)
      buffer.put("]", column: column + width - 1, row: strip.line + strip.lines - 1)
    }
    if item.isFocused {
      if !view.hasBlocks, let marks = view.glyphs.focusMarks {
        buffer.put(marks.left, column: column + 1, row: middle, style: style)
        buffer.put(marks.right, column: column + width - 2, row: middle, style: style)
      }
      cursor = (column + 2, middle)
    }
    buffer.put(item.label, column: column + 2, row: middle, style: style)
    let cells = CellRect(
      column: column - 1, line: strip.line, columns: width + 2, lines: strip.lines)
    targets.append((cells, item.action))
    return column + width
  }
}
