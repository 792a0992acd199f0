import KeywardEngine

/// Composes one typing screen after the other, with as little work as their difference needs.
///
///     var composer = ScreenComposer()
///     composer.compose(content, columns: 80, rows: 24)
///     screen.show(composer.screen.buffer, cursor: composer.screen.cursor)
package struct ScreenComposer {
  /// What a key changes of a field, most of the time.
  package struct FieldCount {
    package var characterCount: Int
    /// What is said beside the count; empty for nothing.
    package var hint: String

    package init(characterCount: Int, hint: String = "") {
      self.characterCount = characterCount
      self.hint = hint
    }
  }

  /// The screen composed last; one blank cell before the first.
  package private(set) var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  /// What it shows; of the first cell nothing.
  private var content = ScreenContent(program: "", fields: [], glyphs: Glyphs(isASCII: true))
  /// The window it was composed for.
  private var window = (columns: 0, rows: 0)

  package init() {}

  /// Composes the screen of `new` at a size in cells; the same as `TypingScreen.compose`.
  package mutating func compose(_ new: consuming ScreenContent, columns: Int, rows: Int) {
    let next = TypingScreen(new)
    if canRecount(columns: columns, rows: rows), next.content.fields.count == content.fields.count {
      for index in content.fields.indices { content.take(next.content.count(of: index), of: index) }
      if content == next.content { return redrawCounts() }
    }
    screen = next.compose(columns: columns, rows: rows)
    content = next.content
    window = (columns, rows)
  }

  /// Draws other numbers of characters, and hints beside them, on the screen composed last.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - count: What a field shows now.
  /// - Returns: Whether that was possible; if not, nothing was done, and the screen is to be composed.
  package mutating func recount(
    columns: Int, rows: Int, _ count: (Int) -> FieldCount
  ) -> Bool {
    guard canRecount(columns: columns, rows: rows) else { return false }
    for index in content.fields.indices { content.take(count(index), of: index) }
    redrawCounts()
    return true
  }

  /// Whether numbers can be drawn on the screen composed last, at a size.
  private func canRecount(columns: Int, rows: Int) -> Bool {
    (columns, rows) == window && !screen.fieldAreas.isEmpty
      && screen.revealArea == nil && screen.alternates == nil
  }

  /// Draws the numbers of characters, and the hints beside them, on the screen that shows the rest.
  private mutating func redrawCounts() {
    let cursor = screen.cursor
    for (index, area) in screen.fieldAreas {
      content.box(of: index, hasKeyboard: screen.hasKeyboard).redraw(on: &screen, in: area)
    }
    // The focus on a keyboard that is drawn is where it was.
    if content.isKeyboardFocused, screen.view?.focus != nil { screen.cursor = cursor }
  }
}

extension ScreenContent {
  /// What a field shows beside its prompt.
  fileprivate func count(of field: Int) -> ScreenComposer.FieldCount {
    .init(characterCount: fields[field].characterCount, hint: fields[field].hint)
  }

  /// Says something else beside the prompt of a field.
  fileprivate mutating func take(_ count: ScreenComposer.FieldCount, of field: Int) {
    fields[field].characterCount = count.characterCount
    fields[field].hint = count.hint
  }

  /// One field, to be drawn; only one thing on a screen looks focused.
  func box(of index: Int, hasKeyboard: Bool) -> FieldBox {
    let isElsewhere = focusedButton != nil || isKeyboardFocused && hasKeyboard
    return FieldBox(
      fields[index], isActive: index == activeField && !isElsewhere,
      isRevealable: index == activeField, glyphs: glyphs)
  }
}
