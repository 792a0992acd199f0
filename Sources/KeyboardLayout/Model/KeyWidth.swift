/// How wide a key is within its row, as a layout file says it.
package enum KeyWidth: Hashable, Sendable {
  /// So many unit keys with the gaps between them; on pads, so many columns. 0.5 to 8.
  case units(Double)
  /// What the other keys of the row leave, shared equally.
  case fill
  /// A unit key stretched with its gap, so that the row fills the panel.
  case share
}
