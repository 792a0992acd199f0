import Geometry

/// A key in its slot.
package struct PlacedKey: Hashable, Sendable {
  /// The key in the slot; shuffling exchanges it, the rest stays.
  package var key: Key
  /// The row of the slot, from 0.
  package let row: Int
  /// The index among the keys of the row, from 0; spacers do not count.
  package let column: Int
  /// The cap, in the panel's coordinates.
  package let frame: Rect
  /// True if a spacer separates it from the key before.
  let followsSpacer: Bool

  init(key: Key, row: Int, column: Int, frame: Rect, followsSpacer: Bool) {
    self.key = key
    self.row = row
    self.column = column
    self.frame = frame
    self.followsSpacer = followsSpacer
  }
}

/// A page with the place of every key, in the panel's coordinates.
///
/// It is a pure function of page, size and metrics. Placing costs one array of keys and is linear
/// in their number. A key's index in `keys` is its slot.
package struct PanelLayout: Hashable, Sendable {
  /// A row with keys in it.
  struct Row: Hashable, Sendable {
    /// Its slots, never empty.
    let slots: Range<Int>
    let top: Double
    let bottom: Double
  }

  /// The name of the panel.
  package let panel: PanelName
  /// The form of its rows; `nil` for rows of the file's own.
  package let form: FormName?
  /// The size of the panel, in points.
  package let size: Size
  /// Every key in reading order.
  package private(set) var keys: [PlacedKey]
  /// The width of a unit key, in points.
  package let keyWidth: Double
  /// The height of every key, in points.
  package let keyHeight: Double
  /// The free space between two unit keys, in points.
  package let gap: Double
  /// The free space between two rows, in points.
  package let line: Double
  /// The rows with keys, from top to bottom.
  let rows: [Row]

  /// The number of rows with keys.
  package var rowCount: Int { rows.count }

  /// Places the keys of a page.
  ///
  /// - Parameters:
  ///   - page: the rows, without keys that lead nowhere.
  ///   - size: the panel in points; every panel of a keyboard is equally high.
  ///   - metrics: the constants of idiom and orientation.
  ///   - orientation: the orientation of the screen.
  ///   - roundsSpace: whether the letters' space has a whole width, as in JGSourceBase.
  /// - Throws: `TooSmall` if a key would be less than one point wide or high.
  package init(
    page: PanelPage, size: Size, metrics: GridMetrics, orientation: Orientation,
    roundsSpace: Bool = false
  ) throws(TooSmall) {
    let grid = try KeyGrid(
      size: size, columns: page.columns, rows: max(1, page.rows.count), isPad: page.panel.isPad,
      isStaggered: page.form?.isStaggered == true, metrics: metrics, orientation: orientation)
    (panel, form) = (page.panel, page.form)
    self.size = size
    (keyWidth, keyHeight) = (grid.keyWidth, grid.keyHeight)
    (gap, line) = (grid.gap, grid.line)
    var keys: [PlacedKey] = []
    keys.reserveCapacity(page.rows.reduce(0) { $0 + $1.items.count })
    var rows: [Row] = []
    rows.reserveCapacity(page.rows.count)
    for (index, row) in page.rows.enumerated() {
      let first = keys.count
      let placement = try RowPlacement(
        RowShape(row, isPad: grid.isPad), in: grid,
        roundsSpace: roundsSpace && page.panel == .letters)
      try placement.place(row.items, row: index, into: &keys)
      guard keys.count > first else { continue }
      let top = grid.y(row: index)
      rows.append(Row(slots: first..<keys.count, top: top, bottom: top + grid.keyHeight))
    }
    self.keys = keys
    self.rows = rows
  }

  /// The same panel at another size.
  ///
  /// - Parameters:
  ///   - panel: the panel to place anew.
  ///   - size: the new size, in points.
  ///   - across: the growth of lengths across.
  ///   - down: the growth of lengths down.
  ///   - keys: every key with its new frame.
  ///   - rows: the slots of every row, and the row before the stretching.
  init(
    _ panel: PanelLayout, size: Size, across: Double, down: Double, keys: [PlacedKey],
    rows: [(slots: Range<Int>, row: Row)]
  ) {
    (self.panel, form) = (panel.panel, panel.form)
    self.size = size
    self.keys = keys
    keyWidth = panel.keyWidth * across
    keyHeight = panel.keyHeight * down
    gap = panel.gap * across
    line = panel.line * down
    self.rows = rows.map { slots, row in
      Row(slots: slots, top: row.top * down, bottom: row.bottom * down)
    }
  }

  /// The slot of the key with this id; linear in the number of keys.
  package func slot(of id: String) -> Int? {
    keys.firstIndex { $0.key.id == id }
  }

  /// The slots of a return key over two rows, as two keys that touch; `nil` for none.
  package var slotsOfTallReturn: (upper: Int, lower: Int)? {
    guard form?.isStaggered == true,
      let upper = keys.firstIndex(where: { $0.key.role == .return }),
      let lower = keys[(upper + 1)...].firstIndex(where: { $0.key.role == .return }),
      keys[lower].row == keys[upper].row + 1
    else { return nil }
    return (upper, lower)
  }

  /// The same slots with other keys in them.
  ///
  /// - Parameter exchange: returns the new key of a slot for the present one.
  /// - Returns: the layout with the same frames.
  package func exchangingKeys(_ exchange: (Key) -> Key) -> PanelLayout {
    var layout = self
    for slot in layout.keys.indices { layout.keys[slot].key = exchange(layout.keys[slot].key) }
    return layout
  }
}
