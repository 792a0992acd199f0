import KeywardEngine

/// The keyboard that is drawn, or not.
extension PassphrasePrompt {
  /// Draws the keyboard, or removes it; makes it at its first use.
  func toggleKeyboard(at now: Double) {
    guard showsKeyboard else {
      showsKeyboard = true
      showKeyboard()
      guard keyboard != nil else {
        showsKeyboard = false
        return tell("The keyboard cannot be drawn here.")
      }
      adoptWindow(at: now)
      if keyboard?.state.isVisible == false { keyboard?.show(at: now) }
      return placeFocus()
    }
    guard !needsKeyboard else { return tell("Ctrl-K: the keyboard is needed here") }
    showsKeyboard = false
    isKeyboardFocused = false
  }

  func showKeyboard() {
    guard keyboard == nil, let made = makeKeyboard?(active) else { return }
    made.onReturn = { [weak self] _, _ in self?.acceptReturn() ?? true }
    keyboard = made
    isKeyboardFocused = isKeyboardFocused || needsKeyboard
  }

  /// Whether Ctrl-K could draw one.
  var offersKeyboard: Bool {
    surface.drawsKeyboard && !showsKeyboard && (keyboard != nil || makeKeyboard != nil)
  }

  /// Whether only the drawn keyboard can type.
  var needsKeyboard: Bool { keyboard?.configuration.input == .screen }

  /// Puts the focus on a first key: the middle one, or a random one if the way could reveal the
  /// key.
  package func placeFocus() { keyboard?.placeFocus(random: random) }

  /// Adopts the size of the window; a keyboard on a terminal's screen turns and grows with it.
  func adoptWindow(at now: Double) {
    guard let keyboard, keyboard.configuration.screen.device == "terminal",
      let screen = try? ScreenDescription(columns: window.columns, lines: window.rows)
    else { return }
    keyboard.setScreen(screen, at: now)
    placeFocus()
  }
}
