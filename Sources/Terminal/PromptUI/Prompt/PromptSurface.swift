import KeyboardEngine

/// The surface that shows a prompt: its signs, and whether it is a screen or lines of text.
package struct PromptSurface: Hashable {
  package var glyphs = Glyphs(isASCII: false)
  /// The language of our texts, which the surface can show.
  package var language = Language.english
  package var hasColor = false
  /// Whether keys are filled blocks: sixteen colours have no quiet ones for them.
  package var hasBlocks = false
  /// Whether only lines of text are sent.
  package var isPlain = false
  /// True if it is the rows at the cursor, rather than the window.
  package var isInline = false
  /// The pixels of a cell, for the height of a docked keyboard; those of most consoles if the
  /// terminal does not know them.
  package var pixelsOfCell = Size(width: CellGrid.cellWidth, height: CellGrid.cellHeight)

  /// A screen with all signs and without colours.
  package init() {}

  /// The surface of a terminal.
  ///
  /// `isPlain` wants lines of text even where a screen could be drawn. With `needsKeyboard` only
  /// the drawn keyboard can type, for which the rows at the cursor are too few.
  package init(
    _ environment: TerminalEnvironment, isPlain: Bool = false, form: ScreenForm? = nil,
    needsKeyboard: Bool = false
  ) {
    glyphs = environment.glyphs
    language = environment.shownLanguage
    hasColor = environment.palette.hasColor
    hasBlocks = environment.palette.hasPanel
    self.isPlain = isPlain || environment.needsLineMode
    pixelsOfCell = environment.pixelsOfCell ?? pixelsOfCell
    isInline = form == .inline && !needsKeyboard && !self.isPlain
  }

  /// Draws with the present font of a console, in place of the one that was expected.
  mutating func adoptFont(of environment: TerminalEnvironment) {
    glyphs = environment.glyphs
    pixelsOfCell = environment.pixelsOfCell ?? pixelsOfCell
    if let font = environment.font, !language.isDrawn(in: font) { language = .english }
  }

  /// True if a keyboard can be drawn on it, given the room.
  var drawsKeyboard: Bool { !isPlain && !isInline }

  /// The form of a screen on it: the wanted one if it is possible here, otherwise the standard one.
  func form(_ wanted: ScreenForm?, orElse standard: ScreenForm) -> ScreenForm {
    if isInline { return .inline }
    // Without a keyboard there is nothing to dock.
    let isImpossible = wanted == .inline || wanted == .docked && standard == .card
    return isImpossible ? standard : wanted ?? standard
  }

  /// The language of a question before the cursor: in lines of text other programs know it by its
  /// English words.
  var questionLanguage: Language { isPlain ? .english : language }

  package var sanitizer: Sanitizer { Sanitizer(isASCII: glyphs.isASCII) }
}
