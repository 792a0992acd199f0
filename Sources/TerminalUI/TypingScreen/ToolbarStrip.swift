import KeywardEngine

/// The three rows above the panel: panels not shown, the title, Done.
struct ToolbarStrip {
  private let toolbar: ScreenContent.Toolbar
  private let glyphs: Glyphs
  private let hasColor: Bool

  init(_ toolbar: ScreenContent.Toolbar, glyphs: Glyphs, hasColor: Bool) {
    self.toolbar = toolbar
    self.glyphs = glyphs
    self.hasColor = hasColor
  }

  /// Draws the strip over the full width, in three rows or one.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    let columns = area.columns
    drawGround(on: &screen.buffer, in: area)
    let row = area.line + area.lines / 2
    let style = hasColor ? Style(foreground: .panelLabel, background: .panel) : .plain
    var column = 1
    for item in toolbar.items {
      let end = screen.buffer.put(item.label, column: column, row: row, style: style)
      add(.panel(item.panel), from: column, to: end, in: area, on: &screen)
      column = end + 2
    }
    let done = "Done"
    let doneColumn = columns - 1 - done.count
    guard doneColumn >= column else { return }
    var bold = style
    bold.attributes = .bold
    screen.buffer.put(done, column: doneColumn, row: row, style: hasColor ? bold : style)
    add(.done, from: doneColumn, to: columns - 1, in: area, on: &screen)
    drawTitle(between: column, and: doneColumn - 2, row: row, style: bold, on: &screen)
  }

  /// Two rules, or a ground of two and a half rows: 40 points.
  private func drawGround(on buffer: inout CellBuffer, in area: CellRect) {
    let (row, columns) = (area.line, area.columns)
    if hasColor {
      buffer.fill(
        column: 0, row: row, width: columns, height: area.lines, style: Style(background: .panel))
    }
    guard area.lines == 3 else { return }
    if !hasColor {
      for rule in [row, row + 2] {
        buffer.fill(column: 0, row: rule, width: columns, height: 1, glyph: glyphs.rule)
      }
    } else if !glyphs.isASCII {
      buffer.fill(
        column: 0, row: row, width: columns, height: 1, glyph: glyphs.lowerHalf,
        style: Style(foreground: .panel))
    }
  }

  /// The title in the middle of the full width, cut at its end before it touches an item.
  private func drawTitle(
    between first: Int, and last: Int, row: Int, style: Style, on screen: inout ComposedScreen
  ) {
    let columns = screen.buffer.columns
    var width = CharacterWidth.of(toolbar.title)
    while width > 0 {
      let title = TextWrap.head(of: toolbar.title, width: width, ellipsis: glyphs.ellipsis)
      let used = CharacterWidth.of(title)
      let start = (columns - used) / 2
      if start >= first, start + used <= last {
        screen.buffer.put(title, column: start, row: row, style: style)
        return
      }
      width = min(width, used) - 1
    }
  }

  /// An item takes a click on all rows of the strip, and on the cell beside it too.
  private func add(
    _ action: ComposedScreen.Action, from start: Int, to end: Int, in strip: CellRect,
    on screen: inout ComposedScreen
  ) {
    let area = CellRect(
      column: start - 1, line: strip.line, columns: end - start + 2, lines: strip.lines)
    screen.targets.append(.init(area: area, action: action))
  }
}
