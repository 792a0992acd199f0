import KeywardGeometry

package struct PlacedKey: Hashable, Sendable {
  package var key: Key
  package let row: Int
  /// The index of the key in its row, counted from 0 without the spacers.
  package let column: Int
  /// The frame of the cap, in the panel's coordinates.
  package let frame: Rect
  let followsSpacer: Bool
}

/// A page with the frame of every key, in the panel's coordinates.
///
/// The layout depends only on the page, the size and the metrics. Its computation allocates one
/// array of keys and takes time linear in the number of keys. The index of a key in `keys` is
/// called its slot.
package struct PanelLayout: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    /// The slots of the row's keys; the range is never empty.
    let slots: Range<Int>
    let top: Double
    let bottom: Double
  }

  package let panel: PanelName
  package let form: FormName?
  package let size: Size
  package private(set) var keys: [PlacedKey]
  package let keyWidth: Double
  package let keyHeight: Double
  package let gap: Double
  package let line: Double
  let rows: [Row]

  package var rowCount: Int { rows.count }

  /// Computes the frames of a page's keys; keys without a target must already have been
  /// removed.
  ///
  /// `roundsSpace` rounds the width of the space bar, as the iOS library JGSourceBase does.
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

  package func slot(of id: String) -> Int? {
    keys.firstIndex { $0.key.id == id }
  }

  /// Returns the character that a US keyboard has at the position of a slot.
  ///
  /// It returns `nil` if the US keyboard has no character there, or if the panel is not `letters`.
  package func latinLetter(of slot: Int) -> Character? {
    guard panel == .letters else { return nil }
    // In a form, the id of a key is its position.
    if form != nil { return Self.latinLetter(at: keys[slot].key.id) }
    func hasInput(_ row: Row) -> Bool {
      let roles = keys[row.slots].map(\.key.role)
      return roles.contains(.input) && !roles.contains(.space)
    }
    let typing = rows.filter(hasInput)
    guard let row = typing.firstIndex(where: { $0.slots.contains(slot) }) else { return nil }
    let column = keys[typing[row].slots.lowerBound..<slot].count { $0.key.role == .input }
    // Rows are counted from the last one, since not every keyboard has a digit row.
    let letters = Self.latinRows[max(0, row + Self.latinRows.count - typing.count)].letters
    return letters.indices.contains(column) ? letters[column] : nil
  }

  /// Returns the character at an XKB position of the US layout, such as `q` at `AD01`.
  ///
  /// It returns `nil` for a position without a character.
  package static func latinLetter(at position: String) -> Character? {
    if position == "TLDE" { return "`" }
    guard let row = latinRows.first(where: { position.hasPrefix($0.name) }),
      let column = Int(position.suffix(2)), row.letters.indices.contains(column - 1)
    else { return nil }
    return row.letters[column - 1]
  }

  private static let latinRows: [(name: String, letters: [Character])] = [
    ("AE", Array("1234567890-=")), ("AD", Array("qwertyuiop[]")), ("AC", Array("asdfghjkl;'")),
    ("AB", Array("zxcvbnm,./")),
  ]

  var hasSecondLabelsAtRight: Bool {
    form?.isStaggered == true && keys.contains { !$0.key.altgrLabel(at: .plain).isEmpty }
  }

  /// The two keys that represent a return key across two rows; `nil` for no such key.
  package var tallReturn: TallKey? {
    guard form?.isStaggered == true,
      let upper = keys.firstIndex(where: { $0.key.role == .return }),
      let lower = keys[(upper + 1)...].firstIndex(where: { $0.key.role == .return }),
      keys[lower].row == keys[upper].row + 1
    else { return nil }
    return TallKey(upper: upper, lower: lower)
  }

  package func exchangingKeys(_ exchange: (Key) -> Key) -> PanelLayout {
    var layout = self
    for slot in layout.keys.indices { layout.keys[slot].key = exchange(layout.keys[slot].key) }
    return layout
  }
}

/// The touch map: every point of the panel belongs to exactly one key.
///
/// The touch areas of keys extend to the middle of the gaps between the keys, and to the panel's
/// edges. The space around a spacer is divided in the middle between the two adjacent keys. If keys
/// reacted only within their frames, about a third of a ten-column grid would not react.
extension PanelLayout {
  /// The distance in points from a key's touch area within which a drag keeps the key pressed.
  package static let dragTolerance = 8.0

  /// Returns the slot at a point; `nil` above and below the panel and for a panel without keys.
  ///
  /// To the left and right of the panel, the nearest point of the panel counts, so the side insets
  /// belong to the outer keys. A point midway between two rows or keys belongs to the upper row or
  /// the left key.
  package func slot(at point: Point) -> Int? {
    guard point.y >= 0, point.y <= size.height, !point.x.isNaN, var row = rows.first else {
      return nil
    }
    for next in rows.dropFirst() where point.y > (row.bottom + next.top) / 2 { row = next }
    var slot = row.slots.lowerBound
    for next in row.slots.dropFirst()
    where point.x > (keys[slot].frame.maxX + keys[next].frame.minX) / 2 {
      slot = next
    }
    return slot
  }

  /// The touch area of a key, which is a rectangle around its frame.
  ///
  /// The touch areas of all slots tile the panel.
  package func touchRect(of slot: Int) -> Rect {
    guard let number = rows.firstIndex(where: { $0.slots.contains(slot) }) else { return .zero }
    let row = rows[number]
    let top = number == 0 ? 0 : (rows[number - 1].bottom + row.top) / 2
    let bottom =
      number == rows.count - 1 ? size.height : (row.bottom + rows[number + 1].top) / 2
    let frame = keys[slot].frame
    let left = slot == row.slots.lowerBound ? 0 : (keys[slot - 1].frame.maxX + frame.minX) / 2
    let right =
      slot == row.slots.upperBound - 1
      ? size.width : (frame.maxX + keys[slot + 1].frame.minX) / 2
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// True if a drag to this point keeps the key in `slot` pressed.
  ///
  /// The point may be up to `dragTolerance` outside the key's touch area. A point to the left or
  /// right of the panel is first moved to the nearest edge of the panel.
  package func keepsPress(at point: Point, in slot: Int) -> Bool {
    let x = min(max(point.x, 0), size.width)
    let room = touchRect(of: slot).inset(by: -Self.dragTolerance)
    return x >= room.minX && x <= room.maxX && point.y >= room.minY && point.y <= room.maxY
  }
}

/// The dimensions of a panel that determine every key's frame.
///
/// Only this type computes these dimensions. It does so for key grids (letters, symbols) and for
/// pad grids (numbers, ID card), in either orientation.
struct KeyGrid: Hashable, Sendable {
  let size: Size
  let gap: Double
  let line: Double
  /// The width of a unit key; it is a whole number of points, like `keyHeight`.
  let keyWidth: Double
  let keyHeight: Double
  let minX: Double
  let leastMargin: Double
  let beginY: Double
  /// True for a pad, whose keys are aligned in columns; false for a panel whose rows are centred.
  let isPad: Bool
  /// True if rows are offset from each other by part of a key.
  ///
  /// The widths of keys are then not rounded, so that the offsets stay exact.
  let isStaggered: Bool

  private static let padGapFactor = 1.6

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

  func y(row: Int) -> Double { beginY + Double(row) * (keyHeight + line) }

  /// Returns the width of an item in points; 0 if the width depends on the other items of the row.
  ///
  /// With `isRounded`, a width given in units is rounded to whole points, except on pads and
  /// staggered forms.
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

  private var pairWidth: Double { (5 * keyWidth / 4 + gap).rounded(.down) }
}

/// The slots of two stacked keys that are drawn as one key.
package struct TallKey: Hashable, Sendable {
  package let upper: Int
  package let lower: Int

  package init(upper: Int, lower: Int) { (self.upper, self.lower) = (upper, lower) }
}
