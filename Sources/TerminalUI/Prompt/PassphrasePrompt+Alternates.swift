import KeywardEngine

/// Caps that are held down, and the characters they then offer.
///
/// When they open and which is nearest is the keyboard's rule; here a mouse or keys stand for the
/// finger.
extension PassphrasePrompt {
  /// What holds a cap down.
  package enum Hold: Hashable {
    case nothing
    case mouse
    /// Alt-Enter: until something is chosen.
    case keys
  }

  /// The number of the one finger.
  private static var finger: Int { 1 }

  /// Whether a cap offers its characters.
  package var hasOpenAlternates: Bool { keyboard?.alternates != nil }

  /// Whether Alt-Enter would open something.
  var offersAlternates: Bool {
    guard isOnKeyboard, takesPresses, let keyboard, let slot = keyboard.shownFocus else {
      return false
    }
    return keyboard.hasAlternates(slot: slot)
  }

  /// Whether keys choose from them, so that nothing else looks focused.
  package var hasChoiceOpen: Bool { hold == .keys && hasOpenAlternates }

  // MARK: The mouse

  /// Presses a drawn key with the mouse; one that offers others types when the mouse lets go.
  package func hold(_ slot: Int, at now: Double) {
    guard keyboard?.hasAlternates(slot: slot) == true else { return press(slot, at: now) }
    guard mayPress() else { return }
    hold = .mouse
    look(pressed: slot, at: now)
    pressing { $0.press(slot: slot, touch: Self.finger, at: now) }
  }

  /// Follows the mouse that holds a key to a cell.
  ///
  /// - Parameters:
  ///   - cell: Where the mouse is.
  ///   - slot: The key it is on; nil for none.
  ///   - now: The time in seconds.
  package func drag(to cell: (column: Int, row: Int), slot: Int?, at now: Double) {
    guard hold == .mouse, let keyboard else { return }
    keyboard.advance(to: now)
    guard hasOpenAlternates else {
      return keyboard.drag(toSlot: slot, touch: Self.finger, at: now)
    }
    // What nobody has seen yet cannot have been chosen from.
    guard let placed = shownAlternates else { return }
    keyboard.selectAlternate(
      placed.place(nearest: cell.column, row: cell.row), touch: Self.finger, at: now)
  }

  /// Lets go of the key the mouse holds.
  package func letGo(at now: Double) {
    guard hold != .nothing else { return }
    hold = .nothing
    guard !flow.isWaiting else { return dropHold(at: now) }
    pressing { $0.release(touch: Self.finger, at: now) }
  }

  // MARK: Keys

  /// Does what a key asks for that is about a cap's characters, and ends what is held before any other.
  ///
  /// - Returns: Whether that was all.
  package func takesWhileHeld(
    _ key: TerminalKey, _ modifiers: KeyModifiers, at now: Double
  ) -> Bool {
    let isAltEnter = key == .enter && modifiers.intersection(.changing) == .alt
    if !isAltEnter, choose(with: key, at: now) { return true }
    settleHold(at: now)
    if isAltEnter { openAlternates(at: now) }
    return isAltEnter
  }

  /// Opens what the focused key offers.
  private func openAlternates(at now: Double) {
    guard !surface.isPlain else { return tell("Alt-Enter: there is no keyboard in line mode") }
    guard isOnKeyboard, takesPresses, let keyboard, let slot = keyboard.shownFocus else {
      return tell("Alt-Enter: put the focus on a drawn key first; Tab")
    }
    guard keyboard.hasAlternates(slot: slot) else {
      return tell("Alt-Enter: this key has no other characters")
    }
    guard !flow.isWaiting else { return }
    hold = .keys
    pressing { $0.openAlternates(slot: slot, touch: Self.finger, at: now) }
  }

  /// Does what a key asks for while a cap offers its characters; false where it means nothing there.
  func choose(with key: TerminalKey, at now: Double) -> Bool {
    guard hasOpenAlternates else { return false }
    switch key {
    case .left, .right, .up, .down:
      guard let row = alternatesRow, let selected = keyboard?.alternates?.selected else {
        return false
      }
      // On which line a place is, is known of what has been drawn.
      let next = row.place(from: selected, towards: key, in: shownAlternates)
      keyboard?.selectAlternate(next, touch: Self.finger, at: now)
    case .enter: letGo(at: now)
    case .escape: dropHold(at: now)
    default: return false
    }
    return true
  }

  /// Takes a click on an offered character; false where it was elsewhere.
  package func choose(at cell: (column: Int, row: Int), at now: Double) -> Bool {
    guard hasChoiceOpen,
      let place = shownAlternates?.place(column: cell.column, row: cell.row)
    else { return false }
    keyboard?.selectAlternate(place, touch: Self.finger, at: now)
    letGo(at: now)
    return true
  }

  // MARK: Ending

  /// Ends what is held before anything else happens: a key the mouse holds is typed, so that text is in
  /// the order of presses, and what Alt-Enter has opened closes.
  package func settleHold(at now: Double) {
    if hold == .mouse { letGo(at: now) } else { dropHold(at: now) }
  }

  /// Ends what is held without effect.
  package func dropHold(at now: Double) {
    guard hold != .nothing else { return }
    hold = .nothing
    keyboard?.cancel(touch: Self.finger, at: now)
  }

  // MARK: Showing

  /// What is drawn of the characters a cap offers.
  ///
  /// With the mouse and without feedback nothing drawn depends on which one would be taken.
  package var alternatesRow: AlternatesRow? {
    guard let keyboard, let popup = keyboard.alternates else { return nil }
    let isShown = keyboard.configuration.feedback == .press
    let mark: AlternatesRow.Mark? =
      hold == .keys ? .focus(popup.selected) : isShown ? .pressed(popup.selected) : nil
    return AlternatesRow(popup, mark: mark, glyphs: surface.glyphs)
  }
}
