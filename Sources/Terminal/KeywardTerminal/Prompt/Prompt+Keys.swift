import KeywardEngine

extension Prompt {
  // MARK: Text

  /// Returns true if text is accepted now; otherwise rings the bell.
  ///
  /// No text is accepted while the person must wait for the policy's answer.
  func mayType() -> Bool {
    rings = rings || flow.isWaiting
    return !flow.isWaiting
  }

  /// Deletes text by calling `body`.
  ///
  /// `isAll` is true if nothing of the text remains, and nothing can therefore be missing. The
  /// screen does not show whether the field was empty, because the text's length may be hidden.
  func delete(all isAll: Bool = false, _ body: () -> Outcome) {
    guard mayType() else { return }
    notify("")
    note(isAll ? body() : keepingUnseenLoss(body))
  }

  /// Runs `body`, in which a deletion ends only a loss that was shown.
  ///
  /// Otherwise the person does not know about the loss, and may have deleted another character than
  /// intended.
  private func keepingUnseenLoss(_ body: () -> Outcome) -> Outcome {
    let field = active
    let unseen = field.loss == shownLosses[flow.active] ? nil : field.loss
    defer { if let unseen, field.loss == nil { field.note(unseen) } }
    return body()
  }

  func beginPaste(at now: Double) {
    settleHold(at: now)
    replaceOffer()
    guard mayType() else { return active.note(.missing) }
    active.beginPaste(at: now)
  }

  func endPaste(at now: Double) {
    let hasLineBreak = active.hasLineBreakInPaste
    let broken = active.text.withStagedBytes { UTF8Scan.firstBroken(in: $0) }
    let outcome = active.endPaste(at: now)
    if outcome == .rejected(.notAllowed), let broken {
      handle(.untyped(.byte(broken, .utf8)), at: now)
    } else if case .rejected(let reason) = outcome {
      flow.changed(flow.active)
      refuse(Refusal(reason: reason, isPaste: true, hasLineBreak: hasLineBreak))
    } else {
      note(outcome)
    }
  }

  func note(_ outcome: Outcome, of subject: Refusal.Subject = .physicalKey) {
    switch outcome {
    case .accepted: flow.changed(flow.active, keepsNotice: rings)
    case .ignored: break
    // The dropped dead key is a loss, about which Enter asks.
    case .rejected(.incomplete): _ = acceptReturn()
    case .rejected(let reason):
      // The kind of input matters only for the reason `disabled`.
      let own = reason == .disabled ? subject : .physicalKey
      refuse(Refusal(reason: reason, isPaste: false, subject: own))
    }
  }

  /// Rings the bell and shows the reason for a refusal.
  func refuse(_ refusal: Refusal) {
    // Without room there are no drawn keys to advise.
    let lacksKeys = refusal.reason == .disabled && !refusal.isPaste && !isKeyboardDrawn
    let sentence =
      lacksKeys && refusal.subject == .physicalKey
      ? language[.needsLargerWindow] : refusal.sentence(for: active.acceptance, in: language)
    rings = true
    // In line mode, a run of refused keys is explained once.
    if flow.notice != sentence || flow.asksForEnter { notify(sentence) }
  }

  // MARK: Keys

  func drag(column: Int, row: Int, at now: Double) {
    guard case .finger = hold else { return }
    var slot: Int?
    if case .slot(let own) = screen.action(column: column, row: row) { slot = own }
    drag(to: (column, row), slot: slot, at: now)
  }

  func enter(at now: Double) {
    if let focusedButton {
      press(focusedButton, at: now)
    } else if isOnKeyboard {
      pressFocus(at: now)
    } else if !isKeyboardFocused || !needsKeyboard {
      submit(at: now)
    }
  }

  /// Presses a button below the fields, or the one of the toolbar.
  func press(_ choice: PromptViewModel.Choice, at now: Double) {
    switch choice {
    case .submit:
      // Unlike Enter in a field, the button does not move to the next field.
      activate(field: fields.count - 1)
      submit(at: now)
    case .powerOff: outcome = .poweredOff
    case .disagree, .cancel: outcome = .cancelled(.escape)
    }
  }

  func submit(at now: Double) {
    guard let keyboard else {
      _ = acceptReturn()
      return
    }
    let outcome = keyboard.submit(at: now)
    if outcome.isRejected { note(outcome, of: .submitting) }
  }

  func suggest() {
    guard question.generator != nil else {
      return notify(.ctrlGNotHere, remedy: question.remedies.generator)
    }
    hide()
    flow.suggest()
  }

  func switchKeyboard(at now: Double) {
    guard !surface.isPlain else { return notify(.ctrlKPlain) }
    guard !surface.isInline else {
      return notify(.ctrlKInline, remedy: question.remedies.form)
    }
    toggleKeyboard(at: now)
  }

  func rotate(at now: Double) {
    guard let keyboard, showsKeyboard else {
      return notifyNoKeyboard(for: "R")
    }
    rotate(to: keyboard.configuration.screen.orientation.rotated, at: now)
  }

  /// Explains that a key of the drawn keyboard does nothing, since none is drawn.
  ///
  /// Ctrl-K is advised only if it would draw one.
  func notifyNoKeyboard(for letter: String) {
    if surface.drawsKeyboard, supply != nil, !offersKeyboard { return notify(.needsLargerWindow) }
    notify(language[offersKeyboard ? .ctrlNoKeyboard : .ctrlNoKeyboardHere, letter])
  }

  private func notify(_ phrase: Phrase, remedy: PromptText?) {
    notify(language[phrase] + (remedy.map { "; " + $0.text(in: language) } ?? ""))
  }

  func redraw() {
    request = .redraw
    guard surface.isPlain else { return }
    guard question.look.mask == .bullets else {
      transcript.reply = language[.lengthHidden]
      return
    }
    let count = shown(flow.active, on: nil).shownCount
    transcript.reply = language[countsWords ? .words : .length, "\(count)"]
  }

  // MARK: Showing characters

  var offersReveal: Bool { question.look.allowsReveal && !question.isVisible }

  func toggleReveal(at now: Double) {
    guard !question.isVisible else { return notify(.ctrlTVisible) }
    guard offersReveal else {
      return notify(.ctrlTNotHere, remedy: question.remedies.reveal)
    }
    guard !surface.isPlain else { return notify(.ctrlTPlain) }
    if reveal.isOn {
      hide()
    } else {
      reveal = Reveal(isOn: true, end: now + Reveal.time)
    }
  }

  func hide() { reveal = Reveal() }

  func hideMade() {
    if reveal.isMade { hide() }
  }

  /// Removes a generated passphrase that the person did not request, before typed or pasted text
  /// replaces it.
  func replaceOffer() {
    if reveal.isMade, reveal.isOffered {
      wipe()
      activate(field: 0)
    }
    hideMade()
  }

  // MARK: Pressing

  func press(firstKeyOf roles: [KeyRole], at now: Double) {
    settleHold(at: now)
    let slot = keyboard?.currentPanel?.keys.firstIndex { roles.contains($0.key.role) }
    if let slot, isKeyboardDrawn { press(slot, at: now) } else { rings = true }
  }

  func pressFocus(at now: Double) {
    guard let slot = keyboard?.shownFocus else { return }
    press(slot, at: now)
  }

  package func press(_ slot: Int, at now: Double) {
    guard mayPress(slot) else { return }
    look(pressed: slot, at: now)
    pressing { $0.activate(.key(slot: slot), at: now) }
  }

  /// Returns true if drawn keys act now; otherwise rings, and notes a loss if the key types text.
  func mayPress(_ slot: Int) -> Bool {
    guard let keyboard, keyboard.currentPanel != nil else { return false }
    if takesPresses, mayType() { return true }
    if !takesPresses { note(.rejected(.disabled), of: .drawnKey) }
    let role = keyboard.key(of: .key(slot: slot))?.role
    if role == .input || role == .space { active.note(.missing) }
    return false
  }

  /// The time in seconds for which a pressed key is drawn as pressed.
  private static let pressTime = 0.12

  func look(pressed slot: Int, at now: Double) {
    if keyboard?.configuration.feedback == .press { pressed = (slot, now + Self.pressTime) }
  }

  func pressing(_ body: (Keyboard) -> Outcome) {
    guard let keyboard else { return }
    let before = (panel: keyboard.currentPanel, bytes: active.text.byteCount)
    let field = flow.active
    let outcome = keepingUnseenLoss { body(keyboard) }
    if outcome.isRejected || self.active.text.byteCount != before.bytes && field == flow.active {
      // Of the drawn keys, only return can be disabled on its own.
      note(outcome, of: .submitting)
    }
    keyboard.keepFocusInside(comingFrom: before.panel)
  }
}

extension Prompt {
  package var isOnKeyboard: Bool { isKeyboardFocused && isKeyboardDrawn }

  package var takesPresses: Bool { keyboard.map { $0.configuration.input != .keys } ?? false }

  enum Stop: Hashable {
    case field(Int)
    case keyboard
    case button(PromptViewModel.Choice)
  }

  /// The places between which Tab moves the focus.
  var stops: [Stop] {
    var stops = fields.indices.map(Stop.field)
    if takesPresses, isKeyboardDrawn { stops.append(.keyboard) }
    return stops + drawnButtons.map(Stop.button)
  }

  func focus(_ stop: Stop) {
    isKeyboardFocused = stop == .keyboard
    focusedChoice = nil
    switch stop {
    case .field(let field): activate(field: field)
    case .keyboard: break
    case .button(let choice): focusedChoice = choice
    }
  }

  /// The choices of the buttons on the screen, in their order.
  private var drawnButtons: [PromptViewModel.Choice] {
    screen.targets.compactMap { if case .choice(let choice) = $0.action { choice } else { nil } }
  }

  /// The button with the focus; nil if none has it.
  var focusedButton: PromptViewModel.Choice? {
    focusedChoice.flatMap { drawnButtons.contains($0) ? $0 : nil }
  }

  /// Moves the focus between buttons, on the drawn keyboard, or between two fields; scrolls if
  /// there is one field.
  func arrow(_ key: TerminalKey) {
    if let focusedButton {
      let buttons = drawnButtons
      let step = key == .left ? -1 : key == .right ? 1 : 0
      let next = (buttons.firstIndex(of: focusedButton) ?? 0) + step
      if key == .down, takesPresses, isKeyboardDrawn { focus(.keyboard) }
      if key == .up, !isKeyboardDrawn { focus(.field(flow.active)) }
      if step != 0, buttons.indices.contains(next) { focus(.button(buttons[next])) }
    } else if isOnKeyboard {
      let isMoved = keyboard?.moveFocus(towards: key) ?? false
      // The power-off button is drawn above the keys.
      if !isMoved, key == .up, drawnButtons.contains(.powerOff) { focus(.button(.powerOff)) }
    } else if fields.count > 1, key == .up || key == .down {
      activate(field: key == .up ? 0 : 1)
      isKeyboardFocused = false
    } else if key == .up || key == .down {
      // This also handles the wheel, which many terminals report as arrow keys.
      scroll(lines: key == .up ? -1 : 1)
    }
  }
}
