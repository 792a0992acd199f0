import Geometry

/// The placement of one row's items: the widths of its kinds of keys and the beginnings of its
/// parts.
struct RowPlacement {
  private let grid: KeyGrid
  private let shape: RowShape
  private let isRounded: Bool
  /// The left edge of the middle keys.
  private let begin: Double
  /// The stretch of the middle keys and their gaps; 1 for rows without stretch.
  private let stretch: Double
  /// The width of edge keys, if the row has any.
  private let edge: Double
  /// The width of `fill` keys, if the row has any.
  private let fill: Double

  /// True if every key is at least a point wide and the row stays within the panel.
  private var fits: Bool { edge >= 1 && fill >= 1 && begin >= grid.leastMargin - 0.001 }

  /// Measures a row.
  ///
  /// Widths are rounded as the metrics demand, unless the rounding makes the row wider than the
  /// panel.
  ///
  /// - Throws: `TooSmall` if a key would be less than one point wide.
  init(_ shape: RowShape, in grid: KeyGrid, roundsSpace: Bool) throws(TooSmall) {
    let rounded = RowPlacement(shape, grid, isRounded: true, roundsSpace: roundsSpace)
    if rounded.fits {
      self = rounded
      return
    }
    self = RowPlacement(shape, grid, isRounded: false, roundsSpace: false)
    guard fits else { throw TooSmall() }
  }

  private init(_ shape: RowShape, _ grid: KeyGrid, isRounded: Bool, roundsSpace: Bool) {
    self.grid = grid
    self.shape = shape
    self.isRounded = isRounded
    var block = -grid.gap
    var fills = 0.0
    var hasEdges = false
    for width in shape.widths {
      switch width {
      case .fill:
        fills += 1
        block += grid.gap
      case .edge: hasEdges = true
      default: block += grid.points(width, isRounded: isRounded) + grid.gap
      }
    }
    let available = grid.size.width - 2 * grid.minX
    let centred = (grid.size.width - block) / 2
    let room = centred - grid.minX - grid.gap
    if fills > 0 {
      let left = (available - block) / fills
      (begin, stretch, edge) = (grid.minX, 1, .infinity)
      fill = roundsSpace ? left.rounded() : left
    } else if shape.isStretched {
      let least = min(room, 1.5 * grid.keyWidth + grid.gap).rounded(.down)
      begin = grid.minX + (hasEdges ? least + grid.gap : 0)
      stretch = (grid.size.width - 2 * begin) / block
      (edge, fill) = (hasEdges ? least : .infinity, .infinity)
    } else {
      begin = grid.isPad ? grid.minX : centred
      (stretch, fill) = (1, .infinity)
      edge = hasEdges ? room.rounded() : .infinity
    }
  }

  /// Appends the row's keys with their frames.
  ///
  /// - Parameters:
  ///   - items: the row's items.
  ///   - row: the row's number, from 0.
  ///   - keys: receives the keys in reading order.
  /// - Throws: `TooSmall` if a key would be less than one point wide or leave the panel.
  func place(_ items: [RowItem], row: Int, into keys: inout [PlacedKey]) throws(TooSmall) {
    let y = grid.y(row: row)
    var x = begin
    var column = 0
    var followsSpacer = false
    for (index, width) in shape.widths.enumerated() {
      var frame = Rect(x: x, y: y, width: 0, height: grid.keyHeight)
      switch width {
      case .fill: frame.size.width = fill
      case .edge:
        frame.size.width = edge
        frame.origin.x = index == 0 ? grid.minX : grid.size.width - grid.minX - edge
      default: frame.size.width = grid.points(width, isRounded: isRounded) * stretch
      }
      if case .edge = width {} else { x += frame.width + grid.gap * stretch }
      if case .key(let key) = items[index] {
        guard frame.width >= 1, frame.maxX <= grid.size.width + 0.001 else { throw TooSmall() }
        keys.append(
          PlacedKey(
            key: key, row: row, column: column, frame: frame, followsSpacer: followsSpacer))
        column += 1
        followsSpacer = false
      } else {
        followsSpacer = true
      }
    }
  }
}
