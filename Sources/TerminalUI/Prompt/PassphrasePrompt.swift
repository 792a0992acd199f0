import KeywardEngine

/// Asks for a secret in one field, or in two that must match.
///
///     let prompt = PassphrasePrompt(options, fields: memory.fields, surface: surface)
///     prompt.insert(bytes, at: now)
///     prompt.handle(.input(.key(.enter, [])), at: now)
///     prompt.outcome     // .submitted: the secret is in the first field
///
/// Text goes straight into a field, or through the keyboard that is drawn and types into the same
/// field. Everything else it holds a screen is composed from, but never a character of the secret.
package final class PassphrasePrompt: BasicPrompt {
  /// The secret, and what is typed to compare it with.
  let fields: [SecretField]
  let advisor: (any PassphraseAdvisor)?
  var flow: PassphraseFlow

  /// The drawn keyboard; nil where none was wanted yet.
  var keyboard: Keyboard?
  let makeKeyboard: ((SecretField) -> Keyboard?)?
  let random: any RandomSource
  /// Whether it is to be drawn.
  var showsKeyboard: Bool
  /// Whether it was drawn in the last frame; only then can keys press on it.
  package var isKeyboardDrawn = false
  /// Whether the focus is on it rather than in the active field.
  package var isKeyboardFocused: Bool
  /// The panel as it was drawn last.
  var drawnView: KeyboardView?
  /// The slot that looks pressed, and until when.
  var pressed: (slot: Int, end: Double)?
  /// What holds a cap down.
  package var hold = Hold.nothing
  /// The characters a cap offers, as they were drawn last.
  package var shownAlternates: PlacedAlternates?

  var reveal = Reveal()
  var hasCapsLock = false
  var shownLook: Look?
  var told: Set<Refusal> = []

  /// How long a pressed key looks pressed, in seconds.
  static let pressTime = 0.12

  /// A prompt that has not begun.
  ///
  /// - Parameters:
  ///   - options: How it looks and behaves.
  ///   - fields: Where is typed into: the second is used if there is a prompt for it.
  ///   - surface: What it is shown on.
  ///   - keyboard: The keyboard to draw, hidden, which types into the first field; nil where it is made
  ///     when it is wanted.
  ///   - makeKeyboard: Makes that; nil where none can be drawn.
  ///   - advisor: Answers questions about the passphrase; nil where none is asked.
  ///   - random: Where the focus begins on a keyboard whose keys must not be told by the way to them.
  package init(
    _ options: DialogueOptions, fields: [SecretField], surface: PromptSurface,
    keyboard: Keyboard? = nil, makeKeyboard: ((SecretField) -> Keyboard?)? = nil,
    advisor: (any PassphraseAdvisor)? = nil, random: any RandomSource = SodiumRandom()
  ) {
    precondition(!fields.isEmpty, "a passphrase needs a field")
    let options = options.harmless(surface.sanitizer)
    self.advisor = advisor
    self.random = random
    self.keyboard = keyboard
    self.makeKeyboard = makeKeyboard
    self.fields = Array(fields.prefix(options.repeatPrompt == nil ? 1 : 2))
    flow = PassphraseFlow(options, repeats: self.fields.count > 1)
    let isNeeded = keyboard?.configuration.input == .screen
    showsKeyboard = (options.showsKeyboard || isNeeded) && surface.drawsKeyboard
    isKeyboardFocused = isNeeded
    super.init(harmless: options, surface: surface)
    if showsKeyboard { showKeyboard() }
    self.keyboard?.onReturn = { [weak self] _, _ in self?.acceptReturn() ?? true }
  }

  // MARK: Fields

  /// The field the secret is in.
  package var first: SecretField { fields[0] }

  /// The field that is typed into.
  var active: SecretField { fields[flow.active] }

  package override var protection: RegionProtection? { active.text.protection }

  /// Whether all fields hold the same.
  var areEqual: Bool { fields.dropFirst().allSatisfy { first.text.isEqual(to: $0.text) } }

  /// Types into a field from here on.
  func activate(field: Int) {
    guard field != flow.active else { return }
    hide()
    flow.focus(field)
    keyboard?.type(into: active)
  }

  /// Wipes all that was typed.
  package func wipe() {
    for field in fields { field.removeAll() }
  }

  // MARK: Events

  package override func handle(_ event: PromptEvent, at now: Double) {
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
    case .protectionLost: shownLook = nil
    case .shown, .input, .time, .ended: break
    }
    super.handle(event, at: now)
  }

  /// When `.time` has something to do at the latest.
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
    type(bytes, at: now)
  }

  package override func paste(_ bytes: RawSpan) { active.paste(bytes) }

  override func handle(_ event: InputEvent, at now: Double) {
    switch event {
    case .key(let key, let modifiers):
      hasCapsLock = key.tellsCapsLock(modifiers) ?? hasCapsLock
      if !takesWhileHeld(key, modifiers, at: now) { super.handle(event, at: now) }
    case .press(let column, let row):
      if choose(at: (column, row), at: now) { return }
      settleHold(at: now)
      super.handle(event, at: now)
    case .drag(let column, let row): drag(column: column, row: row, at: now)
    case .release(let column, let row):
      // A terminal that does not report motion says only here where the mouse is.
      drag(column: column, row: row, at: now)
      if hold == .mouse { letGo(at: now) }
    case .pasteBegan: beginPaste(at: now)
    case .pasteEnded: endPaste(at: now)
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

  /// The picture, brought up to date with as little work as what changed needs.
  package override func picture(columns: Int, rows: Int) -> ComposedScreen {
    let look = look
    if look == shownLook, composer.recount(columns: columns, rows: rows, { count(of: $0) }) {
      return composer.screen
    }
    shownLook = look
    let screen = super.picture(columns: columns, rows: rows)
    isKeyboardDrawn = screen.hasKeyboard
    shownAlternates = screen.alternates
    return screen
  }

  package override var charactersEnd: Double? {
    if reveal.isOn { return reveal.end ?? .infinity }
    return options.isVisible && !surface.isPlain ? .infinity : nil
  }

  package override func composeCharacters(
    cells: Int, into scratch: inout SecretBuffer
  ) -> Int {
    let isASCII = surface.glyphs.isASCII
    let isGrouped = options.isGrouped && !options.isVisible
    return fields[shownField].text.withBytes { bytes in
      RevealComposer.compose(
        bytes, cells: cells, isGrouped: isGrouped, isASCII: isASCII, into: &scratch)
    }
  }

  override var content: ScreenContent { completed(super.content) }

  override var lines: Transcript.State { completed(super.lines) }

  /// What is waited for, what just happened, or Caps Lock.
  override var lesserNotice: String {
    if flow.isWaiting { return "One moment" }
    if !flow.notice.isEmpty { return flow.notice }
    return hasCapsLock ? options.capsLockHint : ""
  }

  override var answer: (label: String, mark: String)? {
    outcome == .submitted ? (options.prompt, surface.glyphs.doneMark) : nil
  }

  // MARK: Saying

  /// Says something in the status line, or in a line of its own.
  package override func tell(_ sentence: String) { flow.tell(sentence) }
}
