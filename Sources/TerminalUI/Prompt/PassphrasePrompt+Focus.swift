import KeywardEngine

extension PassphrasePrompt {
  /// True if Space, Enter and arrows go to the drawn keyboard.
  package var isOnKeyboard: Bool { isKeyboardFocused && isKeyboardDrawn }

  /// True if keys of the drawn keyboard can be pressed.
  package var takesPresses: Bool { keyboard.map { $0.configuration.input != .keys } ?? false }

  /// Moves over the drawn keyboard, or between two fields.
  func arrow(_ key: TerminalKey) {
    if isOnKeyboard {
      keyboard?.moveFocus(towards: key)
    } else if fields.count > 1, key == .up || key == .down {
      activate(field: key == .up ? 0 : 1)
      isKeyboardFocused = false
    }
  }
}
