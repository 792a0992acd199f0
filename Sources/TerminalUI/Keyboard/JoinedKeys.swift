import KeywardEngine

/// Two keys of one role, one above the other in a form, which are drawn as one, such as return over
/// two rows.
struct JoinedKeys: Hashable, Sendable {
  /// The slot of the upper part, which has the label.
  let upper: Int
  /// The slot of the lower part.
  let lower: Int

  /// Joins two slots.
  init(upper: Int, lower: Int) {
    (self.upper, self.lower) = (upper, lower)
  }

  /// Joins the parts of return; nil if the panel has it in one part.
  init?(in layout: PanelLayout) {
    guard let slots = layout.slotsOfTallReturn else { return nil }
    (upper, lower) = slots
  }
}
