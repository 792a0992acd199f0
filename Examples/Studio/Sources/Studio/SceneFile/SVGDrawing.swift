import Keyward

/// A colour of a drawing, by day and by night.
struct SVGShade: Sendable {
  let name: String
  let light: String
  let dark: String
  /// True if the shade colours lines; false if it fills shapes.
  var isLine = false

  fileprivate var property: String { isLine ? "stroke" : "fill" }

  /// The attributes that colour a shape: a class for style sheets, and the light colour for viewers
  /// without style sheets.
  fileprivate var attributes: String { "class=\"\(name)\" \(property)=\"\(light)\"" }
}

/// A standalone SVG file.
struct SVGDrawing {
  private var lines: [String] = []

  /// Creates an empty drawing with a size in points.
  init(size: Size, title: String, shades: [SVGShade]) {
    lines.append(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(size.width.short)\" "
        + "height=\"\(size.height.short)\" viewBox=\"0 0 \(size.width.short) \(size.height.short)\">"
    )
    lines.append("<title>\(title.xmlEscaped)</title>")
    let dark = shades.map { ".\($0.name){\($0.property):\($0.dark)}" }.joined()
    lines.append("<style>@media (prefers-color-scheme:dark){\(dark)}</style>")
    lines.append(
      "<g font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
        + "sans-serif\" text-anchor=\"middle\">")
  }

  mutating func rectangle(_ frame: Rect, _ shade: SVGShade, radius: Double = 0) {
    add(frame, radius: radius, shade.attributes)
  }

  /// Adds a line of a width in points, centred on the edges of a rectangle.
  mutating func outline(
    _ frame: Rect, _ shade: SVGShade, width: Double, isDashed: Bool = false, radius: Double = 0
  ) {
    let dashes = isDashed ? " stroke-dasharray=\"\((4 * width).short) \((3 * width).short)\"" : ""
    add(
      frame, radius: radius,
      "fill=\"none\" stroke-width=\"\(width.short)\"\(dashes) \(shade.attributes)")
  }

  private mutating func add(_ frame: Rect, radius: Double, _ attributes: String) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    lines.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) \(attributes)/>")
  }

  /// Adds a text centred on a point, or beginning there.
  ///
  /// `size` is the maximum font size in points; a text wider than `width` points is drawn smaller.
  mutating func text(
    _ text: String, at center: Point, size: Double, width: Double, _ shade: SVGShade,
    isBold: Bool = false, beginsThere: Bool = false
  ) {
    guard !text.isEmpty else { return }
    let natural = text.drawnWidth * size
    let fitting = natural > width ? size * width / natural : size
    // Viewers disagree about baselines, so the text is lowered by about half the cap height.
    let baseline = center.y + 0.35 * fitting
    let weight =
      (isBold ? " font-weight=\"600\"" : "") + (beginsThere ? " text-anchor=\"start\"" : "")
    lines.append(
      "<text x=\"\(center.x.short)\" y=\"\(baseline.short)\" font-size=\"\(fitting.short)\"\(weight) "
        + "\(shade.attributes)>\(text.xmlEscaped)</text>")
  }

  consuming func closed() -> String {
    lines += ["</g>", "</svg>"]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Double {
  /// The number with at most three decimals.
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

extension String {
  /// The text with XML's special characters escaped, and U+FFFD for characters that XML forbids.
  fileprivate var xmlEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        let isRefused = scalar.forbiddenKind != nil || (scalar.value & 0xFFFE) == 0xFFFE
        escaped.unicodeScalars.append(isRefused ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }

  /// The approximate width in a sans-serif font whose size is 1.
  fileprivate var drawnWidth: Double {
    reduce(0) { width, character in
      let isNarrow = " il".unicodeScalars.contains(character.unicodeScalars.first ?? "m")
      return width + (DisplayText.width(of: character) == 2 ? 1 : isNarrow ? 0.3 : 0.57)
    }
  }
}
