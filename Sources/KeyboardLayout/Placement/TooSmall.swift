/// A screen or panel on which some key would be narrower or lower than one point.
package struct TooSmall: Error, Hashable, Sendable, CustomStringConvertible {
  /// The one error there is of this kind.
  package init() {}

  /// What is wrong and what to do about it.
  package var description: String {
    "The screen is too small for a keyboard: a key would be less than one point wide or high. "
      + "Use a larger screen or smaller safe insets."
  }
}
