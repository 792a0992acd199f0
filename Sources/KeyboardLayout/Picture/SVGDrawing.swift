import Geometry

/// A colour of a picture: one for viewers with light pages, one for those with dark pages.
package struct SVGShade: Sendable {
  let name: String
  let light: String
  let dark: String
  /// True if it colours lines; else it fills shapes.
  let isLine: Bool

  /// A colour for filled shapes and texts, or for lines.
  package init(name: String, light: String, dark: String, isLine: Bool = false) {
    self.name = name
    self.light = light
    self.dark = dark
    self.isLine = isLine
  }

  fileprivate var property: String { isLine ? "stroke" : "fill" }
}

/// The few shapes of a keyboard's picture, as SVG text.
package struct SVGDrawing {
  private var lines: [String] = []

  /// Begins the picture.
  ///
  /// - Parameters:
  ///   - size: points; a unit of the picture is one point.
  ///   - title: a description of the picture, already escaped.
  ///   - shades: the colours the shapes use.
  package init(size: Size, title: String, shades: [SVGShade]) {
    lines.append(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(size.width.short)\" "
        + "height=\"\(size.height.short)\" viewBox=\"0 0 \(size.width.short) \(size.height.short)\">"
    )
    lines.append("<title>\(title)</title>")
    let dark = shades.map { ".\($0.name){\($0.property):\($0.dark)}" }.joined()
    lines.append("<style>@media (prefers-color-scheme:dark){\(dark)}</style>")
    lines.append(
      "<g font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
        + "sans-serif\" text-anchor=\"middle\">")
  }

  /// Adds a filled rectangle.
  package mutating func rectangle(_ frame: Rect, _ shade: SVGShade, radius: Double = 0) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    lines.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) \(Self.fill(shade))/>")
  }

  /// Adds the outline of a rectangle.
  ///
  /// - Parameters:
  ///   - frame: the rectangle; the line runs on its edges.
  ///   - shade: a colour for lines.
  ///   - width: the line's width in points.
  ///   - isDashed: whether the line is broken.
  ///   - radius: the radius of the corners.
  package mutating func outline(
    _ frame: Rect, _ shade: SVGShade, width: Double, isDashed: Bool = false, radius: Double = 0
  ) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    let dashes = isDashed ? " stroke-dasharray=\"\((4 * width).short) \((3 * width).short)\"" : ""
    lines.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) fill=\"none\" stroke-width=\"\(width.short)\""
        + "\(dashes) \(Self.fill(shade))/>")
  }

  /// Adds a text centred on a point, or beginning there.
  ///
  /// - Parameters:
  ///   - text: the text, not escaped.
  ///   - center: the middle of its letters, or of the first one's left side.
  ///   - size: the greatest height of the font in points; less if `width` asks for it.
  ///   - width: the greatest width in points.
  ///   - shade: a colour.
  ///   - isBold: whether the letters are heavy.
  ///   - beginsThere: whether the text begins at the point.
  package mutating func text(
    _ text: String, at center: Point, size: Double, width: Double, _ shade: SVGShade,
    isBold: Bool = false, beginsThere: Bool = false
  ) {
    guard !text.isEmpty else { return }
    let natural = XMLText.width(of: text, size: size)
    let fitting = natural > width ? size * width / natural : size
    // Viewers disagree about baselines, so the text is lowered by about half its capitals' height.
    let baseline = center.y + 0.35 * fitting
    let weight =
      (isBold ? " font-weight=\"600\"" : "") + (beginsThere ? " text-anchor=\"start\"" : "")
    lines.append(
      "<text x=\"\(center.x.short)\" y=\"\(baseline.short)\" font-size=\"\(fitting.short)\"\(weight) "
        + "\(Self.fill(shade))>\(XMLText.escape(text))</text>")
  }

  /// The light colour stands in the shape itself, for viewers that know no style sheets.
  private static func fill(_ shade: SVGShade) -> String {
    "class=\"\(shade.name)\" \(shade.property)=\"\(shade.light)\""
  }

  /// The text of the file.
  package consuming func closed() -> String {
    lines.append("</g>")
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// The number with up to three decimals: `4.5` → `4.5`, `45.94475` → `45.945`, `33.0` → `33`.
  fileprivate var short: String {
    let bounded = isFinite ? Swift.min(Swift.max(self, -1e12), 1e12) : 0
    let thousandths = Int((bounded * 1000).rounded())
    let digits = String(thousandths.magnitude % 1000)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let sign = thousandths < 0 ? "-" : ""
    let whole = thousandths.magnitude / 1000
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
