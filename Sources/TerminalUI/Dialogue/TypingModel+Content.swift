import KeywardEngine

extension TypingModel {
  /// What the screen shows now.
  func content(glyphs: Glyphs, hasColor: Bool, mode: TerminalMode?) -> ScreenContent {
    var content = ScreenContent(
      program: texts.program, fields: fields, glyphs: glyphs)
    content.asker = texts.asker
    content.warning = texts.warning
    content.description = texts.description
    content.descriptionOffset = descriptionOffset
    content.error = texts.error
    content.activeField = activeField
    content.notice = currentNotice
    content.protections = texts.protections
    if let mode { content.protections.append(mode.words) }
    content.isKeyboardFocused = focus == .keyboard
    content.needsKeyboard = keyboard.configuration.input == .screen
    content.offersReveal = options.allowsReveal
    content.hasColor = hasColor
    content.keyboard = drawnKeyboard(glyphs: glyphs, hasColor: hasColor)
    content.form = options.form ?? (content.keyboard == nil ? .card : .full)
    content.offersDone = content.keyboard?.hasNoReturn ?? keyboard.hasNoReturn
    return content
  }

  private var fields: [ScreenContent.Field] {
    return (0..<fieldCount).map { index in
      ScreenContent.Field(
        prompt: texts.prompts[index], mask: options.mask,
        characterCount: characterCount(of: index),
        isRevealed: isRevealed && index == activeField)
    }
  }

  /// What the status line has to say now: the countdown, what just happened, Caps Lock.
  var currentNotice: String {
    if let secondsLeft { return Countdown.sentence(secondsLeft) }
    if !notice.isEmpty { return notice }
    return hasCapsLock ? "Caps Lock is on" : ""
  }

  private func drawnKeyboard(glyphs: Glyphs, hasColor: Bool) -> ScreenContent.DrawnKeyboard? {
    guard options.showsKeyboard || keyboard.configuration.input == .screen,
      var drawn = ScreenContent.DrawnKeyboard(
        keyboard, title: texts.title, after: drawnView, glyphs: glyphs, hasColor: hasColor)
    else { return nil }
    drawnView = drawn.view
    drawn.view.focus = takesPresses ? focusedSlot : nil
    drawn.view.isFocused = focus == .keyboard
    drawn.view.pressed = pressed?.slot
    return drawn
  }
}
