import Geometry

/// The few shapes a picture of a keyboard is made of, as SVG text.
struct SVGDrawing {
  private var lines: [String] = []

  /// Begins the picture.
  ///
  /// - Parameters:
  ///   - width: points; a unit of the picture is one point.
  ///   - height: points.
  ///   - title: what the picture shows, already escaped.
  mutating func open(width: Double, height: Double, title: String) {
    lines.append(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(width.short)\" "
        + "height=\"\(height.short)\" viewBox=\"0 0 \(width.short) \(height.short)\">")
    lines.append("<title>\(title)</title>")
    lines.append(
      "<g font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
        + "sans-serif\" text-anchor=\"middle\">")
  }

  /// Adds a filled rectangle.
  mutating func rectangle(_ frame: Rect, fill: String, radius: Double = 0) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    lines.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) fill=\"\(fill)\"/>")
  }

  /// Adds a text centred on a point.
  ///
  /// - Parameters:
  ///   - text: not escaped.
  ///   - center: the middle of its letters.
  ///   - size: the greatest height of the font in points; less if `width` asks for it.
  ///   - width: the greatest width in points.
  ///   - fill: a colour.
  ///   - weight: the weight of the font.
  mutating func text(
    _ text: String, at center: Point, size: Double, width: Double, fill: String, weight: Int = 400
  ) {
    guard !text.isEmpty else { return }
    let natural = XMLText.width(of: text, size: size)
    let fitting = natural > width ? size * width / natural : size
    // Viewers disagree about baselines, so the text is lowered by about half its capitals' height.
    let baseline = center.y + 0.35 * fitting
    let bold = weight == 400 ? "" : " font-weight=\"\(weight)\""
    lines.append(
      "<text x=\"\(center.x.short)\" y=\"\(baseline.short)\" font-size=\"\(fitting.short)\"\(bold) "
        + "fill=\"\(fill)\">\(XMLText.escape(text))</text>")
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
