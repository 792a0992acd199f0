import Keyward

/// Composes the screen a person types on: who asks, what for, the field, the keyboard.
///
///     let composed = TypingScreen(content).compose(columns: 80, rows: 24)
///
/// A pure function of the content and the size. It works from one cell on: what has no room gives way
/// in the order of `Arrangement`, and the keyboard is left out where it cannot be drawn.
struct TypingScreen {
  /// The columns beside the text.
  private static let margin = 3
  /// From this width on the prompt stands beside its field.
  private static let leastWide = 64
  /// Wider than this, lines are hard to follow; what is beside them stays empty.
  private static let widestText = 100

  let content: ScreenContent

  init(_ content: ScreenContent) {
    self.content = content
  }

  /// The screen at a size in cells, at least 1 × 1.
  func compose(columns: Int, rows: Int) -> ComposedScreen {
    var screen = ComposedScreen(buffer: CellBuffer(columns: columns, rows: rows))
    guard columns > 1 || rows > 1 else {
      composeCell(&screen)
      return screen
    }
    let keyboard = drawnKeyboard(columns: columns, rows: rows)
    let top = rows - (keyboard?.rows ?? 0)
    let frame = frame(columns: columns)
    let description = TextWrap.lines(of: content.description, width: frame.width)
    let error = errorLines(width: frame.width)
    let status = StatusLine(content, columns: columns, hasKeyboard: keyboard != nil)
    let arrangement = Arrangement(
      .init(
        descriptionBlanks: description.map(\.isEmpty), errorRows: error.count,
        fields: content.fields.count, isNarrow: isNarrow(columns),
        hasCount: content.fields.contains { $0.mask == .bullets }, statusRows: status.rows),
      rows: top)
    var composer = AreaComposer(
      content: content, frame: frame, arrangement: arrangement, screen: screen)
    composer.composeHeader()
    composer.composeDescription(description)
    composer.composeError(error)
    composer.composeFields()
    screen = composer.screen
    if arrangement.statusRows > 0 { status.draw(on: &screen, row: top - arrangement.statusRows) }
    if let keyboard { compose(keyboard, row: top, on: &screen) }
    return screen
  }

  /// The one cell there is: whether anything was typed.
  private func composeCell(_ screen: inout ComposedScreen) {
    let field = content.fields[content.activeField]
    let isMarked =
      switch field.mask {
      case .bullets: field.characterCount > 0
      case .fixed: true
      case .hidden: false
      }
    if isMarked { screen.buffer.put("*", column: 0, row: 0) }
  }

  private func isNarrow(_ columns: Int) -> Bool {
    let longest = content.fields.map { CharacterWidth.of($0.prompt) }.max() ?? 0
    return columns < Self.leastWide || longest > columns / 3
  }

  /// The columns text stands in.
  private func frame(columns: Int) -> AreaFrame {
    let margin = columns >= 24 ? Self.margin : columns >= 12 ? 1 : 0
    let width = min(columns - 2 * margin, Self.widestText)
    return AreaFrame(
      column: max(margin, (columns - width) / 2), width: width, isNarrow: isNarrow(columns))
  }

  private func errorLines(width: Int) -> [String] {
    var message = content.error
    if content.needsKeyboard, content.keyboard.map({ !$0.view.canBeDrawn }) ?? true, message.isEmpty
    {
      message = "No room for the keyboard. Enlarge the window."
    }
    guard !message.isEmpty else { return [] }
    let mark = content.glyphs.errorMark
    return TextWrap.lines(of: mark + " " + message, width: width)
  }

  /// The keyboard, where the window has room for it and a row for the field.
  private func drawnKeyboard(columns: Int, rows: Int) -> ScreenContent.DrawnKeyboard? {
    guard let keyboard = content.keyboard, keyboard.view.canBeDrawn,
      keyboard.view.grid.columns <= columns, keyboard.rows + 2 <= rows
    else { return nil }
    return keyboard
  }

  private func compose(
    _ keyboard: ScreenContent.DrawnKeyboard, row: Int, on screen: inout ComposedScreen
  ) {
    let columns = screen.buffer.columns
    if content.hasColor {
      screen.buffer.fill(
        column: 0, row: row, width: columns, height: keyboard.rows,
        style: Style(background: .panel))
    }
    var panelRow = row
    if let toolbar = keyboard.toolbar {
      ToolbarStrip(toolbar, glyphs: content.glyphs, hasColor: content.hasColor)
        .draw(on: &screen, row: row)
      panelRow += 3
    }
    let origin = (column: (columns - keyboard.view.grid.columns) / 2, row: panelRow)
    keyboard.view.draw(on: &screen.buffer, column: origin.column, row: origin.row)
    screen.panelOrigin = origin
    screen.view = keyboard.view
    if content.isKeyboardFocused, let focus = keyboard.view.focus {
      let middle = keyboard.view.middle(of: focus)
      screen.cursor = (origin.column + middle.column, origin.row + middle.row)
    }
  }
}

/// The columns of the area above the keyboard that text stands in.
struct AreaFrame: Hashable {
  var column: Int
  var width: Int
  var isNarrow: Bool
}
