/// The columns and rows that give a keyboard's height.
package struct HeightGrid: Hashable, Sendable {
  /// The number of unit keys side by side.
  package let columns: Int
  /// The number of rows.
  package let rows: Int

  /// Ten columns and four rows, for every keyboard without a form, whatever its panels hold.
  package static let standard = HeightGrid(columns: 10, rows: 4)

  /// A grid of a form's own.
  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}
