/// A rectangle of terminal cells.
package struct CellRect: Hashable, Sendable {
  /// The leftmost cell, from 0.
  package var column: Int
  /// The topmost cell, from 0.
  package var line: Int
  package var columns: Int
  package var lines: Int

  package init(column: Int, line: Int, columns: Int, lines: Int) {
    self.column = column
    self.line = line
    self.columns = columns
    self.lines = lines
  }

  package var isEmpty: Bool { columns <= 0 || lines <= 0 }

  package func contains(column: Int, line: Int) -> Bool {
    column >= self.column && column < self.column + columns && line >= self.line
      && line < self.line + lines
  }
}
