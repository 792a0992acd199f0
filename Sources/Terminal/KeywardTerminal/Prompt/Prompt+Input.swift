import KeywardEngine

extension Prompt {
  // MARK: Text

  /// Types one character, whose bytes are read in place.
  ///
  /// `press` is the press that typed it; nil if only the character is known.
  package func insert(_ bytes: RawSpan, by press: KeyPress? = nil, at now: Double) {
    keyCame(at: now)
    guard isText else { return take(bytes.publicText) }
    let isBlank = bytes.byteCount == 1 && bytes.byte(0) == 0x20
    guard beginTyping(isBlank: isBlank, at: now) else { return }
    // A terminal sends the characters of the first layout, whose keys type in the shown one.
    if press == nil, let keyboard, keyboard.isRetyped, let press = keyboard.press(typing: bytes) {
      type(press, with: keyboard, at: now)
    } else {
      note(active.insert(bytes, by: press, at: now))
    }
  }

  /// Types with a physical key.
  ///
  /// A decision, which has no keyboard, finds the key's character in `layout`.
  package func type(_ press: KeyPress, of layout: KeyboardDefinition?, at now: Double) {
    keyCame(at: now)
    guard isText else { return take(layout?.action(of: press).text ?? "") }
    // A keyboard need not be drawn to apply its layout.
    showKeyboard()
    guard let keyboard else { return handle(.untyped(.noCharacter), at: now) }
    hasCapsLock = press.capsLock
    guard beginTyping(isBlank: press.position == KeyboardForm.space, at: now) else { return }
    type(press, with: keyboard, at: now)
  }

  private func type(_ press: KeyPress, with keyboard: Keyboard, at now: Double) {
    let outcome = keyboard.type(press, at: now)
    // The keyboard has noted the loss, which another layout may end.
    if outcome == .ignored { reject(UntypedInput.noCharacter.sentence(in: language)) }
    note(outcome)
  }

  /// Prepares for a typed character; returns false if it is not typed into the field.
  private func beginTyping(isBlank: Bool, at now: Double) -> Bool {
    usesGamepad = false
    replaceOffer()
    focusedChoice = nil
    if isOnKeyboard, isBlank {
      if !choose(with: .enter, at: now) { pressFocus(at: now) }
      return false
    }
    settleHold(at: now)
    guard mayType() else {
      active.note(.missing)
      return false
    }
    // Before the tab is shown, no person goes on typing: it is a character of a text that the
    // terminal pasted as keys.
    if hasUnseenTab { handle(.untyped(.noCharacter), at: now) }
    hasUnseenTab = false
    return true
  }

  package func paste(_ bytes: RawSpan) {
    if isText { active.paste(bytes) } else { reject(advice) }
  }

  // MARK: Other input

  func handle(_ event: InputEvent, at now: Double) {
    usesGamepad = if case .gamepad = event { true } else { false }
    switch event {
    case .key(let key, let modifiers): take(key, modifiers, at: now)
    case .press(let column, let row): press(at: (column, row), at: now)
    case .drag(let column, let row): drag(column: column, row: row, at: now)
    case .release(let column, let row):
      // A terminal without motion reports sends the mouse's new position only with the release.
      drag(column: column, row: row, at: now)
      if hold == .mouse { letGo(at: now) }
    case .wheel(let lines): scroll(lines: lines)
    case .touch(let touch): take(touch, at: now)
    case .gamepad(let button): take(button, at: now)
    case .capsLock(let isOn): hasCapsLock = isOn
    case .numLock(let isOn): lacksNumLock = !isOn
    case .nextKeyboard: retypeInNextLayout(at: now)
    case .pasteBegan: if isText { beginPaste(at: now) }
    case .pasteEnded: if isText { endPaste(at: now) }
    case .pasteDropped(let isInterrupted):
      if isText { active.cancelPaste() }
      reject(language[isInterrupted ? .pasteInterrupted : .pasteUnfinished])
    case .untyped(let input):
      settleHold(at: now)
      if isText { active.note(.missing) }
      reject(input.sentence(in: language))
    case .powerOff: if question.offersPowerOff { outcome = .poweredOff }
    case .text, .pasteBytes: break
    }
  }

  private func take(_ key: TerminalKey, _ modifiers: KeyModifiers, at now: Double) {
    var (key, modifiers) = (key, modifiers)
    if isText {
      hasCapsLock = key.capsLock(modifiers) ?? hasCapsLock
      if takesWhileHeld(key, modifiers, at: now) { return }
      let deletesWord = key == .backspace && [.alt, .control].contains(modifiers.changing)
      if deletesWord { (key, modifiers) = (.control(UInt8(ascii: "w")), []) }
    }
    if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) { perform(key, at: now) }
  }

  private func press(at cell: (column: Int, row: Int), at now: Double) {
    if choose(at: cell, at: now) { return }
    settleHold(at: now)
    act(at: cell, at: now)
  }

  /// Carries out the action of a cell.
  func act(at cell: (column: Int, row: Int), at now: Double) {
    guard let action = screen.action(column: cell.column, row: cell.row) else { return }
    if case .scroll(let pages) = action { scroll(pages: pages) } else { click(action, at: now) }
  }

  private func take(_ button: GamepadButton, at now: Double) {
    guard isText else {
      if let key = button.key { perform(key, at: now) }
      return
    }
    if isKeyboardDrawn, takesPresses, focusedButton == nil { focus(.keyboard) }
    switch button {
    case .submit:
      settleHold(at: now)
      submit(at: now)
    case .shift: press(firstKeyOf: [.shift], at: now)
    case .panel: press(firstKeyOf: [.panelSymbols, .panelNumbers, .panelLetters], at: now)
    default:
      if let key = button.key { handle(.key(key, []), at: now) }
      usesGamepad = true
    }
  }

  private func click(_ action: ComposedScreen.Action, at now: Double) {
    guard isText else {
      if case .choice(let choice) = action { choose(choice) }
      return
    }
    hideMade()
    focusedChoice = nil
    switch action {
    case .field(let field): focus(.field(field))
    case .slot(let slot): hold(slot, at: now)
    case .panel(let panel):
      note(keyboard?.activate(.toolbar(.panel(panel)), at: now) ?? .ignored)
      keyboard?.keepFocusInside()
    case .done: submit(at: now)
    case .choice(let choice): press(choice, at: now)
    case .scroll: break
    }
  }

  // MARK: Keys

  private func perform(_ key: TerminalKey, at now: Double) {
    let isDone = isText ? performOnText(key, at: now) : performOnDecision(key)
    guard !isDone else { return }
    switch key {
    case .escape, .control(UInt8(ascii: "e")): outcome = .cancelled(.escape)
    case .control(UInt8(ascii: "c")): outcome = .cancelled(.interrupt)
    case .control(UInt8(ascii: "d")): outcome = .cancelled(.endOfInput)
    case .control(UInt8(ascii: "\\")) where question.offersPassing: outcome = .cancelled(.passedOn)
    case .control(UInt8(ascii: "z")) where question.stopsAsker: outcome = .cancelled(.stopped)
    case .control(UInt8(ascii: "z")):
      if !question.isForCaller { request = .suspend } else { refuseStop() }
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .pageDown: scroll(pages: 1)
    case .pageUp: scroll(pages: -1)
    default: break
    }
  }

  /// Shows that Ctrl-Z stops nothing here.
  ///
  /// Keys for the shell may follow, such as `fg` and Enter, so Enter does not submit at once.
  private func refuseStop() {
    if isText {
      rings = true
      active.note(.missing)
    }
    notify(.ctrlZNotHere)
  }

  private func moveFocus(by step: Int) {
    guard isText else {
      decision?.moveFocus(by: step)
      return
    }
    let stops = stops
    let present =
      focusedButton.map(Stop.button) ?? (isOnKeyboard ? .keyboard : .field(flow.active))
    let place = stops.firstIndex(of: present) ?? 0
    focus(stops[(place + step + stops.count) % stops.count])
  }

  /// Handles a key in a text; returns false if the key has the same meaning in every prompt.
  private func performOnText(_ key: TerminalKey, at now: Double) -> Bool {
    hideMade()
    let hadUnseenTab = hasUnseenTab
    hasUnseenTab = false
    // The notice may be outdated. Keep it for Enter, which may confirm it.
    if key != .enter { notify("") }
    switch key {
    case .enter where hadUnseenTab && focusedButton == .submit:
      // The tab may be a character of a text that the terminal pasted as keys.
      handle(.untyped(.noCharacter), at: now)
    case .enter: enter(at: now)
    case .backspace: delete { active.deleteBackward(at: now) }
    case .up, .down, .left, .right: arrow(key)
    case .control(UInt8(ascii: "d")) where !active.text.isEmpty: break
    case .control(UInt8(ascii: "g")): suggest()
    case .control(UInt8(ascii: "k")): switchKeyboard(at: now)
    case .control(UInt8(ascii: "l")): redraw()
    case .control(UInt8(ascii: "o")): retypeInNextLayout(at: now)
    case .control(UInt8(ascii: "r")): rotate(at: now)
    case .control(UInt8(ascii: "t")): toggleReveal(at: now)
    case .control(UInt8(ascii: "u")): delete(all: true) { active.deleteAll(at: now) }
    case .control(UInt8(ascii: "w")): delete { active.deleteWord(at: now) }
    case .tab where stops.count == 1:
      settleHold(at: now)
      // The tab may be a character of a text that the terminal pasted as keys.
      active.note(.missing)
      reject(language[.tabNotHere])
    case .tab:
      moveFocus(by: 1)
      hasUnseenTab = isOnKeyboard || focusedButton != nil
    default: return false
    }
    return true
  }

  // MARK: Scrolling

  func scroll(pages: Int) { scroll(lines: pages * max(1, screen.descriptionLinesShown)) }

  func scroll(lines: Int) {
    descriptionOffset = screen.descriptionOffset(from: descriptionOffset, lines: lines)
  }
}
