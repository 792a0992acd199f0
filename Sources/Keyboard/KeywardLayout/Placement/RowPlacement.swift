import KeywardGeometry

/// The placement of a row's items: where the row begins, and the widths of its keys.
struct RowPlacement {
  private let grid: KeyGrid
  private let shape: RowShape
  private let isRounded: Bool
  private let begin: Double
  private let stretch: Double
  private let edge: Double
  private let fill: Double

  private var fits: Bool { edge >= 1 && fill >= 1 && begin >= grid.leastMargin - 0.001 }

  /// Computes the placement with rounded widths.
  ///
  /// If the row would then be too wide for the panel, the widths are not rounded.
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

  /// Appends the row's keys with their frames to `keys`.
  ///
  /// It throws if a key would be less than a point wide or would extend beyond the panel.
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

/// The kind of width of each item in a row, such as fixed or flexible, determined from the row
/// alone.
struct RowShape {
  enum Width {
    case units(Double)
    case share
    case fill
    /// The width of a key at an end of a row: the space beside the centred part of the row.
    case edge
    /// The width of either key of a pair, which is a `panel-*` key next to a `width-*` key.
    case pair
    /// The width of the `return` key in a row that has a pair: as wide as the whole pair.
    case facingPair
  }

  /// A key's role and its width in the file, or a spacer's width.
  ///
  /// The role and the width replace the whole key, because copying whole keys would be slow.
  typealias Item = (role: KeyRole?, width: KeyWidth?)

  let widths: [Width]
  let isStretched: Bool

  init(_ row: PanelRow, isPad: Bool) {
    self.init(
      row.items.map { item in
        switch item {
        case .gap(let units): (nil, .units(units))
        case .key(let key): (key.role, key.width ?? (key.role == .input ? row.width : nil))
        }
      }, isPad: isPad)
  }

  init(_ items: [Item], isPad: Bool) {
    let hasSpace = items.contains { $0.role == .space }
    let hasFill = items.contains { item in
      item.width == .fill || (item.width == nil && item.role == .space && !isPad)
    }
    let sharesByDefault = !isPad && items.first?.role?.targetPage != nil
    isStretched =
      !hasFill
      && items.contains { item in
        item.width == .share || (item.width == nil && sharesByDefault && item.role == .input)
      }
    let hasPair = items.indices.contains { Self.isInPair($0, items) }
    var widths: [Width] = []
    widths.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      // A single key in a row is centred, not at an end.
      let isAtEnd = items.count > 1 && (index == 0 || index == items.count - 1)
      switch (item.width, item.role) {
      case (.units(let count), _): widths.append(.units(count))
      case (.fill, _): widths.append(.fill)
      case (.share, _): widths.append(.share)
      case (nil, _) where isPad: widths.append(.units(1))
      case (nil, let role?) where isAtEnd && !hasSpace && !hasFill && role.standsAtEdges:
        widths.append(.edge)
      case (nil, _) where Self.isInPair(index, items): widths.append(.pair)
      case (nil, .input): widths.append(isStretched ? .share : .units(1))
      case (nil, .space): widths.append(.fill)
      case (nil, .return) where hasPair: widths.append(.facingPair)
      case (nil, .return), (nil, .panelLetters), (nil, .panelSymbols), (nil, .panelNumbers):
        widths.append(.units(hasSpace ? 2 : 1.5))
      default: widths.append(.units(1.5))
      }
    }
    self.widths = widths
  }

  /// The minimum width of the row, in unit keys.
  ///
  /// Edge keys and `fill` keys count as 1. A key of width `pair` counts as 1.5.
  var neededUnits: Double {
    widths.reduce(0) { sum, width in
      switch width {
      case .units(let count): sum + count
      case .share, .fill, .edge: sum + 1
      case .pair: sum + 1.5
      case .facingPair: sum + 3
      }
    }
  }

  private static func isInPair(_ index: Int, _ items: [Item]) -> Bool {
    guard items[index].width == nil, let role = items[index].role else { return false }
    return [index - 1, index + 1].contains { neighbour in
      guard items.indices.contains(neighbour), let other = items[neighbour].role else {
        return false
      }
      return (role.targetPanel != nil && other.targetWidth != nil)
        || (role.targetWidth != nil && other.targetPanel != nil)
    }
  }
}
