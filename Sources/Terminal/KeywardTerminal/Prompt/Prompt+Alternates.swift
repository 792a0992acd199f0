import KeywardEngine

/// Held caps, and the alternate characters that they offer.
///
/// The keyboard engine decides when the row of alternates opens and which character is nearest. The
/// prompt reports the mouse, fingers and physical keys to the engine as touches.
extension Prompt {
  package enum Hold: Hashable {
    case nothing
    /// The mouse, or the finger that pressed last, identified by its touch number.
    case finger(Int)
    /// Ctrl-N or Alt-Enter, which holds the cap until a character is chosen or the row is closed.
    case keys

    package static let mouse = Hold.finger(1)

    fileprivate var touch: Int { if case .finger(let number) = self { number } else { 1 } }
  }

  package var hasOpenAlternates: Bool { keyboard?.alternates != nil }

  var offersAlternates: Bool {
    focusedCap.flatMap { keyboard?.hasAlternates(.key(slot: $0)) } ?? false
  }

  /// The slot of the focused cap; nil if the focus is elsewhere or drawn keys cannot be pressed.
  private var focusedCap: Int? { isOnKeyboard && takesPresses ? keyboard?.shownFocus : nil }

  /// True while keys choose from the row, so that nothing else is drawn as focused.
  package var hasChoiceOpen: Bool { hold == .keys && hasOpenAlternates }

  // MARK: The mouse and fingers

  /// Presses a drawn key with the mouse; a key with alternates types when the button is released.
  package func hold(_ slot: Int, at now: Double) {
    guard keyboard?.hasAlternates(.key(slot: slot)) == true else { return press(slot, at: now) }
    hold(slot, by: .mouse, at: now)
  }

  private func hold(_ slot: Int, by holder: Hold, at now: Double) {
    guard mayPress(slot) else { return }
    hold = holder
    look(pressed: slot, at: now)
    pressing { $0.press(.key(slot: slot), touch: holder.touch, at: now) }
  }

  /// Handles a touch on a touchscreen.
  ///
  /// The key under a finger acts when the finger is lifted or when another finger presses.
  func take(_ touch: ScreenTouch, at now: Double) {
    let cell = (touch.column, touch.row)
    switch touch.phase {
    case .began:
      if choose(at: cell, at: now) { return }
      settleHold(at: now)
      guard case .slot(let slot)? = screen.action(column: touch.column, row: touch.row) else {
        return act(at: cell, at: now)
      }
      hideMade()
      pressedCell = cell
      hold(slot, by: .finger(touch.finger), at: now)
    case .moved where hold == .finger(touch.finger):
      // Ignore the slight movement of a pressing finger.
      let isNear = abs(touch.column - pressedCell.0) <= 1 && abs(touch.row - pressedCell.1) <= 1
      let cell = isNear && !hasOpenAlternates ? pressedCell : cell
      drag(column: cell.0, row: cell.1, at: now)
    case .ended where hold == .finger(touch.finger): letGo(at: now)
    case .cancelled where hold == .finger(touch.finger): dropHold(at: now)
    default: break
    }
  }

  package func drag(to cell: (column: Int, row: Int), slot: Int?, at now: Double) {
    guard case .finger = hold, let keyboard else { return }
    keyboard.advance(to: now)
    guard hasOpenAlternates else {
      return keyboard.drag(to: slot.map { .key(slot: $0) }, touch: hold.touch)
    }
    // A row that has not been drawn offers no choice.
    guard let placed = shownAlternates else { return }
    let place = placed.place(nearest: Point(ofColumn: cell.column, row: cell.row))
    keyboard.drag(to: place.map { .alternate(place: $0) }, touch: hold.touch)
  }

  package func letGo(at now: Double) {
    guard hold != .nothing, !flow.isWaiting else { return dropHold(at: now) }
    let touch = hold.touch
    hold = .nothing
    pressing { $0.release(touch: touch, at: now) }
  }

  // MARK: Keys

  /// Handles a key that opens alternates, or that chooses among those of a held cap.
  ///
  /// For any other key, the function releases the cap and returns false.
  package func takesWhileHeld(
    _ key: TerminalKey, _ modifiers: KeyModifiers, at now: Double
  ) -> Bool {
    let isOpening = Self.opensAlternates(key, modifiers)
    if !isOpening, choose(with: key, at: now) { return true }
    settleHold(at: now)
    if isOpening { openAlternates(at: now) }
    return isOpening
  }

  /// True for the keys that open alternates: Ctrl-N and Alt-Enter.
  ///
  /// Both are needed, since some terminals use Alt-Enter to switch to full screen.
  package static func opensAlternates(_ key: TerminalKey, _ modifiers: KeyModifiers) -> Bool {
    switch key {
    case .control(UInt8(ascii: "n")): modifiers.isDisjoint(with: KeyModifiers.changing)
    case .enter: modifiers.intersection(.changing) == .alt
    default: false
    }
  }

  private func openAlternates(at now: Double) {
    guard !surface.isPlain else { return notify(.ctrlNPlain) }
    guard isKeyboardDrawn else { return notifyNoKeyboard(for: "N") }
    guard let slot = focusedCap else { return notify(.ctrlNNoFocus) }
    guard offersAlternates else { return notify(.ctrlNNoMore) }
    guard !flow.isWaiting else { return }
    hold = .keys
    pressing {
      let outcome = $0.press(.key(slot: slot), touch: hold.touch, at: now)
      $0.openAlternates(touch: hold.touch)
      return outcome
    }
  }

  func choose(with key: TerminalKey, at now: Double) -> Bool {
    guard hasOpenAlternates else { return false }
    switch key {
    case .left, .right, .up, .down:
      guard let row = alternatesRow, let selected = keyboard?.alternates?.selected else {
        return false
      }
      let next = row.place(from: selected, towards: key, in: shownAlternates)
      keyboard?.drag(to: .alternate(place: next), touch: hold.touch, at: now)
    case .enter: letGo(at: now)
    case .escape: dropHold(at: now)
    default: return false
    }
    return true
  }

  package func choose(at cell: (column: Int, row: Int), at now: Double) -> Bool {
    guard hasChoiceOpen,
      let place = shownAlternates?.place(at: Point(ofColumn: cell.column, row: cell.row))
    else { return false }
    keyboard?.drag(to: .alternate(place: place), touch: hold.touch, at: now)
    letGo(at: now)
    return true
  }

  // MARK: Ending

  /// Ends a hold before other input is handled.
  ///
  /// A key held by the mouse or a finger is typed, which keeps the text in the order of presses. A
  /// row opened by keys closes without typing.
  package func settleHold(at now: Double) {
    if hold == .keys { dropHold(at: now) } else { letGo(at: now) }
  }

  package func dropHold(at now: Double) {
    guard hold != .nothing else { return }
    keyboard?.cancel(touch: hold.touch, at: now)
    hold = .nothing
  }

  // MARK: Showing

  /// The row of alternates to draw; nil if none is open.
  ///
  /// If the mouse or a finger holds the cap and press feedback is off, no alternate is highlighted,
  /// so that the screen does not reveal the choice.
  package var alternatesRow: AlternatesRow? {
    guard let keyboard, let popup = keyboard.alternates else { return nil }
    let isShown = hold == .keys || keyboard.configuration.feedback == .press
    return AlternatesRow(
      slot: popup.slot, labels: popup.options.map { CapLabel.text($0, surface.glyphs) },
      marked: isShown ? popup.selected : nil, isFocused: hold == .keys)
  }
}
