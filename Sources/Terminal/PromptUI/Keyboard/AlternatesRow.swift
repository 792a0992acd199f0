import KeyboardEngine

/// A row of a cap's alternate characters, drawn as a bar in the row above the cap.
///
/// The cap's own character comes first.
///
///     let row = AlternatesRow(slot: 2, labels: ["e", "é", "è"])
///     let placed = row.placed(at: cap, label: 14, columns: 80, rows: 24)
///     placed.draw(on: &buffer, hasColor: true, glyphs: glyphs)
package struct AlternatesRow: Hashable {
  package var slot: Int
  var labels: [String]
  var marked: Int?
  /// True if the highlighted alternate has the focus, false if it is pressed.
  var isFocused = false

  func place(
    from place: Int, towards key: TerminalKey, in placed: PlacedAlternates?
  ) -> Int {
    switch key {
    case .left: max(0, place - 1)
    case .right: min(labels.count - 1, place + 1)
    default: placed?.place(from: place, towards: key) ?? place
    }
  }

  /// Places the bar above a cap, else below it, else wherever it fits.
  ///
  /// The first row of a window with more than four rows stays free. Labels that do not
  /// fit are not shown.
  func placed(
    at cap: CellRect, label: Int, columns: Int, rows: Int, avoiding forbidden: [CellRect] = []
  ) -> PlacedAlternates {
    let (lines, widths, longest) = lines(columns: columns)
    let top = rows > 4 ? 1 : 0
    let shown = max(1, min(lines.count, rows - top))
    var box = CellRect(column: 0, line: 0, columns: longest, lines: shown)
    box.column = max(0, min(label - 1, columns - box.columns))
    let below = cap.line + cap.lines
    // A tile's first line has only the cap's upper edge or the gap above the cap.
    let above = cap.line + 1 - box.lines
    func isFree(_ line: Int) -> Bool {
      forbidden.allSatisfy { $0.line + $0.lines <= line || $0.line >= line + box.lines }
    }
    if above >= top, isFree(above) {
      box.line = above
    } else if below + box.lines <= rows, isFree(below) {
      box.line = below
    } else {
      box.line = max(top, min(above, rows - box.lines))
    }
    // If there is no room for all lines, show those around the highlighted alternate.
    let middle = lines.firstIndex { $0.contains(marked ?? 0) } ?? 0
    let first = max(0, min(middle - shown / 2, lines.count - shown))
    var places = labels.map { _ in CellRect(column: 0, line: 0, columns: 0, lines: 0) }
    for (index, line) in lines[first..<first + shown].enumerated() {
      var column = box.column
      for place in line {
        places[place] = CellRect(
          column: column, line: box.line + index, columns: widths[place], lines: 1)
        column += widths[place]
      }
    }
    return PlacedAlternates(row: self, box: box, places: places, capLines: cap.lines)
  }

  /// Breaks the labels into lines.
  ///
  /// Each label has a blank on both sides if all labels then fit on one line. Otherwise each label
  /// has only a blank before it.
  func lines(columns: Int) -> (lines: [Range<Int>], widths: [Int], longest: Int) {
    let labels = labels.map { max(1, CharacterWidth.of($0)) }
    let wide = labels.map { $0 + 2 }
    let widths = wide.reduce(0, +) <= columns ? wide : labels.map { min($0 + 1, columns - 1) }
    // With a blank only before each label, a line needs another blank at its end.
    let spare = widths == wide ? 0 : 1
    let lines = widths.rows(upTo: columns - spare)
    let longest = lines.map { widths[$0].reduce(0, +) }.max() ?? 0
    return (lines, widths, longest + spare)
  }
}

extension [Int] {
  /// Distributes items of these widths over rows of at most `columns` cells.
  ///
  /// Each row has as many items as fit. An item that is too wide has its own row.
  func rows(upTo columns: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var (start, cells) = (0, 0)
    for (index, width) in enumerated() {
      if index > start, cells + width > columns {
        rows.append(start..<index)
        (start, cells) = (index, 0)
      }
      cells += width
    }
    return isEmpty ? [] : rows + [start..<count]
  }
}

/// A row of alternates placed in a window; finds the alternate at a cell.
package struct PlacedAlternates: Hashable {
  let row: AlternatesRow
  let box: CellRect
  let places: [CellRect]
  /// The height of the cap in lines.
  ///
  /// A pointer that is farther than this from every alternate selects none.
  fileprivate let capLines: Int

  func place(column: Int, row: Int) -> Int? {
    places.firstIndex { $0.contains(column: column, line: row) }
  }

  /// The index of the alternate nearest to a cell; nil if every alternate is farther away than the
  /// height of a cap.
  func place(nearest column: Int, row: Int) -> Int? {
    let (width, height) = (CellGrid.cellWidth, CellGrid.cellHeight)
    let shown = places.indices.filter { !places[$0].isEmpty }
    let frames = shown.map { index in
      let cells = places[index]
      return Rect(
        x: Double(cells.column) * width, y: Double(cells.line) * height,
        width: Double(cells.columns) * width, height: height)
    }
    let point = Point(x: (Double(column) + 0.5) * width, y: (Double(row) + 0.5) * height)
    return AlternatesPopup.place(
      nearest: point, of: frames, within: Double(capLines) * height
    ).map { shown[$0] }
  }

  func place(from place: Int, towards key: TerminalKey) -> Int? {
    guard places.indices.contains(place) else { return nil }
    let own = places[place]
    let line = own.line + (key == .down ? 1 : -1)
    let others = places.indices.filter { places[$0].line == line && !places[$0].isEmpty }
    return others.min {
      abs(places[$0].middle - own.middle) < abs(places[$1].middle - own.middle)
    }
  }

  @discardableResult
  func draw(
    on buffer: inout CellBuffer, hasColor: Bool, glyphs: Glyphs
  ) -> (column: Int, row: Int)? {
    // The panel's colours are exchanged, so that the bar is not taken for one of the caps.
    var style: Style = hasColor ? Style(foreground: .panelLabel, background: .panel) : .plain
    style.attributes = .reverse
    buffer.fill(
      column: box.column, row: box.line, width: box.columns, height: box.lines, style: style)
    for place in places.indices { drawLabel(place, style, on: &buffer) }
    guard let marked = row.marked, places.indices.contains(marked) else { return nil }
    style.attributes = .bold
    if hasColor, row.isFocused { style = .focused }
    let end = drawLabel(marked, style, on: &buffer)
    let cells = places[marked]
    guard row.isFocused, !cells.isEmpty else { return nil }
    if let marks = glyphs.focusMarks {
      buffer.put(marks.left, column: cells.column, row: cells.line, style: style)
      buffer.put(marks.right, column: end, row: cells.line, style: style)
    }
    return (cells.column + 1, cells.line)
  }

  @discardableResult
  private func drawLabel(_ place: Int, _ style: Style, on buffer: inout CellBuffer) -> Int {
    let cells = places[place]
    guard !cells.isEmpty else { return 0 }
    buffer.fill(
      column: cells.column, row: cells.line, width: cells.columns, height: 1, style: style)
    return buffer.put(
      row.labels[place], column: cells.column + 1, row: cells.line,
      limit: cells.column + cells.columns, style: style)
  }
}

extension CellRect {
  /// Twice the column of the middle, which is an integer even if the middle is between two columns.
  fileprivate var middle: Int { 2 * column + columns }
}
