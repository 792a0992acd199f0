import KeywardEngine

/// The short way for what happens most: a key changed the number of characters, perhaps the hint
/// beside it, and nothing else.
extension TypingScreen {
  /// The screen of `content`, made from a composed one; nil where more than counts has changed.
  ///
  /// - Parameters:
  ///   - composed: A screen composed from `former`.
  ///   - former: What it shows.
  /// - Returns: The same as `compose` for the same size.
  func recompose(_ composed: ComposedScreen, of former: ScreenContent) -> ComposedScreen? {
    var expected = former
    guard former.fields.count == content.fields.count, !composed.fieldAreas.isEmpty else {
      return nil
    }
    for index in content.fields.indices {
      guard !content.fields[index].isRevealed else { return nil }
      expected.fields[index].characterCount = content.fields[index].characterCount
      expected.fields[index].hint = content.fields[index].hint
    }
    guard expected == content else { return nil }
    var screen = composed
    for (index, area) in composed.fieldAreas {
      box(of: index, countIsBelow: composed.countPlace != nil).redraw(on: &screen, in: area)
    }
    if let place = composed.countPlace {
      screen.buffer.fill(
        column: place.column, row: place.line, width: place.columns, height: 1)
      drawCount(in: place, on: &screen)
    }
    // The focus on the keyboard is where it was.
    if content.isKeyboardFocused { screen.cursor = composed.cursor }
    return screen
  }

  /// The screen at a size, with as little work as the difference to the last one needs.
  ///
  /// - Parameters:
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - former: The last screen; nil for none.
  ///   - formerContent: What it shows.
  /// - Returns: The same as `compose` for the size.
  package func compose(
    columns: Int, rows: Int, after former: ComposedScreen?, of formerContent: ScreenContent?
  ) -> ComposedScreen {
    if let former, let formerContent, former.buffer.columns == columns,
      former.buffer.rows == rows, let next = recompose(former, of: formerContent)
    {
      return next
    }
    return compose(columns: columns, rows: rows, after: former)
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
