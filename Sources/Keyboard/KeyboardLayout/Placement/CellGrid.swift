import KeywardGeometry

/// A panel in terminal cells of 8 × 16 points: a tile for every slot.
///
///     let grid = CellGrid(layout, columns: 72, lines: 9)
///     grid.tiles[0].columns  // 6: the width of every letter cap
///
/// The grid is rounded once, not edge by edge: a unit key takes a whole number of cells, a row a
/// whole number of lines, and the rest is margin, split evenly, with an odd cell on the right or
/// below. So all rows have the same height, and the letter caps of a row have the same width. A key
/// of more than three cells takes an even number: one cell separates it from the next key, and the
/// odd number of cells left has a middle one for the label. So keys of rows shifted by half a key
/// are also centred on each other.
package struct CellGrid: Hashable, Sendable {
  package static let cellWidth = 8.0
  package static let cellHeight = 16.0
  /// The maximum width of a number pad's key in the middle of a window, in cells.
  static let widestPadKey = 12
  /// The minimum width and height of a tile that can show a cap.
  static let leastTile = (columns: 3, lines: 2)

  package let columns: Int
  package let lines: Int
  /// The tile of every slot, in the panel's cells; empty if the panel is too small.
  package let tiles: [CellRect]
  package let lineHeight: Int
  /// The cells from the first cap's left edge to the last one's right edge.
  package let caps: Range<Int>

  package init(_ layout: PanelLayout, beyond: Int = 0) {
    let size = Self.size(of: layout)
    self.init(layout, columns: size.columns, lines: size.lines, beyond: beyond)
  }

  package static func size(of layout: PanelLayout) -> (columns: Int, lines: Int) {
    let lines = Int((layout.size.height / cellHeight).rounded())
    return (
      Int((layout.size.width / cellWidth).rounded()), max(lines, leastTile.lines * layout.rowCount)
    )
  }

  /// Fits a panel's keys into a number of cells; only the proportions of their frames matter.
  ///
  /// The grid takes more lines than given if rows would be too low to draw. `beyond` is the number
  /// of columns that caps extend to the right of their tiles: 1 for a line at their right edge, -1
  /// if the last column of a tile is never drawn. `padding` cells are free at each side. With
  /// `fills`, the panel extends to the edges of a window: keys may have odd widths, and if `beyond`
  /// is negative, the last line is free.
  package init(
    _ layout: PanelLayout, columns: Int, lines: Int, beyond: Int = 0, padding: Int = 0,
    fills: Bool = false
  ) {
    let rows = max(1, layout.rows.count)
    self.columns = columns
    lineHeight = max(Self.leastTile.lines, (fills && beyond < 0 ? lines - 1 : lines) / rows)
    self.lines = max(lines, lineHeight * layout.rows.count)
    let room = columns - beyond - 2 * padding
    let ruler = CellRuler(
      layout, columns: room, hasSecondLabels: beyond < 0 && lineHeight > 2, fills: fills)
    var line = (self.lines - lineHeight * layout.rows.count) / 2
    var tiles: [CellRect] = []
    tiles.reserveCapacity(layout.keys.count)
    for row in layout.rows {
      for span in ruler.spans(of: row, in: layout) {
        tiles.append(
          CellRect(
            column: padding + span.lowerBound, line: line, columns: span.count,
            lines: lineHeight))
      }
      line += lineHeight
    }
    self.tiles = tiles
    let first = tiles.lazy.map(\.column).min() ?? 0
    let end = tiles.lazy.map { $0.column + $0.columns }.max() ?? 0
    caps = first..<max(first, end + beyond)
  }

  /// The number of lines for rows of this height, with one more below the last row.
  package static func lines(rows: Int, height: Int) -> Int { height * rows + 1 }

  package func slot(column: Int, line: Int) -> Int? {
    tiles.firstIndex { $0.contains(column: column, line: line) }
  }

  /// The slot of the nearest tile in the nearest row; `nil` for a panel without keys.
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

package struct CellRect: Hashable, Sendable {
  package var column: Int
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
