import KeywardEngine

/// Composes one typing screen after the other, with as little work as their difference needs.
///
///     var composer = ScreenComposer()
///     composer.compose(content, columns: 80, rows: 24)
///     screen.show(composer.screen.buffer, cursor: composer.screen.cursor)
package struct ScreenComposer {
  /// The screen composed last; one blank cell before the first.
  package private(set) var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  /// What it shows; nil before the first.
  private var content: ScreenContent?

  package init() {}

  /// Composes the screen of `new` at a size in cells; the same as `TypingScreen.compose`.
  package mutating func compose(_ new: consuming ScreenContent, columns: Int, rows: Int) {
    let isSameSize = screen.buffer.columns == columns && screen.buffer.rows == rows
    let next = TypingScreen(new)
    if isSameSize, differsInCounts(next.content) {
      next.recount(on: &screen)
    } else {
      screen = next.compose(columns: columns, rows: rows, after: screen)
    }
    content = next.content
  }

  /// Whether `new` can be shown by the short way, for what happens most: a key changed the number of
  /// characters, perhaps the hint beside it, and nothing else.
  ///
  /// The former content is used up.
  private mutating func differsInCounts(_ new: ScreenContent) -> Bool {
    guard var former = content.take(), former.fields.count == new.fields.count,
      !screen.fieldAreas.isEmpty
    else { return false }
    for index in former.fields.indices {
      if new.fields[index].isRevealed { return false }
      former.fields[index].characterCount = new.fields[index].characterCount
      former.fields[index].hint = new.fields[index].hint
    }
    return former == new
  }
}

extension TypingScreen {
  /// Draws the numbers of characters, and the hints beside them, on a screen that shows the rest.
  func recount(on screen: inout ComposedScreen) {
    let cursor = screen.cursor
    for (index, area) in screen.fieldAreas {
      box(of: index, countIsBelow: screen.countPlace != nil).redraw(on: &screen, in: area)
    }
    if let place = screen.countPlace {
      screen.buffer.fill(
        column: place.column, row: place.line, width: place.columns, height: 1)
      drawCount(in: place, on: &screen)
    }
    // The focus on the keyboard is where it was.
    if content.isKeyboardFocused { screen.cursor = cursor }
  }

  /// One field, to be drawn.
  func box(of index: Int, countIsBelow: Bool) -> FieldBox {
    let field = content.fields[index]
    return FieldBox(
      field: field, isActive: index == content.activeField,
      showsCount: !countIsBelow && field.mask == .bullets, showsHint: !countIsBelow,
      glyphs: content.glyphs)
  }

  /// Writes the number of characters in words, and behind it the hint of a field.
  func drawCount(in place: CellRect, on screen: inout ComposedScreen) {
    let field = content.fields[content.activeField]
    guard field.mask == .bullets else { return }
    let count = field.characterCount
    let end = place.column + place.columns
    let next = screen.buffer.put(
      count == 1 ? "1 character" : "\(count) characters", column: place.column, row: place.line,
      limit: end)
    let hint = content.fields.lazy.map(\.hint).first { !$0.isEmpty } ?? ""
    guard !hint.isEmpty else { return }
    screen.buffer.put(
      TextWrap.head(of: hint, width: end - next - 3, ellipsis: content.glyphs.ellipsis),
      column: next + 3, row: place.line, limit: end, style: .dim)
  }
}
