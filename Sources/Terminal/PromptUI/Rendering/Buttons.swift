import KeyboardEngine

/// The buttons in rows, as many side by side as fit.
struct ButtonRows {
  private let model: PromptViewModel
  /// The buttons of each row.
  let rows: [Range<Int>]

  /// The blanks between two buttons.
  private static let gap = 2

  /// Distributes the buttons over rows of a width; a button that is too wide gets its own row.
  init(_ model: PromptViewModel, width: Int) {
    self.model = model
    var rows: [Range<Int>] = []
    var (start, cells) = (0, 0)
    for (index, button) in model.buttons.enumerated() {
      let needed = Self.button(button, of: model).columns
      if index > start, cells + needed > width {
        rows.append(start..<index)
        (start, cells) = (index, 0)
      }
      cells += needed + Self.gap
    }
    if start < model.buttons.count { rows.append(start..<model.buttons.count) }
    self.rows = rows
  }

  /// Draws as many rows as fit, the focused button's among them.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    guard area.lines > 0 else { return }
    let focused = rows.firstIndex { $0.contains(model.focusedButton ?? 0) } ?? 0
    let first = max(0, min(focused, rows.count - area.lines))
    for (line, row) in rows.dropFirst(first).prefix(area.lines).enumerated() {
      draw(row, in: area, at: area.line + line, on: &screen)
    }
  }

  private func draw(
    _ range: Range<Int>, in area: CellRect, at row: Int, on screen: inout ComposedScreen
  ) {
    let end = area.column + area.columns
    var column = area.column
    for index in range {
      let start = column
      let button = model.buttons[index]
      column = draw(index, at: (column, row), end: end, on: &screen)
      screen.targets.append(
        .init(
          area: CellRect(column: start, line: row, columns: column - start, lines: 1),
          action: .choice(button.choice)))
      if model.focusedButton == index { screen.cursor = (min(start, end - 1), row) }
      column += Self.gap
    }
  }

  private func draw(
    _ index: Int, at place: (column: Int, row: Int), end: Int, on screen: inout ComposedScreen
  ) -> Int {
    let button = model.buttons[index]
    // On row 0, which holds only our own words, a button has our label.
    let isOurs = place.row == 0
    var shown = Self.button(button, isOurs: isOurs, of: model)
    shown.isFocused = model.focusedButton == index
    shown.acceleratorIndex = isOurs ? nil : button.acceleratorIndex
    return shown.draw(on: &screen.buffer, column: place.column, row: place.row, limit: end)
  }

  private static func button(
    _ button: PromptViewModel.Button, isOurs: Bool = false, of model: PromptViewModel
  ) -> PushButton {
    PushButton(
      label: isOurs ? button.choice.word : button.label, isDangerous: button.isDangerous,
      hasColor: model.hasColor, hasShades: model.hasShades, ellipsis: model.glyphs.ellipsis)
  }
}

extension PromptViewModel.Choice {
  /// Our own label for the choice.
  fileprivate var word: String {
    switch self {
    case .submit: "OK"
    case .disagree: "No"
    case .cancel: "Cancel"
    }
  }
}

/// A button one row high: a block where shades can be seen, or a label in brackets.
struct PushButton {
  let label: String
  /// True if it is the only thing on the screen that looks focused.
  var isFocused = false
  /// True to mark it as dangerous.
  var isDangerous = false
  /// True if it looks like a key that types, on a panel of keys.
  var isCap = false
  /// The index of the label's accelerator.
  var acceleratorIndex: Int?
  let hasColor: Bool
  let hasShades: Bool
  let ellipsis: String

  /// The cells of the whole button.
  var columns: Int { CharacterWidth.of(label) + 2 * edges.left.utf8.count }

  /// Draws the button; returns the column behind it.
  @discardableResult
  func draw(on buffer: inout CellBuffer, column: Int, row: Int, limit: Int) -> Int {
    let (style, edges) = (style, edges)
    var column = buffer.put(edges.left, column: column, row: row, limit: limit, style: style)
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
    return buffer.put(edges.right, column: column, row: row, limit: limit, style: style)
  }

  private var edges: (left: String, right: String) {
    let danger = isDangerous ? ("! ", " !") : ("", "")
    let edges = hasShades ? ("  ", "  ") : isFocused ? ("> ", " <") : ("[ ", " ]")
    return (edges.0 + danger.0, danger.1 + edges.1)
  }

  private var style: Style {
    guard isFocused else {
      guard hasShades else { return .plain }
      return isCap
        ? Style(foreground: .label, background: .cap)
        : Style(foreground: .functionLabel, background: .functionCap)
    }
    guard hasColor else { return Style(attributes: [.bold, .reverse]) }
    // The panel's shade is readable on the colour of faults in both themes.
    return isDangerous
      ? Style(foreground: .error, background: .panel, attributes: .reverse)
      : Style(foreground: .focus, background: .focusLabel, attributes: .reverse)
  }
}

/// The rows above the panel: the other panels, the title, Done.
struct ToolbarStrip {
  private let toolbar: PromptViewModel.Toolbar
  private let glyphs: Glyphs
  private let hasColor: Bool

  init(_ toolbar: PromptViewModel.Toolbar, glyphs: Glyphs, hasColor: Bool) {
    self.toolbar = toolbar
    self.glyphs = glyphs
    self.hasColor = hasColor
  }

  /// Draws the strip as wide as the panel: with its edge, or its items alone.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    drawGround(on: &screen.buffer, in: area)
    let row = area.line + area.lines - 1
    let style = hasColor ? Style(foreground: .panelLabel, background: .panel) : .plain
    var column = area.column + 1
    for item in toolbar.items {
      let end = draw(item.label, isForemost: false, column: column, row: row, on: &screen)
      add(.panel(item.panel), from: column, to: end, in: area, on: &screen)
      column = end + 1
    }
    let done = "Done"
    let right = area.column + area.columns - 1
    let doneColumn = right - button(done, isForemost: true).columns
    guard doneColumn >= column else { return }
    draw(done, isForemost: true, column: doneColumn, row: row, on: &screen)
    add(.done, from: doneColumn, to: right, in: area, on: &screen)
    var bold = style
    bold.attributes = .bold
    drawTitle(between: column, and: doneColumn - 1, in: area, style: bold, on: &screen)
  }

  @discardableResult
  private func draw(
    _ label: String, isForemost: Bool, column: Int, row: Int, on screen: inout ComposedScreen
  ) -> Int {
    button(label, isForemost: isForemost)
      .draw(on: &screen.buffer, column: column, row: row, limit: screen.buffer.columns)
  }

  private func button(_ label: String, isForemost: Bool) -> PushButton {
    PushButton(
      label: label, isCap: isForemost, hasColor: hasColor, hasShades: hasColor,
      ellipsis: glyphs.ellipsis)
  }

  /// Draws a rule and a row, or a ground of one and a half rows, to which the caps add half a row.
  private func drawGround(on buffer: inout CellBuffer, in area: CellRect) {
    if hasColor {
      buffer.fill(
        column: area.column, row: area.line, width: area.columns, height: area.lines,
        style: Style(background: .panel))
    }
    guard area.lines > 1 else { return }
    if !hasColor {
      buffer.fill(column: area.column, row: area.line, width: area.columns, glyph: glyphs.rule)
    } else if !glyphs.isASCII {
      buffer.fill(
        column: area.column, row: area.line, width: area.columns, glyph: glyphs.lowerHalf,
        style: Style(foreground: .panel))
    }
  }

  /// Draws the title in the middle of the strip.
  ///
  /// A title that would touch an item stands in the middle between the items, cut at its end if
  /// that is too narrow.
  private func drawTitle(
    between first: Int, and last: Int, in area: CellRect, style: Style,
    on screen: inout ComposedScreen
  ) {
    guard last > first else { return }
    let title = TextWrap.head(of: toolbar.title, width: last - first, ellipsis: glyphs.ellipsis)
    let width = CharacterWidth.of(title)
    guard width > 0, width <= last - first else { return }
    let middle = area.column + (area.columns - width) / 2
    let start = min(max(middle, first), last - width)
    screen.buffer.put(title, column: start, row: area.line + area.lines - 1, style: style)
  }

  /// Adds an item, which takes clicks on all rows of the strip and on the cell beside it.
  private func add(
    _ action: ComposedScreen.Action, from start: Int, to end: Int, in strip: CellRect,
    on screen: inout ComposedScreen
  ) {
    let area = CellRect(
      column: start - 1, line: strip.line, columns: end - start + 2, lines: strip.lines)
    screen.targets.append(.init(area: area, action: action))
  }
}
