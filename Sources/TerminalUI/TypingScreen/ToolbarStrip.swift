import KeywardEngine

/// The rows above the panel: the other panels, the title, Done.
struct ToolbarStrip {
  private let toolbar: ScreenContent.Toolbar
  private let glyphs: Glyphs
  private let hasColor: Bool

  init(_ toolbar: ScreenContent.Toolbar, glyphs: Glyphs, hasColor: Bool) {
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
    let doneColumn = right - done.count - PushButton.edgeCells
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
    PushButton(label: label, isForemost: isForemost, hasColor: hasColor)
      .draw(on: &screen.buffer, column: column, row: row, limit: screen.buffer.columns)
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
