/// What a prompt is shown on: which signs there are, and whether it is lines of text.
package struct PromptSurface: Hashable {
  package var glyphs = Glyphs(isASCII: false)
  package var hasColor = false
  /// Whether only lines of text are sent.
  package var isPlain = false
  /// Whether it is the rows at the cursor, rather than the window.
  package var isInline = false

  /// A screen with all signs and without colours.
  package init() {}

  /// The surface of a terminal.
  ///
  /// - Parameters:
  ///   - environment: What the terminal can do.
  ///   - isPlain: Whether lines of text are asked for also where a screen could be drawn.
  ///   - form: The form that is wanted; nil where nothing was said.
  ///   - needsKeyboard: Whether nothing can be typed without the drawn keyboard, for which the rows at
  ///     the cursor are too few.
  package init(
    _ environment: TerminalEnvironment, isPlain: Bool = false, form: ScreenForm? = nil,
    needsKeyboard: Bool = false
  ) {
    glyphs = environment.glyphs
    hasColor = environment.palette.hasColor
    self.isPlain = isPlain || environment.needsLineMode
    isInline = form == .inline && !needsKeyboard && !self.isPlain
  }

  /// Whether a keyboard can be drawn on it, if there is room.
  var drawsKeyboard: Bool { !isPlain && !isInline }

  /// The form a screen has on it: the one wanted, if it is possible here, else the usual one.
  func form(_ wanted: ScreenForm?, orElse usual: ScreenForm) -> ScreenForm {
    if isInline { return .inline }
    return wanted == .inline ? usual : wanted ?? usual
  }

  /// Makes texts harmless for it.
  package var sanitizer: Sanitizer { Sanitizer(isASCII: glyphs.isASCII) }
}
