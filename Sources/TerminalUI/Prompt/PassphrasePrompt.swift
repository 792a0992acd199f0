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
package final class PassphrasePrompt: Prompt {
  let options: DialogueOptions
  package let surface: PromptSurface
  /// What the caller says, harmless.
  package let texts: PromptTexts
  let labels: PassphraseLabels
  /// The secret, and what is typed to compare it with.
  package let first: SecretField
  let second: SecretField?
  private let advisor: (any PassphraseAdvisor)?
  var flow: PassphraseFlow
  package var timer: PromptTimer

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

  package internal(set) var outcome: DialogueOutcome?
  package var request: LoopRequest?
  package var rings: Bool
  var reveal = Reveal()
  var hasCapsLock = false
  var descriptionOffset = 0
  var mode: TerminalMode?
  var window = (columns: 0, rows: 0)
  var composer = ScreenComposer()
  var shownLook: Look?
  var transcript = Transcript()
  var isLeaving = false
  private var told: Set<Refusal> = []

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
    self.options = options
    self.surface = surface
    self.advisor = advisor
    self.random = random
    self.keyboard = keyboard
    self.makeKeyboard = makeKeyboard
    let sanitizer = surface.sanitizer
    texts = PromptTexts(options, sanitizer: sanitizer)
    labels = PassphraseLabels(options, sanitizer: sanitizer)
    first = fields[0]
    second = options.repeatPrompt != nil && fields.count > 1 ? fields[1] : nil
    flow = PassphraseFlow(
      options, repeats: second != nil, error: texts.error, mismatch: labels.repeatError)
    timer = PromptTimer(
      limit: options.timeout, end: options.end, idleLimit: options.idleTimeout,
      rotations: options.rotations)
    rings = options.ringsAtFirst
    let isNeeded = keyboard?.configuration.input == .screen
    showsKeyboard = (options.showsKeyboard || isNeeded) && surface.drawsKeyboard
    isKeyboardFocused = isNeeded
    if showsKeyboard { showKeyboard() }
    self.keyboard?.onReturn = { [weak self] _ in self?.acceptReturn() ?? true }
  }

  // MARK: Fields

  /// The field that is typed into.
  var active: SecretField { flow.active == 1 ? second ?? first : first }

  package var protection: RegionProtection? { active.text.protection }

  /// The number of fields.
  var fieldCount: Int { second == nil ? 1 : 2 }

  func field(_ index: Int) -> SecretField { index == 1 ? second ?? first : first }

  /// Whether both fields hold the same; true where there is one.
  var areEqual: Bool { second.map { first.text.isEqual(to: $0.text) } ?? true }

  /// Types into a field from here on.
  func activate(field: Int) {
    guard field != flow.active else { return }
    hide()
    flow.focus(field)
    keyboard?.type(into: active)
  }

  /// Wipes both texts.
  package func wipe() {
    first.removeAll()
    second?.removeAll()
  }

  // MARK: Events

  package func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .began(let mode):
      self.mode = mode
      keyboard?.show(at: now)
      placeFocus()
      consult()
    case .window(let columns, let rows):
      guard (columns, rows) != window else { return }
      if window.columns > 0 { hide() }
      dropHold(at: now)
      window = (columns, rows)
      adoptWindow(at: now)
    case .shown: timer.begin(at: now)
    case .input(let event):
      timer.keyCame(at: now)
      handle(event, at: now)
    case .time: advance(to: now)
    case .suspended:
      hide()
      isLeaving = true
    case .interrupted: interrupt(at: now)
    case .continued:
      hide()
      transcript.interrupt()
    case .terminalChanged: startOver(at: now)
    case .answered(let answer): receive(answer)
    case .ended(let end): outcome = outcome ?? end
    }
  }

  /// When `.time` has something to do at the latest.
  package var deadline: Double? {
    (keyboard?.nextDeadline).orEarlier(reveal.end).orEarlier(pressed?.end)
      .orEarlier(timer.deadline)
  }

  private func advance(to now: Double) {
    keyboard?.advance(to: now)
    if let end = reveal.end, now >= end { hide() }
    if let end = pressed?.end, now >= end { pressed = nil }
    for orientation in timer.advance(to: now) { keyboard?.rotate(to: orientation, at: now) }
    if timer.hasEnded { outcome = .timedOut }
    consult()
  }

  /// Forgets what is half typed and held, as after a stop.
  private func interrupt(at now: Double) {
    active.cancelPaste()
    keyboard?.loseFocus(at: now)
    hold = .nothing
    hide()
    transcript.interrupt()
  }

  /// Drops what was typed while somebody else may have seen it.
  private func startOver(at now: Double) {
    interrupt(at: now)
    wipe()
    flow.startOver(PromptTexts.terminalChanged)
    keyboard?.type(into: active)
    rings = true
  }

  // MARK: Asking about the passphrase

  /// Asks what is to be asked, and takes what is answered at once.
  private func consult() {
    guard let advisor else { return }
    while outcome == nil, let question = flow.nextQuestion() {
      guard let answer = advisor.ask(question, about: first) else { return }
      receive(answer)
    }
  }

  private func receive(_ answer: PassphraseAnswer) {
    var answer = answer
    if case .made = answer, !takeSuggestion() { answer = .notMade }
    apply(flow.receive(answer))
    keyboard?.type(into: active)
  }

  /// Puts what was made into the fields; false where they refuse it.
  private func takeSuggestion() -> Bool {
    guard let advisor else { return false }
    let isTaken = advisor.fill(first) && (second.map(fillFromFirst) ?? true)
    advisor.forget()
    if !isTaken { wipe() }
    return isTaken
  }

  private func fillFromFirst(_ field: SecretField) -> Bool {
    first.text.withBytes { field.fill($0) }
  }

  // MARK: Submitting

  /// What return, Enter and Done do; whether the keyboard may go.
  func acceptReturn() -> Bool {
    hide()
    apply(flow.enter(isEmpty: active.text.isEmpty, areEqual: areEqual))
    keyboard?.type(into: active)
    return outcome != nil
  }

  private func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none: break
    case .wipe:
      wipe()
      hide()
      rings = true
    case .fill: reveal = Reveal(isOn: true, isMade: true, isOffered: options.beginsGenerated)
    case .accept:
      second?.removeAll()
      outcome = .submitted
    case .giveUp: outcome = .mismatched
    }
  }

  // MARK: Saying

  /// Says something in the status line, or in a line of its own.
  package func tell(_ sentence: String) { flow.tell(sentence) }

  /// Rings for what was refused, and says why once per kind.
  func refuse(_ refusal: Refusal) {
    rings = true
    guard told.insert(refusal).inserted || refusal.isSaidAlways else { return }
    tell(refusal.sentence(for: active.acceptance))
  }
}
