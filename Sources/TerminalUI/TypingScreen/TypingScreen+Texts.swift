import KeywardEngine

extension TypingScreen {
  /// The texts above and below the fields, in lines of a width.
  struct Texts {
    let title, description, errorHeading, error, hints, tips: [String]
    let buttons: ButtonRows?
    /// True if nothing can be typed, for lack of the keyboard.
    let isStuck: Bool

    /// The sentence in place of an error if nothing can be typed.
    private static let noRoom = "No room for the keyboard. Enlarge the window."

    init(_ content: ScreenContent, keyboard: ScreenContent.DrawnKeyboard?, columns: Int) {
      isStuck = content.needsKeyboard && keyboard == nil
      title =
        keyboard?.toolbar == nil ? TextWrap.lines(of: content.title, width: columns) : []
      description = TextWrap.lines(of: content.description, width: columns)
      let message = isStuck ? Self.noRoom : content.error
      error = Self.errorLines(message, mark: content.glyphs.errorMark + " ", width: columns)
      let hasHeading = !isStuck && !error.isEmpty
      errorHeading = hasHeading ? TextWrap.lines(of: content.errorTitle, width: columns) : []
      hints = content.hints.flatMap { TextWrap.lines(of: $0, width: columns) }
      tips = content.tips.flatMap { TextWrap.lines(of: $0, width: columns) }
      // The drawn keyboard has a key to submit.
      buttons = keyboard == nil ? ButtonRows(content, width: columns) : nil
    }

    private static func errorLines(_ message: String, mark: String, width: Int) -> [String] {
      guard !message.isEmpty else { return [] }
      let indent = CharacterWidth.of(mark)
      // If a row is hardly wider than the mark, later lines begin at its edge again.
      guard width > 3 * indent else { return TextWrap.lines(of: mark + message, width: width) }
      return TextWrap.lines(of: message, width: width - indent).enumerated().map { row, line in
        (row == 0 ? mark : String(repeating: " ", count: indent)) + line
      }
    }

    /// Adds the rows that the texts would like to have.
    func add(to needs: inout TypingNeeds) {
      needs.titleRows = title.count
      needs.descriptionBlanks = description.count(where: \.isEmpty)
      needs.descriptionLines = description.count - needs.descriptionBlanks
      needs.errorRows = errorHeading.count + error.count
      needs.hintRows = hints.count
      needs.tipRows = tips.count
      needs.buttonRows = buttons?.rows.count ?? 0
    }
  }
}
