import KeywardEngine

/// Asks for a secret in one field, or in two that must match.
///
///     let prompt = PassphrasePrompt(options, fields: memory.fields, surface: surface)
///     prompt.insert(bytes, at: now)
///     prompt.handle(.input(.key(.enter, [])), at: now)
///     prompt.outcome     // .submitted: the secret is in the first field
///
/// Text goes straight into a field, or through the drawn keyboard, which types into the same field.
/// The prompt itself holds the rest of the screen's content and never a character of the secret.
package final class PassphrasePrompt: BasicPrompt {
  /// The field for the secret, and one for its repetition.
  let fields: [SecretField]
  let advisor: (any PassphraseAdvisor)?
  var flow: PassphraseFlow

  /// The drawn keyboard; nil as long as none was wanted.
  var keyboard: Keyboard?
  let makeKeyboard: ((SecretField) -> Keyboard?)?
  let random: any RandomSource
  /// True if the keyboard is wanted on the screen.
  var showsKeyboard: Bool
  /// True if the last frame showed it; only then can keys press on it.
  package var isKeyboardDrawn = false
  /// True if the focus is on it rather than in the active field.
  package var isKeyboardFocused: Bool
  /// The buttons, if no keyboard is drawn.
  let buttons: [PromptViewModel.Button]
  /// The slot that looks pressed, and the time until which it does.
  var pressed: (slot: Int, end: Double)?
  /// The holder of the held cap.
  package var hold = Hold.nothing
  /// The characters a cap offers, as the last frame placed them.
  package var shownAlternates: PlacedAlternates?

  var reveal = Reveal()
  var hasCapsLock = false
  var told: Set<Refusal> = []

  private var lastStrayKey: Double?
  /// The seconds without a key after which typing counts again.
  private static let strayPause = 0.3
  /// The time from which an empty answer may be taken.
  private var emptyAnswersFrom = Double.infinity

  /// The seconds for which a pressed key looks pressed.
  static let pressTime = 0.12

  /// A prompt that has not begun.
  ///
  /// - Parameters:
  ///   - options: Its look and behaviour.
  ///   - fields: The fields to type into; the second is used if there is a prompt for it.
  ///   - surface: The surface that shows it.
  ///   - keyboard: The keyboard to draw, hidden, which types into the first field; nil if it is
  ///     made at its first use.
  ///   - makeKeyboard: Makes that keyboard; nil if none can be drawn.
  ///   - advisor: Answers questions about the passphrase; nil if none is asked.
  ///   - random: Chooses the first focus on a keyboard if the way to a key must not reveal it.
  package init(
    _ options: DialogueOptions, fields: [SecretField], surface: PromptSurface,
    keyboard: Keyboard? = nil, makeKeyboard: ((SecretField) -> Keyboard?)? = nil,
    advisor: (any PassphraseAdvisor)? = nil, random: any RandomSource = SodiumRandom()
  ) {
    precondition(!fields.isEmpty, "a passphrase needs a field")
    let options = options.harmless(surface.sanitizer)
    self.advisor = advisor
    self.random = random
    lastStrayKey = options.lastStrayKey
    self.keyboard = keyboard
    self.makeKeyboard = makeKeyboard
    self.fields = Array(fields.prefix(options.repeatPrompt == nil ? 1 : 2))
    flow = PassphraseFlow(options, repeats: self.fields.count > 1)
    let isNeeded = keyboard?.configuration.input == .screen
    showsKeyboard = (options.showsKeyboard || isNeeded) && surface.drawsKeyboard
    isKeyboardFocused = isNeeded
    buttons = options.buttons([.submit, .cancel])
    super.init(harmless: options, surface: surface)
    if showsKeyboard { showKeyboard() }
    self.keyboard?.onReturn = { [weak self] _, _ in self?.acceptReturn() ?? true }
  }

  // MARK: Fields

  /// The field of the secret.
  package var first: SecretField { fields[0] }

  /// The active field.
  var active: SecretField { fields[flow.active] }

  package override var protection: RegionProtection? { active.text.protection }

  /// Whether all fields hold the same text.
  var areEqual: Bool { fields.dropFirst().allSatisfy { first.text.isEqual(to: $0.text) } }

  /// Makes a field the active one.
  func activate(field: Int) {
    guard field != flow.active else { return }
    hide()
    flow.focus(field)
    keyboard?.type(into: active)
  }

  /// Wipes all typed text.
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
      if window.columns > 0 { hide() }
      dropHold(at: now)
      window = (columns, rows)
      adoptWindow(at: now)
    case .suspended, .continued: hide()
    case .interrupted: forgetHalfTyped(at: now)
    case .terminalChanged: startOver(at: now)
    case .answered(let answer): receive(answer)
    case .shown: emptyAnswersFrom = now + options.emptyAnswerDelay
    case .protectionLost, .input, .time, .ended: break
    }
    super.handle(event, at: now)
  }

  /// The time at which `.time` has something to do at the latest.
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
    keyboard?.rotate(to: orientation, at: now)
  }

  // MARK: Input

  package override func insert(_ bytes: RawSpan, at now: Double) {
    super.insert(bytes, at: now)
    if !isStray(at: now) { type(bytes, at: now) }
  }

  package override func paste(_ bytes: RawSpan) {
    if lastStrayKey == nil { active.paste(bytes) }
  }

  /// True for a key that continues what was typed for a question before.
  private func isStray(at now: Double) -> Bool {
    guard let last = lastStrayKey, now < last + Self.strayPause else {
      lastStrayKey = nil
      return false
    }
    lastStrayKey = now
    rings = true
    return true
  }

  override func handle(_ event: InputEvent, at now: Double) {
    switch event {
    case .key(.enter, _) where isStray(at: now): lastStrayKey = nil
    case .pasteBegan where isStray(at: now): break
    case .pasteEnded where lastStrayKey != nil, .pasteDropped where lastStrayKey != nil:
      lastStrayKey = now
    case .untyped where isStray(at: now): break
    case .key(let key, let modifiers):
      hasCapsLock = key.tellsCapsLock(modifiers) ?? hasCapsLock
      if !takesWhileHeld(key, modifiers, at: now) { super.handle(event, at: now) }
    case .press(let column, let row):
      if choose(at: (column, row), at: now) { return }
      settleHold(at: now)
      super.handle(event, at: now)
    case .drag(let column, let row): drag(column: column, row: row, at: now)
    case .release(let column, let row):
      // A terminal that does not report motion tells only here where the mouse is.
      drag(column: column, row: row, at: now)
      if hold == .mouse { letGo(at: now) }
    case .pasteBegan: beginPaste(at: now)
    case .pasteEnded: endPaste(at: now)
    case .pasteDropped:
      active.cancelPaste()
      super.handle(event, at: now)
    case .untyped(let input):
      settleHold(at: now)
      noteMissing(input)
      super.handle(event, at: now)
    case .text, .pasteBytes: break
    }
  }

  override func perform(_ key: TerminalKey, at now: Double) {
    hideMade()
    switch key {
    case .enter: enter(at: now)
    case .backspace:
      delete { keyboard?.deleteBackward(at: now) ?? active.delete { $0.removeLastCharacter() } }
    case .up, .down, .left, .right: arrow(key)
    case .control(UInt8(ascii: "d")) where !active.text.isEmpty: break
    case .control(UInt8(ascii: "g")): suggest()
    case .control(UInt8(ascii: "k")): switchKeyboard(at: now)
    case .control(UInt8(ascii: "l")): redraw()
    case .control(UInt8(ascii: "r")): rotate(at: now)
    case .control(UInt8(ascii: "t")): toggleReveal(at: now)
    case .control(UInt8(ascii: "u")):
      delete { keyboard?.deleteAll(at: now) ?? active.deleteAll() }
    case .control(UInt8(ascii: "w")):
      delete { keyboard?.deleteWord(at: now) ?? active.delete { $0.removeLastWord() } }
    default: super.perform(key, at: now)
    }
  }

  override func click(_ action: ComposedScreen.Action, at now: Double) { take(action, at: now) }

  /// Moves the focus on through fields and keyboard.
  override func moveFocus(by step: Int) {
    let keyboardStop = takesPresses && isKeyboardDrawn ? 1 : 0
    let count = fields.count + keyboardStop
    let present = isOnKeyboard ? fields.count : flow.active
    let next = (present + step + count) % count
    isKeyboardFocused = next == fields.count
    if next < fields.count { activate(field: next) }
  }

  // MARK: Showing

  package override func picture(columns: Int, rows: Int) -> ComposedScreen {
    let screen = super.picture(columns: columns, rows: rows)
    isKeyboardDrawn = screen.hasKeyboard
    shownAlternates = screen.alternates
    return screen
  }

  package override var revealDeadline: Double? {
    if reveal.isOn { return reveal.end ?? .infinity }
    return options.isVisible && !surface.isPlain ? .infinity : nil
  }

  package override func renderRevealed(
    cells: Int, into scratch: inout SecretBuffer
  ) -> Int {
    let isASCII = surface.glyphs.isASCII
    let isGrouped = options.isGrouped && !options.isVisible
    return fields[shownField].text.withBytes { bytes in
      RevealComposer.compose(
        bytes, cells: cells, isGrouped: isGrouped, isASCII: isASCII, into: &scratch)
    }
  }

  override var viewModel: PromptViewModel { completed(super.viewModel) }

  override var lines: Transcript.State { completed(super.lines) }

  /// The awaited answer, the latest notice, or Caps Lock.
  override var lesserNotice: String {
    if flow.isWaiting { return "One moment" }
    if !flow.notice.isEmpty { return flow.notice }
    return hasCapsLock ? options.capsLockHint : ""
  }

  override var answer: (label: String, mark: String)? {
    outcome == .submitted ? (options.prompt, surface.glyphs.doneMark) : nil
  }

  // MARK: Saying

  /// Shows a sentence in the status line, or in a line of its own.
  package override func tell(_ sentence: String) { flow.tell(sentence) }
}
