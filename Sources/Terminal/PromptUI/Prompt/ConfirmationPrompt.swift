import KeyboardEngine

/// Asks for a decision, or only shows a message.
///
/// On a screen, a letter moves the focus to its button, and only Enter or a click answers. A letter
/// counts only if it is typed alone, so that a word with a `y` is not a yes. Any other character
/// rings the bell and moves the focus back. Letters then select no button until a key without a
/// character, such as an arrow key, is pressed.
///
/// In line mode the whole line is the answer. The prompt holds no secret: characters that are not
/// part of an answer are only counted.
package final class ConfirmationPrompt: BasicPrompt {
  private static let fieldKeys = Array("gknrtuw".utf8)

  private let letters: ChoiceLetters
  private let initialButton: Int
  private var focused: Int
  /// The start of an answer that is typed in line mode.
  ///
  /// The first character that does not continue an answer, and all characters after it, are only
  /// counted in `otherCount`.
  private var word = ""
  private var otherCount = 0
  private var shown = (text: "", count: 0)

  package init(_ options: Question, surface: PromptSurface) {
    var options = options.sanitized(on: surface)
    options.yesLabel = options.yesLabel ?? ""
    let choices: [PromptViewModel.Choice] =
      switch options.kind {
      case .decision, .text: [.submit, .disagree, .cancel]
      case .message: [.submit]
      case .notice: []
      }
    letters = ChoiceLetters(
      options, options.buttons(choices, in: surface.language), on: surface)
    initialButton = letters.buttons.firstIndex { $0.choice == options.initialChoice } ?? 0
    focused = initialButton
    super.init(sanitized: options, surface: surface)
  }

  // MARK: Keys

  package override func insert(_ bytes: RawSpan, at now: Double) {
    super.insert(bytes, at: now)
    take(bytes.publicText)
  }

  package override func type(
    _ stroke: KeyStroke, at position: String, of layout: KeyboardDefinition?, at now: Double
  ) {
    super.type(stroke, at: position, of: layout, at: now)
    take(layout?.key(at: position)?.action(for: stroke).text ?? "")
  }

  private func take(_ letter: String) {
    guard options.kind != .notice else { return refuse(advice) }
    let typed = letter.lowercased()
    if surface.isPlain { addToLine(typed) } else { moveFocus(to: typed) }
  }

  package override func paste(_ bytes: RawSpan) { refuse(advice) }

  private func addToLine(_ typed: String) {
    if otherCount == 0, answers.contains(where: { $0.word.hasPrefix(word + typed) }) {
      word += typed
    } else {
      otherCount += 1
    }
  }

  private func moveFocus(to letter: String) {
    let choice = answers.first { $0.word == letter }?.choice
    guard otherCount == 0, let index = buttons.firstIndex(where: { $0.choice == choice }) else {
      return refuse(advice)
    }
    focused = index
    shown.text = ""
  }

  override func refuse(_ sentence: String) {
    otherCount += 1
    focused = initialButton
    super.refuse(sentence)
  }

  private var advice: String {
    switch options.kind {
    case .notice: language[.nothingToType]
    case .message: language[.pressEnter]
    case .decision, .text: letters.advice
    }
  }

  private var buttons: [PromptViewModel.Button] { letters.buttons }

  private var answers: [(word: String, choice: PromptViewModel.Choice)] { letters.answers }

  package override func handle(_ event: PromptEvent, at now: Double) {
    super.handle(event, at: now)
    // Ignore keys typed before the change.
    if event == .terminalChanged {
      forgetWord()
      notify(.terminalChanged)
    }
  }

  override func perform(_ key: TerminalKey, at now: Double) {
    if surface.isPlain, performInLine(key) { return }
    forgetWord()
    switch key {
    case .enter: if buttons.indices.contains(focused) { choose(buttons[focused].choice) }
    case .right, .down: moveFocus(by: 1)
    case .left, .up: moveFocus(by: -1)
    case .control(let letter) where Self.fieldKeys.contains(letter):
      notify(language[.ctrlNoField, Character(Unicode.Scalar(letter)).uppercased()])
    default:
      super.perform(key, at: now)
      if request == .redraw { transcript.interrupt() }
    }
  }

  private func performInLine(_ key: TerminalKey) -> Bool {
    switch key {
    case .enter: answerLine()
    case .backspace:
      if otherCount > 0 { otherCount -= 1 } else { _ = word.popLast() }
    case .control(UInt8(ascii: "u")): forgetWord()
    // The focus is not visible in line mode.
    case .tab, .backTab, .left, .right, .up, .down: rings = true
    default: return false
    }
    return true
  }

  private func answerLine() {
    guard buttons.indices.contains(focused) else { return }
    // In line mode the focus never moves, so it is on the default button.
    let answer = word.isEmpty ? buttons[focused].choice : answers.first { $0.word == word }?.choice
    if otherCount == 0, let answer { return choose(answer) }
    forgetWord()
    rings = true
    notify(advice)
  }

  private func forgetWord() {
    (word, otherCount) = ("", 0)
    shown.text = ""
  }

  override func moveFocus(by step: Int) {
    let count = buttons.count
    if count > 0 { focused = (focused + step + count) % count }
  }

  override func click(_ action: ComposedScreen.Action, at now: Double) {
    if case .choice(let choice) = action { choose(choice) }
  }

  private func choose(_ choice: PromptViewModel.Choice) {
    outcome =
      switch choice {
      case .submit: .submitted
      case .disagree: .declined
      case .cancel: .cancelled(.escape)
      case .powerOff: .poweredOff
      }
  }

  package override func notify(_ sentence: String) { shown = (sentence, shown.count + 1) }

  // MARK: Showing

  override var lesserNotice: String { shown.text }

  override var viewModel: PromptViewModel {
    var model = super.viewModel
    model.form = surface.form(options.look.form, orElse: .card)
    model.error = options.error.text(in: language)
    model.buttons = buttons
    model.focusedButton = buttons.isEmpty ? nil : focused
    model.keys =
      switch options.kind {
      case .decision, .text:
        [language[.enterChoose]] + (options.initialChoice == nil ? [] : [letters.hint])
          + [language[.escCancel], language[.tabNext]]
      case .message: [language[.enterContinue]]
      case .notice: [language[.escCancel]]
      }
    return model
  }

  override var lines: Transcript.State {
    var state = super.lines
    let error = options.error.text(in: language)
    if !error.isEmpty { state.errors = (1, error, "") }
    state.notices = (shown.count, shown.text)
    state.question.text = question
    state.visible = word
    return state
  }

  override var answer: (label: String, mark: String)? {
    let label = options.description.split(separator: "\n").first.map(String.init) ?? options.title
    return switch outcome {
    case .submitted: (label, surface.glyphs.isASCII ? "yes" : surface.glyphs.doneMark)
    case .declined: (label, surface.glyphs.isASCII ? "no" : surface.glyphs.errorMark)
    default: nil
    }
  }

  private var question: String {
    switch options.kind {
    case .notice: language[.escCancels] + "\r\n"
    case .message: language[.pressEnter] + " "
    case .decision, .text: letters.line
    }
  }
}
