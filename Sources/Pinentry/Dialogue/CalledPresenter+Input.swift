import TerminalUI

/// What is typed at a called program, and where it goes.
extension CalledPresenter: InputTarget {
  func withAccess(_ body: () -> Void) { scene.withAccess(body) }

  // Lines, and characters that are revealed, wait for a terminal that takes nothing.
  var showsAtOnce: Bool { modes != nil && !scene.showsCharacters }

  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult {
    if descriptor != nil { timer.keyCame(at: now) }
    return dialogue.pump.pump(from: descriptor, into: self, at: now)
  }

  func insert(_ bytes: RawSpan, at now: Double) { scene.type(bytes) }

  func paste(_ bytes: RawSpan) { scene.paste(bytes) }

  func handle(_ event: InputEvent, at now: Double) {
    switch event {
    case .key(let key, let modifiers): press(key, modifiers)
    case .press(let column, let row):
      if let action = picture.screen.action(column: column, row: row) { scene.click(action) }
    case .pasteBegan: scene.beginPaste()
    case .pasteEnded: scene.endPaste()
    case .text, .pasteBytes, .drag, .release: break
    }
  }

  private func press(_ key: TerminalKey, _ modifiers: KeyModifiers) {
    if let isOn = key.tellsCapsLock(modifiers) { scene.noteCapsLock(isOn) }
    guard modifiers.isDisjoint(with: [.alt, .superKey, .hyper, .meta]) else { return }
    if key == .control(0x6c) { request = .redraw }
    if key == .pageDown || key == .pageUp {
      scene.scroll = picture.screen.descriptionOffset(
        from: scene.scroll, pages: key == .pageDown ? 1 : -1)
    }
    scene.press(key)
  }
}
