/// What a prompt is shown on: which signs there are, and whether it is lines of text.
package struct PromptSurface: Hashable {
  package var glyphs = Glyphs(isASCII: false)
  package var hasColor = false
  /// Whether only lines of text are sent.
  package var isPlain = false

  /// A screen with all signs and without colours.
  package init() {}

  /// The surface of a terminal.
  ///
  /// - Parameters:
  ///   - environment: What the terminal can do.
  ///   - isPlain: Whether lines of text are asked for also where a screen could be drawn.
  package init(_ environment: TerminalEnvironment, isPlain: Bool = false) {
    glyphs = environment.glyphs
    hasColor = environment.palette.hasColor
    self.isPlain = isPlain || environment.needsLineMode
  }

  /// Makes texts harmless for it.
  package var sanitizer: Sanitizer { Sanitizer(isASCII: glyphs.isASCII) }
}
