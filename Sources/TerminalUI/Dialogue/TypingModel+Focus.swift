import KeywardEngine

extension TypingModel {
  /// The slot the focus is on; on a panel with fewer keys than the one before, its last.
  var focusedSlot: Int? {
    guard let panel = keyboard.currentPanel, !panel.keys.isEmpty else { return nil }
    return keyboard.focusedSlot.map { min($0, panel.keys.count - 1) }
  }

  /// Puts the keyboard's focus on its first slot: the middle key, or any where the path could tell.
  func placeFocus(random: (Int) -> Int = SecureRandom.uniform(below:)) {
    guard keyboard.focusedSlot == nil, let panel = keyboard.currentPanel, !panel.keys.isEmpty else {
      return
    }
    let configuration = keyboard.configuration
    let couldTell = configuration.shuffle != .none || configuration.input == .screen
    keyboard.focusedSlot =
      couldTell
      ? random(panel.keys.count)
      : panel.slot(at: Point(x: panel.size.width / 2, y: panel.size.height / 2))
  }

  /// Moves the focus on through fields and keyboard.
  func moveFocus(by step: Int) {
    var stops: [Focus] = (0..<fieldCount).map { .field($0) }
    if takesPresses, isKeyboardDrawn { stops.append(.keyboard) }
    let index = stops.firstIndex(of: focus) ?? 0
    focus = stops[(index + step + stops.count) % stops.count]
    if case .field(let field) = focus { activate(field: field) }
  }

  /// Moves over the drawn keyboard, or between two fields.
  func arrow(_ key: TerminalKey) {
    guard isOnKeyboard else {
      guard fieldCount == 2, key == .up || key == .down else { return }
      let field = key == .up ? 0 : 1
      activate(field: field)
      focus = .field(field)
      return
    }
    guard let panel = keyboard.currentPanel, let slot = focusedSlot else { return }
    keyboard.focusedSlot = panel.neighbor(of: slot, towards: key) ?? slot
  }

  /// Keeps the focus where it was on the panel when another panel comes.
  func keepFocusInside(comingFrom old: PanelLayout? = nil) {
    guard let slot = keyboard.focusedSlot, let panel = keyboard.currentPanel, !panel.keys.isEmpty
    else { return }
    guard let old, old.panel != panel.panel, old.keys.indices.contains(slot) else {
      if !panel.keys.indices.contains(slot) { keyboard.focusedSlot = panel.keys.count - 1 }
      return
    }
    keyboard.focusedSlot = panel.slot(at: old.keys[slot].frame.center) ?? 0
  }
}

extension PanelLayout {
  /// The slot next to another one: in its row, or the one nearest to its middle in the next row.
  public func neighbor(of slot: Int, towards key: TerminalKey) -> Int? {
    let from = keys[slot]
    switch key {
    case .left:
      return slot > 0 && keys[slot - 1].row == from.row ? slot - 1 : nil
    case .right:
      return slot + 1 < keys.count && keys[slot + 1].row == from.row ? slot + 1 : nil
    case .up, .down:
      let rows = keys.map(\.row).filter { key == .up ? $0 < from.row : $0 > from.row }
      guard let row = key == .up ? rows.max() : rows.min() else { return nil }
      return keys.indices.filter { keys[$0].row == row }.min {
        distance(from: from, to: keys[$0]) < distance(from: from, to: keys[$1])
      }
    default:
      return nil
    }
  }

  /// 0 where one stands above the other's middle, else the way across, in points.
  private func distance(from: PlacedKey, to: PlacedKey) -> Double {
    let x = from.frame.midX
    return max(0, to.frame.minX - x, x - to.frame.maxX)
  }
}
