import KeywardEngine

/// The keyboard of a prompt; creating one would delay a first frame without it.
package enum KeyboardSupply {
  case ready(Keyboard)
  /// The function that creates it when it is first needed; it returns nil if it cannot.
  case later((SecretField) -> Keyboard?)

  fileprivate func keyboard(for field: SecretField) -> Keyboard? {
    switch self {
    case .ready(let keyboard): keyboard
    case .later(let make): make(field)
    }
  }
}

extension Prompt {
  func toggleKeyboard(at now: Double) {
    guard showsKeyboard else {
      showsKeyboard = true
      showKeyboard()
      guard keyboard != nil else {
        showsKeyboard = false
        return notify(.cannotDraw)
      }
      adoptWindow(keyboard, at: now)
      if keyboard?.state.isVisible == false { keyboard?.show(at: now) }
      change = .shown
      return placeFocus()
    }
    guard !needsKeyboard else { return notify(.ctrlKNeeded) }
    // If the window has no room for the keyboard, the next frame reports that.
    if !isKeyboardDrawn, change == nil, screen.buffer.rows > 1 {
      change = .shown
      return
    }
    showsKeyboard = false
    isKeyboardFocused = false
    measureKeyboard(at: now)
  }

  func showKeyboard() {
    guard keyboard == nil, let made = spareKeyboard ?? supply?.keyboard(for: active)
    else { return }
    connect(made)
    keyboard = made
    apply(.none)
    isKeyboardFocused = isKeyboardFocused || needsKeyboard
  }

  /// Lets a keyboard submit; the prompt asks about a text that fails its check.
  func connect(_ keyboard: Keyboard) {
    keyboard.onReturn = { [weak self] _, _ in self?.acceptReturn() ?? true }
    keyboard.refusesFaults = false
    keyboard.onNextKeyboard = { [weak self] in
      guard let self else { return .ignored }
      return report(self.keyboard?.retype(with: fields))
    }
  }

  /// Shows the next layout, and types the keys of all fields again in it.
  func retypeInNextLayout(at now: Double) {
    guard isText else { return }
    settleHold(at: now)
    guard mayType() else { return }
    notify("")
    showKeyboard()
    guard let keyboard else { return notify(.noLayouts) }
    let former = keyboard.currentPanel
    let retyping = keyboard.retypeInNextLayout(with: fields, at: now)
    if retyping == nil { notify(.onlyLayout) }
    _ = report(retyping)
    keyboard.keepFocusInside(comingFrom: former)
    measureKeyboard(at: now)
  }

  /// Reports what could not be typed in another layout.
  private func report(_ retyping: Retyping?) -> Outcome {
    guard let keyboard, let retyping else { return .ignored }
    for index in fields.indices { flow.changed(index) }
    let skipped = surface.sanitizer.clean(retyping.skipped[...].listed(by: ", "), as: .name)
    let name = surface.sanitizer.clean(keyboard.layoutName, as: .name)
    let sentences = [
      retyping.skipped.isEmpty ? nil : language[.layoutRefused, skipped],
      retyping.lacksCharacters ? language[.layoutLacks, name] : nil,
      retyping.keepsCharacters ? language[.layoutKeeps] : nil,
    ].compactMap(\.self)
    if let sentence = sentences.first { refuse(sentence) }
    if retyping.isDone, surface.isPlain { transcript.reply = language[.layoutIs, name] }
    return retyping.isDone ? .accepted : .ignored
  }

  /// The layout that was chosen in this prompt; nil for the first one.
  var chosenLayout: KeyboardDefinition? {
    keyboard.flatMap { $0.isRetyped ? $0.definition : nil }
  }

  /// The name of the layout by which physical keys type; empty if the terminal's layout applies.
  var typingLayout: String {
    guard question.look.layoutName != nil || chosenLayout != nil else { return "" }
    return keyboard?.layoutName ?? question.look.layoutName ?? ""
  }

  func rotate(to orientation: Orientation, at now: Double) {
    guard isText else { return }
    guard let keyboard, showsKeyboard else { return notify(.turnedUnseen) }
    change = .turned(isKeyboardDrawn ? screen.view : nil)
    keyboard.rotate(to: orientation, at: now)
  }

  var offersKeyboard: Bool { surface.drawsKeyboard && !showsKeyboard && hasRoomForKeyboard }

  /// Updates `hasRoomForKeyboard` for a hidden keyboard.
  ///
  /// Measuring a keyboard requires creating it, which would delay the first frame. In a window with
  /// room for any keyboard, nothing is measured.
  func measureKeyboard(at now: Double) {
    guard isText, mode != nil, surface.drawsKeyboard, !showsKeyboard else { return }
    let (columns, rows) = window
    if supply != nil, RenderedPanel.fitsAny(columns: columns, rows: rows) {
      hasRoomForKeyboard = true
      return
    }
    if keyboard == nil, spareKeyboard == nil {
      spareKeyboard = supply?.keyboard(for: active)
      // It is only measured: what is typed meanwhile does not concern it.
      active.keyboard = nil
    }
    let hidden = keyboard ?? spareKeyboard
    adoptWindow(hidden, at: now)
    if hidden?.state.isVisible == false { hidden?.show(at: now) }
    var model = viewModel
    model.needsKeyboard = hidden?.configuration.input == .screen
    guard let hidden, let panel = hidden.currentPanel else {
      hasRoomForKeyboard = false
      return
    }
    let drawn = PromptViewModel.DrawnKeyboard(hidden, showing: panel, after: nil, on: surface)
    hasRoomForKeyboard = RenderedPanel(drawn, of: model, columns: columns, rows: rows) != nil
  }

  var needsKeyboard: Bool { keyboard?.configuration.input == .screen }

  package func placeFocus() { keyboard?.placeFocus(random: random) }

  /// Adapts a keyboard to the window's size if the `device` of its screen is `terminal`.
  ///
  /// A keyboard for any other device keeps the size of that device.
  func adoptWindow(_ keyboard: Keyboard?, at now: Double) {
    let isDocked = question.look.form == .docked && surface.drawsKeyboard
    guard let keyboard, keyboard.configuration.screen.device == "terminal",
      let screen = try? ScreenDescription(
        columns: window.columns, lines: window.rows,
        pixelsOfCell: isDocked ? surface.pixelsOfCell : nil)
    else { return }
    keyboard.follow(screen, at: now)
    placeFocus()
  }
}
