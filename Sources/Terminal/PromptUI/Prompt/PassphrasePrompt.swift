import KeyboardEngine

/// Asks for a secret in one field, or in two that must match.
///
///     let prompt = PassphrasePrompt(options, fields: memory.fields, surface: surface)
///     prompt.insert(bytes, at: now)
///     prompt.handle(.input(.key(.enter, [])), at: now)
///     prompt.outcome     // .submitted: the secret is in the first field
///
/// All text is typed into a field, which reports it to the keyboard. The characters of the secret
/// are only in the fields; the prompt itself holds everything else that the screen shows.
package final class PassphrasePrompt: BasicPrompt {
  let fields: [SecretField]
  let policy: (any PassphrasePolicy)?
  var flow: PassphraseFlow

  /// The keyboard, even if it is not drawn; nil until a keyboard is needed.
  var keyboard: Keyboard?
  let makeKeyboard: ((SecretField) -> Keyboard?)?
  /// A keyboard that has only been measured; it becomes `keyboard` at its first use.
  var spareKeyboard: Keyboard?
  var hasRoomForKeyboard = false
  let random: any RandomSource
  var showsKeyboard: Bool
  /// True if the last frame showed the keyboard; only then can keys act on it.
  package var isKeyboardDrawn = false
  package var isKeyboardFocused: Bool
  var isPowerOffFocused = false
  let buttons: [PromptViewModel.Button]
  var pressed: (slot: Int, end: Double)?
  package var hold = Hold.nothing
  var pressedCell = (0, 0)
  package var shownAlternates: AlternatesPlacement?

  var reveal = Reveal()
  var hasCapsLock = false
  /// True if a key of the number pad typed nothing because Num Lock is off.
  private var lacksNumLock = false
  var usesGamepad = false
  var shownRefusals: Set<Refusal> = []
  /// What the fields lacked when the prompt was last shown.
  var shownLosses: [TextLoss?]
  /// True if Tab has moved the focus to the keyboard since the prompt was last shown.
  private var hasUnseenTab = false

  enum Change {
    case shown
    case turned(KeyboardView?)
  }

  var change: Change?
  private var emptyAnswersFrom = Double.infinity

  static let pressTime = 0.12

  /// Creates a prompt, which uses the second field if the options have a label for it.
  ///
  /// `keyboard` types into the first field. If it is nil, `makeKeyboard` creates a keyboard when
  /// one is first needed. `random` chooses the initially focused key if counting arrow-key presses
  /// could reveal the chosen keys.
  package init(
    _ options: Question, fields: [SecretField], surface: PromptSurface,
    keyboard: Keyboard? = nil, makeKeyboard: ((SecretField) -> Keyboard?)? = nil,
    policy: (any PassphrasePolicy)? = nil, random: any RandomSource = SodiumRandom()
  ) {
    precondition(!fields.isEmpty, "a passphrase prompt needs a field")
    let options = options.sanitized(on: surface)
    self.policy = policy
    self.random = random
    self.keyboard = keyboard
    self.makeKeyboard = makeKeyboard
    self.fields = Array(fields.prefix(options.repeatPrompt == nil ? 1 : 2))
    shownLosses = Array(repeating: nil, count: self.fields.count)
    flow = PassphraseFlow(options, repeats: self.fields.count > 1, in: surface.language)
    let needsKeyboard = keyboard?.configuration.input == .screen
    showsKeyboard = (options.look.showsKeyboard ?? true || needsKeyboard) && surface.drawsKeyboard
    isKeyboardFocused = needsKeyboard
    buttons = options.buttons([.submit, .cancel, .powerOff], in: surface.language).map { button in
      // Letters are text here, so no button has an accelerator.
      var button = button
      button.acceleratorIndex = nil
      return button
    }
    super.init(sanitized: options, surface: surface)
    if showsKeyboard { showKeyboard() }
    self.keyboard?.onReturn = { [weak self] _, _ in self?.acceptReturn() ?? true }
  }

  // MARK: Fields

  package var first: SecretField { fields[0] }

  var active: SecretField { fields[flow.active] }

  package override var region: LockedRegion? { active.text.region }

  var areEqual: Bool { fields.dropFirst().allSatisfy { first.text.isEqual(to: $0.text) } }

  func activate(field: Int) {
    guard field != flow.active else { return }
    hide()
    flow.focus(field)
    keyboard?.type(into: active)
  }

  package func wipe() {
    for field in fields { field.removeAll() }
  }

  // MARK: Events

  package override func handle(_ event: PromptEvent, at now: Double) {
    if now >= emptyAnswersFrom { flow.refusesEmpty = options.refusesEmpty }
    switch event {
    case .began:
      keyboard?.show(at: now)
      placeFocus()
      consult()
    case .window(let columns, let rows):
      guard (columns, rows) != window else { return }
      if window.columns > 0 {
        hide()
        notify("")
      }
      dropHold(at: now)
      window = (columns, rows)
      adoptWindow(keyboard, at: now)
    case .suspended, .continued: hide()
    case .interrupted: forgetHalfTyped(at: now)
    case .terminalChanged: startOver(at: now)
    case .answered(let answer): receive(answer)
    case .shown: emptyAnswersFrom = now + options.emptyAnswerDelay
    case .withdrawn: notify("")
    case .protectionsLost, .fontRefused, .input, .time, .ended, .questionChanged, .keyDropped: break
    }
    super.handle(event, at: now)
    switch event {
    case .began, .window: measureKeyboard(at: now)
    default: break
    }
  }

  package override var deadline: Double? {
    (keyboard?.nextDeadline).orEarlier(reveal.end).orEarlier(pressed?.end)
      .orEarlier(super.deadline)
  }

  override func advance(to now: Double) {
    keyboard?.advance(to: now)
    if let end = reveal.end, now >= end { hide() }
    if let end = pressed?.end, now >= end { pressed = nil }
    super.advance(to: now)
    consult()
  }

  override func rotate(to orientation: Orientation, at now: Double) {
    guard let keyboard, showsKeyboard else { return notify(.turnedUnseen) }
    change = .turned(isKeyboardDrawn ? screen.view : nil)
    keyboard.rotate(to: orientation, at: now)
  }

  // MARK: Input

  package override func insert(_ bytes: RawSpan, at now: Double) {
    let isBlank = bytes.byteCount == 1 && bytes.byte(0) == 0x20
    if beginTyping(isBlank: isBlank, at: now) { note(active.insert(bytes, at: now)) }
  }

  package override func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) {
    // A keyboard need not be drawn to apply its layout.
    showKeyboard()
    guard let keyboard else { return handle(.untyped(.noCharacter), at: now) }
    hasCapsLock = stroke.modifiers.contains(.capsLock)
    guard beginTyping(isBlank: position == KeyboardForm.space, at: now) else { return }
    let outcome = keyboard.type(at: position, at: now) { $0.action(for: stroke) }
    if outcome == .ignored { handle(.untyped(.noCharacter), at: now) }
    note(outcome)
  }

  /// Prepares for a typed character; returns false if it is not typed into the field.
  private func beginTyping(isBlank: Bool, at now: Double) -> Bool {
    timer.keyCame(at: now)
    usesGamepad = false
    replaceOffer()
    isPowerOffFocused = false
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

  package override func paste(_ bytes: RawSpan) { active.paste(bytes) }

  override func handle(_ event: InputEvent, at now: Double) {
    usesGamepad = if case .gamepad = event { true } else { false }
    switch event {
    case .key(let key, let modifiers):
      hasCapsLock = key.capsLock(modifiers) ?? hasCapsLock
      let deletesWord = key == .backspace && [.alt, .control].contains(modifiers.changing)
      let own = deletesWord ? .key(.control(UInt8(ascii: "w")), []) : event
      if !takesWhileHeld(key, modifiers, at: now) { super.handle(own, at: now) }
    case .press(let column, let row):
      if choose(at: (column, row), at: now) { return }
      settleHold(at: now)
      super.handle(event, at: now)
    case .drag(let column, let row): drag(column: column, row: row, at: now)
    case .release(let column, let row):
      // A terminal without motion reports sends the mouse's new position only with the release.
      drag(column: column, row: row, at: now)
      if hold == .mouse { letGo(at: now) }
    case .touch(let touch): take(touch, at: now)
    case .gamepad(let button): take(button, at: now)
    case .capsLock(let isOn): hasCapsLock = isOn
    case .numLock(let isOn): lacksNumLock = !isOn
    case .nextKeyboard: showNextLayout(at: now)
    case .pasteBegan: beginPaste(at: now)
    case .pasteEnded: endPaste(at: now)
    case .pasteDropped:
      active.cancelPaste()
      super.handle(event, at: now)
    case .untyped:
      settleHold(at: now)
      active.note(.missing)
      super.handle(event, at: now)
    case .powerOff, .wheel: super.handle(event, at: now)
    case .text, .pasteBytes: break
    }
  }

  /// Keys for the shell may follow, such as `fg` and Enter, so Enter does not submit at once.
  override func refuseStop() {
    rings = true
    active.note(.missing)
    super.refuseStop()
  }

  override func perform(_ key: TerminalKey, at now: Double) {
    hideMade()
    hasUnseenTab = false
    // The notice may be outdated. Keep it for Enter, which may confirm it.
    if key != .enter { notify("") }
    switch key {
    case .enter: enter(at: now)
    case .backspace: delete { active.deleteBackward(at: now) }
    case .up, .down, .left, .right: arrow(key)
    case .control(UInt8(ascii: "d")) where !active.text.isEmpty: break
    case .control(UInt8(ascii: "g")): suggest()
    case .control(UInt8(ascii: "k")): switchKeyboard(at: now)
    case .control(UInt8(ascii: "l")): redraw()
    case .control(UInt8(ascii: "r")): rotate(at: now)
    case .control(UInt8(ascii: "t")): toggleReveal(at: now)
    case .control(UInt8(ascii: "u")): delete(all: true) { active.deleteAll(at: now) }
    case .control(UInt8(ascii: "w")): delete { active.deleteWord(at: now) }
    case .tab where stops.count == 1: handle(.untyped(.noCharacter), at: now)
    case .tab:
      moveFocus(by: 1)
      hasUnseenTab = isOnKeyboard
    default: super.perform(key, at: now)
    }
  }

  override func click(_ action: ComposedScreen.Action, at now: Double) {
    hideMade()
    isPowerOffFocused = false
    switch action {
    case .field(let field): focus(.field(field))
    case .slot(let slot): hold(slot, at: now)
    case .panel(let panel):
      note(keyboard?.activate(.toolbar(.panel(panel)), at: now) ?? .ignored)
      keyboard?.keepFocusInside()
    case .done: submit(at: now)
    case .choice(.submit):
      // Unlike Enter, a click does not move to the next field.
      activate(field: fields.count - 1)
      submit(at: now)
    case .choice(.powerOff): outcome = .poweredOff
    case .choice: outcome = .cancelled(.escape)
    case .scroll: break
    }
  }

  override func moveFocus(by step: Int) {
    let stops = stops
    let present: Stop = isOnPowerOff ? .powerOff : isOnKeyboard ? .keyboard : .field(flow.active)
    let place = stops.firstIndex(of: present) ?? 0
    focus(stops[(place + step + stops.count) % stops.count])
  }

  // MARK: Showing

  package override func picture(columns: Int, rows: Int) -> ComposedScreen {
    renderer.render(viewModel, columns: columns, rows: rows)
    let phrase = phraseAboutChange()
    if let phrase { notify(phrase) }
    // The field names the layout only if no drawn keyboard does.
    let isOutdated =
      phrase != nil || options.look.typesByLayout && isKeyboardDrawn != screen.hasKeyboard
    isKeyboardDrawn = screen.hasKeyboard
    if isOutdated { renderer.render(viewModel, columns: columns, rows: rows) }
    shownAlternates = screen.alternates
    wasShown()
    return screen
  }

  package override func wasShown() {
    flow.noteShown()
    hasUnseenTab = false
    let losses = fields.map(\.loss)
    if zip(losses, shownLosses).contains(where: { $0 != nil && $0 != $1 }) { rings = true }
    shownLosses = losses
  }

  /// Returns the reason why the last frame does not show a requested change of the keyboard; nil if
  /// it shows the change.
  private func phraseAboutChange() -> Phrase? {
    defer { change = nil }
    // The screen already reports that a required keyboard has no room.
    guard let change, showsKeyboard, screen.hasKeyboard || !needsKeyboard else { return nil }
    guard screen.hasKeyboard else { return .needsLargerWindow }
    if case .turned(let former?) = change, let view = screen.view, view.looksLike(former) {
      return .turnedAlike
    }
    return nil
  }

  package override var revealDeadline: Double? {
    if reveal.isOn { return reveal.end ?? .infinity }
    return options.isVisible && !surface.isPlain ? .infinity : nil
  }

  package override func renderRevealed(
    cells: Int, into scratch: inout SecretBuffer
  ) -> Int {
    let glyphs = surface.glyphs
    let isGrouped = options.isGrouped && !options.isVisible
    let isFocused = !isOnKeyboard && !isOnPowerOff
    return fields[shownField].text.withBytes { bytes in
      Reveal.compose(
        bytes, cells: cells, isGrouped: isGrouped, isASCII: glyphs.isASCII,
        ellipsis: glyphs.ellipsis, cursorBar: isFocused ? glyphs.cursorBar : nil, into: &scratch)
    }
  }

  override var viewModel: PromptViewModel {
    var model = super.viewModel
    model.fields = fields.indices.map(shown)
    model.error = flow.error
    model.errorTitle = errorTitle
    model.activeField = shownField
    model.quality = options.quality.map { ($0.label.text(in: language), flow.quality) }
    model.hints = hints
    let tips = [options.quality?.tip ?? "", options.generator?.tip ?? ""]
    model.tips = tips.filter { !$0.isEmpty }
    model.buttons = buttons
    if isOnPowerOff { model.focusedButton = buttons.firstIndex { $0.choice == .powerOff } }
    model.offersReveal = options.look.allowsReveal && !options.isVisible
    model.offersNextField = fields.count > 1
    model.keyboard = drawnKeyboard
    model.form = surface.form(options.look.form, orElse: model.keyboard == nil ? .card : .full)
    model.isKeyboardFocused = isKeyboardFocused
    model.offersAlternates = offersAlternates
    model.needsKeyboard = needsKeyboard
    model.offersKeyboard = offersKeyboard
    model.offersDone = model.keyboard?.hasNoReturn ?? false
    if usesGamepad { model.keys = GamepadButton.hints.map { language[$0] } }
    return model
  }

  override var lines: Transcript.State {
    var state = super.lines
    if !options.shortHint.isEmpty { state.introduction.append(options.shortHint) }
    state.introduction += visibleHint
    let label = prompt(of: flow.active)
    state.question = (
      flow.active,
      options.isVisible
        ? Transcript.question(label) : Transcript.secretQuestion(label, after: prompt(of: 0))
    )
    state.errors = (flow.errorCount, flow.error, errorTitle)
    state.notices = (flow.noticeCount, flow.notice)
    if options.isVisible { state.visible = first.text.withBytes { $0.publicText } }
    return state
  }

  package override var notice: String { flow.asksForEnter ? flow.notice : super.notice }

  override var lesserNotice: String {
    if flow.isWaiting { return language[.oneMoment] }
    if !flow.notice.isEmpty { return flow.notice }
    if lacksNumLock { return language[.numLockOff] }
    return hasCapsLock ? options.capsLockHint.text(in: language) : ""
  }

  override var answer: (label: String, mark: String)? {
    let mark = options.isCheckedLater ? "" : surface.glyphs.doneMark
    return outcome == .submitted ? (prompt(of: 0), mark) : nil
  }

  // MARK: Notices

  package override func notify(_ sentence: String) { flow.notify(sentence) }
}

extension PassphrasePrompt {
  var shownField: Int { reveal.isMade ? 0 : flow.active }

  // MARK: Content

  private func prompt(of field: Int) -> String {
    (field == 0 ? options.prompt : options.repeatPrompt)?.text(in: language) ?? ""
  }

  private func shown(_ index: Int) -> PromptViewModel.Field {
    let count = fields[index].text.characterCount
    var field = PromptViewModel.Field(
      prompt: prompt(of: index), mask: options.isVisible ? .hidden : options.look.mask,
      characterCount: count, isRevealed: options.isVisible || reveal.isOn && index == shownField)
    field.shortPrompt =
      language[
        options.isVisible
          ? .answer
          : index > 0 ? .repetition : Phrase(forSecretOn: keyboard?.currentPanel?.panel)]
    let isMatch = index > 0 && count > 0 && !first.text.isEmpty && areEqual
    let layout = options.look.typesByLayout && !isKeyboardDrawn ? keyboard?.layoutName ?? "" : ""
    field.hint =
      isMatch ? options.repeatMatch.text(in: language) : surface.sanitizer.clean(layout, as: .name)
    field.hidesEmptiness = options.hidesEmptiness
    return field
  }

  private var errorTitle: String {
    flow.errorIsReason && !flow.error.isEmpty ? options.refusalTitle : ""
  }

  private var hints: [String] {
    var hints = visibleHint
    if options.asksConsent { hints.append(options.hint) }
    if reveal.isOn, options.isGrouped { hints.append(options.groupingHint.text(in: language)) }
    return hints
  }

  private var visibleHint: [String] { options.isVisible ? [language[.visibleText]] : [] }

  private var drawnKeyboard: PromptViewModel.DrawnKeyboard? {
    guard showsKeyboard, let keyboard,
      var drawn = PromptViewModel.DrawnKeyboard(
        keyboard, after: renderer.keyboardView, on: surface)
    else { return nil }
    if options.offersPowerOff {
      drawn.toolbar?.append(
        .init(
          label: language[.powerOff], action: .choice(.powerOff), isFocused: isOnPowerOff))
    }
    drawn.view.focus = takesPresses ? keyboard.shownFocus : nil
    drawn.view.isFocused = isKeyboardFocused && !hasChoiceOpen
    drawn.view.pressed = pressed?.slot ?? keyboard.pressedSlots.first
    drawn.view.marksAlternates = takesPresses
    drawn.alternates = alternatesRow
    return drawn
  }
}

extension PassphrasePrompt {
  // MARK: Asking about the passphrase

  func consult() {
    guard let policy else { return }
    while outcome == nil, let question = flow.nextQuestion() {
      guard let answer = policy.ask(question, about: first) else { return }
      receive(answer)
    }
  }

  func receive(_ answer: PassphraseAnswer) {
    var answer = answer
    if case .made = answer, !takeSuggestion() { answer = .notMade }
    apply(flow.receive(answer))
    keyboard?.type(into: active)
  }

  private func takeSuggestion() -> Bool {
    guard let policy else { return false }
    let isTaken =
      policy.fill(first)
      && fields.dropFirst().allSatisfy { other in first.text.withBytes { other.fill($0) } }
    if !isTaken { wipe() }
    return isTaken
  }

  // MARK: Submitting

  /// Handles return, Enter and Done; returns true if this ends the prompt, so that the keyboard may
  /// hide.
  func acceptReturn() -> Bool {
    hide()
    let loss = fields.prefix(flow.active + 1).lazy.compactMap(\.loss).first
    apply(flow.enter(isEmpty: active.text.isEmpty, areEqual: areEqual, loss: loss))
    keyboard?.type(into: active)
    return outcome != nil
  }

  private func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none: break
    case .hold: rings = true
    case .next: first.acceptLoss()
    case .wipe:
      wipe()
      hide()
      rings = true
    case .fill: reveal = Reveal(isOn: true, isMade: true, isOffered: options.beginsGenerated)
    case .accept:
      first.acceptLoss()
      for field in fields.dropFirst() { field.removeAll() }
      outcome = .submitted
    case .giveUp: outcome = .mismatched
    }
  }

  // MARK: Starting over

  /// Cancels a paste, incomplete characters and held keys.
  func forgetHalfTyped(at now: Double) {
    active.cancelPaste()
    keyboard?.loseFocus(at: now)
    hold = .nothing
    hide()
  }

  /// Wipes the text, which may have been seen, and starts over with an error.
  func startOver(at now: Double) {
    forgetHalfTyped(at: now)
    wipe()
    flow.startOver(language[.terminalChanged])
    keyboard?.type(into: active)
  }
}

extension Phrase {
  /// Creates the label of a field whose keyboard begins with a panel.
  package init(forSecretOn panel: PanelName?) {
    self =
      switch panel {
      case .numbers: .pin
      case .idCard: .idNumber
      case .letters, .symbols, nil: .passphrase
      }
  }
}
