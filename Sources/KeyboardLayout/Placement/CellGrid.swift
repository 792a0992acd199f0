import Geometry

/// A panel in terminal cells of 8 × 16 points: a tile for every slot.
///
///     let grid = CellGrid(layout, columns: 72, lines: 9)
///     grid.tiles[0].columns  // 6: the width of every letter cap
///
/// The grid is rounded once, not edge by edge: a unit key takes a whole number of cells, a row a whole
/// number of lines, and what is left over is margin, split evenly; an odd cell goes right or below. So
/// all rows are equally high and the letter caps of a row equally wide. Where rows are shifted by half
/// a key, an even number of cells is taken, so that they stand in the middle of each other.
package struct CellGrid: Hashable, Sendable {
  /// Points across a cell.
  package static let cellWidth = 8.0
  /// Points down a cell.
  package static let cellHeight = 16.0
  /// The widest key of a number pad, in cells.
  static let widestPadKey = 12
  /// The narrowest and the lowest tile that shows a cap.
  static let leastTile = (columns: 3, lines: 2)

  /// Cells across the panel.
  package let columns: Int
  /// Cells down the panel.
  package let lines: Int
  /// The tile of every slot, in the panel's cells; empty where the panel is too small for it.
  package let tiles: [CellRect]
  /// Lines of every tile.
  package let lineHeight: Int

  /// Rounds a panel's keys to the cells its own size in points comes to.
  package init(_ layout: PanelLayout) {
    self.init(
      layout, columns: Int((layout.size.width / Self.cellWidth).rounded()),
      lines: Int((layout.size.height / Self.cellHeight).rounded()))
  }

  /// Puts a panel's keys into a number of cells.
  ///
  /// - Parameters:
  ///   - layout: The keys; of their frames only the proportions count.
  ///   - columns: The cells across.
  ///   - lines: The cells down; the panel takes more where rows would be too low to be drawn.
  package init(_ layout: PanelLayout, columns: Int, lines: Int) {
    let rows = max(1, layout.rows.count)
    self.columns = columns
    lineHeight = max(Self.leastTile.lines, lines / rows)
    self.lines = max(lines, lineHeight * layout.rows.count)
    let ruler = CellRuler(layout, columns: columns)
    var line = (self.lines - lineHeight * layout.rows.count) / 2
    var tiles: [CellRect] = []
    tiles.reserveCapacity(layout.keys.count)
    for row in layout.rows {
      for span in ruler.spans(of: row, in: layout) {
        tiles.append(
          CellRect(
            column: span.lowerBound, line: line, columns: span.count, lines: lineHeight))
      }
      line += lineHeight
    }
    self.tiles = tiles
  }

  /// The lines that rows of a height take: one more, below the last row.
  package static func lines(rows: Int, height: Int) -> Int { height * rows + 1 }

  /// The cells from the first tile's left edge to the last one's right edge.
  package var span: Range<Int> {
    let first = tiles.map(\.column).min() ?? 0
    return first..<max(first, tiles.map { $0.column + $0.columns }.max() ?? 0)
  }

  /// The slot whose tile holds this cell; `nil` between and beside the tiles.
  package func slot(column: Int, line: Int) -> Int? {
    tiles.firstIndex { $0.contains(column: column, line: line) }
  }

  /// The slot nearest to a cell of the panel: of the row nearest to it the nearest tile.
  ///
  /// - Returns: `nil` for a panel without keys.
  package func nearestSlot(column: Int, line: Int) -> Int? {
    func distance(_ cell: Int, _ start: Int, _ count: Int) -> Int {
      max(start - cell, cell - (start + count - 1), 0)
    }
    return tiles.indices.min { first, second in
      let (one, other) = (tiles[first], tiles[second])
      let down = (
        distance(line, one.line, one.lines), distance(line, other.line, other.lines)
      )
      if down.0 != down.1 { return down.0 < down.1 }
      return distance(column, one.column, one.columns)
        < distance(column, other.column, other.columns)
    }
  }
}
