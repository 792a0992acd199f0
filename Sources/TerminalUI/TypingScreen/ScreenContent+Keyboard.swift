import KeywardEngine

extension ScreenContent.DrawnKeyboard {
  /// A keyboard as shown now; nil if it shows no panel.
  ///
  /// - Parameters:
  ///   - keyboard: The keyboard.
  ///   - title: Its title, sanitised.
  ///   - former: The view of the last time, reused so that a panel's look is worked out once, not
  ///     at every key.
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
    if keyboard.configuration.showsShift {
      view.shift = CapLabel.Shift(keyboard.shift)
      view.altgr = CapLabel.Shift(keyboard.altgr)
    }
    toolbar = ScreenContent.Toolbar(keyboard, title: title)
    let bottom = keyboard.configuration.screen.safeArea.bottom
    bottomRows = Int((bottom / CellGrid.cellHeight).rounded())
    // Every panel of a keyboard with a form is as high as the form.
    let grid = keyboard.geometry?.heights.grid ?? .standard
    formRows = grid == .standard ? 0 : grid.rows
    isFitted = keyboard.configuration.screen.device == "terminal"
  }

  /// The rows beside the panel's own from which on keys are three lines high.
  private static let rowsBesideHighKeys = 16

  /// The keyboard in the cells it has in a window.
  ///
  /// It depends on the window alone, so that keys never move because of other parts.
  ///
  /// - Returns: `nil` if it cannot be drawn, or leaves no row for the field.
  func fitted(columns: Int, rows: Int) -> Self? {
    let layout = view.layout
    let rowCount = max(layout.rowCount, formRows)
    let isHigh = rows >= CellGrid.lines(rows: rowCount, height: 3) - 1 + Self.rowsBesideHighKeys
    let lowest = CellGrid.lines(rows: rowCount, height: 2)
    let lines = isHigh ? CellGrid.lines(rows: rowCount, height: 3) : lowest
    let own = CellGrid(layout)
    let keepsLines = !isFitted && own.lines + Self.rowsBesideHighKeys / 2 <= rows
    // In a window with a turned screen, the keyboard is only as wide as that screen.
    let isStaggered = layout.form?.isStaggered == true
    let widest = min(
      columns, own.columns, isStaggered ? TypingNeeds.widestForm : TypingNeeds.widest)
    var keyboard = self
    keyboard.view = view.fitted(columns: widest, lines: keepsLines ? max(own.lines, lowest) : lines)
    if isFitted {
      // One column of ground stands on either side of the caps; a strip needs some more.
      let caps = keyboard.view.grid.span.count
      let strip = toolbar == nil ? 0 : TypingNeeds.widestBesideKeys
      let ground = min(columns, max(caps + 2, strip))
      keyboard.view = keyboard.view.fitted(columns: ground, lines: keyboard.view.grid.lines)
    }
    guard keyboard.view.canBeDrawn, keyboard.view.grid.lines < rows else { return nil }
    return keyboard
  }
}

extension ScreenContent.Toolbar {
  /// The strip of a keyboard with a title; nil without one.
  fileprivate init?(_ keyboard: Keyboard, title: String) {
    guard !keyboard.configuration.title.isEmpty else { return nil }
    // The order of the specification's picture: the panel beside the present one first.
    let order: [PanelName] = [.letters, .symbols, .numbers, .idCard]
    self.title = title
    items = order.filter { keyboard.toolbarItems.contains(.panel($0)) }
      .map { .init(label: KeyboardToolbarItem.panel($0).label, panel: $0) }
  }
}

extension CapLabel.Shift {
  /// The look of a shift state.
  package init(_ state: ShiftState) {
    switch state {
    case .off: self = .off
    case .once: self = .once
    case .locked: self = .locked
    }
  }
}

extension Keyboard {
  /// True if no drawn strip or key can be clicked to submit.
  package var hasNoReturn: Bool {
    configuration.title.isEmpty
      && !(currentPanel?.keys.contains { $0.key.role == .return } ?? true)
  }
}
