import KeywardEngine

/// The capabilities of the place where a prompt is shown: a screen, or a terminal in line mode.
package struct PromptSurface: Hashable {
  package var glyphs = Glyphs(isASCII: false)
  /// The language of Keyward's own texts; English if the surface cannot show the requested one.
  package var language = Language.english
  package var hasColor = false
  /// True to draw keys as filled blocks.
  ///
  /// It is false for terminals with only the sixteen default colours, which are too bright for
  /// blocks.
  package var hasBlocks = false
  package var isPlain = false
  /// True if the screen takes rows at the cursor instead of the whole window.
  package var isInline = false
  /// The size of a cell in pixels, which determines the height of a docked keyboard.
  ///
  /// The default is the size of a cell on most consoles. It is used for a terminal that does not
  /// report the size of a cell.
  package var pixelsOfCell = Size(width: CellGrid.cellWidth, height: CellGrid.cellHeight)

  /// Creates the surface of a screen that shows all characters, but no colours.
  package init() {}

  /// Creates the surface of a terminal.
  ///
  /// A look can select line mode even if a screen could be drawn. `needsKeyboard` prevents an
  /// inline screen, which has no room for a keyboard.
  package init(
    _ environment: TerminalEnvironment, _ look: Look = Look(), needsKeyboard: Bool = false
  ) {
    glyphs = environment.glyphs
    language = environment.shownLanguage
    hasColor = environment.palette.hasColor
    hasBlocks = environment.palette.hasPanel
    isPlain = look.isPlain || environment.needsLineMode
    pixelsOfCell = environment.pixelsOfCell ?? pixelsOfCell
    let isWanted = look.form == .inline || look.form == nil && environment.isGNUScreen
    isInline = isWanted && !needsKeyboard && !isPlain
  }

  mutating func adoptFont(of environment: TerminalEnvironment) {
    glyphs = environment.glyphs
    pixelsOfCell = environment.pixelsOfCell ?? pixelsOfCell
    if let font = environment.font, !language.isDrawn(in: font) { language = .english }
  }

  var drawsKeyboard: Bool { !isPlain && !isInline }

  /// The wanted form if it is possible on this surface, otherwise the standard one.
  func form(_ wanted: ScreenForm?, orElse standard: ScreenForm) -> ScreenForm {
    if isInline { return .inline }
    // Without a keyboard there is nothing to dock.
    let isImpossible = wanted == .inline || wanted == .docked && standard == .card
    return isImpossible ? standard : wanted ?? standard
  }

  /// The language of questions.
  ///
  /// It is English in line mode, because other programs recognise the English words.
  var questionLanguage: Language { isPlain ? .english : language }

  package var sanitizer: Sanitizer { Sanitizer(isASCII: glyphs.isASCII) }
}
