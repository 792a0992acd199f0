/// A rectangle of terminal cells.
public struct CellRect: Hashable, Sendable {
  /// The leftmost cell, from 0.
  public var column: Int
  /// The topmost cell, from 0.
  public var line: Int
  /// Cells across.
  public var columns: Int
  /// Cells down.
  public var lines: Int

  /// A rectangle of cells.
  public init(column: Int, line: Int, columns: Int, lines: Int) {
    self.column = column
    self.line = line
    self.columns = columns
    self.lines = lines
  }

  /// Whether there is no cell in it.
  public var isEmpty: Bool { columns <= 0 || lines <= 0 }

  /// Whether a cell lies inside.
  public func contains(column: Int, line: Int) -> Bool {
    column >= self.column && column < self.column + columns && line >= self.line
      && line < self.line + lines
  }
}
