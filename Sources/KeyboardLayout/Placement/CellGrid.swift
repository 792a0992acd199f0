import Geometry

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
}

/// A panel in terminal cells of 8 × 16 points: a tile for every slot.
///
/// A tile is a key's frame grown to the middle of the gap on each side. Edges are rounded, not
/// sizes, so neighbours share an edge and stay flush. The centre of every cell of a tile belongs to
/// the tile's key in the touch map.
public struct CellGrid: Hashable, Sendable {
  /// Points across a cell.
  public static let cellWidth = 8.0
  /// Points down a cell.
  public static let cellHeight = 16.0

  /// Cells across the panel.
  public let columns: Int
  /// Cells down the panel.
  public let lines: Int
  /// The tile of every slot, in the panel's cells; empty where the panel is too small for it.
  public let tiles: [CellRect]

  /// Rounds a panel's keys to cells.
  public init(_ layout: PanelLayout) {
    columns = Int((layout.size.width / Self.cellWidth).rounded())
    lines = Int((layout.size.height / Self.cellHeight).rounded())
    var tiles: [CellRect] = []
    tiles.reserveCapacity(layout.keys.count)
    for row in layout.rows {
      let top = Self.edge(row.top - layout.line / 2, Self.cellHeight, limit: lines)
      let bottom = Self.edge(row.bottom + layout.line / 2, Self.cellHeight, limit: lines)
      for slot in row.slots {
        let frame = layout.keys[slot].frame
        let left = Self.edge(
          frame.minX - layout.roomBefore(slot, in: row) / 2, Self.cellWidth, limit: columns)
        let right = Self.edge(
          frame.maxX + layout.roomAfter(slot, in: row) / 2, Self.cellWidth, limit: columns)
        tiles.append(
          CellRect(column: left, line: top, columns: right - left, lines: bottom - top))
      }
    }
    self.tiles = tiles
  }

  /// The slot whose tile holds this cell; `nil` between and beside the tiles.
  public func slot(column: Int, line: Int) -> Int? {
    tiles.firstIndex { tile in
      column >= tile.column && column < tile.column + tile.columns
        && line >= tile.line && line < tile.line + tile.lines
    }
  }

  /// The point of the panel at which a cell is hit-tested: its centre.
  public static func center(column: Int, line: Int) -> Point {
    Point(x: (Double(column) + 0.5) * cellWidth, y: (Double(line) + 0.5) * cellHeight)
  }

  /// The cell edge nearest to a coordinate, within the panel: 39.5 points → 5.
  private static func edge(_ points: Double, _ cell: Double, limit: Int) -> Int {
    min(max(Int((points / cell + 0.5).rounded(.down)), 0), limit)
  }
}

extension PanelLayout {
  /// The room before a slot that its tile takes half of: that to its neighbour, or one gap where a
  /// spacer or nothing is there.
  fileprivate func roomBefore(_ slot: Int, in row: Row) -> Double {
    guard slot > row.slots.lowerBound, !keys[slot].followsSpacer else { return gap }
    return keys[slot].frame.minX - keys[slot - 1].frame.maxX
  }

  fileprivate func roomAfter(_ slot: Int, in row: Row) -> Double {
    slot < row.slots.upperBound - 1 ? roomBefore(slot + 1, in: row) : gap
  }
}
