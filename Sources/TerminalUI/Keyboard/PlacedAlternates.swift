import KeywardEngine

/// A row of alternates in a window, and the way back from a cell to its place.
package struct PlacedAlternates: Hashable {
  let row: AlternatesRow
  /// The cells it covers.
  let box: CellRect
  /// The cells of every place; empty for lines without room.
  let places: [CellRect]
  /// The lines of the cap, the greatest distance of a pointer.
  private let capLines: Int

  init(row: AlternatesRow, box: CellRect, cells: AlternatesCells, capLines: Int) {
    (self.row, self.box, self.capLines) = (row, box, capLines)
    // If not all lines have room, show those around the marked place.
    let marked = cells.lines.firstIndex { $0.contains(row.mark?.place ?? 0) } ?? 0
    let shown = box.lines - 2
    let first = max(0, min(marked - shown / 2, cells.lines.count - shown))
    var places = row.labels.map { _ in CellRect(column: 0, line: 0, columns: 0, lines: 0) }
    for (index, line) in cells.lines.enumerated().dropFirst(first).prefix(shown) {
      var column = box.column + 1
      for place in line {
        places[place] = CellRect(
          column: column, line: box.line + 1 + index - first, columns: cells.widths[place], lines: 1
        )
        column += cells.widths[place]
      }
    }
    self.places = places
  }

  /// The place a cell belongs to; nil for the box's edges and for cells outside.
  func place(column: Int, row: Int) -> Int? {
    places.firstIndex { $0.contains(column: column, line: row) }
  }

  /// The place nearest to a cell by the engine's rule; nil if it is more than a key's height away.
  func place(nearest column: Int, row: Int) -> Int? {
    let (width, height) = (CellGrid.cellWidth, CellGrid.cellHeight)
    let shown = places.indices.filter { !places[$0].isEmpty }
    let frames = shown.map { index in
      // The box's edge belongs to the places beside it.
      let cells = places[index]
      let top = cells.line == box.line + 1 ? box.line : cells.line
      let isLast = cells.line == box.line + box.lines - 2
      let bottom = isLast ? box.line + box.lines : cells.line + 1
      return Rect(
        x: Double(cells.column) * width, y: Double(top) * height,
        width: Double(cells.columns) * width, height: Double(bottom - top) * height)
    }
    let point = Point(x: (Double(column) + 0.5) * width, y: (Double(row) + 0.5) * height)
    return AlternatesPopup.place(
      nearest: point, of: frames, within: Double(capLines) * height
    ).map { shown[$0] }
  }

  /// The place nearest to another one on the next line; nil if there is none.
  func place(from place: Int, towards key: TerminalKey) -> Int? {
    guard places.indices.contains(place) else { return nil }
    let own = places[place]
    let line = own.line + (key == .down ? 1 : -1)
    let others = places.indices.filter { places[$0].line == line && !places[$0].isEmpty }
    return others.min {
      abs(places[$0].middle - own.middle) < abs(places[$1].middle - own.middle)
    }
  }

  /// Draws the row over the keys.
  ///
  /// - Returns: The cell of the label that has the focus; nil if none has.
  @discardableResult
  func draw(
    on buffer: inout CellBuffer, hasColor: Bool, glyphs: Glyphs
  ) -> (column: Int, row: Int)? {
    let ground: Style = hasColor ? Style(foreground: .panelLabel, background: .panel) : .plain
    buffer.fill(
      column: box.column, row: box.line, width: box.columns, height: box.lines, style: ground)
    var edges = LineDrawing(in: box, glyphs: glyphs)
    edges.addBox(box, isHeavy: false)
    edges.draw(on: &buffer, style: ground)
    for place in places.indices { drawLabel(place, ground, on: &buffer) }
    guard let mark = row.mark, places.indices.contains(mark.place) else { return nil }
    let style = markStyle(ground, hasColor: hasColor)
    let end = drawLabel(mark.place, style, on: &buffer)
    guard case .focus(let place) = mark, !places[place].isEmpty else { return nil }
    let cells = places[place]
    if let marks = glyphs.focusMarks {
      buffer.put(marks.left, column: cells.column, row: cells.line, style: style)
      buffer.put(marks.right, column: end, row: cells.line, style: style)
    }
    return (cells.column + 1, cells.line)
  }

  /// Draws one place and returns the column behind its label.
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

  /// The style of a focused or pressed cap.
  private func markStyle(_ ground: Style, hasColor: Bool) -> Style {
    if hasColor, case .focus = row.mark {
      return Style(foreground: .focus, background: .focusLabel, attributes: .reverse)
    }
    var style = ground
    style.attributes = .reverse
    return style
  }
}

extension CellRect {
  /// Twice the column of the middle.
  fileprivate var middle: Int { 2 * column + columns }
}
