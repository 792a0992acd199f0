import KeywardEngine

/// A state machine that asks a person for a text in one field or two, or for a decision.
///
///     let prompt = Prompt(question, fields: memory.fields, surface: surface)
///     prompt.insert(bytes, at: now)
///     prompt.handle(.input(.key(.enter, [])), at: now)
///     prompt.outcome     // .submitted: the secret is in the first field
///
/// A `PromptLoop` owns the terminal, the input and the screen. The loop passes input and events to
/// a prompt, and wakes the prompt at the time of `deadline`. To update the terminal, the loop calls
/// `picture`, or `transcriptUpdate` in line mode. A prompt reads no clock and has no access to the
/// terminal, so a test can drive a prompt in the same way as the loop.
///
/// All text is typed into a field, which reports it to the keyboard. The characters of a secret are
/// only in the fields; the prompt itself holds everything else that the screen shows.
package final class Prompt {
  package let question: Question
  private(set) var surface: PromptSurface
  var outcome: DialogueOutcome?
  /// The request that the loop must carry out next; the loop resets it.
  var request: LoopRequest?
  /// True if the bell should ring; the loop resets it.
  var rings: Bool
  var timer: PromptTimer
  package var mode: TerminalMode?
  var window = (columns: 0, rows: 0)
  var descriptionOffset = 0
  /// True if the end of the question was on the screen, or could not be.
  var hasShownQuestion = false
  var renderer: PromptRenderer
  /// The latest picture.
  var screen = ComposedScreen(buffer: CellBuffer(columns: 1, rows: 1))
  var transcript: Transcript
  var isSuspending = false
  var isWithdrawn = false
  /// The time at which keys are taken again, after those that were dropped; nil without any.
  private var droppingEnd: Double?
  /// True if the next key will be dropped.
  var dropsKeys: Bool { isWithdrawn || droppingEnd != nil }
  private(set) var missing: [String]
  let buttons: [PromptViewModel.Button]

  /// The state of a prompt for a decision; nil for a text.
  var decision: Decision?

  /// The fields of a text; empty for a decision.
  let fields: [SecretField]
  let policy: (any PassphrasePolicy)?
  var flow: PassphraseFlow
  private var emptyAnswersFrom = Double.infinity
  var reveal = Reveal()
  var hasCapsLock = false
  /// True if a key of the number pad typed nothing because Num Lock is off.
  var lacksNumLock = false
  var usesGamepad = false
  /// What the fields lacked when the prompt was last shown.
  var shownLosses: [TextLoss?]
  /// True if Tab has moved the focus to the keyboard or a button since the prompt was last shown.
  var hasUnseenTab = false
  /// The button to which Tab has moved the focus; nil for none.
  var focusedChoice: PromptViewModel.Choice?

  /// The keyboard, even if it is not drawn; nil until a keyboard is needed.
  var keyboard: Keyboard?
  let supply: KeyboardSupply?
  /// A keyboard that has only been measured; it becomes `keyboard` at its first use.
  var spareKeyboard: Keyboard?
  var hasRoomForKeyboard = false
  let random: any RandomSource
  var showsKeyboard: Bool
  /// True if the last frame showed the keyboard; only then can keys act on it.
  var isKeyboardDrawn = false
  package var isKeyboardFocused: Bool
  var change: Change?
  var pressed: (slot: Int, end: Double)?
  var hold = Hold.nothing
  var pressedCell = (0, 0)
  var shownAlternates: AlternatesPlacement?

  /// A requested change of the drawn keyboard.
  enum Change {
    case shown
    case turned(KeyboardView?)
  }

  /// Creates a prompt; a text needs a field, and a second one if the question has a label for it.
  ///
  /// `keyboard` types into the first field. `random` chooses the initially focused key if counting
  /// arrow-key presses could reveal the chosen keys.
  package init(
    _ question: Question, fields: [SecretField] = [], surface: PromptSurface,
    keyboard: KeyboardSupply? = nil, policy: (any PassphrasePolicy)? = nil,
    random: any RandomSource = SodiumRandom()
  ) {
    let isText = question.kind == .text
    precondition(!isText || !fields.isEmpty, "a text needs a field")
    let question = question.sanitized(on: surface)
    let language = surface.language
    self.question = question
    self.surface = surface
    self.policy = policy
    self.random = random
    supply = keyboard
    if case .ready(let keyboard)? = keyboard { self.keyboard = keyboard }
    self.fields = isText ? Array(fields.prefix(question.repeatPrompt == nil ? 1 : 2)) : []
    rings = question.ringsAtFirst
    timer = PromptTimer(question)
    transcript = Transcript(in: language)
    missing = question.missing.map { $0.text(in: language) }
    let buttons = question.buttons(in: language)
    decision = isText ? nil : Decision(question, buttons, on: surface)
    self.buttons = decision?.buttons ?? buttons
    var model = PromptViewModel(question, on: surface)
    model.buttons = self.buttons
    if isText {
      model.tips = [question.quality?.tip ?? ""].filter { !$0.isEmpty }
      if let tip = question.generator?.tip, !tip.isEmpty {
        // Without its key, the caller's text reads as an order.
        model.tips.append(language[.ctrlGGenerate].prefix { $0 != " " } + ": " + tip)
      }
    }
    renderer = PromptRenderer(model)
    shownLosses = Array(repeating: nil, count: self.fields.count)
    flow = PassphraseFlow(question, repeats: self.fields.count > 1, in: language)
    let needsKeyboard = self.keyboard?.configuration.input == .screen
    showsKeyboard =
      supply != nil && surface.drawsKeyboard
      && (question.look.showsKeyboard ?? (question.look.form != .card) || needsKeyboard)
    isKeyboardFocused = needsKeyboard
    if showsKeyboard { showKeyboard() }
    if let keyboard = self.keyboard { connect(keyboard) }
  }

  /// The language of everything except questions in line mode.
  var language: Language { surface.language }

  var isText: Bool { decision == nil }

  /// True if neither the typed characters nor their number are shown.
  var isQuiet: Bool {
    let isHidden = surface.isPlain || question.look.mask != .bullets
    return isText && isHidden && !question.isVisible && !reveal.isOn
  }

  /// The latest time at which the prompt needs a `.time` event; nil for never.
  package var deadline: Double? {
    (keyboard?.nextDeadline).orEarlier(reveal.end).orEarlier(pressed?.end)
      .orEarlier(timer.deadline).orEarlier(droppingEnd)
  }

  // MARK: Fields

  package var first: SecretField { fields[0] }

  var active: SecretField { fields[flow.active] }

  /// The locked memory of the typed text; nil for a prompt without a secret.
  ///
  /// The loop makes this memory accessible while it handles input.
  package var region: LockedRegion? { isText ? active.text.region : nil }

  var areEqual: Bool { fields.dropFirst().allSatisfy { first.text.isEqual(to: $0.text) } }

  func activate(field: Int) {
    guard field != flow.active else { return }
    hide()
    flow.focus(field)
    apply(.none)
  }

  package func wipe() {
    for field in fields { field.removeAll() }
  }

  // MARK: Events

  package func handle(_ event: PromptEvent, at now: Double) {
    if now >= emptyAnswersFrom { flow.refusesEmpty = question.refusesEmpty }
    switch event {
    case .began(let mode):
      self.mode = mode
      keyboard?.show(at: now)
      placeFocus()
      consult()
      measureKeyboard(at: now)
    case .window(let columns, let rows): resize(to: (columns, rows), at: now)
    case .shown:
      timer.begin(at: now)
      emptyAnswersFrom = now + question.emptyAnswerDelay
    case .input(let event):
      keyCame(at: now)
      handle(event, at: now)
    case .time: advance(to: now)
    case .suspended:
      hide()
      isSuspending = true
    case .interrupted:
      forgetHalfTyped(at: now)
      transcript.interrupt()
    case .continued:
      hide()
      transcript.interrupt()
    case .terminalChanged:
      startOver(at: now)
      transcript.interrupt()
      rings = true
      droppingEnd = nil
    case .questionChanged(let end):
      // The end of a paste is not known; each of its keys is followed by another pause.
      droppingEnd = now < end ? min(end, now + StrayKeys.pause) : nil
      let isInError = question.error.text(in: language) == language[.questionChanged]
      if !isInError {
        notify(.questionChanged)
      } else if droppingEnd != nil {
        notify(.keysDroppedUntilPause)
      }
    case .keyDropped:
      timer.keyCame(at: now)
      rings = true
      if flow.notice != language[.keysDroppedUntilPause] { notify(.keysDroppedUntilPause) }
      // They may have been the answer.
      flow.confirmsEmpty = true
      droppingEnd = now + StrayKeys.pause
    case .withdrawn:
      notify("")
      isWithdrawn = true
    case .protectionsLost(let lost): missing += lost.map { $0.text(in: language) }
    case .fontRefused(let environment):
      surface.adoptFont(of: environment)
      missing.append(language[.fontRefused])
    case .answered(let answer): receive(answer)
    case .ended(let end): outcome = outcome ?? end
    }
  }

  private func resize(to size: (columns: Int, rows: Int), at now: Double) {
    guard size != window else { return }
    if window.columns > 0 {
      hide()
      notify("")
    }
    dropHold(at: now)
    window = size
    adoptWindow(keyboard, at: now)
    measureKeyboard(at: now)
  }

  private func advance(to now: Double) {
    keyboard?.advance(to: now)
    if let end = reveal.end, now >= end { hide() }
    if let end = pressed?.end, now >= end { pressed = nil }
    if let end = droppingEnd, now >= end { endDropping() }
    for orientation in timer.advance(to: now) { rotate(to: orientation, at: now) }
    if timer.hasEnded { outcome = timer.powersOff ? .poweredOff : .timedOut }
    consult()
  }

  /// Notes a key that is taken, so that no more are dropped.
  func keyCame(at now: Double) {
    timer.keyCame(at: now)
    endDropping()
  }

  private func endDropping() {
    guard droppingEnd != nil else { return }
    droppingEnd = nil
    if flow.notice == language[.keysDroppedUntilPause] { notify("") }
  }

  // MARK: Notices

  package func notify(_ sentence: String) { flow.notify(sentence) }

  package func notify(_ phrase: Phrase) { notify(language[phrase]) }

  /// Rings the bell and shows a sentence.
  func refuse(_ sentence: String) {
    rings = true
    notify(sentence)
  }

  // MARK: Starting over

  /// Cancels a paste, incomplete characters and held keys.
  private func forgetHalfTyped(at now: Double) {
    guard isText else { return }
    active.cancelPaste()
    keyboard?.loseFocus(at: now)
    hold = .nothing
    hide()
  }

  /// Wipes the text, which may have been seen, and starts over with an error; a decision ignores
  /// what was typed before.
  private func startOver(at now: Double) {
    guard isText else {
      decision?.startOver()
      return notify(.terminalChanged)
    }
    forgetHalfTyped(at: now)
    apply(flow.startOver(language[.terminalChanged]))
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
