import KeywardEngine

struct PictureToolbar: Hashable, Sendable {
  var title: String
  var items: [String]
  var done: String
  var height: Double

  init(title: String, items: [String], done: String = "Done", height: Double = 40) {
    self.title = title
    self.items = items
    self.done = done
    self.height = height
  }
}

extension PanelLayout {
  /// A picture of the panel as a standalone SVG file, for documents and browsers.
  ///
  /// ```swift
  /// let picture = layout.svg(name: "English (QWERTY), letters")
  /// ```
  ///
  /// One unit of the picture is one point. The keys' caps have gaps between them and rounded
  /// corners, and the caps of function keys have a different shade. The file contains only plain
  /// shapes with attributes, for viewers without style sheets. In viewers with style sheets, the
  /// picture is dark if the user prefers a dark colour scheme.
  ///
  /// `name` is the title for accessibility. `insets` adds space at the left, at the right and below
  /// the panel.
  func svg(
    name: String, insets: RectInsets = .zero, toolbar: PictureToolbar? = nil
  ) -> String {
    let width = size.width + insets.left + insets.right
    let top = toolbar?.height ?? 0
    let whole = Size(width: width, height: top + size.height + insets.bottom)
    var drawing = SVGDrawing(size: whole, title: name, shades: SVGShade.keyboard)
    drawing.rectangle(Rect(origin: .zero, size: whole), .panel)
    if let toolbar { drawing.draw(toolbar, width: width) }
    let tall = tallReturn
    let frames = keys.map { $0.frame.offset(x: insets.left, y: top) }
    for (slot, placed) in keys.enumerated() {
      drawing.draw(placed.key, frame: frames[slot], hasLabel: slot != tall?.lower)
    }
    if let tall { drawing.join(frames[tall.upper], frames[tall.lower]) }
    return drawing.closed()
  }
}

extension SVGDrawing {
  fileprivate mutating func join(_ upper: Rect, _ lower: Rect) {
    let left = max(upper.minX, lower.minX)
    let bend = min(5, lower.width / 4, lower.height / 4)
    rectangle(
      Rect(
        x: left, y: upper.maxY - bend, width: min(upper.maxX, lower.maxX) - left,
        height: lower.minY - upper.maxY + 2 * bend),
      .functionCap)
  }

  fileprivate mutating func draw(_ key: Key, frame: Rect, hasLabel: Bool) {
    let isPlain = key.role == .input || key.role == .space
    let radius = min(5, frame.width / 4, frame.height / 4)
    rectangle(frame.offset(y: 1), .shadow, radius: radius)
    rectangle(frame, isPlain ? .cap : .functionCap, radius: radius)
    guard hasLabel else { return }
    let largest = key.role == .input ? min(22, frame.height * 0.52) : min(16, frame.height * 0.4)
    text(
      key.label.withBase, at: frame.center, size: largest, width: frame.width * 0.86, .text)
    // The AltGr text is drawn small, in a corner; so is the shift text, unless it is the upper
    // case.
    let size = min(10, frame.height * 0.3)
    for (label, x, y) in [(key.shiftLabel, 0.2, 0.22), (key.altgrLabel(at: .plain), 0.8, 0.78)] {
      text(
        label.withBase,
        at: Point(x: frame.x + frame.width * x, y: frame.y + frame.height * y),
        size: size, width: frame.width * 0.34, .secondLabel)
    }
  }

  fileprivate mutating func draw(_ toolbar: PictureToolbar, width: Double) {
    rectangle(Rect(x: 0, y: 0, width: width, height: toolbar.height), .toolbar)
    rectangle(Rect(x: 0, y: toolbar.height - 0.5, width: width, height: 0.5), .shadow)
    let middle = toolbar.height / 2
    let size = 15.0
    var x = Self.toolbarGap
    for item in toolbar.items {
      let itemWidth = Self.itemWidth(item, size: size)
      text(
        item, at: Point(x: x + itemWidth / 2, y: middle), size: size, width: itemWidth, .action)
      x += itemWidth + Self.toolbarGap
    }
    let doneWidth = Self.itemWidth(toolbar.done, size: size)
    text(
      toolbar.done, at: Point(x: width - Self.toolbarGap - doneWidth / 2, y: middle), size: size,
      width: doneWidth, .action, isBold: true)
    let room = width - 2 * max(x, 2 * Self.toolbarGap + doneWidth)
    let title = toolbar.title.cut(toWidth: room, size: size)
    text(title, at: Point(x: width / 2, y: middle), size: size, width: max(room, 1), .text)
  }

  private static let toolbarGap = 6.0

  private static func itemWidth(_ label: String, size: Double) -> Double {
    max(50, label.drawnWidth(size: size) + 12)
  }
}

private struct SVGShade {
  let name: String
  let light: String
  let dark: String
}

/// The shades of a keyboard, the same as on the typing screen.
extension SVGShade {
  fileprivate static let panel = SVGShade(name: "panel", light: "#d1d5d9", dark: "#2b2b2d")
  fileprivate static let cap = SVGShade(name: "cap", light: "#ffffff", dark: "#6b6b6f")
  fileprivate static let functionCap = SVGShade(name: "function", light: "#adb2bc", dark: "#47474b")
  fileprivate static let shadow = SVGShade(name: "shadow", light: "#8a8d93", dark: "#171719")
  fileprivate static let toolbar = SVGShade(name: "toolbar", light: "#f1f2f4", dark: "#39393c")
  fileprivate static let text = SVGShade(name: "text", light: "#000000", dark: "#ffffff")
  fileprivate static let action = SVGShade(name: "action", light: "#0a5bd3", dark: "#8fb0ff")
  fileprivate static let secondLabel = SVGShade(name: "second", light: "#1458d6", dark: "#e4f1ff")
  fileprivate static let keyboard = [
    panel, cap, functionCap, shadow, toolbar, text, action, secondLabel,
  ]
}

private struct SVGDrawing {
  private var file: SVGFile

  /// Creates an empty picture with a size in points.
  init(size: Size, title: String, shades: [SVGShade]) {
    file = SVGFile(
      width: size.width.short, height: size.height.short, role: "img", title: title)
    let dark = shades.map { ".\($0.name){fill:\($0.dark)}" }.joined()
    file.elements.append("<style>@media (prefers-color-scheme:dark){\(dark)}</style>")
    file.elements.append(
      "<g font-family=\"system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', "
        + "sans-serif\" text-anchor=\"middle\">")
  }

  mutating func rectangle(_ frame: Rect, _ shade: SVGShade, radius: Double = 0) {
    let corners = radius > 0 ? " rx=\"\(radius.short)\"" : ""
    file.elements.append(
      "<rect x=\"\(frame.x.short)\" y=\"\(frame.y.short)\" width=\"\(frame.width.short)\" "
        + "height=\"\(frame.height.short)\"\(corners) \(Self.fill(shade))/>")
  }

  /// Adds text and escapes it for XML.
  ///
  /// The text is centred on `center`. `size` is the maximum font size in points; text wider than
  /// `width` points is drawn smaller.
  mutating func text(
    _ text: String, at center: Point, size: Double, width: Double, _ shade: SVGShade,
    isBold: Bool = false
  ) {
    guard !text.isEmpty else { return }
    let natural = text.drawnWidth(size: size)
    let fitting = natural > width ? size * width / natural : size
    // Viewers disagree about baselines, so the text is lowered by about half the cap height.
    let baseline = center.y + 0.35 * fitting
    let weight = isBold ? " font-weight=\"600\"" : ""
    file.elements.append(
      "<text x=\"\(center.x.short)\" y=\"\(baseline.short)\" font-size=\"\(fitting.short)\"\(weight) "
        + "\(Self.fill(shade))>\(text.xmlEscaped)</text>")
  }

  /// Returns the attributes that colour a shape.
  ///
  /// They are a class for style sheets, and the light colour for viewers without style sheets.
  private static func fill(_ shade: SVGShade) -> String {
    "class=\"\(shade.name)\" fill=\"\(shade.light)\""
  }

  consuming func closed() -> String {
    file.elements.append("</g>")
    return file.closed()
  }
}

extension Double {
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
  /// Returns the approximate width of the text in an ordinary sans-serif font.
  ///
  /// The width and the font size are in points.
  func drawnWidth(size: Double) -> Double {
    reduce(0) { $0 + Self.advance(of: $1) } * size
  }

  func cut(toWidth width: Double, size: Double) -> String {
    guard drawnWidth(size: size) > width else { return self }
    var room = width - Self.advance(of: "…") * size
    guard room > 0 else { return "" }
    var kept = ""
    for character in self {
      room -= Self.advance(of: character) * size
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func advance(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      return 1
    case 0x20, 0x69, 0x6C: return 0.3
    default: return 0.57
    }
  }
}
