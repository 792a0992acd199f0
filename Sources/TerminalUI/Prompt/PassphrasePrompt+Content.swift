import KeywardEngine

/// What is shown of a passphrase and around it.
extension PassphrasePrompt {
  /// What a picture is made of beside the counts of characters.
  struct Look: Equatable {
    var flow: Int
    var scroll: Int
    var hasCapsLock: Bool
    var reveal: Reveal
    var secondsLeft: Int?
    var isKeyboardFocused: Bool
    /// Of the keyboard: what its panel shows, the focus on it, and the slot that looks pressed.
    var panel: PanelLayout?
    var shift: ShiftState?
    var altgr: ShiftState?
    var focus: Int?
    var pressed: Int?
    var alternates: AlternatesRow?
  }

  private var look: Look {
    var look = Look(
      flow: flow.lookNumber, scroll: descriptionOffset, hasCapsLock: hasCapsLock, reveal: reveal,
      secondsLeft: timer.secondsLeft, isKeyboardFocused: isKeyboardFocused)
    guard showsKeyboard, let keyboard else { return look }
    look.panel = keyboard.currentPanel
    look.shift = keyboard.shift
    look.altgr = keyboard.altgr
    look.focus = keyboard.shownFocus
    look.pressed = pressedSlot
    look.alternates = alternatesRow
    return look
  }

  /// The picture, brought up to date with as little work as what changed needs.
  package func picture(columns: Int, rows: Int) -> ComposedScreen {
    let look = look
    if look == shownLook, composer.recount(columns: columns, rows: rows, { count(of: $0) }) {
      return composer.screen
    }
    shownLook = look
    composer.compose(content, columns: columns, rows: rows)
    isKeyboardDrawn = composer.screen.hasKeyboard
    shownAlternates = composer.screen.alternates
    return composer.screen
  }

  package var charactersEnd: Double? {
    if reveal.isOn { return reveal.end ?? .infinity }
    return options.isVisible && !surface.isPlain ? .infinity : nil
  }

  package func composeCharacters(cells: Int, into scratch: inout SecretBuffer) -> Int {
    let isASCII = surface.glyphs.isASCII
    let isGrouped = options.isGrouped && !options.isVisible
    return field(shownField).text.withBytes { bytes in
      RevealComposer.compose(
        bytes, cells: cells, isGrouped: isGrouped, isASCII: isASCII, into: &scratch)
    }
  }

  /// The field that is drawn as the active one: of a passphrase that was made the first is shown.
  private var shownField: Int { reveal.isMade ? 0 : flow.active }

  /// What a field shows beside its prompt.
  func count(of field: Int) -> ScreenComposer.FieldCount {
    let count = self.field(field).text.characterCount
    guard field > 0 else { return .init(characterCount: count) }
    let isMatch = count > 0 && !first.text.isEmpty && areEqual
    return .init(characterCount: count, hint: isMatch ? labels.repeatMatch : "")
  }

  // MARK: Content

  /// What the screen shows now.
  var content: ScreenContent {
    var content = texts.content(on: surface, fields: fields)
    if let mode { content.protections.append(mode.words) }
    content.descriptionOffset = descriptionOffset
    content.error = flow.error
    content.errorTitle = flow.errorIsReason && !flow.error.isEmpty ? labels.refusalTitle : ""
    content.activeField = shownField
    content.quality = labels.quality.map { .init(label: $0, value: flow.quality) }
    content.hints = hints
    content.tips = labels.tips
    content.buttons = labels.buttons
    content.notice = notice
    content.offersReveal = options.allowsReveal && !options.isVisible
    content.offersNextField = second != nil
    content.offersMade = options.generator != nil
    add(to: &content)
    return content
  }

  private var fields: [ScreenContent.Field] {
    (0..<fieldCount).map { index in
      let isShown = options.isVisible || reveal.isOn && index == shownField
      var field = ScreenContent.Field(
        prompt: texts.prompts[index], mask: options.isVisible ? .hidden : options.mask,
        isRevealed: isShown)
      let count = count(of: index)
      (field.characterCount, field.hint) = (count.characterCount, count.hint)
      field.hidesEmptiness = options.hidesEmptiness
      return field
    }
  }

  private var hints: [String] {
    reveal.isOn && options.isGrouped ? labels.hints + [labels.groupingHint] : labels.hints
  }

  /// What the status line has to say: the countdown, what is waited for, what just happened, Caps Lock.
  package var notice: String {
    if let secondsLeft = timer.secondsLeft { return Countdown.sentence(secondsLeft) }
    if flow.isWaiting { return "One moment" }
    if !flow.notice.isEmpty { return flow.notice }
    return hasCapsLock ? texts.capsLockHint : ""
  }

  private func add(to content: inout ScreenContent) {
    content.keyboard = drawnKeyboard
    content.form = surface.form(
      options.form, orElse: content.keyboard == nil ? .card : .full)
    content.isKeyboardFocused = isKeyboardFocused
    content.offersAlternates = offersAlternates
    content.needsKeyboard = needsKeyboard
    content.offersKeyboard = offersKeyboard
    content.offersDone = content.keyboard?.hasNoReturn ?? (keyboard?.hasNoReturn ?? false)
  }

  private var drawnKeyboard: ScreenContent.DrawnKeyboard? {
    guard showsKeyboard, let keyboard,
      var drawn = ScreenContent.DrawnKeyboard(
        keyboard, title: texts.title, after: drawnView, glyphs: surface.glyphs,
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

  /// What stays of it at the cursor: that it was answered.
  private var keptLine: String {
    guard options.keepsLine, outcome == .submitted else { return "" }
    return Transcript.answered(
      texts.prompts[0], mark: surface.glyphs.doneMark, columns: window.columns,
      glyphs: surface.glyphs)
  }

  package func news() -> String {
    guard !surface.isInline else { return keptLine }
    if isLeaving {
      isLeaving = false
      return transcript.breakLine()
    }
    var state = Transcript.State()
    state.introduction = texts.introduction + labels.shortHints
    state.question = (flow.active, Transcript.question(texts.prompts[flow.active]))
    let heading = flow.errorIsReason ? labels.refusalTitle : ""
    state.errors = (flow.errorCount, flow.error, heading)
    state.notices = (flow.noticeCount, flow.notice)
    state.secondsLeft = timer.secondsLeft
    if options.isVisible { state.visible = first.text.withBytes { $0.publicText } }
    state.outcome = outcome
    return transcript.news(of: state)
  }
}
