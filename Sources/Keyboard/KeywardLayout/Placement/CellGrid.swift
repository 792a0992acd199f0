import KeywardGeometry

/// A panel in terminal cells of 8 × 16 points, with a rectangle of cells (a tile) for every slot.
///
///     let grid = CellGrid(layout, columns: 72, lines: 9)
///     grid.tiles[0].columns  // 6: the width of every letter cap
///
/// The edges of keys are not rounded individually. Instead, a unit key takes a whole number of
/// columns and a row a whole number of lines, so that all rows have the same height and all letter
/// caps of a row the same width. Unused cells form a margin, which is split evenly; an odd cell
/// goes to the right or the bottom. Caps have an odd number of lines, so that their middle line is
/// free for the label.
///
/// A unit key of more than three columns usually takes an even number of columns. The last column
/// separates the key from the next one, so the cap has an odd number of columns and a middle column
/// for the label. An even width also allows a row to be shifted by exactly half a key.
package struct CellGrid: Hashable, Sendable {
  package static let cellWidth = 8.0
  package static let cellHeight = 16.0
  /// The maximum width, in cells, of a key of a number pad that is centred in a window.
  static let widestPadKey = 12
  static let leastTile = (columns: 3, lines: 2)

  package let columns: Int
  package let lines: Int
  /// The tile of every slot, in cells from the panel's top left corner.
  ///
  /// Tiles are empty if the panel is too narrow.
  package let tiles: [CellRect]
  package let lineHeight: Int
  /// The range of columns from the leftmost cap to the rightmost cap.
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

  /// Fits a panel's keys into a grid of `columns` by `lines` cells.
  ///
  /// Only the proportions of the keys' frames matter. The grid has more lines than `lines` if its
  /// rows would otherwise be too low to draw.
  ///
  /// `beyond` is the number of columns by which a drawn key extends past the right edge of its
  /// tile. It is 1 if a border is drawn there, and -1 if the tile's last column stays blank.
  /// `padding` is the number of blank columns at the left and at the right.
  ///
  /// With `fills`, the panel reaches the edges of the window. Keys may then have odd widths.
  ///
  /// If `isLeftOfMiddle` is true, the panel is half a cell to the left of the window's middle.
  /// Rows that cannot be centred in the panel are then half a cell to the right of its middle. With
  /// `widensLast`, the panel has one more column than its keys need, which the last key of a row
  /// takes if the row then has equal margins or ends with the longest row.
  package init(
    _ layout: PanelLayout, columns: Int, lines: Int, beyond: Int = 0, padding: Int = 0,
    fills: Bool = false, isLeftOfMiddle: Bool = false, widensLast: Bool = false
  ) {
    self.columns = columns
    lineHeight = Self.lineHeight(lines: lines, rows: layout.rows.count, isSpaced: beyond < 0)
    self.lines = max(lines, lineHeight * layout.rows.count)
    let room = columns - beyond - 2 * padding
    let ruler = CellRuler(
      layout, columns: room, hasSecondLabels: beyond < 0 && lineHeight > 2, fills: fills,
      roundsUp: isLeftOfMiddle)
    // Rows of two lines have the spare line above them, for the upper edge of the first row.
    let odd = beyond < 0 || lineHeight > 2 ? 0 : 1
    var line = (self.lines - lineHeight * layout.rows.count + odd) / 2
    var tiles: [CellRect] = []
    tiles.reserveCapacity(layout.keys.count)
    var rows = layout.rows.map { ruler.spans(of: $0, in: layout) }
    if widensLast { rows.widenLast() }
    for spans in rows {
      for span in spans {
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

  /// Returns the number of lines of a tile, for a panel of `rows` rows in `lines` lines.
  ///
  /// Without the blank line between rows if `isSpaced`, or without the second edge if neighbouring
  /// rows share one, a tile has an odd number of lines.
  package static func lineHeight(lines: Int, rows: Int, isSpaced: Bool) -> Int {
    let most = (isSpaced ? lines - 1 : lines) / max(1, rows)
    guard most > leastTile.lines else { return leastTile.lines }
    return most.isMultiple(of: 2) == isSpaced ? most : most - 1
  }

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

extension [[Range<Int>]] {
  /// Widens the last span of each row that ends with the longest row, or whose margins would differ
  /// by one.
  fileprivate mutating func widenLast() {
    let start = joined().lazy.map(\.lowerBound).min() ?? 0
    let end = (joined().lazy.map(\.upperBound).max() ?? 0) + 1
    for row in indices {
      guard let first = self[row].first, let last = self[row].last,
        [1, first.lowerBound - start + 1].contains(end - last.upperBound)
      else { continue }
      self[row][self[row].count - 1] = last.lowerBound..<last.upperBound + 1
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
