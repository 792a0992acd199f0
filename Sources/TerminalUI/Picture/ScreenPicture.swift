/// A picture of a screen of cells, as SVG that a browser shows.
///
///     let svg = ScreenPicture(buffer, palette: Palette(depth: .direct, isLight: false)).svg
///
/// Every character is centred in its cell, and lines and blocks are drawn as shapes, so that the
/// columns stand whatever font there is.
public struct ScreenPicture: Sendable {
  /// The units of a cell.
  static let cellWidth = 9
  static let cellHeight = 18
  /// The room around the cells.
  static let margin = 14

  private let buffer: CellBuffer
  private let palette: Palette

  /// A picture of `buffer` in the colours of `palette`.
  public init(_ buffer: CellBuffer, palette: Palette) {
    self.buffer = buffer
    self.palette = palette
  }

  /// The picture as a whole SVG document.
  public var svg: String {
    let width = buffer.columns * Self.cellWidth + 2 * Self.margin
    let height = buffer.rows * Self.cellHeight + 2 * Self.margin
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      width="\(width)" height="\(height)" role="img">
      <rect width="\(width)" height="\(height)" rx="10" fill="\(ground.hex)"/>
      <g transform="translate(\(Self.margin) \(Self.margin))" font-size="15" text-anchor="middle" \
      font-family="ui-monospace,'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace">

      """
    for row in 0..<buffer.rows {
      text += grounds(in: row)
      text += shapes(in: row)
      text += characters(in: row)
    }
    return text + "</g>\n</svg>\n"
  }

  // MARK: Colours

  private var ground: Palette.RGB {
    palette.isLight ? Palette.RGB(255, 255, 255) : Palette.RGB(24, 25, 28)
  }

  private var ink: Palette.RGB {
    palette.isLight ? Palette.RGB(29, 31, 36) : Palette.RGB(226, 228, 233)
  }

  /// The two colours of a style, the attributes applied.
  private func colors(of style: Style) -> (front: Palette.RGB, back: Palette.RGB?) {
    var front = palette.hasColor ? palette.color(of: style.foreground) ?? ink : ink
    var back = palette.hasColor ? palette.color(of: style.background) : nil
    if style.attributes.contains(.reverse) { (front, back) = (back ?? ground, front) }
    if style.attributes.contains(.dim) { front = front.mixed(with: back ?? ground) }
    return (front, back)
  }

  // MARK: Rows

  private func grounds(in row: Int) -> String {
    var text = ""
    var column = 0
    while column < buffer.columns {
      let back = colors(of: buffer[column, row].style).back
      var end = column + 1
      while end < buffer.columns, colors(of: buffer[end, row].style).back == back { end += 1 }
      if let back {
        text += rectangle(
          x: Double(column * Self.cellWidth), y: Double(row * Self.cellHeight),
          width: Double((end - column) * Self.cellWidth), height: Double(Self.cellHeight),
          fill: back)
      }
      column = end
    }
    return text
  }

  private func rectangle(
    x: Double, y: Double, width: Double, height: Double, fill: Palette.RGB
  ) -> String {
    // A hair wider and higher, so that no seams show between neighbours.
    "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width + 0.15))\" "
      + "height=\"\(number(height + 0.15))\" fill=\"\(fill.hex)\"/>\n"
  }

  private func shapes(in row: Int) -> String {
    var text = ""
    var column = 0
    while column < buffer.columns {
      let style = buffer[column, row].style
      var path = ""
      var end = column
      var weight: Double?
      while end < buffer.columns, buffer[end, row].style == style,
        let shape = LineShape(buffer[end, row].content), weight == nil || weight == shape.weight
      {
        path += shape.path(
          x: Double(end * Self.cellWidth), y: Double(row * Self.cellHeight),
          width: Double(Self.cellWidth), height: Double(Self.cellHeight))
        weight = shape.weight
        end += 1
      }
      if let weight {
        let color = colors(of: style).front.hex
        text +=
          weight == 0
          ? "<path d=\"\(path)\" fill=\"\(color)\"/>\n"
          : "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(weight)\"/>\n"
      }
      column = max(end, column + 1)
    }
    return text
  }

  private func characters(in row: Int) -> String {
    var text = ""
    var column = 0
    while column < buffer.columns {
      let start = column
      let style = buffer[column, row].style
      let content = Self.character(of: buffer[column, row].content)
      var cells = 1
      if case .wide = buffer[column, row].content { cells = 2 }
      column += 1
      guard let content, content != " ", LineShape(buffer[start, row].content) == nil else {
        continue
      }
      var word = Self.escaped(content)
      // A word of ASCII stands as one; anything else has a place of its own.
      while content.isASCII, column < buffer.columns, buffer[column, row].style == style,
        let next = Self.character(of: buffer[column, row].content), next.isASCII, next != " "
      {
        word += Self.escaped(next)
        column += 1
        cells += 1
      }
      text += element(word, column: start, cells: cells, row: row, style: style)
    }
    return text
  }

  private func element(
    _ word: String, column: Int, cells: Int, row: Int, style: Style
  ) -> String {
    let x = (Double(column) + Double(cells) / 2) * Double(Self.cellWidth)
    let y = Double(row * Self.cellHeight) + Double(Self.cellHeight) * 0.72
    let weight = style.attributes.contains(.bold) ? " font-weight=\"bold\"" : ""
    let length = cells > 2 ? " textLength=\"\(cells * Self.cellWidth)\"" : ""
    return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(length)\(weight) "
      + "fill=\"\(colors(of: style).front.hex)\">\(word)</text>\n"
  }

  private static func character(of content: Cell.Content) -> Character? {
    switch content {
    case .narrow(let character), .wide(let character): character
    case .tail, .secret: nil
    }
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "<": "&lt;"
    case ">": "&gt;"
    case "&": "&amp;"
    default: String(character)
    }
  }
}

/// A number with at most two decimals: 4.5 → "4.5", 9.0 → "9".
func number(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  guard hundredths % 100 != 0 else { return String(hundredths / 100) }
  let sign = hundredths < 0 ? "-" : ""
  let rest = abs(hundredths) % 100
  let decimals = rest % 10 == 0 ? String(rest / 10) : rest < 10 ? "0\(rest)" : String(rest)
  return "\(sign)\(abs(hundredths) / 100).\(decimals)"
}

extension Palette.RGB {
  /// The colour as `#rrggbb`.
  var hex: String {
    "#"
      + [red, green, blue].map { part in
        let text = String(part, radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  /// Two thirds of this colour and one of another.
  func mixed(with other: Self) -> Self {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * 2 + Int(b)) / 3) }
    return Self(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}
