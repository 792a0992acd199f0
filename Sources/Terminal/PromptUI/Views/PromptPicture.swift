import KeyboardEngine

/// Renders screens for documentation, with the code that draws prompts.
package enum PromptPicture {
  /// Renders the prompt of a keyboard as SVG, in a window of the given size in cells.
  package static func svg(
    _ options: DialogueOptions, keyboard: Keyboard, language: Language = .english, columns: Int,
    rows: Int, palette: Palette, isKeyboardFocused: Bool = false
  ) -> String {
    let screen = composed(
      options, keyboard: keyboard, language: language, columns: columns, rows: rows,
      palette: palette, isKeyboardFocused: isKeyboardFocused)
    return ScreenPicture(screen.buffer, palette: palette).svg
  }

  /// Renders the prompt of a keyboard as text, one string per row.
  package static func lines(
    _ options: DialogueOptions, keyboard: Keyboard, language: Language = .english, columns: Int,
    rows: Int
  ) -> [String] {
    composed(
      options, keyboard: keyboard, language: language, columns: columns, rows: rows,
      palette: .monochrome, isKeyboardFocused: false
    ).buffer.lines
  }

  private static func composed(
    _ options: DialogueOptions, keyboard: Keyboard, language: Language, columns: Int, rows: Int,
    palette: Palette, isKeyboardFocused: Bool
  ) -> ComposedScreen {
    let handler = keyboard.onReturn
    defer { keyboard.onReturn = handler }
    var surface = PromptSurface()
    surface.language = language
    (surface.hasColor, surface.hasBlocks) = (palette.hasColor, palette.hasPanel)
    surface.isInline = options.form == .inline && keyboard.configuration.input != .screen
    var options = options
    options.title = keyboard.configuration.title
    let prompt = PassphrasePrompt(
      options, fields: [keyboard.field], surface: surface, keyboard: keyboard)
    prompt.mode = .canonical
    prompt.placeFocus()
    prompt.isKeyboardFocused = isKeyboardFocused
    return prompt.picture(columns: columns, rows: rows)
  }
}
