import Keyward

/// Pictures of the typing screen, for documents, made by the code that draws it.
public enum TypingScreenPicture {
  /// The typing screen as it is shown for a keyboard and what it holds, as SVG.
  ///
  /// - Parameters:
  ///   - options: What the dialogue says.
  ///   - keyboard: A shown keyboard on the screen of a window of this size.
  ///   - columns: The window's width in cells.
  ///   - rows: The window's height in cells.
  ///   - palette: The colours.
  ///   - isKeyboardFocused: Whether the focus is on the drawn keyboard.
  /// - Returns: The document.
  public static func svg(
    _ options: DialogueOptions, keyboard: Keyboard, columns: Int, rows: Int, palette: Palette,
    isKeyboardFocused: Bool = false
  ) -> String {
    let handler = keyboard.onReturn
    defer { keyboard.onReturn = handler }
    let model = TypingModel(options, keyboard: keyboard, parked: nil, sanitizer: Sanitizer())
    model.placeFocus()
    if isKeyboardFocused { model.focus = .keyboard }
    let content = model.content(
      glyphs: Glyphs(isASCII: false), hasColor: palette.hasColor, mode: .canonical)
    let composed = TypingScreen(content).compose(columns: columns, rows: rows)
    return ScreenPicture(composed.buffer, palette: palette).svg
  }
}
