import KeywardEngine

/// The picture of a passphrase and of everything around it.
extension PassphrasePrompt {
  /// The field drawn as the active one; of a made passphrase, the first field.
  var shownField: Int { reveal.isMade ? 0 : flow.active }

  // MARK: Content

  /// Adds fields, rules and the keyboard to the common content.
  func completed(_ model: PromptViewModel) -> PromptViewModel {
    var model = model
    model.fields = fields.indices.map(shown)
    model.error = flow.error
    model.errorTitle = errorTitle
    model.activeField = shownField
    model.quality = options.quality.map { .init(label: $0.label, value: flow.quality) }
    model.hints = hints
    let tips = [options.quality?.tip ?? "", options.generator?.tip ?? ""]
    model.tips = tips.filter { !$0.isEmpty }
    model.buttons = buttons
    model.offersReveal = options.allowsReveal && !options.isVisible
    model.offersNextField = fields.count > 1
    model.offersMade = options.generator != nil
    model.keyboard = drawnKeyboard
    model.form = surface.form(options.form, orElse: model.keyboard == nil ? .card : .full)
    model.isKeyboardFocused = isKeyboardFocused
    model.offersAlternates = offersAlternates
    model.needsKeyboard = needsKeyboard
    model.offersKeyboard = offersKeyboard
    model.offersDone = model.keyboard?.hasNoReturn ?? false
    return model
  }

  private func prompt(of field: Int) -> String {
    field == 0 ? options.prompt : options.repeatPrompt ?? ""
  }

  /// The field for the screen.
  private func shown(_ index: Int) -> PromptViewModel.Field {
    let count = fields[index].text.characterCount
    var field = PromptViewModel.Field(
      prompt: prompt(of: index), mask: options.isVisible ? .hidden : options.mask,
      characterCount: count, isRevealed: options.isVisible || reveal.isOn && index == shownField)
    let isMatch = index > 0 && count > 0 && !first.text.isEmpty && areEqual
    field.hint = isMatch ? options.repeatMatch : ""
    field.hidesEmptiness = options.hidesEmptiness
    return field
  }

  /// The heading above the reason of a refusal; empty for none.
  private var errorTitle: String {
    flow.errorIsReason && !flow.error.isEmpty ? options.refusalTitle : ""
  }

  private var hints: [String] {
    var hints = visibleHint
    if options.asksConsent { hints.append(options.hint) }
    if options.offersPassing { hints.append("Ctrl-\\: type it to the program itself") }
    if let generator = options.generator {
      let button = PromptViewModel.Button(marked: generator.label, choice: .submit)
      hints.append("Ctrl-G: " + button.label)
    }
    if reveal.isOn, options.isGrouped { hints.append(options.groupingHint) }
    return hints
  }

  private var visibleHint: [String] { options.isVisible ? ["What you type is shown."] : [] }

  private var drawnKeyboard: PromptViewModel.DrawnKeyboard? {
    guard showsKeyboard, let keyboard,
      var drawn = PromptViewModel.DrawnKeyboard(
        keyboard, title: options.title, after: renderer.keyboardView, glyphs: surface.glyphs,
        hasColor: surface.hasColor)
    else { return nil }
    drawn.view.focus = takesPresses ? keyboard.shownFocus : nil
    drawn.view.isFocused = isKeyboardFocused && !hasChoiceOpen
    drawn.view.pressed = pressedSlot
    drawn.view.marksAlternates = takesPresses
    drawn.alternates = alternatesRow
    return drawn
  }

  /// The slot that looks pressed, with feedback.
  private var pressedSlot: Int? { pressed?.slot ?? keyboard?.pressedSlots.first }

  // MARK: Lines

  /// Adds the field and its outcome to the common lines.
  func completed(_ state: Transcript.State) -> Transcript.State {
    var state = state
    if !options.shortHint.isEmpty { state.introduction.append(options.shortHint) }
    state.introduction += visibleHint
    let label = prompt(of: flow.active)
    let isSecret = !options.isVisible
    state.question = (
      flow.active,
      isSecret
        ? SecretQuestion(label, after: prompt(of: 0)).text : Transcript.question(label)
    )
    state.errors = (flow.errorCount, flow.error, errorTitle)
    state.notices = (flow.noticeCount, flow.notice)
    if options.isVisible { state.visible = first.text.withBytes { $0.publicText } }
    return state
  }
}
