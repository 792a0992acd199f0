import KeywardEngine

/// The buttons in rows, as many side by side as fit.
struct ButtonRows {
  private let content: ScreenContent
  /// The buttons of each row.
  let rows: [Range<Int>]

  /// The blanks between two buttons.
  private static let gap = 2

  /// Distributes the buttons over rows of a width; a button that is too wide has a row of its own.
  init(_ content: ScreenContent, width: Int) {
    self.content = content
    var rows: [Range<Int>] = []
    var (start, cells) = (0, 0)
    for (index, button) in content.buttons.enumerated() {
      let needed = CharacterWidth.of(button.label) + PushButton.edgeCells
      if index > start, cells + needed > width {
        rows.append(start..<index)
        (start, cells) = (index, 0)
      }
      cells += needed + Self.gap
    }
    if start < content.buttons.count { rows.append(start..<content.buttons.count) }
    self.rows = rows
  }

  /// Draws as many rows as fit, the focused button's among them.
  func draw(on screen: inout ComposedScreen, in area: CellRect) {
    guard area.lines > 0 else { return }
    let focused = rows.firstIndex { $0.contains(content.focusedButton ?? 0) } ?? 0
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
      let button = content.buttons[index]
      column = draw(index, at: (column, row), end: end, on: &screen)
      screen.targets.append(
        .init(
          area: CellRect(column: start, line: row, columns: column - start, lines: 1),
          action: .choice(button.choice)))
      if content.focusedButton == index { screen.cursor = (min(start, end - 1), row) }
      column += Self.gap
    }
  }

  private func draw(
    _ index: Int, at place: (column: Int, row: Int), end: Int, on screen: inout ComposedScreen
  ) -> Int {
    let button = content.buttons[index]
    // On row 0, which holds only our own words, a button has our label.
    let isOurs = place.row == 0
    return PushButton(
      label: isOurs ? button.choice.word : button.label,
      isFocused: content.focusedButton == index, isForemost: button.choice == .submit,
      isDangerous: button.isDangerous,
      acceleratorIndex: isOurs ? nil : button.acceleratorIndex, hasColor: content.hasColor
    ).draw(on: &screen.buffer, column: place.column, row: place.row, limit: end)
  }
}

extension ScreenContent.Choice {
  /// Our own label for the choice.
  fileprivate var word: String {
    switch self {
    case .submit: "OK"
    case .disagree: "No"
    case .cancel: "Cancel"
    }
  }
}
