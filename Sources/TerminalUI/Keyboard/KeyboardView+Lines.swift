import KeywardEngine

/// Keyboards as text.
extension KeyboardView {
  /// The drawing in lines and letters, without colour and without the blanks at their ends.
  package var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    withoutColor.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }

  /// The drawing below the strip that a title brings: panels not shown, the title, Done.
  ///
  /// - Parameters:
  ///   - title: What stands in the middle; it is sanitised.
  ///   - panels: The panels that can be shown instead, from left to right.
  /// - Returns: Two lines of the strip and those of the panel.
  package func lines(title: String, panels: [PanelName]) -> [String] {
    var screen = ComposedScreen(buffer: CellBuffer(columns: grid.columns, rows: 2 + grid.lines))
    let toolbar = ScreenContent.Toolbar(
      title: Sanitizer(isASCII: glyphs.isASCII).clean(title, as: .line),
      items: panels.map { .init(label: KeyboardToolbarItem.panel($0).label, panel: $0) })
    ToolbarStrip(toolbar, glyphs: glyphs, hasColor: false).draw(
      on: &screen, in: CellRect(column: 0, line: 0, columns: grid.columns, lines: 2))
    withoutColor.draw(on: &screen.buffer, column: 0, row: 2)
    return screen.buffer.lines
  }

  private var withoutColor: KeyboardView {
    var view = self
    view.hasColor = false
    return view
  }
}
