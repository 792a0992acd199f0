/// The columns and rows from which a keyboard's height is computed.
public struct HeightGrid: Hashable, Sendable {
  /// Unit keys side by side.
  public let columns: Int
  /// Rows of keys.
  public let rows: Int

  /// Ten columns and four rows, whatever a panel holds: of every keyboard without a form.
  public static let standard = HeightGrid(columns: 10, rows: 4)

  /// A grid of a form's own.
  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}
