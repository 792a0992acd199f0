import KeyboardEngine

/// The base class of all prompts.
///
/// It handles the texts, the timers, and the keys that end or suspend a prompt, both on a screen
/// and in line mode. `PassphrasePrompt` adds typing, and `ConfirmationPrompt` adds a choice.
package class BasicPrompt: Prompt {
  package let options: Question
  package private(set) var surface: PromptSurface
  package var timer: PromptTimer
  package internal(set) var outcome: DialogueOutcome?
  package var request: LoopRequest?
  package var rings: Bool
  var mode: TerminalMode?
  var window = (columns: 0, rows: 0)
  var descriptionOffset = 0
  var renderer = PromptRenderer()
  var transcript: Transcript
  private var isSuspending = false
  private var isWithdrawn = false
  private var hasReportedDroppedKeys = false
  private var missing: [String]

  init(sanitized options: Question, surface: PromptSurface) {
    self.options = options
    self.surface = surface
    transcript = Transcript(in: surface.language)
    missing = options.missing.map { $0.text(in: surface.language) }
    timer = PromptTimer(options)
    rings = options.ringsAtFirst
  }

  /// The language of everything except questions in line mode.
  var language: Language { surface.language }

  package var deadline: Double? { timer.deadline }
  package var revealDeadline: Double? { nil }
  package var region: LockedRegion? { nil }

  // MARK: Events

  package func insert(_ bytes: RawSpan, at now: Double) { timer.keyCame(at: now) }

  package func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) { timer.keyCame(at: now) }

  package func paste(_ bytes: RawSpan) {}

  package func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .began(let mode): self.mode = mode
    case .window(let columns, let rows): window = (columns, rows)
    case .shown: timer.begin(at: now)
    case .input(let event):
      timer.keyCame(at: now)
      handle(event, at: now)
    case .time: advance(to: now)
    case .suspended: isSuspending = true
    case .interrupted, .continued: transcript.interrupt()
    case .terminalChanged:
      transcript.interrupt()
      rings = true
      hasReportedDroppedKeys = false
    case .questionChanged:
      // The error may be the same sentence.
      let sentence = language[.questionChanged]
      if options.error.text(in: language) != sentence { notify(sentence) }
    case .keyDropped:
      timer.keyCame(at: now)
      rings = true
      if !hasReportedDroppedKeys { notify(.keysDroppedUntilPause) }
      hasReportedDroppedKeys = true
    case .withdrawn:
      isWithdrawn = true
      transcript.reply = language[.withdrawnKeysDropped]
    case .protectionsLost(let lost): missing += lost.map { $0.text(in: language) }
    case .fontRefused(let environment):
      surface.adoptFont(of: environment)
      missing.append(language[.fontRefused])
    case .answered: break
    case .ended(let end): outcome = outcome ?? end
    }
  }

  func handle(_ event: InputEvent, at now: Double) {
    switch event {
    case .key(let key, let modifiers):
      if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) { perform(key, at: now) }
    case .press(let column, let row):
      switch screen.action(column: column, row: row) {
      case .scroll(let pages): scroll(pages: pages)
      case let action?: click(action, at: now)
      case nil: break
      }
    case .wheel(let lines): scroll(lines: lines)
    case .touch(let touch):
      guard touch.phase == .began else { return }
      handle(.press(column: touch.column, row: touch.row), at: now)
    case .gamepad(let button): if let key = button.key { perform(key, at: now) }
    case .untyped(let input): refuse(input.sentence(in: language))
    case .pasteDropped(let isInterrupted):
      refuse(language[isInterrupted ? .pasteInterrupted : .pasteUnfinished])
    case .powerOff: if options.offersPowerOff { outcome = .poweredOff }
    case .text, .drag, .release, .pasteBegan, .pasteBytes, .pasteEnded, .capsLock, .numLock,
      .nextKeyboard:
      break
    }
  }

  func refuse(_ sentence: String) {
    rings = true
    notify(sentence)
  }

  func advance(to now: Double) {
    for orientation in timer.advance(to: now) { rotate(to: orientation, at: now) }
    if timer.hasEnded { outcome = timer.powersOff ? .poweredOff : .timedOut }
  }

  func rotate(to orientation: Orientation, at now: Double) {}

  func perform(_ key: TerminalKey, at now: Double) {
    switch key {
    case .escape, .control(UInt8(ascii: "e")): outcome = .cancelled(.escape)
    case .control(UInt8(ascii: "c")): outcome = .cancelled(.interrupt)
    case .control(UInt8(ascii: "d")): outcome = .cancelled(.endOfInput)
    case .control(UInt8(ascii: "l")): request = .redraw
    case .control(UInt8(ascii: "\\")) where options.offersPassing: outcome = .cancelled(.passedOn)
    case .control(UInt8(ascii: "z")) where options.stopsAsker: outcome = .cancelled(.stopped)
    case .control(UInt8(ascii: "z")):
      if options.suspendsGroup { request = .suspend } else { refuseStop() }
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .pageDown, .pageUp:
      scroll(pages: key == .pageDown ? 1 : -1)
    default: break
    }
  }

  /// Shows that Ctrl-Z stops nothing here.
  func refuseStop() { notify(.ctrlZNotHere) }

  func click(_ action: ComposedScreen.Action, at now: Double) {}

  func scroll(pages: Int) { scroll(lines: pages * max(1, screen.descriptionLinesShown)) }

  func scroll(lines: Int) {
    descriptionOffset = screen.descriptionOffset(from: descriptionOffset, lines: lines)
  }

  func moveFocus(by step: Int) {}

  package func notify(_ sentence: String) {}

  package func notify(_ phrase: Phrase) { notify(language[phrase]) }

  // MARK: Showing

  package func picture(columns: Int, rows: Int) -> ComposedScreen {
    renderer.render(viewModel, columns: columns, rows: rows)
    return renderer.screen
  }

  package func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int { 0 }

  var screen: ComposedScreen { renderer.screen }

  var viewModel: PromptViewModel {
    var model = PromptViewModel(options, on: surface)
    model.descriptionOffset = descriptionOffset
    model.notice = notice
    model.missing = missing
    if mode == .raw { model.missing.append(language[.rawTerminal]) }
    return model
  }

  package var notice: String {
    if isWithdrawn { return language[.withdrawnKeysDropped] }
    return timer.secondsLeft.map {
      language[timer.powersOff ? .switchesOffIn : .closesIn, "\($0)"]
    } ?? lesserNotice
  }

  var lesserNotice: String { "" }

  package func transcriptUpdate() -> String {
    guard !surface.isInline else { return keptLine }
    if isSuspending {
      isSuspending = false
      return transcript.breakLine()
    }
    defer { wasShown() }
    return transcript.update(of: lines)
  }

  /// Notes that the current state was shown, on the screen or in line mode.
  package func wasShown() {}

  var lines: Transcript.State {
    var state = Transcript.State()
    state.introduction = options.introduction(in: language)
    state.secondsLeft = timer.secondsLeft
    state.outcome = outcome
    return state
  }

  private var keptLine: String {
    guard options.look.keepsLine, let answer else { return "" }
    return Transcript.answered(
      answer.label, mark: answer.mark, columns: window.columns, glyphs: surface.glyphs)
  }

  /// The label and the mark of the line that an inline screen keeps after an answer, such as
  /// `Passphrase` and `✓`; nil if the prompt was not answered.
  var answer: (label: String, mark: String)? { nil }
}
