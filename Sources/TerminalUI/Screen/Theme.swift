/// The choice between the two sets of colours.
package enum Theme: String, CaseIterable, Hashable, Sendable {
  /// The set for the terminal's ground, as far as that is known.
  case auto
  /// Dark text on light keys.
  case light
  /// Light text on dark keys.
  case dark
}
