import KeywardEngine

extension Keyboard {
  package var shownFocus: Int? { currentPanel.flatMap { shownFocus(on: $0) } }

  func shownFocus(on panel: PanelLayout) -> Int? {
    panel.keys.isEmpty ? nil : focusedSlot.map { min($0, panel.keys.count - 1) }
  }

  /// Sets the initial focus: on the middle key, or on a random key if counting arrow-key presses
  /// could reveal the chosen key.
  func placeFocus(random: some RandomSource) {
    guard focusedSlot == nil, let panel = currentPanel, !panel.keys.isEmpty else { return }
    let couldTell = configuration.shuffle != .none || configuration.input == .screen
    var random = random
    focusedSlot =
      couldTell
      ? random.next(below: panel.keys.count)
      : panel.slot(at: Point(x: panel.size.width / 2, y: panel.size.height / 2))
  }

  func moveFocus(towards key: TerminalKey) -> Bool {
    guard let panel = currentPanel, let slot = shownFocus,
      let next = panel.neighbor(of: slot, towards: key)
    else { return false }
    focusedSlot = next
    return true
  }

  func keepFocusInside(comingFrom old: PanelLayout? = nil) {
    guard let slot = focusedSlot, let panel = currentPanel, !panel.keys.isEmpty else { return }
    guard let old, old.keys.indices.contains(slot) else {
      if !panel.keys.indices.contains(slot) { focusedSlot = panel.keys.count - 1 }
      return
    }
    let isInPlace =
      panel.keys.indices.contains(slot) && panel.keys[slot].frame == old.keys[slot].frame
    if isInPlace { return }
    if old.keys[slot].key.role == .nextKeyboard,
      let key = panel.keys.firstIndex(where: { $0.key.role == .nextKeyboard })
    {
      // Follow the key that switches keyboards, so that pressing it again switches back.
      focusedSlot = key
      return
    }
    focusedSlot = panel.slot(at: old.keys[slot].frame.center) ?? 0
  }
}

extension PanelLayout {
  /// Finds the next slot in the row, or the nearest one in the row above or below.
  ///
  /// A return key that spans two rows counts as one key, so up and down skip its other part.
  package func neighbor(of slot: Int, towards key: TerminalKey) -> Int? {
    let from = keys[slot]
    switch key {
    case .left:
      return slot > 0 && keys[slot - 1].row == from.row ? slot - 1 : nil
    case .right:
      return slot + 1 < keys.count && keys[slot + 1].row == from.row ? slot + 1 : nil
    case .up, .down:
      let rows = keys.map(\.row).filter { key == .up ? $0 < from.row : $0 > from.row }
      guard let row = key == .up ? rows.max() : rows.min() else { return nil }
      let next = keys.indices.filter { keys[$0].row == row }.min {
        distance(from: from, to: keys[$0]) < distance(from: from, to: keys[$1])
      }
      guard let next, let tallReturn,
        tallReturn == TallKey(upper: min(slot, next), lower: max(slot, next))
      else { return next }
      return neighbor(of: next, towards: key)
    default:
      return nil
    }
  }

  private func distance(from: PlacedKey, to: PlacedKey) -> Double {
    let x = from.frame.midX
    return max(0, to.frame.minX - x, x - to.frame.maxX)
  }
}
