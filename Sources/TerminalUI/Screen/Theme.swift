/// Which of the two sets of colours is used.
package enum Theme: String, CaseIterable, Hashable, Sendable {
  /// The one for the terminal's ground, as far as that is known.
  case auto
  /// Dark text on light keys.
  case light
  /// Light text on dark keys.
  case dark
}
