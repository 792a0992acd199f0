/// The form of a keyboard: which positions it has, where they stand and how wide they are.
///
/// The raw value is the name in files.
package enum FormName: String, CaseIterable, Hashable, Sendable {
  /// Europe's: a key beside the left shift, return over two rows.
  case iso
  /// That of the United States: return in one row.
  case ansi
  /// Japan's: a key more in the first and in the fourth row.
  case jis
  /// Brazil's: a key more at both ends of the fourth row.
  case abnt
  /// A grid without stagger, for whatever positions there are.
  case compact

  /// Whether rows are shifted against each other by parts of a key, as on a desk.
  package var isStaggered: Bool { self != .compact }

  /// The least width of a staggered form's unit key with its gap, in points: five terminal cells.
  static let leastPitch = 40.0

  /// Whether so many units have room side by side in a width in points; a grid always has.
  func hasRoom(for units: Int, in width: Double) -> Bool {
    !isStaggered || Double(units) * Self.leastPitch <= width
  }
}
