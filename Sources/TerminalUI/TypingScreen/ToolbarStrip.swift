import Keyward

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

  /// Draws the strip with its first row on `row`.
  func draw(on screen: inout ComposedScreen, row: Int) {
    let columns = screen.buffer.columns
    let style = hasColor ? Style(foreground: .label, background: .panel) : .plain
    if !hasColor {
      for rule in [row, row + 2] {
        screen.buffer.fill(
          column: 0, row: rule, width: columns, height: 1, with: glyphs.rule, style: .plain)
      }
    }
    var column = 1
    for item in toolbar.items {
      let end = screen.buffer.put(item.label, column: column, row: row + 1, style: style)
      add(.panel(item.panel), from: column, to: end, row: row + 1, on: &screen)
      column = end + 2
    }
    let done = "Done"
    let doneColumn = columns - 1 - done.count
    guard doneColumn >= column else { return }
    screen.buffer.put(done, column: doneColumn, row: row + 1, style: style)
    add(.done, from: doneColumn, to: columns - 1, row: row + 1, on: &screen)
    drawTitle(
      between: column, and: doneColumn - 2, row: row + 1,
      style: Style(
        foreground: style.foreground, background: style.background, attributes: .bold),
      on: &screen)
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

  private func add(
    _ action: ComposedScreen.Action, from start: Int, to end: Int, row: Int,
    on screen: inout ComposedScreen
  ) {
    screen.targets.append(
      .init(
        area: CellRect(column: start, line: row, columns: end - start, lines: 1), action: action))
  }
}
