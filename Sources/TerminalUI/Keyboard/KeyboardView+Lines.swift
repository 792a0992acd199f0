import KeywardEngine

/// Keyboards as text.
extension KeyboardView {
  /// The drawing in lines and letters, without colour and trailing blanks.
  package var lines: [String] {
    var buffer = CellBuffer(columns: grid.columns, rows: grid.lines)
    withoutColor.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }

  /// Draws the keyboard below the strip of a titled one: the other panels, the title, Done.
  ///
  /// - Parameters:
  ///   - title: The text in the middle; it is sanitised.
  ///   - panels: The panels to switch to, from left to right.
  /// - Returns: Two lines of the strip and those of the panel.
  package func lines(title: String, panels: [PanelName]) -> [String] {
    var screen = ComposedScreen(buffer: CellBuffer(columns: grid.columns, rows: 2 + grid.lines))
    let toolbar = PromptViewModel.Toolbar(
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
