import KeywardGeometry

/// Converts lengths of a panel to whole cells: the columns of a unit key, and the starts of rows.
struct CellRuler {
  /// The x of the point half a gap to the left of the leftmost key, in points.
  private let origin: Double
  private let scale: Double
  private let start: Int
  /// True if the widest row fills all columns; the widths of equal keys may then differ by one
  /// cell.
  private let fills: Bool
  /// True to place a run half a cell to the right if it cannot be centred, false to the left.
  private let roundsUp: Bool
  private let margin: Double

  init(
    _ layout: PanelLayout, columns: Int, hasSecondLabels: Bool, fills: Bool, roundsUp: Bool
  ) {
    let margin = layout.gap / 2
    let pitch = layout.keyWidth + layout.gap
    let origin = (layout.keys.lazy.map(\.frame.minX).min() ?? 0) - margin
    let end = (layout.keys.lazy.map(\.frame.maxX).max() ?? 0) + margin
    (self.origin, self.margin, self.fills, self.roundsUp) = (origin, margin, fills, roundsUp)
    guard !fills else {
      (scale, start) = (Double(columns) / max(pitch, end - origin), 0)
      return
    }
    let units = max(1, (end - origin) / pitch)
    let most = layout.panel.isPad ? CellGrid.widestPadKey : columns
    var cells = max(0, min(most, Int((Double(columns) / units + 0.001).rounded(.down))))
    // Five cells leave room for a second label to the right of the first.
    let isOdd = hasSecondLabels && cells == 5 && layout.hasSecondLabelsAtRight
    if !isOdd, !cells.isMultiple(of: 2), cells > CellGrid.leastTile.columns { cells -= 1 }
    scale = Double(cells) / pitch
    start = max(0, (columns - Int((units * Double(cells)).rounded())) / 2)
  }

  /// Returns the range of columns of every key in a row, from left to right.
  ///
  /// A run is a sequence of adjacent typing keys. Runs are placed first: the width of each key is
  /// rounded down to whole cells, and the run is centred in its space. A key beside a run extends
  /// to that run. All other edges are rounded to the nearest cell.
  func spans(of row: PanelLayout.Row, in layout: PanelLayout) -> [Range<Int>] {
    var spans: [Range<Int>?] = Array(repeating: nil, count: row.slots.count)
    for run in runs(of: row, in: layout) {
      let (left, right) = bounds(of: run, in: layout)
      let cells = cells(of: run, from: left, to: right, in: layout)
      // The spare cells are split; the odd one is to the right of the run, or with `roundsUp` to
      // the left.
      let spare = right - left - Double(cells.reduce(0, +))
      let first = left + spare / 2 + (roundsUp ? 0.501 : 0.001)
      var column = start + Int((fills ? left + 0.5 : first).rounded(.down))
      for (slot, count) in zip(run, cells) {
        spans[slot - row.slots.lowerBound] = column..<column + count
        column += count
      }
    }
    for slot in row.slots where spans[slot - row.slots.lowerBound] == nil {
      let index = slot - row.slots.lowerBound
      let isJoined = index > 0 && !layout.keys[slot].followsSpacer
      let isJoinedAfter = slot + 1 < row.slots.upperBound && !layout.keys[slot + 1].followsSpacer
      let frame = layout.keys[slot].frame
      let left = isJoined ? spans[index - 1]?.upperBound : nil
      let right = isJoinedAfter ? spans[index + 1]?.lowerBound : nil
      let start = left ?? rounded(frame.minX - margin)
      spans[index] = start..<max(start, right ?? rounded(frame.maxX + margin))
    }
    return spans.map { $0 ?? 0..<0 }
  }

  private func runs(of row: PanelLayout.Row, in layout: PanelLayout) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for slot in row.slots where isRunning(slot, in: layout) {
      if let last = runs.last, last.upperBound == slot, !layout.keys[slot].followsSpacer {
        runs[runs.count - 1] = last.lowerBound..<slot + 1
      } else {
        runs.append(slot..<slot + 1)
      }
    }
    return runs
  }

  /// True if a key belongs to a run of typing keys.
  ///
  /// In a staggered form, the key must also be one unit wide.
  private func isRunning(_ slot: Int, in layout: PanelLayout) -> Bool {
    guard layout.keys[slot].key.role == .input else { return false }
    guard layout.form?.isStaggered == true else { return true }
    return abs(layout.keys[slot].frame.width - layout.keyWidth) < 0.001
  }

  /// Returns the number of columns for every key of a run.
  ///
  /// With `fills`, the keys take all columns of the run. Without it, keys with a fractional width
  /// may be one column narrower, so that the number of spare columns is even and the run can be
  /// centred.
  private func cells(
    of run: Range<Int>, from left: Double, to right: Double, in layout: PanelLayout
  ) -> [Int] {
    let units = run.reduce(0.0) { $0 + layout.keys[$1].frame.width }
    if fills {
      var (end, width) = (Int((left + 0.5).rounded(.down)), 0.0)
      return run.map { slot in
        width += layout.keys[slot].frame.width
        let start = end
        end = Int((left + (right - left) * width / units + 0.5).rounded(.down))
        return end - start
      }
    }
    return run.map { slot in
      let own = (right - left) * layout.keys[slot].frame.width / units
      let cells = Int((own + 0.001).rounded(.down))
      let isStretched = abs(own - own.rounded()) > 0.01
      let spare = Int((right - left).rounded()) - cells * run.count
      guard isStretched, !spare.isMultiple(of: 2), !run.count.isMultiple(of: 2),
        cells > CellGrid.leastTile.columns
      else { return cells }
      return cells - 1
    }
  }

  private func bounds(
    of run: Range<Int>, in layout: PanelLayout
  ) -> (left: Double, right: Double) {
    let (first, last) = (layout.keys[run.lowerBound].frame, layout.keys[run.upperBound - 1].frame)
    return (
      (first.minX - margin - origin) * scale, (last.maxX + margin - origin) * scale
    )
  }

  private func rounded(_ points: Double) -> Int {
    start + max(0, Int(((points - origin) * scale + 0.5).rounded(.down)))
  }
}
