import KeywardEngine

extension SceneModel {
  var isOver: Bool { typing.isOver }

  func withAccess(_ body: () -> Void) { typing.withAccess(body) }

  func insert(_ bytes: RawSpan, at now: Double) {
    guard !isGrabbing, hasField else { return }
    typing.insert(bytes, at: now)
    followText()
    finishChange()
  }

  func paste(_ bytes: RawSpan) {
    if !isGrabbing, hasField { typing.paste(bytes) }
  }

  func handle(_ event: InputEvent, at now: Double) {
    keyboard.advance(to: now)
    switch event {
    case .key, .press: typing.notice = ""
    case .text, .drag, .release, .pasteBegan, .pasteBytes, .pasteEnded: break
    }
    if isGrabbing {
      grabbed(event)
    } else {
      switch event {
      case .press(let column, let row): press(column: column, row: row)
      case .drag(let column, let row): drag(column: column, row: row)
      case .release(let column, let row): release(column: column, row: row)
      case .key(let key, let modifiers): handle(key, modifiers)
      case .pasteBegan, .pasteEnded: if hasField { typing.handle(event, at: now) }
      case .text, .pasteBytes: break
      }
      followText()
    }
    finishChange()
  }

  private func handle(_ key: TerminalKey, _ modifiers: KeyModifiers) {
    if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) {
      switch key {
      case .control(UInt8(ascii: "g")): return toggleGrab()
      case .control(UInt8(ascii: "o")): return changeDirection()
      case .control(UInt8(ascii: "r")) where hand != .free:
        typing.notice = "Let go of the keyboard before you rotate the screen."
        typing.rings = true
        return
      case .pageUp: return peek(by: 1)
      case .pageDown: return peek(by: -1)
      case .enter where !hasField:
        if typing.isOnKeyboard, let slot = typing.focusedSlot { press(slot: slot) }
        return
      default: break
      }
    }
    typing.handle(.key(key, modifiers), at: now)
  }

  /// Reads the scene from the other side.
  private func changeDirection() {
    let direction: ReadingDirection =
      keyboard.configuration.direction == .leftToRight ? .rightToLeft : .leftToRight
    letGo()
    begin(movesAnyway: true)
    // The engine refuses no direction.
    try? scene.engine.setDirection(
      direction == .leftToRight ? .leftToRight : .rightToLeft)
    keyboard.setDirection(direction)
    relayout()
  }

  private func press(column: Int, row: Int) {
    letGo()
    guard let drawn else { return }
    if drawn.grip?.contains(column: column, line: row) == true {
      hold(column: column, row: row)
    } else if let slot = drawn.slot(column: column, row: row) {
      press(slot: slot)
    } else if drawn.fieldArea?.contains(column: column, line: row) == true {
      typing.focus = .field(0)
      if !keyboard.state.isVisible { keyboard.show() }
    }
  }

  /// Presses a drawn key; without a field none that types.
  private func press(slot: Int) {
    if !hasField, let role = keyboard.currentPanel?.keys[slot].key.role,
      [.input, .space, .return, .delete].contains(role)
    {
      return
    }
    typing.press(slot, at: now)
  }

  /// Gives the field as much room as what is in it needs.
  private func followText() {
    let count = typing.characterCount(of: 0)
    guard hasField, count != knownCount else { return }
    knownCount = count
    relayout()
  }
}
