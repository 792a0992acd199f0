import Geometry

/// The touch map: every point of the panel belongs to exactly one key.
///
/// Bands and spans of the keys reach to the middle of the gaps between them and to the panel's
/// edges. The space around a spacer is split at its middle. Exact frames would leave about a third
/// of a ten-key grid dead.
extension PanelLayout {
  /// The distance from its touch rectangle at which a drag leaves a pressed key, in points.
  package static let dragTolerance = 8.0

  /// Returns the slot of a point.
  ///
  /// - Parameter point: a point in the panel's coordinates. Left and right of the panel, the
  ///   nearest point counts, so the side insets belong to the outer keys.
  /// - Returns: `nil` above and below the panel and for a panel without keys. On a middle line the
  ///   upper row and the left key win.
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

  /// The part of the panel that belongs to a slot, in its coordinates.
  ///
  /// - Parameter slot: an index of `keys`.
  /// - Returns: a rectangle that contains the key's frame; all of them tile the panel.
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

  /// Tells whether a drag at this point is still inside the pressed key.
  ///
  /// The key reaches up to 8 points outside its touch rectangle. Points beside the panel count as
  /// its nearest point.
  ///
  /// - Parameters:
  ///   - point: a point in the panel's coordinates.
  ///   - slot: the slot that was pressed.
  /// - Returns: whether the key stays armed.
  package func keepsPress(at point: Point, in slot: Int) -> Bool {
    let x = min(max(point.x, 0), size.width)
    let room = touchRect(of: slot).inset(by: -Self.dragTolerance)
    return x >= room.minX && x <= room.maxX && point.y >= room.minY && point.y <= room.maxY
  }
}
