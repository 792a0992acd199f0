import Geometry

/// A colour of a picture: one for viewers that show light pages, one for those that show dark ones.
struct SVGShade: Sendable {
  let name: String
  let light: String
  let dark: String
}

/// The few shapes a picture of a keyboard is made of, as SVG text.
struct SVGDrawing {
  private var lines: [String] = []

  /// Begins the picture.
  ///
  /// - Parameters:
  ///   - size: points; a unit of the picture is one point.
  ///   - title: what the picture shows, already escaped.
  ///   - shades: the colours the shapes use.
  init(size: Size, title: String, shades: [SVGShade]) {
    lines.append(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(size.width.short)\" "
        + "height=\"\(size.height.short)\" viewBox=\"0 0 \(size.width.short) \(size.height.short)\">"
    )
    lines.append("<title>\(title)</title>")
    let dark = shades.map { ".\($0.name){fill:\($0.dark)}" }.joined()
    lines.append("<style>@media (prefers-color-scheme:dark){\(dark)}</style>")
    lines.append(
      "<g font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
        + "sans-serif\" text-anchor=\"middle\">")
  }

  /// Adds a filled rectangle.
  mutating func rectangle(_ frame: Rect, _ shade: SVGShade, radius: Double = 0) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    lines.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) \(Self.fill(shade))/>")
  }

  /// Adds a text centred on a point.
  ///
  /// - Parameters:
  ///   - text: not escaped.
  ///   - center: the middle of its letters.
  ///   - size: the greatest height of the font in points; less if `width` asks for it.
  ///   - width: the greatest width in points.
  ///   - shade: a colour.
  ///   - isBold: whether the letters are heavy.
  mutating func text(
    _ text: String, at center: Point, size: Double, width: Double, _ shade: SVGShade,
    isBold: Bool = false
  ) {
    guard !text.isEmpty else { return }
    let natural = XMLText.width(of: text, size: size)
    let fitting = natural > width ? size * width / natural : size
    // Viewers disagree about baselines, so the text is lowered by about half its capitals' height.
    let baseline = center.y + 0.35 * fitting
    let weight = isBold ? " font-weight=\"600\"" : ""
    lines.append(
      "<text x=\"\(center.x.short)\" y=\"\(baseline.short)\" font-size=\"\(fitting.short)\"\(weight) "
        + "\(Self.fill(shade))>\(XMLText.escape(text))</text>")
  }

  /// The light colour stands in the shape itself, for viewers that know no style sheets.
  private static func fill(_ shade: SVGShade) -> String {
    "class=\"\(shade.name)\" fill=\"\(shade.light)\""
  }

  /// The text of the file.
  consuming func closed() -> String {
    lines.append("</g>")
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// The number with up to three decimals: `4.5` → `4.5`, `45.94475` → `45.945`, `33.0` → `33`.
  fileprivate var short: String {
    let thousandths = Int((self * 1000).rounded())
    let digits = String(thousandths.magnitude % 1000)
    var fraction = String(repeating: "0", count: 3 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let sign = thousandths < 0 ? "-" : ""
    let whole = thousandths.magnitude / 1000
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
