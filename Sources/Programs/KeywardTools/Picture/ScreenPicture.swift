import KeywardEngine
import KeywardTerminal

/// A picture of a terminal window in SVG, for web pages and READMEs.
///
///     let picture = ScreenPicture(buffer, palette: Palette(depth: .direct, isLight: false))
///     picture.svg  // "<svg xmlns=…"
///
/// It is self-contained: no style sheet, no script, no embedded font. Each character is centred in
/// its cell, and lines, blocks and bullets are shapes, so fonts cannot shift anything. Coloured
/// caps have round corners. Cells that show a secret stay empty. The cost is linear in the number
/// of cells.
struct ScreenPicture: Sendable {
  // The size of a cell in pixels: twice as tall as wide, as in the keyboard's geometry.
  static let cellWidth = 10
  static let cellHeight = 20
  static let padding = 14
  static let barHeight = 34

  let buffer: CellBuffer
  private let palette: Palette
  let title: String

  /// Creates a picture of a screen, with `title` in the title bar.
  ///
  /// Characters of the title that are unsafe in text are replaced. If the palette has no colours,
  /// the picture has only the window's text and background colours.
  init(_ buffer: CellBuffer, palette: Palette, title: String = "keyward") {
    self.buffer = buffer
    self.title = title
    self.palette = palette
  }

  var width: Int { buffer.columns * Self.cellWidth + 2 * Self.padding }

  var height: Int { buffer.rows * Self.cellHeight + 2 * Self.padding + Self.barHeight }

  var svg: String {
    let font = "ui-monospace, 'DejaVu Sans Mono', 'SF Mono', Menlo, Consolas, monospace"
    var file = SVGFile(
      width: "\(width)", height: "\(height)", title: title,
      attributes: " font-family=\"\(font)\" font-size=\"15\" text-anchor=\"middle\"")
    file.elements += window
    // The outermost cells' background extends to the window's edge, clipped by its round corners.
    file.elements.append(
      """
      <clipPath id="window"><rect x="1" y="1" width="\(width - 2)" height="\(height - 2)" \
      rx="9.5"/></clipPath>
      <g clip-path="url(#window)">
      <g transform="translate(\(Self.padding) \(Self.barHeight + Self.padding))">
      """)
    file.elements += fills + lines + texts + ["</g>", "</g>"]
    return file.closed()
  }

  private var window: [String] {
    let middle = Self.barHeight / 2
    var parts = [
      """
      <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="10" \
      fill="\(palette.page)" stroke="\(palette.frame)"/>
      <path d="M1 \(Self.barHeight)V11a10 10 0 0 1 10-10H\(width - 11)a10 10 0 0 1 10 10\
      V\(Self.barHeight)Z" fill="\(palette.bar)"/>
      """
    ]
    for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      parts.append("<circle cx=\"\(20 + 20 * index)\" cy=\"\(middle)\" r=\"6\" fill=\"\(color)\"/>")
    }
    parts.append(
      """
      <text x="\(width / 2)" y="\(middle + 5)" font-size="13" fill="\(palette.barText)">\
      \(title.xmlEscaped)</text>
      """)
    return parts
  }
}

/// The colours of a picture.
///
/// The colours of the window are fixed. The colours of the screen are those of the palette, reduced
/// to the palette's colour depth.
extension Palette {
  fileprivate var page: String { isLight ? "#ffffff" : "#17181c" }
  private var ink: String { isLight ? "#1d1d1f" : "#e8e8ea" }
  fileprivate var frame: String { isLight ? "#c9ccd1" : "#3a3b40" }
  fileprivate var bar: String { isLight ? "#ececef" : "#26272c" }
  fileprivate var barText: String { isLight ? "#6b6d73" : "#a2a4ab" }

  fileprivate func foreground(of style: Style) -> String {
    let isReversed = style.attributes.contains(.reverse)
    return isReversed
      ? hexColor(of: style.background) ?? page : hexColor(of: style.foreground) ?? ink
  }

  fileprivate func background(of style: Style) -> String? {
    guard style.attributes.contains(.reverse) else { return hexColor(of: style.background) }
    return hexColor(of: style.foreground) ?? ink
  }

  fileprivate func hexColor(of ink: Ink) -> String? {
    switch depth {
    case .none: nil
    case .sixteen: basicColor(of: ink).map { "#" + Self.basic[Int($0) & 15].digits }
    case .indexed: indexedColor(of: ink).map { "#" + RGB(indexed: $0).digits }
    case .direct: color(of: ink).map { "#" + $0.digits }
    }
  }

  /// The 16 colours of xterm's default settings.
  private static let basic: [RGB] = [
    .init(0, 0, 0), .init(205, 0, 0), .init(0, 205, 0), .init(205, 205, 0),
    .init(0, 0, 238), .init(205, 0, 205), .init(0, 205, 205), .init(229, 229, 229),
    .init(127, 127, 127), .init(255, 0, 0), .init(0, 255, 0), .init(255, 255, 0),
    .init(92, 92, 255), .init(255, 0, 255), .init(0, 255, 255), .init(255, 255, 255),
  ]
}

/// Drawing the backgrounds of the cells, with about one rectangle per cap.
extension ScreenPicture {
  private struct CellBackground: Hashable {
    let color: String
    let isCap: Bool
  }

  var fills: [String] {
    let backgrounds = backgrounds
    var parts: [String] = []
    if let color = panelColor {
      // The panel is also drawn under the caps, whose corners are round.
      let isKeyboard = backgrounds.map { $0.map { $0.isCap || $0.color == color } ?? false }
      for area in rectangles(isKeyboard, where: { $0 }) {
        parts.append(panel(area, color: color))
      }
    }
    for area in rectangles(backgrounds, where: { $0?.isCap == false && $0?.color != panelColor }) {
      parts.append(rect(area, color: backgrounds[index(area)]?.color ?? palette.page))
    }
    for area in rectangles(backgrounds, where: { $0?.isCap == true }) {
      parts.append(cap(area, color: backgrounds[index(area)]?.color ?? palette.page))
    }
    return parts
  }

  private var panelColor: String? { palette.hexColor(of: .panel) }

  private func index(_ area: CellRect) -> Int { area.line * buffer.columns + area.column }

  private var backgrounds: [CellBackground?] {
    (0..<buffer.rows).flatMap { row in
      (0..<buffer.columns).map { background(of: buffer[$0, row].style) }
    }
  }

  private func background(of style: Style) -> CellBackground? {
    let isReversed = style.attributes.contains(.reverse)
    return palette.background(of: style).map {
      CellBackground(
        color: $0, isCap: Self.isCap(isReversed ? style.foreground : style.background))
    }
  }

  private static func isCap(_ ink: Ink) -> Bool {
    // A pressed cap uses the ink of labels as its background.
    switch ink {
    case .cap, .functionCap, .focus, .label, .functionLabel: true
    case .own, .panel, .panelLabel, .focusLabel, .error, .errorLabel, .accent, .hint,
      .secondLabel:
      false
    }
  }

  private func rectangles<Value: Equatable>(
    _ values: [Value], where isWanted: (Value) -> Bool
  ) -> [CellRect] {
    let columns = buffer.columns
    var isTaken = [Bool](repeating: false, count: values.count)
    var areas: [CellRect] = []
    for start in values.indices where !isTaken[start] && isWanted(values[start]) {
      let (line, column) = (start / columns, start % columns)
      func isFree(_ line: Int, _ column: Int) -> Bool {
        let place = line * columns + column
        return !isTaken[place] && values[place] == values[start]
      }
      var end = column + 1
      while end < columns, isFree(line, end) { end += 1 }
      var bottom = line + 1
      while bottom < buffer.rows, (column..<end).allSatisfy({ isFree(bottom, $0) }) { bottom += 1 }
      for line in line..<bottom {
        for column in column..<end { isTaken[line * columns + column] = true }
      }
      areas.append(
        CellRect(column: column, line: line, columns: end - column, lines: bottom - line))
    }
    return areas
  }

  private func place(_ area: CellRect) -> String {
    """
    x="\(area.column * Self.cellWidth)" y="\(area.line * Self.cellHeight)" \
    width="\(area.columns * Self.cellWidth)" height="\(area.lines * Self.cellHeight)"
    """
  }

  private func rect(_ area: CellRect, color: String) -> String {
    "<rect \(place(area)) fill=\"\(color)\"/>"
  }

  private func panel(_ area: CellRect, color: String) -> String {
    let isLeft = area.column == 0
    let isRight = area.column + area.columns == buffer.columns
    let isLast = area.line + area.lines == buffer.rows
    let left = area.column * Self.cellWidth - (isLeft ? Self.padding : 0)
    let right = (area.column + area.columns) * Self.cellWidth + (isRight ? Self.padding : 0)
    let top = area.line * Self.cellHeight
    let bottom = (area.line + area.lines) * Self.cellHeight + (isLast ? Self.padding : 0)
    return """
      <rect x="\(left)" y="\(top)" width="\(right - left)" height="\(bottom - top)" \
      fill="\(color)"/>
      """
  }

  private func cap(_ area: CellRect, color: String) -> String {
    """
    <rect \(place(area)) rx="5" fill="#000000" fill-opacity="0.28" transform="translate(0 1.5)"/>
    <rect \(place(area)) rx="5" fill="\(color)"/>
    """
  }
}

/// Drawing the lines of boxes as strokes, so that they meet in every font.
extension ScreenPicture {
  private struct Pen: Hashable {
    let color: String
    let isHeavy: Bool
    let isDim: Bool
  }

  var lines: [String] {
    var order: [Pen] = []
    var paths: [Pen: String] = [:]
    for row in 0..<buffer.rows {
      var column = 0
      while column < buffer.columns {
        let (character, style) = (buffer.character(column, row) ?? " ", buffer[column, row].style)
        let run = run(of: character, column: column, row: row)
        if let stroke = stroke(of: character, column: column, row: row, run: run) {
          let pen = Pen(
            color: palette.foreground(of: style), isHeavy: "━┃┏┓┗┛▏".contains(character),
            isDim: style.attributes.contains(.dim))
          if paths[pen] == nil { order.append(pen) }
          paths[pen, default: ""] += stroke
        }
        column += run
      }
    }
    return order.map { pen in
      """
      <path d="\(paths[pen] ?? "")" fill="none" stroke="\(pen.color)" \
      stroke-width="\(pen.isHeavy ? "2.6" : "1.2")"\(pen.isDim ? " stroke-opacity=\"0.55\"" : "")/>
      """
    }
  }

  private func run(of character: Character, column: Int, row: Int) -> Int {
    guard character == "─" || character == "━" else { return 1 }
    var end = column + 1
    while end < buffer.columns, buffer[end, row] == buffer[column, row] { end += 1 }
    return end - column
  }

  private func stroke(of character: Character, column: Int, row: Int, run: Int) -> String? {
    let (left, top) = (column * Self.cellWidth, row * Self.cellHeight)
    let (right, bottom) = (left + Self.cellWidth * run, top + Self.cellHeight)
    let (x, y) = (left + Self.cellWidth / 2, top + Self.cellHeight / 2)
    return switch character {
    case "─", "━": "M\(left) \(y)H\(right)"
    case "│", "┃": "M\(x) \(top)V\(bottom)"
    case "╭": "M\(x) \(bottom)V\(y + 4)q0 -4 4 -4H\(right)"
    case "╮": "M\(left) \(y)H\(x - 4)q4 0 4 4V\(bottom)"
    case "╰": "M\(x) \(top)V\(y - 4)q0 4 4 4H\(right)"
    case "╯": "M\(left) \(y)H\(x - 4)q4 0 4 -4V\(top)"
    case "┏": "M\(x) \(bottom)V\(y)H\(right)"
    case "┓": "M\(left) \(y)H\(x)V\(bottom)"
    case "┗": "M\(x) \(top)V\(y)H\(right)"
    case "┛": "M\(left) \(y)H\(x)V\(top)"
    case "▏": "M\(left + 1) \(top + 2)V\(bottom - 2)"
    default: nil
    }
  }
}

/// Drawing the characters, each in a separate element.
///
/// A list of positions in one element would be shorter, but some renderers use only the first.
extension ScreenPicture {
  var texts: [String] {
    (0..<buffer.rows).flatMap { row in
      var groups: [String] = []
      var column = 0
      while column < buffer.columns {
        let end = endOfRun(column: column, row: row)
        if let group = group(from: column, to: end, row: row) { groups.append(group) }
        column = end
      }
      return groups
    }
  }

  private func endOfRun(column: Int, row: Int) -> Int {
    let style = buffer[column, row].style
    var end = column + 1
    while end < buffer.columns, buffer[end, row].style == style { end += 1 }
    return end
  }

  private func group(from start: Int, to end: Int, row: Int) -> String? {
    let style = buffer[start, row].style
    let baseline = row * Self.cellHeight + 15
    var elements = ""
    for column in start..<end {
      guard let character = buffer.character(column, row), !" ─━│┃╭╮╰╯┏┓┗┛▏".contains(character)
      else { continue }
      let width = buffer[column, row].kind == .wide ? 2 : 1
      let x = column * Self.cellWidth + width * Self.cellWidth / 2
      elements +=
        character == "•"
        ? "<circle cx=\"\(x)\" cy=\"\(baseline - 5)\" r=\"3\"/>"
        : "<text x=\"\(x)\" y=\"\(baseline)\">\(String(character).xmlEscaped)</text>"
    }
    guard !elements.isEmpty else { return nil }
    let dim = style.attributes.contains(.dim) ? " fill-opacity=\"0.62\"" : ""
    let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
    return "<g fill=\"\(palette.foreground(of: style))\"\(dim)\(weight)>\(elements)</g>"
  }
}
