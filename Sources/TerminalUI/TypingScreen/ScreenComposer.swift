import KeywardEngine

/// Composes a series of typing screens, each with as little work as the change needs.
///
///     var composer = ScreenComposer()
///     composer.compose(content, columns: 80, rows: 24)
///     screen.show(composer.screen.buffer, cursor: composer.screen.cursor)
package struct ScreenComposer {
  /// The part of a field that most keys change.
  package struct FieldCount: Hashable {
    package var characterCount: Int
    /// The words beside the count; empty for none.
    package var hint: String

    package init(characterCount: Int, hint: String = "") {
      self.characterCount = characterCount
      self.hint = hint
    }
  }

  /// The screen composed last; one blank cell before the first.
  package private(set) var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  /// The content of that screen; empty before the first.
  private var content = ScreenContent(program: "", fields: [], glyphs: Glyphs(isASCII: true))
  /// The window of that screen.
  private var window = (columns: 0, rows: 0)

  package init() {}

  /// Composes the screen of `new` at a size in cells; the result equals `TypingScreen.compose`.
  package mutating func compose(_ new: consuming ScreenContent, columns: Int, rows: Int) {
    let next = TypingScreen(new)
    if canRecount(columns: columns, rows: rows), next.content.fields.count == content.fields.count {
      for index in content.fields.indices { content.take(next.content.count(of: index), of: index) }
      if content == next.content { return redrawCounts() }
    }
    let edition = screen.edition + 1
    screen = next.compose(columns: columns, rows: rows)
    screen.edition = edition
    content = next.content
    window = (columns, rows)
  }

  /// Updates the counts of characters, and the hints beside them, on the screen composed last.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - count: Returns the count of a field.
  /// - Returns: Whether that was possible; if not, nothing was done, and the caller must compose.
  package mutating func recount(
    columns: Int, rows: Int, _ count: (Int) -> FieldCount
  ) -> Bool {
    guard canRecount(columns: columns, rows: rows) else { return false }
    var isChanged = false
    for index in content.fields.indices {
      let new = count(index)
      guard new != content.count(of: index) else { continue }
      content.take(new, of: index)
      isChanged = true
    }
    if isChanged { redrawCounts() }
    return true
  }

  /// Tells whether counts can be updated on the screen composed last, at a size.
  private func canRecount(columns: Int, rows: Int) -> Bool {
    (columns, rows) == window && !screen.fieldAreas.isEmpty
      && screen.revealArea == nil && screen.alternates == nil
  }

  /// Draws the counts of characters, and the hints beside them, over the old ones.
  private mutating func redrawCounts() {
    screen.edition += 1
    let cursor = screen.cursor
    for (index, area) in screen.fieldAreas {
      content.box(of: index, hasKeyboard: screen.hasKeyboard).redraw(on: &screen, in: area)
    }
    // The focus on a drawn keyboard has not moved.
    if content.isKeyboardFocused, screen.view?.focus != nil { screen.cursor = cursor }
  }
}

extension ScreenContent {
  /// The count of a field, and the hint beside it.
  fileprivate func count(of field: Int) -> ScreenComposer.FieldCount {
    .init(characterCount: fields[field].characterCount, hint: fields[field].hint)
  }

  /// Changes the count of a field, and the hint beside it.
  fileprivate mutating func take(_ count: ScreenComposer.FieldCount, of field: Int) {
    fields[field].characterCount = count.characterCount
    fields[field].hint = count.hint
  }

  /// The box of one field; only one thing on a screen looks focused.
  func box(of index: Int, hasKeyboard: Bool) -> FieldBox {
    let isElsewhere = focusedButton != nil || isKeyboardFocused && hasKeyboard
    return FieldBox(
      fields[index], isActive: index == activeField && !isElsewhere,
      isRevealable: index == activeField, glyphs: glyphs)
  }
}
