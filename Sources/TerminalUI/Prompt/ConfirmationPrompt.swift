import KeywardEngine

/// Asks for a decision, or only tells something.
///
/// It holds no secret: a letter that is typed is looked at where it lies.
package final class ConfirmationPrompt: Prompt {
  /// What there is to decide.
  package enum Kind: Hashable {
    /// Yes, no and cancel, as far as they have labels.
    case question
    /// One button to go on.
    case message
    /// Nothing: only a cancel key ends it.
    case notice
  }

  package private(set) var outcome: DialogueOutcome?
  package var request: LoopRequest?
  package var rings: Bool
  package var charactersEnd: Double? { nil }
  package var protection: RegionProtection? { nil }

  private let kind: Kind
  private let surface: PromptSurface
  private let texts: PromptTexts
  private struct Button {
    var label: ButtonLabel
    var choice: ScreenContent.Choice
  }
  private let buttons: [Button]
  private let hasNo: Bool
  private let canStop: Bool
  private let form: ScreenForm
  private let keepsLine: Bool
  private var columns = 0
  private var focused = 0
  private var scroll = 0
  private var notice = ""
  private var noticeCount = 0
  private var mode: TerminalMode?
  private var timer: PromptTimer
  private var composer = ScreenComposer()
  private var transcript = Transcript()
  private var isLeaving = false

  /// A prompt that has not begun.
  package init(_ options: DialogueOptions, kind: Kind = .question, surface: PromptSurface) {
    self.kind = kind
    self.surface = surface
    let sanitizer = surface.sanitizer
    texts = PromptTexts(options, sanitizer: sanitizer)
    rings = options.ringsAtFirst
    timer = PromptTimer(
      limit: options.timeout, end: options.end, idleLimit: options.idleTimeout)
    hasNo = options.noLabel != nil
    canStop = options.suspendsGroup
    form = surface.form(options.form, orElse: .card)
    keepsLine = options.keepsLine
    var buttons: [Button] = []
    func add(_ label: String?, _ usual: String, _ choice: ScreenContent.Choice) {
      guard let label else { return }
      let clean = sanitizer.clean(label, as: .line)
      buttons.append(Button(label: ButtonLabel(clean, orElse: usual), choice: choice))
    }
    if kind != .notice { add(options.yesLabel ?? "", "_OK", .submit) }
    if kind == .question {
      add(options.noLabel, "_No", .disagree)
      add(options.cancelLabel, "_Cancel", .cancel)
    }
    self.buttons = buttons
  }

  // MARK: Keys

  /// A letter is looked at where it lies; other text does nothing.
  package func insert(_ bytes: RawSpan, at now: Double) {
    timer.keyCame(at: now)
    let typed = bytes.publicText.lowercased()
    if let button = buttons.first(where: { $0.label.accelerator.map(String.init) == typed }) {
      choose(button.choice)
      return
    }
    switch typed {
    case "y" where kind != .notice: choose(.submit)
    case "n" where kind == .question: choose(hasNo ? .disagree : .cancel)
    case "c" where kind == .question && surface.isPlain: choose(.cancel)
    default: break
    }
  }

  package func paste(_ bytes: RawSpan) {}

  package func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .began(let mode): self.mode = mode
    case .shown: timer.begin(at: now)
    case .input(let event):
      timer.keyCame(at: now)
      handle(event)
    case .time:
      _ = timer.advance(to: now)
      if timer.hasEnded { outcome = .timedOut }
    case .suspended: isLeaving = true
    case .interrupted, .continued: transcript.interrupt()
    case .terminalChanged:
      // A key that was lost has chosen nothing.
      notice = PromptTexts.terminalChanged
      noticeCount += 1
      rings = true
    case .ended(let end): outcome = outcome ?? end
    case .window(let columns, _): self.columns = columns
    case .answered: break
    }
  }

  private func handle(_ event: InputEvent) {
    switch event {
    case .key(let key, let modifiers):
      if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) { press(key) }
    case .press(let column, let row):
      if case .choice(let choice) = composer.screen.action(column: column, row: row) {
        choose(choice)
      }
    case .text, .drag, .release, .pasteBegan, .pasteBytes, .pasteEnded: break
    }
  }

  private func press(_ key: TerminalKey) {
    switch key {
    case .enter: if buttons.indices.contains(focused) { choose(buttons[focused].choice) }
    case .control(UInt8(ascii: "c")): outcome = .cancelled(.interrupt)
    case .control(UInt8(ascii: "d")): outcome = .cancelled(.endOfInput)
    case .escape, .control(UInt8(ascii: "e")): choose(.cancel)
    case .tab, .right, .down: move(1)
    case .backTab, .left, .up: move(-1)
    case .pageDown, .pageUp:
      scroll = composer.screen.descriptionOffset(from: scroll, pages: key == .pageDown ? 1 : -1)
    case .control(UInt8(ascii: "l")):
      request = .redraw
      transcript.interrupt()
    case .control(UInt8(ascii: "z")): if canStop { request = .suspend }
    default: break
    }
  }

  private func move(_ step: Int) {
    guard !buttons.isEmpty else { return }
    focused = (focused + step + buttons.count) % buttons.count
  }

  private func choose(_ choice: ScreenContent.Choice) {
    outcome =
      switch choice {
      case .submit: .submitted
      case .disagree: .declined
      case .cancel: .cancelled(.escape)
      }
  }

  // MARK: Showing

  package var deadline: Double? { timer.deadline }

  package func picture(columns: Int, rows: Int) -> ComposedScreen {
    composer.compose(content, columns: columns, rows: rows)
    return composer.screen
  }

  package func composeCharacters(cells: Int, into scratch: inout SecretBuffer) -> Int { 0 }

  /// What the screen shows now.
  var content: ScreenContent {
    var content = texts.content(on: surface, fields: [])
    if let mode { content.protections.append(mode.words) }
    content.form = form
    content.error = texts.error
    content.descriptionOffset = scroll
    content.buttons = buttons.map { $0.label.button($0.choice) }
    content.focusedButton = buttons.isEmpty ? nil : focused
    content.notice = timer.secondsLeft.map(Countdown.sentence) ?? notice
    content.keys =
      switch kind {
      case .question: ["Enter choose", "Esc cancel", "Tab next"]
      case .message: ["Enter go on"]
      case .notice: ["Esc cancel"]
      }
    return content
  }

  package func news() -> String {
    guard !surface.isInline else { return keptLine }
    if isLeaving {
      isLeaving = false
      return transcript.breakLine()
    }
    var state = Transcript.State()
    state.introduction = texts.introduction
    if !texts.error.isEmpty { state.errors = (1, texts.error, "") }
    state.notices = (noticeCount, notice)
    state.secondsLeft = timer.secondsLeft
    state.question.text = question
    state.outcome = outcome
    return transcript.news(of: state)
  }

  /// What stays of it: what was asked, and the answer.
  private var keptLine: String {
    let glyphs = surface.glyphs
    let mark: String
    switch outcome {
    case .submitted where keepsLine: mark = glyphs.isASCII ? "yes" : glyphs.doneMark
    case .declined where keepsLine: mark = glyphs.isASCII ? "no" : glyphs.errorMark
    default: return ""
    }
    let line = texts.description.split(separator: "\n").first.map(String.init) ?? texts.title
    return Transcript.answered(line, mark: mark, columns: columns, glyphs: glyphs)
  }

  private var question: String {
    switch kind {
    case .notice: return "Esc cancels.\r\n"
    case .message: return "Press Enter to go on. "
    case .question:
      let names = buttons.map { button in
        let letter =
          switch button.choice {
          case .submit: "y"
          case .disagree: "n"
          case .cancel: "c"
          }
        return "\(letter) \(button.label.text)"
      }
      return names.joined(separator: ", ") + "\r\n[y]es [n]o [c]ancel? "
    }
  }
}
