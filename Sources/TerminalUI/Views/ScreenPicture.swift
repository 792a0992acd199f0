/// A picture of a screen: a terminal window in SVG, which browsers and READMEs show.
///
///     let picture = ScreenPicture(buffer, palette: Palette(depth: .direct, isLight: false))
///     picture.svg  // "<svg xmlns=…"
///
/// It stands alone: no style sheet, no script, no font of its own. Every character has the place of
/// its cell and is centred there, and lines, blocks and bullets are shapes, so no font can shift
/// anything. Coloured caps get round corners. Cells that show a secret stay empty. The cost is
/// linear in the number of cells.
package struct ScreenPicture: Sendable {
  /// Pixels across a cell.
  static let cellWidth = 10
  /// Pixels down a cell; a cell is twice as high as wide, as in the keyboard's geometry.
  static let cellHeight = 20
  /// Pixels between the cells and the window's edge.
  static let padding = 14
  /// Pixels of the bar above the cells.
  static let barHeight = 34

  let buffer: CellBuffer
  let colors: PictureColors
  let title: String

  /// A picture of a screen.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - palette: The colours of the inks; without colour everything has the window's own two.
  ///   - title: A sanitised text for the window's bar.
  package init(_ buffer: CellBuffer, palette: Palette, title: String = "keyward") {
    self.buffer = buffer
    self.title = title
    colors = PictureColors(palette: palette)
  }

  /// Pixels across the picture.
  package var width: Int { buffer.columns * Self.cellWidth + 2 * Self.padding }

  /// Pixels down the picture.
  package var height: Int { buffer.rows * Self.cellHeight + 2 * Self.padding + Self.barHeight }

  /// The picture as an SVG document that ends with a line feed.
  package var svg: String {
    let font = "ui-monospace, 'DejaVu Sans Mono', 'SF Mono', Menlo, Consolas, monospace"
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="\(font)" font-size="15" text-anchor="middle">
      <title>\(Self.escaped(title))</title>
      """
    ]
    parts.append(contentsOf: window)
    // The ground of the outermost cells reaches the window's edge, under its round corners.
    parts.append(
      """
      <clipPath id="window"><rect x="1" y="1" width="\(width - 2)" height="\(height - 2)" \
      rx="9.5"/></clipPath>
      <g clip-path="url(#window)">
      """)
    parts.append("<g transform=\"translate(\(Self.padding) \(Self.barHeight + Self.padding))\">")
    parts.append(contentsOf: fills)
    parts.append(contentsOf: lines)
    parts.append(contentsOf: texts)
    parts.append("</g>\n</g>\n</svg>\n")
    return parts.joined(separator: "\n")
  }

  /// The window around the cells with its bar and three buttons.
  private var window: [String] {
    let middle = Self.barHeight / 2
    var parts = [
      """
      <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="10" \
      fill="\(colors.page)" stroke="\(colors.frame)"/>
      <path d="M1 \(Self.barHeight)V11a10 10 0 0 1 10-10H\(width - 11)a10 10 0 0 1 10 10\
      V\(Self.barHeight)Z" fill="\(colors.bar)"/>
      """
    ]
    for (index, color) in ["#ff5f57", "#febc2e", "#28c840"].enumerated() {
      parts.append("<circle cx=\"\(20 + 20 * index)\" cy=\"\(middle)\" r=\"6\" fill=\"\(color)\"/>")
    }
    parts.append(
      """
      <text x="\(width / 2)" y="\(middle + 5)" font-size="13" fill="\(colors.barText)">\
      \(Self.escaped(title))</text>
      """)
    return parts
  }

  /// Text for use between tags or quotes; characters that XML cannot hold become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{0}"..<" ", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
