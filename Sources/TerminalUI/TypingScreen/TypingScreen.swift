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
  /// Narrower than this, a box around the field leaves too little of it.
  private static let leastBox = 8
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
    let keyboard = PlacedKeyboard(
      content.keyboard, columns: columns, rows: rows,
      leaving: 1 + (content.error.isEmpty ? 0 : 1) + content.fields.count)
    let top = keyboard?.row ?? rows
    let frame = frame(columns: columns)
    let description = TextWrap.lines(of: content.description, width: frame.width)
    let isStuck = content.needsKeyboard && keyboard == nil
    let error = errorLines(isStuck ? Self.noRoom : content.error, width: frame.width)
    let status = StatusLine(content, columns: columns, hasKeyboard: keyboard != nil)
    let arrangement = Arrangement(
      .init(
        descriptionBlanks: description.map(\.isEmpty), errorRows: error.count,
        fields: content.fields.count, isNarrow: isNarrow(columns),
        hasCount: content.fields.contains { $0.mask == .bullets }, statusRows: status.rows,
        hasBoxes: frame.width >= Self.leastBox, errorComesFirst: isStuck,
        touchesPanel: keyboard.map { $0.toolbarRows == 0 } ?? false),
      rows: top)
    var composer = AreaComposer(
      content: content, frame: frame, arrangement: arrangement, screen: screen)
    composer.composeHeader()
    composer.composeDescription(description)
    composer.composeError(error)
    composer.composeFields()
    screen = composer.screen
    status.draw(
      on: &screen, above: top - (arrangement.blankAbovePanel ? 1 : 0), rows: arrangement.statusRows)
    if let keyboard {
      if arrangement.blankAbovePanel { composePanelEdge(row: top - 1, on: &screen) }
      compose(keyboard, on: &screen)
    }
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

  /// What stands in the place of an error where nothing can be typed.
  private static let noRoom = "No room for the keyboard. Enlarge the window."

  private func errorLines(_ message: String, width: Int) -> [String] {
    guard !message.isEmpty else { return [] }
    let mark = content.glyphs.errorMark + " "
    let indent = CharacterWidth.of(mark)
    // Where a row is hardly wider than the mark, what follows begins at its edge again.
    guard width > 3 * indent else { return TextWrap.lines(of: mark + message, width: width) }
    return TextWrap.lines(of: message, width: width - indent).enumerated().map { row, line in
      (row == 0 ? mark : String(repeating: " ", count: indent)) + line
    }
  }

  /// Half a row of panel above the caps.
  private func composePanelEdge(row: Int, on screen: inout ComposedScreen) {
    guard content.hasColor, !content.glyphs.isASCII else { return }
    screen.buffer.fill(
      column: 0, row: row, width: screen.buffer.columns, height: 1,
      with: content.glyphs.lowerHalf, style: Style(foreground: .panel))
  }

  private func compose(_ placed: PlacedKeyboard, on screen: inout ComposedScreen) {
    let columns = screen.buffer.columns
    if content.hasColor {
      screen.buffer.fill(
        column: 0, row: placed.row, width: columns, height: screen.buffer.rows - placed.row,
        style: Style(background: .panel))
    }
    if let toolbar = placed.keyboard.toolbar, placed.toolbarRows > 0 {
      ToolbarStrip(toolbar, glyphs: content.glyphs, hasColor: content.hasColor)
        .draw(on: &screen, row: placed.row, rows: placed.toolbarRows)
    }
    let view = placed.keyboard.view
    let origin = (
      column: (columns - view.grid.columns) / 2, row: placed.row + placed.toolbarRows
    )
    view.draw(on: &screen.buffer, column: origin.column, row: origin.row)
    screen.panelOrigin = origin
    screen.view = view
    if content.isKeyboardFocused, let focus = view.focus {
      let middle = view.middle(of: focus)
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
