import KeywardEngine

/// Two keys of one role, one above the other in a form, that are drawn as one: return over two rows.
struct JoinedKeys: Hashable, Sendable {
  /// The slot of the upper part, which has the label.
  let upper: Int
  /// The slot of the lower part.
  let lower: Int

  /// Two slots.
  init(upper: Int, lower: Int) {
    (self.upper, self.lower) = (upper, lower)
  }

  /// The parts of return; nil for a panel where it has one.
  init?(in layout: PanelLayout) {
    guard let slots = layout.slotsOfTallReturn else { return nil }
    (upper, lower) = slots
  }
}
