import KeywardEngine

extension Prompt {
  package func picture(columns: Int, rows: Int) -> ComposedScreen {
    update(&renderer.model)
    screen = renderer.render(columns: columns, rows: rows)
    let phrase = phraseAboutChange()
    if let phrase { notify(phrase) }
    // The field names the layout only if no drawn keyboard does.
    let isOutdated =
      phrase != nil || !typingLayout.isEmpty && isKeyboardDrawn != screen.hasKeyboard
    isKeyboardDrawn = screen.hasKeyboard
    if isOutdated {
      update(&renderer.model)
      screen = renderer.render(columns: columns, rows: rows)
    }
    shownAlternates = screen.alternates
    wasShown()
    return screen
  }

  /// Notes that the current state was shown, on the screen or in line mode.
  private func wasShown() {
    flow.noteShown()
    hasShownQuestion = hasShownQuestion || !screen.hidesQuestion
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

  // MARK: Content

  /// The missing protections and the faults of the configuration.
  private var missingProtection: [String] {
    mode == .raw ? missing + [language[.rawTerminal]] : missing
  }

  /// The present content of the screen.
  var viewModel: PromptViewModel {
    update(&renderer.model)
    return renderer.model
  }

  /// Updates the model of the renderer, which must not be used meanwhile.
  private func update(_ model: inout PromptViewModel) {
    model.surface = surface
    model.descriptionOffset = descriptionOffset
    model.notice = notice
    model.missing = missingProtection
    model.error = flow.error
    model.takesNoKey = dropsKeys
    model.isOver = isWithdrawn
    if let decision {
      model.form = surface.form(question.look.form, orElse: .card)
      model.focusedButton = model.buttons.isEmpty ? nil : decision.focused
      model.keys = keys(of: decision)
      return
    }
    let panel = keyboard?.currentPanel
    model.fields = fields.indices.map { shown($0, on: panel?.panel) }
    model.errorTitle = errorTitle
    model.activeField = shownField
    model.quality = question.quality.map {
      .init(label: $0.label.text(in: language), value: flow.quality)
    }
    model.hints = hints
    model.focusedButton = focusedButton.flatMap { choice in
      model.buttons.firstIndex { $0.choice == choice }
    }
    model.offersReveal = offersReveal
    model.keyboard = drawnKeyboard(showing: panel)
    model.form = surface.form(question.look.form, orElse: model.hasKeyboard ? .full : .card)
    model.isKeyboardFocused = isKeyboardFocused
    let hasButtons = !model.hasKeyboard && model.form != .inline && !model.buttons.isEmpty
    model.offersNextField = fields.count > 1 || hasButtons
    model.offersAlternates = offersAlternates
    model.needsKeyboard = needsKeyboard
    model.offersKeyboard = offersKeyboard
    model.offersDone = model.keyboard?.hasNoReturn ?? false
    model.keys = usesGamepad ? GamepadButton.hints.map { language[$0] } : []
  }

  var shownField: Int { reveal.isMade ? 0 : flow.active }

  private func label(of field: Int) -> String {
    (field == 0 ? question.prompt : question.repeatPrompt)?.text(in: language) ?? ""
  }

  func shown(_ index: Int, on panel: PanelName?) -> PromptViewModel.Field {
    let count = fields[index].text.characterCount
    var field = PromptViewModel.Field(
      prompt: label(of: index), mask: question.isVisible ? .hidden : question.look.mask,
      characterCount: count,
      isRevealed: question.isVisible || reveal.isOn && index == shownField)
    field.shortPrompt =
      language[
        question.isVisible
          ? .answer
          : index > 0 ? .repetition : Phrase(forSecretOn: panel)]
    let isMatch = index > 0 && count > 0 && !first.text.isEmpty && areEqual
    let layout = isKeyboardDrawn ? "" : typingLayout
    field.hint =
      isMatch ? question.repeatMatch.text(in: language) : surface.sanitizer.clean(layout, as: .name)
    field.hidesEmptiness = hidesEmptiness
    field.groups = fields[index].groups
    field.countsGroups = countsWords
    field.expectedCells = fields[index].shownLength
    return field
  }

  /// If an empty answer is possible, the screen must not show whether the field is empty.
  private var hidesEmptiness: Bool { question.isForCaller || !question.refusesEmpty }

  private var errorTitle: String {
    flow.errorIsReason && !flow.error.isEmpty ? question.refusalTitle : ""
  }

  private var hints: [String] {
    var hints = visibleHint
    if question.asksConsent { hints.append(question.hint) }
    hints += layoutHint
    if reveal.isOn, question.isGrouped { hints.append(question.groupingHint.text(in: language)) }
    return hints
  }

  private var visibleHint: [String] { question.isVisible ? [language[.visibleText]] : [] }

  /// After a wrong answer, the hint that it may have been typed in the wrong layout.
  private var layoutHint: [String] {
    let error = question.error.text(in: language)
    guard question.hasOtherLayouts, !error.isEmpty, error != language[.questionChanged] else {
      return []
    }
    return [language[.wrongLayout, question.look.layoutName == nil ? "Ctrl-O" : "Alt-Shift"]]
  }

  private func drawnKeyboard(showing panel: PanelLayout?) -> PromptViewModel.DrawnKeyboard? {
    guard showsKeyboard, let keyboard, let panel else { return nil }
    var drawn = PromptViewModel.DrawnKeyboard(
      keyboard, showing: panel, after: screen.view, on: surface)
    if question.offersPowerOff {
      drawn.toolbar?.append(
        .init(
          label: language[.powerOff], action: .choice(.powerOff),
          isFocused: focusedButton == .powerOff))
    }
    drawn.view.focus = takesPresses ? keyboard.shownFocus(on: panel) : nil
    drawn.view.isFocused = isKeyboardFocused && !hasChoiceOpen
    drawn.view.pressed = pressed?.slot ?? keyboard.pressedSlots.first
    drawn.view.marksAlternates = takesPresses
    drawn.alternates = alternatesRow
    return drawn
  }

  package var notice: String {
    if flow.asksForEnter { return flow.notice }
    if isWithdrawn { return language[withdrawal] }
    if let left = timer.secondsLeft {
      return language[timer.powersOff ? .switchesOffIn : .closesIn, "\(left)"]
    }
    if flow.isWaiting { return language[.oneMoment] }
    guard flow.notice.isEmpty, isText else { return flow.notice }
    if let groupNotice { return groupNotice }
    if lacksNumLock { return language[.numLockOff] }
    if hasCapsLock { return question.capsLockHint.text(in: language) }
    return flow.weakness.map { language[$0] } ?? ""
  }

  /// The reason why keys are dropped after the end of the question.
  var withdrawal: Phrase {
    switch outcome {
    case .askerChanged: .askerChanged
    case .timedOut: .timeUpKeysDropped
    default: .withdrawnKeysDropped
    }
  }

  // MARK: Revealed characters

  /// The time until which the typed text is shown; infinite for no limit, nil if hidden.
  package var revealDeadline: Double? {
    if reveal.isOn { return reveal.end ?? .infinity }
    return question.isVisible && !surface.isPlain ? .infinity : nil
  }

  /// Writes the revealed characters, laid out for `cells` cells, to `scratch`; returns the number
  /// of bytes.
  package func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int {
    let glyphs = surface.glyphs
    let isGrouped = question.isGrouped && !question.isVisible
    let isFocused = !isOnKeyboard && focusedButton == nil
    return fields[shownField].text.withBytes { bytes in
      Reveal.compose(
        bytes, cells: cells, isGrouped: isGrouped, isASCII: glyphs.isASCII,
        ellipsis: glyphs.ellipsis, cursorBar: isFocused ? glyphs.cursorBar : nil, into: &scratch)
    }
  }

  // MARK: Line mode

  /// Returns the new text of line mode since the last call; its lines end with CR LF.
  ///
  /// On an inline screen, the result is instead the line that replaces the screen's rows after the
  /// answer; it is empty if no line replaces them.
  package func transcriptUpdate() -> String {
    guard !surface.isInline else { return keptLine }
    if isSuspending {
      isSuspending = false
      return transcript.breakLine()
    }
    defer { wasShown() }
    return transcript.update(of: lines)
  }

  private var lines: Transcript.State {
    var state = Transcript.State()
    state.columns = window.columns
    state.missing = missingProtection
    state.secondsLeft = timer.secondsLeft
    state.outcome = outcome
    state.withdrawal = isWithdrawn ? language[withdrawal] : nil
    state.errors = (flow.errorCount, flow.error, errorTitle)
    state.notices = (flow.noticeCount, flow.notice)
    if let decision {
      state.question.text = line(of: decision)
      state.visible = decision.word
      introduce(&state, hints: [])
      return state
    }
    let label = label(of: flow.active)
    state.question = (
      flow.active,
      question.isVisible
        ? Transcript.question(label) : Transcript.secretQuestion(label, after: self.label(of: 0))
    )
    if question.isVisible { state.visible = first.text.withBytes { $0.publicText } }
    state.keepsText = keepsText
    var hints = question.shortHint.isEmpty ? [] : [question.shortHint]
    hints += visibleHint + layoutHint
    if let name = question.look.layoutName {
      hints.append(language[.layoutIs, surface.sanitizer.clean(name, as: .name)])
    }
    introduce(&state, hints: hints)
    return state
  }

  /// True if a question in line mode, which is repeated, has a text that looks empty.
  ///
  /// If the text must not show whether it is empty, it counts as one.
  private var keepsText: Bool {
    guard !question.isVisible, !reveal.isMade else { return false }
    return active.text.characterCount > 0
      || question.look.mask != .bullets && hidesEmptiness
  }

  /// Adds the lines before the first question, which end with `hints`.
  private func introduce(_ state: inout Transcript.State, hints: [String]) {
    guard !transcript.isIntroduced else { return }
    let others =
      hints + state.missing.map { language[.warning, $0] }
      + [state.errors.heading, state.errors.text, state.notices.text, state.question.text]
    let width = window.columns > 0 ? window.columns : 80
    let rows = others.reduce(0) { $0 + TextWrap.lines(of: $1, width: width).count }
    state.introduction =
      question.introduction(
        columns: window.columns, rows: window.rows, others: rows,
        ellipsis: surface.glyphs.ellipsis) + hints
  }

  private var keptLine: String {
    guard question.look.keepsLine, let answer else { return "" }
    return Transcript.answered(
      answer.label, mark: answer.mark, columns: window.columns, glyphs: surface.glyphs)
  }

  /// The label and the mark of the line that an inline screen keeps after an answer, such as
  /// `Passphrase` and `✓`; nil if the prompt was not answered.
  private var answer: (label: String, mark: String)? {
    let glyphs = surface.glyphs
    guard isText else {
      let line = question.description.split(separator: "\n").first.map(String.init)
      let label = line ?? question.title
      return switch outcome {
      case .submitted: (label, glyphs.isASCII ? "yes" : glyphs.doneMark)
      case .declined: (label, glyphs.isASCII ? "no" : glyphs.errorMark)
      default: nil
      }
    }
    let mark = question.isCheckedLater ? "" : glyphs.doneMark
    return outcome == .submitted ? (label(of: 0), mark) : nil
  }
}
