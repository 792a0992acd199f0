/// The form of a keyboard: its positions, their places and widths.
///
/// The raw value is the name in files.
package enum FormName: String, CaseIterable, Hashable, Sendable {
  /// The European form: a key beside the left shift, return over two rows.
  case iso
  /// The form of the United States: return in one row.
  case ansi
  /// The Japanese form: one more key in the first and in the fourth row.
  case jis
  /// The Brazilian form: one more key at both ends of the fourth row.
  case abnt
  /// A grid without stagger, for any set of positions.
  case compact

  /// True if rows are shifted against each other by parts of a key, as on a desktop keyboard.
  package var isStaggered: Bool { self != .compact }

  /// The least width of a staggered form's unit key with its gap, in points: five terminal cells.
  static let leastPitch = 40.0

  /// Tells whether so many units fit side by side in a width in points; they always fit in a grid.
  func hasRoom(for units: Int, in width: Double) -> Bool {
    !isStaggered || Double(units) * Self.leastPitch <= width
  }
}
