import KeywardEngine

extension ScreenContent.DrawnKeyboard {
  /// A keyboard as it is shown now; nil where it shows no panel.
  ///
  /// - Parameters:
  ///   - keyboard: The keyboard.
  ///   - title: Its title, sanitised.
  ///   - former: The view of the last time: what a panel looks like is worked out once, not at every
  ///     key.
  ///   - glyphs: The signs the terminal can show.
  ///   - hasColor: Whether caps are coloured blocks.
  package init?(
    _ keyboard: Keyboard, title: String, after former: KeyboardView?, glyphs: Glyphs,
    hasColor: Bool
  ) {
    guard let panel = keyboard.currentPanel else { return nil }
    if let former, former.layout == panel {
      view = former
    } else {
      view = KeyboardView(layout: panel, glyphs: glyphs)
    }
    view.hasColor = hasColor
    if keyboard.configuration.showsShift { view.shift = CapLabel.Shift(keyboard.shift) }
    toolbar = ScreenContent.Toolbar(keyboard, title: title)
    let bottom = keyboard.configuration.screen.safeArea.bottom
    bottomRows = Int((bottom / CellGrid.cellHeight).rounded())
  }
}

extension ScreenContent.Toolbar {
  /// The strip of a keyboard with a title; nil without.
  fileprivate init?(_ keyboard: Keyboard, title: String) {
    guard !keyboard.configuration.title.isEmpty else { return nil }
    // As the specification's picture has it: the panel beside the present one first.
    let order: [PanelName] = [.letters, .symbols, .numbers, .idCard]
    self.title = title
    items = order.filter { keyboard.toolbarItems.contains(.panel($0)) }
      .map { .init(label: ToolbarItem.panel($0).label, panel: $0) }
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

extension Keyboard {
  /// Whether nothing drawn can be clicked to submit, neither a strip nor a key.
  package var hasNoReturn: Bool {
    configuration.title.isEmpty
      && !(currentPanel?.keys.contains { $0.key.role == .return } ?? true)
  }
}
