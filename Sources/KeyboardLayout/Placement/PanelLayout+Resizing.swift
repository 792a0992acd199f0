import Geometry

/// Panels narrower than a screen: small ones, and those in two halves.
extension PanelLayout {
  /// The panel at another size, every frame stretched with it.
  ///
  /// - Parameter size: The size in points; a side of the panel that is 0 is not stretched.
  /// - Returns: The same slots.
  package func resized(to size: Size) -> PanelLayout {
    if size == self.size { return self }
    let across = self.size.width > 0 ? size.width / self.size.width : 1
    let down = self.size.height > 0 ? size.height / self.size.height : 1
    return PanelLayout(
      self, size: size, across: across, down: down,
      keys: keys.map { key in
        key.moved(
          to: Rect(
            x: key.frame.x * across, y: key.frame.y * down, width: key.frame.width * across,
            height: key.frame.height * down))
      },
      rows: rows.map { row in (row.slots, row) })
  }

  /// One half of a panel that is split in two.
  package struct Half: Hashable, Sendable {
    /// The keys of the half in its own coordinates.
    package let layout: PanelLayout
    /// The whole panel's slot for each of its slots.
    package let slots: [Int]
  }

  /// The panel in two halves: every key in the half with its middle, the space key in both.
  ///
  /// - Parameter width: The width of each half, in points.
  /// - Returns: The left half and the right one.
  package func halves(width: Double) -> (left: Half, right: Half) {
    (half(isLeft: true, width: width), half(isLeft: false, width: width))
  }

  private func half(isLeft: Bool, width: Double) -> Half {
    let middle = size.width / 2
    var kept: [(slot: Int, frame: Rect)] = []
    for slot in keys.indices {
      var frame = keys[slot].frame
      if keys[slot].key.role == .space, frame.minX < middle, frame.maxX > middle {
        let left = isLeft ? frame.minX : middle + gap / 2
        let right = isLeft ? middle - gap / 2 : frame.maxX
        frame = Rect(x: left, y: frame.y, width: right - left, height: frame.height)
      } else if (frame.midX <= middle) != isLeft {
        continue
      }
      kept.append((slot, frame))
    }
    // The widest row decides; half a gap stays free on both its sides.
    let start = (isLeft ? 0 : kept.map(\.frame.minX).min() ?? middle) - (isLeft ? 0 : gap / 2)
    let end = isLeft ? (kept.map(\.frame.maxX).max() ?? middle) + gap / 2 : size.width
    let across = end > start ? width / (end - start) : 1
    var halved: [PlacedKey] = []
    for (slot, frame) in kept {
      halved.append(
        keys[slot].moved(
          to: Rect(
            x: (frame.x - start) * across, y: frame.y, width: frame.width * across,
            height: frame.height)))
    }
    var ranges: [(Range<Int>, Row)] = []
    for row in rows {
      let members = kept.indices.filter { row.slots.contains(kept[$0].slot) }
      guard let first = members.first, let last = members.last else { continue }
      ranges.append((first..<last + 1, row))
    }
    let layout = PanelLayout(
      self, size: Size(width: width, height: size.height), across: across, down: 1, keys: halved,
      rows: ranges)
    return Half(layout: layout, slots: kept.map(\.slot))
  }
}

extension PlacedKey {
  fileprivate func moved(to frame: Rect) -> PlacedKey {
    PlacedKey(key: key, row: row, column: column, frame: frame, followsSpacer: followsSpacer)
  }
}
