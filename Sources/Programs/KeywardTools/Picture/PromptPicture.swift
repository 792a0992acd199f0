import KeywardEngine
import KeywardTerminal

extension ComposedScreen {
  /// Creates the screen of a prompt with a keyboard, for documentation.
  init(
    picturing question: Question, keyboard: Keyboard, language: Language = .english,
    columns: Int, rows: Int, palette: Palette = .monochrome
  ) {
    let handler = keyboard.onReturn
    defer { keyboard.onReturn = handler }
    var surface = PromptSurface()
    surface.language = language
    (surface.hasColor, surface.hasBlocks) = (palette.hasColor, palette.hasPanel)
    surface.isInline = question.look.form == .inline && keyboard.configuration.input != .screen
    var question = question
    question.title = keyboard.configuration.title
    let prompt = Prompt(
      question, fields: [keyboard.field], surface: surface, keyboard: .ready(keyboard))
    prompt.mode = .canonical
    prompt.placeFocus()
    prompt.isKeyboardFocused = false
    self = prompt.picture(columns: columns, rows: rows)
  }
}
