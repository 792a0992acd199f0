import KeywardEngine

/// Buttons laid out in rows, with as many per row as fit.
///
/// A label that is wider than the screen has several lines.
struct ButtonRows {
  private let model: PromptViewModel
  let rows: [Range<Int>]
  /// The number of lines of each row if all labels are whole.
  private let heights: [Int]

  private static let gap = 2

  init(_ model: PromptViewModel, width: Int) {
    self.model = model
    let buttons = model.buttons.map { Self.button($0, of: model) }
    rows = buttons.map { Double($0.columns + Self.gap) }.rows(upTo: Double(width + Self.gap))
    heights = rows.map { row in buttons[row].map { $0.lines(in: width).count }.max() ?? 1 }
  }

  var columns: Int { rows.map(columns).max() ?? 0 }

  /// The number of lines of all rows, without blank lines between them.
  var lines: Int { heights.reduce(0, +) }

  private func columns(of row: Range<Int>) -> Int {
    row.reduce(Self.gap * (row.count - 1)) {
      $0 + Self.button(model.buttons[$1], of: model).columns
    }
  }

  /// Draws the rows that fit; the row of the focused button is always among them.
  ///
  /// Blank rows separate the rows if there is room. Labels of several lines are shortened to one if
  /// there is none. Buttons below each other have the same width.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    guard area.lines > 0 else { return }
    let areWhole = area.lines >= lines
    let focused = rows.firstIndex { $0.contains(model.focusedButton ?? 0) } ?? 0
    let first = areWhole ? 0 : max(0, min(focused, rows.count - area.lines))
    let gap = area.lines >= lines + rows.count - 1 ? 1 : 0
    var place = area
    for index in (first..<rows.count).prefix(area.lines) {
      place.lines = areWhole ? heights[index] : 1
      draw(rows[index], in: place, on: &screen)
      place.line += place.lines + gap
    }
  }

  private func draw(
    _ range: Range<Int>, in area: CellRect, on screen: inout ComposedScreen
  ) {
    let (row, end) = (area.line, area.column + area.columns)
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
      column = shown.draw(
        on: &screen.buffer, column: column, row: row, limit: end, lines: area.lines)
      let cells = CellRect(column: start, line: row, columns: column - start, lines: area.lines)
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

/// A button: a filled block if `hasBlocks`, else a label in brackets.
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

  private static let leastLine = 4

  /// The lines of the label in a button of at most `room` cells.
  func lines(in room: Int) -> [String] {
    let width = room - 2 * tightEdges.left.utf8.count
    guard columns > room, width >= Self.leastLine else { return [label] }
    return TextWrap.lines(of: label, width: width)
  }

  /// Draws the button, and returns the column after it.
  ///
  /// The label has as many of the `lines` lines as it needs; it is shortened if it needs more.
  @discardableResult
  func draw(
    on buffer: inout CellBuffer, column: Int, row: Int, limit: Int, lines count: Int = 1
  ) -> Int {
    let style = style
    // The blanks beside the marks give way to the label.
    var edges = columns > limit - column ? tightEdges : edges
    var lines = count > 1 ? lines(in: limit - column) : []
    if lines.isEmpty || lines.count > count {
      let room = limit - column - 2 * edges.left.utf8.count
      lines = [TextWrap.head(of: label, width: max(0, room), ellipsis: ellipsis)]
    }
    let widest = lines.reduce(0) { max($0, CharacterWidth.of($1)) }
    let inner = max(
      widest, min(leastColumns, limit - column) - edges.left.utf8.count - edges.right.utf8.count)
    var (rest, end) = (label[...], column)
    for (index, line) in lines.enumerated() {
      if line.first != " " { rest = rest.drop { $0 == " " } }
      let spare = inner - CharacterWidth.of(line)
      // The marks of danger are in the first line only.
      if index == 1 { edges = self.edges(isDangerous ? ("  ", "  ") : ("", "")) }
      let start = buffer.put(
        edges.left + String(repeating: " ", count: spare / 2), column: column, row: row + index,
        limit: limit, style: style)
      end = buffer.put(line, column: start, row: row + index, limit: limit, style: style)
      if let acceleratorIndex, !isFocused {
        let offset = acceleratorIndex - (label.count - rest.count)
        mark(offset, of: line, column: start, row: row + index, on: &buffer)
      }
      rest = rest.dropFirst(line.count)
      end = buffer.put(
        String(repeating: " ", count: spare - spare / 2) + edges.right, column: end,
        row: row + index, limit: limit, style: style)
    }
    return end
  }

  /// Draws the marked letter in bold if a line of the label contains it.
  private func mark(
    _ offset: Int, of line: String, column: Int, row: Int, on buffer: inout CellBuffer
  ) {
    guard offset >= 0, let letter = line.dropFirst(offset).first,
      letter == label.dropFirst(acceleratorIndex ?? 0).first
    else { return }
    var marked = style
    marked.attributes.insert(.bold)
    buffer.put(
      String(letter), column: column + CharacterWidth.of(String(line.prefix(offset))), row: row,
      style: marked)
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
