import Geometry

/// The measures of a panel that give every key's frame.
///
/// This is the only place that measures panels: key grids (letters, symbols) and pad grids
/// (numbers, ID card) in either orientation differ in these few numbers only.
struct KeyGrid: Hashable, Sendable {
  /// The size of the panel, in points.
  let size: Size
  /// The free space between two unit keys.
  let gap: Double
  /// The free space between two rows.
  let line: Double
  /// The width of a unit key, a whole number.
  let keyWidth: Double
  /// The height of every key, a whole number.
  let keyHeight: Double
  /// The left edge of a row of `columns` unit keys.
  let minX: Double
  /// The least free space at a side, if rounded widths add up to more than the columns.
  let leastMargin: Double
  /// The top of the first row.
  let beginY: Double
  /// True if rows are columns of a pad instead of centred blocks.
  let isPad: Bool
  /// True if rows are shifted against each other by parts of a key, so that no width may be
  /// rounded.
  let isStaggered: Bool

  /// The ratio of a pad's gaps to those of a key grid.
  private static let padGapFactor = 1.6

  /// Measures a panel.
  ///
  /// - Throws: `TooSmall` if unit keys would be less than one point wide or high.
  init(
    size: Size, columns: Int, rows: Int, isPad: Bool, isStaggered: Bool = false,
    metrics: GridMetrics, orientation: Orientation
  ) throws(TooSmall) {
    let columns = Double(columns)
    let rows = Double(rows)
    self.size = size
    self.isPad = isPad
    self.isStaggered = isStaggered
    gap = isPad ? Self.padGapFactor * metrics.gap : metrics.gap
    line = metrics.line
    let pitch =
      isPad || orientation == .landscape ? (size.width - gap) / columns : size.width / columns
    keyWidth = (pitch - gap).rounded(.down)
    keyHeight = ((size.height - line) / rows - line).rounded(.down)
    guard keyWidth >= 1, keyHeight >= 1, size.width.isFinite, size.height.isFinite else {
      throw TooSmall()
    }
    minX = (size.width - (columns * (keyWidth + gap) - gap)) / 2
    leastMargin = isPad || orientation == .landscape ? gap : gap / 2
    beginY = (size.height - (rows * (keyHeight + line) - line)) / 2
  }

  /// The top of a row.
  func y(row: Int) -> Double { beginY + Double(row) * (keyHeight + line) }

  /// The width in points of an item that does not depend on the rest of its row.
  ///
  /// - Parameters:
  ///   - width: the kind of item; `fill` and `edge` have no width of their own.
  ///   - isRounded: whether several units are rounded to whole points; pads and staggered forms
  ///     never round.
  /// - Returns: the width.
  func points(_ width: RowShape.Width, isRounded: Bool) -> Double {
    switch width {
    case .units(1), .share: return keyWidth
    case .units(let count):
      let points = count * keyWidth + (count - 1) * gap
      return isRounded && !isPad && !isStaggered ? points.rounded() : points
    case .pair: return pairWidth
    case .facingPair: return 2 * pairWidth + gap
    case .fill, .edge: return 0
    }
  }

  /// The width of a `panel-*` key beside a `width-*` key.
  private var pairWidth: Double { (5 * keyWidth / 4 + gap).rounded(.down) }
}
