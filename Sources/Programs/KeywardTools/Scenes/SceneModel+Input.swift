import KeyboardScenes
import PromptUI

/// A scene as a prompt: its passphrase prompt gets the text and decides its end.
extension SceneModel {
  package var outcome: DialogueOutcome? { typing.outcome }
  package var request: LoopRequest? {
    get { typing.request }
    set { typing.request = newValue }
  }
  package var rings: Bool {
    get { typing.rings }
    set { typing.rings = newValue }
  }
  package var revealDeadline: Double? { nil }
  package var protection: RegionProtection? { typing.protection }

  package func insert(_ bytes: RawSpan, at now: Double) {
    guard !isGrabbing, hasField else { return }
    typing.insert(bytes, at: now)
    followText()
    finishChange()
  }

  package func paste(_ bytes: RawSpan) {
    if !isGrabbing, hasField { typing.paste(bytes) }
  }

  package func handle(_ event: PromptEvent, at now: Double) {
    switch event {
    case .window(let columns, let rows): adoptWindow((columns, rows), at: now)
    case .began: placeFirst(at: now)
    case .input(let event): handle(event, at: now)
    case .time: advance(to: now)
    case .interrupted, .continued:
      letGo()
      typing.handle(event, at: now)
    case .terminalChanged:
      letGo()
      typing.handle(event, at: now)
      typing.tell(BasicPrompt.terminalChanged)
    case .shown, .suspended, .protectionsLost, .answered, .ended: typing.handle(event, at: now)
    }
  }

  private func handle(_ event: InputEvent, at now: Double) {
    keyboard.advance(to: now)
    switch event {
    case .key, .press: typing.tell("")
    default: break
    }
    if isGrabbing {
      grabbed(event)
    } else {
      switch event {
      case .press(let column, let row): press(column: column, row: row)
      case .drag(let column, let row): follow(column: column, row: row)
      case .release(let column, let row):
        if typing.hold == .mouse {
          follow(column: column, row: row)
          typing.letGo(at: now)
        } else {
          release(column: column, row: row)
        }
      case .key(let key, let modifiers): handle(key, modifiers)
      case .untyped, .pasteBegan, .pasteEnded, .pasteDropped:
        if hasField { typing.handle(.input(event), at: now) }
      // A scene reads no input devices.
      default: break
      }
      followText()
    }
    finishChange()
  }

  private func follow(column: Int, row: Int) {
    guard typing.hold == .mouse else { return drag(column: column, row: row) }
    typing.drag(to: (column, row), slot: drawn?.slot(column: column, row: row), at: now)
  }

  private func handle(_ key: TerminalKey, _ modifiers: KeyModifiers) {
    // Without a field there is no text for other characters.
    if !hasField, key == .enter, modifiers.contains(.alt) { return }
    if typing.takesWhileHeld(key, modifiers, at: now) { return }
    if modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) {
      switch key {
      case .control(UInt8(ascii: "g")): return toggleGrab()
      case .control(UInt8(ascii: "o")): return changeDirection()
      case .control(UInt8(ascii: "r")) where hand != .free:
        typing.tell("Let go of the keyboard before you rotate the screen.")
        typing.rings = true
        return
      case .pageUp: return peek(by: 1)
      case .pageDown: return peek(by: -1)
      case .enter where !hasField:
        if typing.isOnKeyboard, let slot = keyboard.shownFocus { press(slot: slot) }
        return
      // The scene's keyboard is always there, and characters are never shown.
      case .control(UInt8(ascii: "k")), .control(UInt8(ascii: "t")): return
      default: break
      }
    }
    typing.handle(.input(.key(key, modifiers)), at: now)
  }

  private func changeDirection() {
    let direction: ReadingDirection =
      keyboard.configuration.direction == .leftToRight ? .rightToLeft : .leftToRight
    letGo()
    begin(movesAnyway: true)
    // The engine accepts every direction.
    try? scene.engine.setDirection(
      direction == .leftToRight ? .leftToRight : .rightToLeft)
    keyboard.setDirection(direction)
    relayout()
  }

  private func press(column: Int, row: Int) {
    letGo()
    if typing.choose(at: (column, row), at: now) { return }
    typing.settleHold(at: now)
    guard let drawn else { return }
    if drawn.isOnGrip(column: column, row: row) {
      hold(column: column, row: row)
    } else if let slot = drawn.slot(column: column, row: row) {
      press(slot: slot)
    } else if drawn.fieldArea?.contains(column: column, line: row) == true {
      typing.isKeyboardFocused = false
      if !keyboard.state.isVisible { keyboard.show() }
    }
  }

  /// Presses a drawn key; without a field, only one that does not type.
  private func press(slot: Int) {
    if !hasField, let role = keyboard.currentPanel?.keys[slot].key.role,
      [.input, .space, .return, .delete].contains(role)
    {
      return
    }
    typing.hold(slot, at: now)
  }

  /// Gives the field the room that its text needs.
  private func followText() {
    let count = typing.first.text.characterCount
    guard hasField, count != knownCount else { return }
    knownCount = count
    relayout()
  }
}

// MARK: - Showing

extension SceneModel {
  package func picture(columns: Int, rows: Int) -> ComposedScreen { compose().screen }

  package func renderRevealed(cells: Int, into scratch: inout SecretBuffer) -> Int { 0 }

  package func transcriptUpdate() -> String { "" }

  /// Composes the present cells; from here on clicks are looked up in them.
  @discardableResult
  func compose() -> SceneCells {
    let surface = typing.surface
    let content = content(glyphs: surface.glyphs, hasColor: surface.hasBlocks)
    let composed = SceneComposer(content).compose(columns: cells.columns, rows: cells.rows)
    typing.isKeyboardDrawn = !composed.parts.isEmpty
    typing.shownAlternates = composed.screen.alternates
    drawn = composed
    return composed
  }
}
