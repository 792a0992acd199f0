import KeywardEngine

extension TypingModel {
  /// Does what a key or mouse press asks for.
  ///
  /// - Parameters:
  ///   - event: Anything but text and pieces of a paste, which need their bytes.
  ///   - now: The time in seconds.
  ///   - screen: What was drawn last, for clicks and scrolling; nil in line mode.
  func handle(_ event: InputEvent, at now: Double, on screen: ComposedScreen?) {
    switch event {
    case .key(let key, let modifiers):
      hasCapsLock = key.tellsCapsLock(modifiers) ?? hasCapsLock
      handle(key, modifiers, at: now, on: screen)
    case .press(let column, let row):
      guard let action = screen?.action(column: column, row: row) else { return }
      click(action, at: now)
    case .pasteBegan: keyboard.beginPaste(at: now)
    case .pasteEnded: endPaste(at: now)
    case .text, .pasteBytes, .drag, .release: break
    }
  }

  /// Types one character, or presses the focused key if it is a blank.
  func insert(_ bytes: RawSpan, at now: Double) {
    if isOnKeyboard, bytes.byteCount == 1, bytes.byte(0) == 0x20 {
      pressFocus(at: now)
      return
    }
    note(keyboard.insert(bytes, at: now))
  }

  private func endPaste(at now: Double) {
    switch keyboard.endPaste(at: now) {
    case .accepted: notice = ""
    case .ignored: break
    case .rejected(let reason):
      rings = true
      notice = Self.sentence(for: reason)
    }
  }

  private static func sentence(for reason: RejectionReason) -> String {
    switch reason {
    case .tooLong: "The paste is too long; only the part that fits was taken."
    case .notAllowed: "The paste was refused: it has characters that are not allowed here."
    case .idCard: "The paste was refused: it is no ID card number."
    case .disabled: "The paste was refused: pasting is switched off here."
    }
  }

  /// Rings for what was refused, for every reason alike.
  private func note(_ outcome: Outcome) {
    switch outcome {
    case .accepted: notice = ""
    // Where the mask hides how much was typed, deleting looks the same on an empty field.
    case .ignored: if options.mask != .bullets { notice = "" }
    case .rejected: rings = true
    }
  }

  private func handle(
    _ key: TerminalKey, _ modifiers: KeyModifiers, at now: Double, on screen: ComposedScreen?
  ) {
    guard modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) else { return }
    switch key {
    case .enter: enter(at: now)
    case .escape: outcome = .cancelled(.escape)
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .backspace: note(keyboard.deleteBackward(at: now))
    case .up, .down, .left, .right: arrow(key)
    case .pageDown, .pageUp:
      if let screen { scroll(key == .pageDown ? 1 : -1, on: screen) }
    case .control(let letter): control(letter, at: now)
    case .home, .end, .insert, .deleteForward, .function: break
    }
  }

  private func control(_ letter: UInt8, at now: Double) {
    switch letter {
    case UInt8(ascii: "c"): outcome = .cancelled(.interrupt)
    case UInt8(ascii: "d"): if keyboard.text.isEmpty { outcome = .cancelled(.endOfInput) }
    case UInt8(ascii: "w"): note(keyboard.deleteWord(at: now))
    case UInt8(ascii: "u"): note(keyboard.deleteAll(at: now))
    case UInt8(ascii: "r"):
      keyboard.rotate(to: keyboard.configuration.screen.orientation.rotated, at: now)
    case UInt8(ascii: "t"): toggleReveal(at: now)
    case UInt8(ascii: "l"): request = .redraw
    case UInt8(ascii: "z"): request = .suspend
    default: break
    }
  }

  private func enter(at now: Double) {
    if isOnKeyboard {
      pressFocus(at: now)
    } else if focus != .keyboard || keyboard.configuration.input != .screen {
      note(keyboard.submit(at: now))
    }
  }

  private func toggleReveal(at now: Double) {
    guard options.allowsReveal else { return }
    if isRevealed {
      hideReveal()
    } else {
      isRevealed = true
      revealEnd = now + Self.revealTime
    }
  }

  private func scroll(_ pages: Int, on screen: ComposedScreen) {
    descriptionOffset = screen.descriptionOffset(from: descriptionOffset, pages: pages)
  }

  // MARK: Pressing

  private func click(_ action: ComposedScreen.Action, at now: Double) {
    switch action {
    case .field(let field):
      activate(field: field)
      focus = .field(field)
    case .slot(let slot): press(slot, at: now)
    case .panel(let panel): activate(.panel(panel), at: now)
    case .done:
      if keyboard.toolbarItems.contains(.done) {
        activate(.done, at: now)
      } else {
        note(keyboard.submit(at: now))
      }
    // This dialogue has no buttons.
    case .choice: break
    }
  }

  private func activate(_ item: ToolbarItem, at now: Double) {
    note(keyboard.activate(item, at: now))
    keepFocusInside()
  }

  private func pressFocus(at now: Double) {
    guard let slot = focusedSlot else { return }
    press(slot, at: now)
  }

  func press(_ slot: Int, at now: Double) {
    guard takesPresses else { return }
    let before = keyboard.currentPanel
    if keyboard.configuration.feedback == .press { pressed = (slot, now + Self.pressTime) }
    note(keyboard.activate(slot: slot, at: now))
    keepFocusInside(comingFrom: before)
  }
}
