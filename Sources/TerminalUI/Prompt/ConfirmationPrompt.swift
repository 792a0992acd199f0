import KeywardEngine

/// Asks for a decision, or only shows a message.
///
/// It holds no secret: a typed letter is read in place, never copied.
package final class ConfirmationPrompt: BasicPrompt {
  /// The kinds of decision.
  package enum Kind: Hashable {
    /// Yes, no and cancel, each only if it has a label.
    case question
    /// One button to go on.
    case message
    /// No button: only a cancel key ends it.
    case notice
  }

  private let kind: Kind
  private var focused = 0
  private var told = (text: "", count: 0)

  /// A prompt that has not begun.
  package init(_ options: DialogueOptions, kind: Kind = .question, surface: PromptSurface) {
    self.kind = kind
    var options = options.harmless(surface.sanitizer)
    options.yesLabel = options.yesLabel ?? ""
    super.init(harmless: options, surface: surface)
  }

  private var buttons: [ScreenContent.Button] {
    switch kind {
    case .question: options.buttons([.submit, .disagree, .cancel])
    case .message: options.buttons([.submit])
    case .notice: []
    }
  }

  // MARK: Keys

  /// Takes a letter as an accelerator, read in place; ignores other text.
  package override func insert(_ bytes: RawSpan, at now: Double) {
    super.insert(bytes, at: now)
    let typed = bytes.publicText.lowercased()
    if let button = buttons.first(where: { $0.accelerator.map(String.init) == typed }) {
      choose(button.choice)
      return
    }
    switch typed {
    case "y" where kind != .notice: choose(.submit)
    case "n" where kind == .question: choose(options.noLabel == nil ? .cancel : .disagree)
    case "c" where kind == .question && surface.isPlain: choose(.cancel)
    default: break
    }
  }

  package override func handle(_ event: PromptEvent, at now: Double) {
    super.handle(event, at: now)
    // A lost key has chosen nothing.
    if event == .terminalChanged { tell(Self.terminalChanged) }
  }

  override func perform(_ key: TerminalKey, at now: Double) {
    switch key {
    case .enter: if buttons.indices.contains(focused) { choose(buttons[focused].choice) }
    case .right, .down: moveFocus(by: 1)
    case .left, .up: moveFocus(by: -1)
    default:
      super.perform(key, at: now)
      if request == .redraw { transcript.interrupt() }
    }
  }

  override func moveFocus(by step: Int) {
    let count = buttons.count
    if count > 0 { focused = (focused + step + count) % count }
  }

  override func click(_ action: ComposedScreen.Action, at now: Double) {
    if case .choice(let choice) = action { choose(choice) }
  }

  private func choose(_ choice: ScreenContent.Choice) {
    outcome =
      switch choice {
      case .submit: .submitted
      case .disagree: .declined
      case .cancel: .cancelled(.escape)
      }
  }

  package override func tell(_ sentence: String) { told = (sentence, told.count + 1) }

  // MARK: Showing

  override var lesserNotice: String { told.text }

  override var content: ScreenContent {
    var content = super.content
    content.form = surface.form(options.form, orElse: .card)
    content.error = options.error
    content.buttons = buttons
    content.focusedButton = buttons.isEmpty ? nil : focused
    content.keys =
      switch kind {
      case .question: ["Enter choose", "Esc cancel", "Tab next"]
      case .message: ["Enter go on"]
      case .notice: ["Esc cancel"]
      }
    return content
  }

  override var lines: Transcript.State {
    var state = super.lines
    if !options.error.isEmpty { state.errors = (1, options.error, "") }
    state.notices = (told.count, told.text)
    state.question.text = question
    return state
  }

  /// The question and its answer.
  override var answer: (label: String, mark: String)? {
    let label = options.description.split(separator: "\n").first.map(String.init) ?? options.title
    return switch outcome {
    case .submitted: (label, surface.glyphs.isASCII ? "yes" : surface.glyphs.doneMark)
    case .declined: (label, surface.glyphs.isASCII ? "no" : surface.glyphs.errorMark)
    default: nil
    }
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
        return "\(letter) \(button.label)"
      }
      return names.joined(separator: ", ") + "\r\n[y]es [n]o [c]ancel? "
    }
  }
}
