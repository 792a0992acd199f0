/// The alternates of a key, which are the characters in its long-press pop-up.
extension Keyboard {
  /// True for a key that has alternates.
  package func hasAlternates(_ part: DrawnItem.Part) -> Bool {
    key(of: part)?.alternates.isEmpty == false
  }

  /// Opens the pop-up of a held key now, not only once the key has been held for a while.
  ///
  /// Does nothing for a key without alternates.
  package func openAlternates(touch: Int = 0, at time: Double? = nil) {
    advance(to: time ?? now)
    guard let index = touches.firstIndex(where: { $0.id == touch }) else { return }
    openAlternates(ofTouch: index)
  }

  func openAlternates(ofTouch index: Int) {
    touches[index].opensAlternates = nil
    let held = touches[index]
    guard case .key(let slot) = held.part, let key = key(of: held.part), !key.alternates.isEmpty,
      held.isArmed, !held.isDone, let panel = basePanel
    else { return }
    let others = key.alternates.map {
      shiftMachine.isUpper ? Key.upperCase(of: $0, in: definition.language) : $0
    }.filter { field.acceptance.allows($0) }
    let text = key.output(at: level)
    let own = text.isEmpty ? key.label(at: level) : text
    alternates = AlternatesPopup(slot: slot, options: [own] + others, panel: panel)
  }

  @discardableResult
  func closePopup(of held: HeldTouch) -> AlternatesPopup? {
    guard let popup = alternates, held.part == .key(slot: popup.slot) else { return nil }
    alternates = nil
    return popup
  }

  /// True if the pop-up of the touched key is open.
  func hasPopup(_ held: HeldTouch) -> Bool {
    !held.isDone && alternates.map { held.part == .key(slot: $0.slot) } ?? false
  }

  func takeAlternate(_ place: Int, touch: Int) -> Outcome {
    guard isEnabled, let index = touches.firstIndex(where: hasPopup),
      alternates?.select(place) == true
    else { return .ignored }
    var holder = touches[index]
    holder.isArmed = true
    touches[index].isDone = true
    if !touches.contains(where: { $0.id == touch }) {
      touches.append(HeldTouch(id: touch, part: holder.part, role: holder.role, isDone: true))
    }
    return keyUp(holder)
  }
}

/// The pop-up above a held key: the key's own character and then its alternates.
package struct AlternatesPopup: Hashable, Sendable {
  package let slot: Int
  package let options: [String]
  /// The places of the characters, in the panel's coordinates.
  ///
  /// The pop-up of a key in the first row is above the panel, so its y is negative.
  package let placement: AlternatesPlacement
  package private(set) var selected = 0

  init(slot: Int, options: [String], panel: PanelLayout) {
    self.slot = slot
    self.options = options
    let key = panel.keys[slot].frame
    // Above the panel there is room for any number of lines.
    let beyond = Double(options.count) * (panel.keyHeight + panel.line)
    placement = AlternatesPlacement(
      widths: options.map { _ in panel.keyWidth }, lineHeight: panel.keyHeight,
      gap: Size(width: panel.gap, height: panel.line), key: key,
      left: key.midX - panel.keyWidth / 2, bottom: key.minY - panel.line,
      in: Rect(x: 0, y: -beyond, width: panel.size.width, height: panel.size.height + beyond))
  }

  mutating func select(_ place: Int) -> Bool {
    guard options.indices.contains(place) else { return false }
    selected = place
    return true
  }
}
