/// The width of a key within its row, as a layout file gives it.
package enum KeyWidth: Hashable, Sendable {
  /// A number of unit keys with the gaps between them; on pads, a number of columns. 0.5 to 8.
  case units(Double)
  /// The width left by the other keys of the row, shared equally.
  case fill
  /// A unit key stretched with its gap, so that the row fills the panel.
  case share
}
