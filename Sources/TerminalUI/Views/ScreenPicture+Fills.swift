/// The grounds of the cells, about one rectangle for each cap.
extension ScreenPicture {
  /// A rectangle of half cells: one cell across, half a cell down.
  private struct HalfCells {
    var column: Int
    var line: Int
    var columns: Int
    var lines: Int
  }

  /// The filling of a half cell.
  private struct Ground: Hashable {
    let color: String
    let isCap: Bool
  }

  /// The filled rectangles, from the back to the front.
  var fills: [String] {
    let grounds = grounds
    var parts: [String] = []
    if let color = panelColor {
      // The panel also lies under the caps, whose corners are round.
      let isKeyboard = grounds.map { $0.map { $0.isCap || $0.color == color } ?? false }
      for area in rectangles(isKeyboard, where: { $0 }) {
        parts.append(panel(area, color: color))
      }
    }
    for area in rectangles(grounds, where: { $0?.isCap == false && $0?.color != panelColor }) {
      parts.append(rect(area, color: grounds[index(area)]?.color ?? colors.page))
    }
    for area in rectangles(grounds, where: { $0?.isCap == true }) {
      parts.append(cap(area, color: grounds[index(area)]?.color ?? colors.page))
    }
    return parts
  }

  private var panelColor: String? { colors.color(of: .panel) }

  private func index(_ area: HalfCells) -> Int { area.line * buffer.columns + area.column }

  /// The ground of every half cell, row by row; nil for the window's own.
  private var grounds: [Ground?] {
    var grounds = [Ground?](repeating: nil, count: buffer.columns * buffer.rows * 2)
    for row in 0..<buffer.rows {
      for column in 0..<buffer.columns {
        let cell = buffer[column, row]
        let upper = row * 2 * buffer.columns + column
        let lower = upper + buffer.columns
        grounds[upper] = ground(of: cell.style)
        grounds[lower] = grounds[upper]
        if cell.content == .narrow("▄") { grounds[lower] = ground(inFrontOf: cell.style) }
        if cell.content == .narrow("▀") { grounds[upper] = ground(inFrontOf: cell.style) }
      }
    }
    return grounds
  }

  private func ground(of style: Style) -> Ground? {
    colors.background(of: style).map {
      Ground(color: $0, isCap: Self.isCap(colors.ground(of: style)))
    }
  }

  private func ground(inFrontOf style: Style) -> Ground {
    Ground(color: colors.foreground(of: style), isCap: Self.isCap(style.foreground))
  }

  private static func isCap(_ ink: Ink) -> Bool {
    // A pressed cap has the ink of labels for its ground.
    switch ink {
    case .cap, .functionCap, .focus, .label, .functionLabel: true
    case .own, .panel, .panelLabel, .focusLabel, .error, .hint, .secondLabel: false
    }
  }

  /// Cuts equal neighbours out as rectangles: first as wide, then as high as possible.
  private func rectangles<Value: Equatable>(
    _ values: [Value], where isWanted: (Value) -> Bool
  ) -> [HalfCells] {
    let columns = buffer.columns
    let lines = values.count / columns
    var isTaken = [Bool](repeating: false, count: values.count)
    var areas: [HalfCells] = []
    for start in values.indices where !isTaken[start] && isWanted(values[start]) {
      let (line, column) = (start / columns, start % columns)
      func isFree(_ line: Int, _ column: Int) -> Bool {
        let place = line * columns + column
        return !isTaken[place] && values[place] == values[start]
      }
      var end = column + 1
      while end < columns, isFree(line, end) { end += 1 }
      var bottom = line + 1
      while bottom < lines, (column..<end).allSatisfy({ isFree(bottom, $0) }) { bottom += 1 }
      for line in line..<bottom {
        for column in column..<end { isTaken[line * columns + column] = true }
      }
      areas.append(
        HalfCells(column: column, line: line, columns: end - column, lines: bottom - line))
    }
    return areas
  }

  private func place(_ area: HalfCells) -> String {
    let half = Self.cellHeight / 2
    return """
      x="\(area.column * Self.cellWidth)" y="\(area.line * half)" \
      width="\(area.columns * Self.cellWidth)" height="\(area.lines * half)"
      """
  }

  private func rect(_ area: HalfCells, color: String) -> String {
    "<rect \(place(area)) fill=\"\(color)\"/>"
  }

  /// A piece of the panel, extended to the window's edges.
  private func panel(_ area: HalfCells, color: String) -> String {
    let half = Self.cellHeight / 2
    let isLeft = area.column == 0
    let isRight = area.column + area.columns == buffer.columns
    let isLast = area.line + area.lines == buffer.rows * 2
    let left = area.column * Self.cellWidth - (isLeft ? Self.padding : 0)
    let right = (area.column + area.columns) * Self.cellWidth + (isRight ? Self.padding : 0)
    let bottom = (area.line + area.lines) * half + (isLast ? Self.padding : 0)
    return """
      <rect x="\(left)" y="\(area.line * half)" width="\(right - left)" \
      height="\(bottom - area.line * half)" fill="\(color)"/>
      """
  }

  /// A cap with round corners and a line of shadow below it.
  private func cap(_ area: HalfCells, color: String) -> String {
    """
    <rect \(place(area)) rx="5" fill="#000000" fill-opacity="0.28" transform="translate(0 1.5)"/>
    <rect \(place(area)) rx="5" fill="\(color)"/>
    """
  }
}
