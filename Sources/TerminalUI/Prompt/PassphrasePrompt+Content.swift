import KeywardEngine

/// The picture of a passphrase and of everything around it.
extension PassphrasePrompt {
  /// The field drawn as the active one; of a made passphrase, the first field.
  var shownField: Int { reveal.isMade ? 0 : flow.active }

  // MARK: Content

  /// Adds fields, rules and the keyboard to the common content.
  func completed(_ content: ScreenContent) -> ScreenContent {
    var content = content
    content.fields = fields.indices.map(shown)
    content.error = flow.error
    content.errorTitle = errorTitle
    content.activeField = shownField
    content.quality = options.quality.map { .init(label: $0.label, value: flow.quality) }
    content.hints = hints
    let tips = [options.quality?.tip ?? "", options.generator?.tip ?? ""]
    content.tips = tips.filter { !$0.isEmpty }
    content.buttons = options.buttons([.submit, .cancel])
    content.offersReveal = options.allowsReveal && !options.isVisible
    content.offersNextField = fields.count > 1
    content.offersMade = options.generator != nil
    content.keyboard = drawnKeyboard
    content.form = surface.form(options.form, orElse: content.keyboard == nil ? .card : .full)
    content.isKeyboardFocused = isKeyboardFocused
    content.offersAlternates = offersAlternates
    content.needsKeyboard = needsKeyboard
    content.offersKeyboard = offersKeyboard
    content.offersDone = content.keyboard?.hasNoReturn ?? (keyboard?.hasNoReturn ?? false)
    return content
  }

  private func prompt(of field: Int) -> String {
    field == 0 ? options.prompt : options.repeatPrompt ?? ""
  }

  /// The field for the screen.
  private func shown(_ index: Int) -> ScreenContent.Field {
    let count = fields[index].text.characterCount
    var field = ScreenContent.Field(
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
      let button = ScreenContent.Button(marked: generator.label, choice: .submit)
      hints.append("Ctrl-G: " + button.label)
    }
    if reveal.isOn, options.isGrouped { hints.append(options.groupingHint) }
    return hints
  }

  private var visibleHint: [String] { options.isVisible ? ["What you type is shown."] : [] }

  private var drawnKeyboard: ScreenContent.DrawnKeyboard? {
    guard showsKeyboard, let keyboard,
      var drawn = ScreenContent.DrawnKeyboard(
        keyboard, title: options.title, after: drawnView, glyphs: surface.glyphs,
        hasColor: surface.hasColor)
    else { return nil }
    drawnView = drawn.view
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
