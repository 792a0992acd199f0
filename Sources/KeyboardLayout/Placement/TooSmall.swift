/// An error about a screen or panel on which a key would be narrower or lower than one point.
package struct TooSmall: Error, Hashable, Sendable, CustomStringConvertible {
  /// The only error of this type.
  package init() {}

  /// The fault and its remedy.
  package var description: String {
    "The screen is too small for a keyboard: a key would be less than one point wide or high. "
      + "Use a larger screen or smaller safe insets."
  }
}
