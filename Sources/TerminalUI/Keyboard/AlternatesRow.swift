import KeywardEngine

/// The characters a cap offers, its own first, in a box over the keys.
///
///     let row = AlternatesRow(slot: 2, labels: ["e", "é", "è"])
///     let placed = row.placed(at: cap, columns: 80, rows: 24)
///     placed.draw(on: &buffer, hasColor: true, glyphs: glyphs)
package struct AlternatesRow: Hashable {
  /// The mark on the place that would be taken.
  package enum Mark: Hashable {
    /// The place looks focused.
    case focus(Int)
    /// The place looks pressed.
    case pressed(Int)

    /// The number of the place.
    var place: Int {
      switch self {
      case .focus(let place), .pressed(let place): place
      }
    }
  }

  /// The slot of the cap in the whole panel.
  package var slot: Int
  /// The harmless label of each place.
  var labels: [String]
  /// The mark; nil if nothing shows which place would be taken.
  var mark: Mark?

  /// A row of labels.
  init(slot: Int, labels: [String], mark: Mark? = nil) {
    (self.slot, self.labels, self.mark) = (slot, labels, mark)
  }

  /// The row of an open pop-up.
  init(_ popup: AlternatesPopup, mark: Mark?, glyphs: Glyphs) {
    self.init(
      slot: popup.slot, labels: popup.options.map { CapLabel.text($0, glyphs) }, mark: mark)
  }

  /// Finds the place an arrow leads to; at an end, the same place.
  ///
  /// - Parameters:
  ///   - place: The place it starts from.
  ///   - key: The arrow.
  ///   - placed: The row as shown; nil before that.
  /// - Returns: The number of a label.
  func place(
    from place: Int, towards key: TerminalKey, in placed: PlacedAlternates?
  ) -> Int {
    switch key {
    case .left: max(0, place - 1)
    case .right: min(labels.count - 1, place + 1)
    default: placed?.place(from: place, towards: key) ?? place
    }
  }

  /// Puts the row above a cap, its first place over the cap's label, or beside or below the cap if
  /// there is no room above.
  ///
  /// - Parameters:
  ///   - cap: The cap's tile in the window.
  ///   - label: The column of its label.
  ///   - columns: The width of the window.
  ///   - rows: Its height; the first row stays free if there are others.
  ///   - forbidden: The cells that must not be covered.
  /// - Returns: The row, with a place for each label that fits.
  func placed(
    at cap: CellRect, label: Int, columns: Int, rows: Int, avoiding forbidden: CellRect? = nil
  ) -> PlacedAlternates {
    let cells = AlternatesCells(labels, columns: columns - 2)
    let top = rows > 4 ? 1 : 0
    let lines = max(1, min(cells.lines.count, rows - top - 2))
    var box = CellRect(column: 0, line: 0, columns: cells.columns + 2, lines: lines + 2)
    box.column = max(0, min(label - 2, columns - box.columns))
    let below = cap.line + cap.lines
    // The first line of a tile is the upper edge of its cap, or half of that line.
    let above = cap.line + 1 - box.lines
    func isFree(_ line: Int) -> Bool {
      guard let forbidden else { return true }
      return forbidden.line + forbidden.lines <= line || forbidden.line >= line + box.lines
    }
    if above >= top, isFree(above) {
      box.line = above
    } else if below + box.lines <= rows, isFree(below) {
      box.line = below
    } else {
      box.line = max(top, min(above, rows - box.lines))
    }
    return PlacedAlternates(row: self, box: box, cells: cells, capLines: cap.lines)
  }
}

/// The distribution of labels over lines of a width.
struct AlternatesCells: Hashable {
  /// The places of each line.
  private(set) var lines: [Range<Int>] = []
  /// The columns each place takes, blanks beside the label included.
  let widths: [Int]
  /// The columns of the longest line.
  let columns: Int

  /// Puts the labels in one line if they fit, with as many blanks between them as there is room
  /// for.
  init(_ labels: [String], columns: Int) {
    let labels = labels.map { max(1, CharacterWidth.of($0)) }
    let wide = labels.map { $0 + 2 }
    widths = wide.reduce(0, +) <= columns ? wide : labels.map { min($0 + 1, columns - 1) }
    // There is a blank at the end as well as at the beginning.
    let spare = widths == wide ? 0 : 1
    var (start, cells, longest) = (0, spare, 0)
    for index in widths.indices {
      if index > start, cells + widths[index] > columns {
        lines.append(start..<index)
        (start, cells) = (index, spare)
      }
      cells += widths[index]
      longest = max(longest, cells)
    }
    lines.append(start..<widths.count)
    self.columns = longest
  }
}
