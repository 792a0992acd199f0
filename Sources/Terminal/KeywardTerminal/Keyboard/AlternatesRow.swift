import KeywardEngine

/// A row of a cap's alternate characters, drawn as a bar above the cap.
///
/// The cap's own character comes first. In colours, the whole bar is reversed, so that it is not
/// taken for a cap. Without colours, only the highlighted character is reversed, as the focused cap
/// is, and has marks beside it: `>é<`.
///
///     let row = AlternatesRow(slot: 2, labels: ["e", "é", "è"])
///     let placed = row.placed(at: cap, label: 14, columns: 80, rows: 24, within: 0..<80)
///     row.draw(at: placed, on: &buffer, hasColor: true, glyphs: glyphs)
package struct AlternatesRow: Hashable {
  package var slot: Int
  var labels: [String]
  var marked: Int?
  /// True if the highlighted alternate has the focus, false if it is pressed.
  var isFocused = false

  /// Places the bar in the first row of a cap's area, else below the area, else wherever it fits.
  ///
  /// The first row of a window with more than four rows stays free. Labels that do not
  /// fit are not shown. The bar is in the columns `preferred` if these have room for it.
  func placed(
    at cap: CellRect, label: Int, columns: Int, rows: Int, within preferred: Range<Int>? = nil,
    avoiding forbidden: [CellRect] = []
  ) -> AlternatesPlacement {
    let (widths, spare) = widths(columns: columns)
    let top = rows > 4 ? 1 : 0
    let fits = (preferred?.count ?? 0) >= widths.reduce(spare, +)
    let room = fits ? preferred ?? 0..<columns : 0..<columns
    let first = CellRect(column: label - 1, line: cap.line, columns: 1, lines: 1).frame
    return AlternatesPlacement(
      widths: widths.map { Double($0) * CellGrid.cellWidth }, lineHeight: CellGrid.cellHeight,
      margin: Double(spare) * CellGrid.cellWidth, key: cap.frame, left: first.minX,
      bottom: first.maxY,
      in: CellRect(
        column: room.lowerBound, line: top, columns: room.count, lines: rows - top
      ).frame,
      avoiding: forbidden.map(\.frame), showing: marked ?? 0)
  }

  /// Returns the cells of each label, and the free cells at the end of each line.
  ///
  /// Each label has a blank on both sides if all labels then fit on one line. Otherwise each label
  /// has only a blank before it, and a line another one at its end.
  private func widths(columns: Int) -> (widths: [Int], spare: Int) {
    let labels = labels.map { max(1, CharacterWidth.of($0)) }
    let wide = labels.map { $0 + 2 }
    return wide.reduce(0, +) <= columns ? (wide, 0) : (labels.map { min($0 + 1, columns - 1) }, 1)
  }

  /// The index of the label that an arrow key reaches from the label at index `place`.
  ///
  /// Up and down need the drawn row, since only it knows on which line a label is.
  func place(from place: Int, towards key: TerminalKey, in placed: AlternatesPlacement?) -> Int {
    switch key {
    case .left: return max(0, place - 1)
    case .right: return min(labels.count - 1, place + 1)
    default: break
    }
    guard let frames = placed?.frames, frames.indices.contains(place) else { return place }
    let own = frames[place]
    let y = own.minY + (key == .down ? own.height : -own.height)
    let others = frames.indices.filter { frames[$0].minY == y && !frames[$0].isEmpty }
    return others.min { abs(frames[$0].midX - own.midX) < abs(frames[$1].midX - own.midX) } ?? place
  }

  /// Draws the row, and returns the cell of the focused label; nil if no label has the focus.
  ///
  /// `boxes` are those in the bar's row; those that the bar touches become one empty box.
  @discardableResult
  func draw(
    at placed: AlternatesPlacement, covering boxes: [CellRect] = [], on buffer: inout CellBuffer,
    hasColor: Bool, glyphs: Glyphs
  ) -> (column: Int, row: Int)? {
    let (box, places) = (placed.cells, placed.places)
    empty(
      boxes.filter {
        $0.column < box.column + box.columns && box.column < $0.column + $0.columns
      }, around: box.line, on: &buffer, glyphs)
    // The panel's colours are exchanged, so that the bar is not taken for one of the caps.
    var style: Style =
      hasColor
      ? Style(foreground: .panelLabel, background: .panel, attributes: .reverse) : .plain
    buffer.fill(
      column: box.column, row: box.line, width: box.columns, height: box.lines, style: style)
    for (label, cells) in zip(labels, places) { draw(label, in: cells, style, on: &buffer) }
    guard let marked, places.indices.contains(marked) else { return nil }
    style.attributes = hasColor ? .bold : [.bold, .reverse]
    if hasColor, isFocused { style = .focused }
    let cells = places[marked]
    let last = draw(labels[marked], in: cells, style, on: &buffer)
    if !cells.isEmpty, !hasColor || isFocused && glyphs.focusMarks != nil {
      buffer.put(">", column: cells.column, row: cells.line, style: style)
      buffer.put("<", column: last, row: cells.line, style: style)
    }
    return isFocused && !cells.isEmpty ? (cells.column + 1, cells.line) : nil
  }

  /// Empties neighbouring boxes, so that only their common outline remains.
  private func empty(
    _ boxes: [CellRect], around line: Int, on buffer: inout CellBuffer, _ glyphs: Glyphs
  ) {
    guard let first = boxes.first, let last = boxes.last else { return }
    let (left, right) = (first.column + 1, last.column + last.columns - 1)
    for row in first.line..<first.line + first.lines {
      let isEdge = row != line && (row == first.line || row == first.line + first.lines - 1)
      if isEdge {
        for box in boxes.dropFirst() {
          buffer.fill(column: box.column, row: row, width: 1, glyph: glyphs.rule, style: .plain)
        }
      } else {
        buffer.fill(column: left, row: row, width: right - left, height: 1, style: .plain)
      }
    }
  }

  @discardableResult
  private func draw(
    _ label: String, in cells: CellRect, _ style: Style, on buffer: inout CellBuffer
  ) -> Int {
    guard !cells.isEmpty else { return 0 }
    buffer.fill(
      column: cells.column, row: cells.line, width: cells.columns, height: 1, style: style)
    return buffer.put(
      label, column: cells.column + 1, row: cells.line, limit: cells.column + cells.columns,
      style: style)
  }
}

extension AlternatesPlacement {
  /// The cells of the whole bar.
  package var cells: CellRect { CellRect(box) }
  /// The cells of each label, without any for a label that has no room.
  package var places: [CellRect] { frames.map { CellRect($0) } }
}

extension CellRect {
  /// The rectangle in points.
  fileprivate var frame: Rect {
    Rect(
      x: Double(column) * CellGrid.cellWidth, y: Double(line) * CellGrid.cellHeight,
      width: Double(columns) * CellGrid.cellWidth, height: Double(lines) * CellGrid.cellHeight)
  }

  /// Creates the cells of a rectangle in points, whose edges are between cells.
  fileprivate init(_ frame: Rect) {
    self.init(
      column: Int(frame.minX / CellGrid.cellWidth), line: Int(frame.minY / CellGrid.cellHeight),
      columns: Int(frame.width / CellGrid.cellWidth),
      lines: Int(frame.height / CellGrid.cellHeight))
  }
}

extension Point {
  /// Creates the middle of a cell, in points.
  init(ofColumn column: Int, row: Int) {
    self.init(
      x: (Double(column) + 0.5) * CellGrid.cellWidth, y: (Double(row) + 0.5) * CellGrid.cellHeight)
  }
}
