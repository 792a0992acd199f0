/// The columns and rows from which a keyboard's height is computed.
package struct HeightGrid: Hashable, Sendable {
  /// Unit keys side by side.
  package let columns: Int
  /// Rows of keys.
  package let rows: Int

  /// Ten columns and four rows, whatever a panel holds: of every keyboard without a form.
  package static let standard = HeightGrid(columns: 10, rows: 4)

  /// A grid of a form's own.
  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
  }
}
