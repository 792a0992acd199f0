import KeywardEngine

extension TypingModel {
  /// What the screen shows now.
  func content(glyphs: Glyphs, hasColor: Bool, mode: TerminalMode?) -> ScreenContent {
    var content = ScreenContent(
      program: texts.program, fields: fields, glyphs: glyphs)
    content.asker = texts.asker
    content.warning = texts.warning
    content.description = texts.description
    content.descriptionOffset = descriptionOffset
    content.error = texts.error
    content.activeField = activeField
    content.notice = currentNotice
    content.protections = texts.protections
    if let mode { content.protections.append(mode == .canonical ? "private tty" : "raw tty") }
    content.isKeyboardFocused = focus == .keyboard
    content.needsKeyboard = keyboard.configuration.input == .screen
    content.offersReveal = options.allowsReveal
    content.offersDone =
      keyboard.configuration.title.isEmpty
      && !(keyboard.currentPanel?.keys.contains { $0.key.role == .return } ?? true)
    content.hasColor = hasColor
    content.keyboard = drawnKeyboard(glyphs: glyphs, hasColor: hasColor)
    return content
  }

  private var fields: [ScreenContent.Field] {
    return (0..<fieldCount).map { index in
      ScreenContent.Field(
        prompt: texts.prompts[index], mask: options.mask,
        characterCount: characterCount(of: index),
        isRevealed: isRevealed && index == activeField)
    }
  }

  /// What the status line has to say now: the countdown, what just happened, Caps Lock.
  var currentNotice: String {
    if let secondsLeft {
      return secondsLeft == 1 ? "Closes in 1 second" : "Closes in \(secondsLeft) seconds"
    }
    if !notice.isEmpty { return notice }
    return hasCapsLock ? "Caps Lock is on" : ""
  }

  private func drawnKeyboard(glyphs: Glyphs, hasColor: Bool) -> ScreenContent.DrawnKeyboard? {
    guard options.showsKeyboard || keyboard.configuration.input == .screen,
      let panel = keyboard.currentPanel
    else { return nil }
    // What a panel looks like is worked out once, not at every key.
    var view: KeyboardView
    if let drawnView, drawnView.layout == panel {
      view = drawnView
    } else {
      view = KeyboardView(layout: panel, glyphs: glyphs)
      drawnView = view
    }
    view.hasColor = hasColor
    view.focus = takesPresses ? focusedSlot : nil
    view.isFocused = focus == .keyboard
    view.pressed = pressed?.slot
    if keyboard.configuration.showsShift { view.shift = CapLabel.Shift(keyboard.shift) }
    let bottom = keyboard.configuration.screen.safeArea.bottom
    return ScreenContent.DrawnKeyboard(
      view: view, toolbar: toolbar, bottomRows: Int((bottom / CellGrid.cellHeight).rounded()))
  }

  private var toolbar: ScreenContent.Toolbar? {
    let title = keyboard.configuration.title
    guard !title.isEmpty else { return nil }
    // As the specification's picture has it: the panel beside the present one first.
    let order: [PanelName] = [.letters, .symbols, .numbers, .idCard]
    let items = order.filter { keyboard.toolbarItems.contains(.panel($0)) }
    return ScreenContent.Toolbar(
      title: texts.title,
      items: items.map { .init(label: ToolbarItem.panel($0).label, panel: $0) })
  }
}

extension CapLabel.Shift {
  /// The look of a state.
  init(_ state: ShiftState) {
    switch state {
    case .off: self = .off
    case .once: self = .once
    case .locked: self = .locked
    }
  }
}
