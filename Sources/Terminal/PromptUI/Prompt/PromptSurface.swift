/// The surface that shows a prompt: its signs, and whether it is a screen or lines of text.
package struct PromptSurface: Hashable {
  package var glyphs = Glyphs(isASCII: false)
  package var hasColor = false
  /// True if blocks of any shade stand out from the terminal's background.
  package var hasShades = false
  /// Whether only lines of text are sent.
  package var isPlain = false
  /// True if it is the rows at the cursor, rather than the window.
  package var isInline = false

  /// A screen with all signs and without colours.
  package init() {}

  /// The surface of a terminal.
  ///
  /// - Parameters:
  ///   - environment: The terminal's abilities.
  ///   - isPlain: Whether lines of text are wanted even if a screen could be drawn.
  ///   - form: The wanted form; nil for none in particular.
  ///   - needsKeyboard: Whether only the drawn keyboard can type, for which the rows at the cursor
  ///     are too few.
  package init(
    _ environment: TerminalEnvironment, isPlain: Bool = false, form: ScreenForm? = nil,
    needsKeyboard: Bool = false
  ) {
    glyphs = environment.glyphs
    hasColor = environment.palette.hasColor
    hasShades = environment.palette.hasPanel
    self.isPlain = isPlain || environment.needsLineMode
    isInline = form == .inline && !needsKeyboard && !self.isPlain
  }

  /// True if a keyboard can be drawn on it, given the room.
  var drawsKeyboard: Bool { !isPlain && !isInline }

  /// The form of a screen on it: the wanted one if it is possible here, otherwise the usual one.
  func form(_ wanted: ScreenForm?, orElse usual: ScreenForm) -> ScreenForm {
    if isInline { return .inline }
    return wanted == .inline ? usual : wanted ?? usual
  }

  /// The sanitiser for its signs.
  package var sanitizer: Sanitizer { Sanitizer(isASCII: glyphs.isASCII) }
}
