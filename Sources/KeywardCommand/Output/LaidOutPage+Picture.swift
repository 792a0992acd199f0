import Keyward

/// The keyboard as an SVG picture: toolbar, panel and bottom inset in points, light or dark as the
/// viewer prefers.
extension LaidOutPage {
  /// The picture, a whole SVG document.
  var picture: String {
    let keyboard = geometry.frame
    let panel = geometry.panelFrame
    let size = "\(Self.points(keyboard.width)) \(Self.points(keyboard.height))"
    let name = Self.escaped(title.isEmpty ? selection.panel.rawValue : title)
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" \
      width="\(Self.points(keyboard.width))" height="\(Self.points(keyboard.height))">
      """,
      "<title>\(name)</title>", Self.styles,
      "<rect class=\"panel\" width=\"100%\" height=\"100%\"/>",
    ]
    if geometry.heights.toolbarHeight > 0 { lines += toolbar }
    lines.append(
      "<g transform=\"translate(\(Self.points(panel.x)) \(Self.points(panel.y - keyboard.y)))\">")
    lines += layout.keys.flatMap(Self.cap)
    return (lines + ["</g>", "</svg>"]).joined(separator: "\n")
  }

  private static let styles = """
    <style>
    text{font-family:system-ui,"Helvetica Neue",Arial,sans-serif;text-anchor:middle;\
    fill:#000}
    .panel{fill:#d1d5d9}.cap{fill:#fff}.function{fill:#adb2bc}.shade{fill:#888c92}
    .rule{stroke:#b4b8be}.item{fill:#4479fb}
    @media (prefers-color-scheme:dark){text{fill:#fff}.panel{fill:#2b2b2d}.cap{fill:#6b6b6f}\
    .function{fill:#47474b}.shade{fill:#171719}.rule{stroke:#47474b}.item{fill:#8fb0ff}}
    </style>
    """

  /// A cap with its shade and its label.
  private static func cap(_ placed: PlacedKey) -> [String] {
    let frame = placed.frame
    let isInput = placed.key.role == .input || placed.key.role == .space
    let radius = points(min(5, frame.width / 4, frame.height / 4))
    let place = "x=\"\(points(frame.x))\" width=\"\(points(frame.width))\""
    let size = "height=\"\(points(frame.height))\" rx=\"\(radius)\""
    return [
      "<rect class=\"shade\" \(place) y=\"\(points(frame.y + 1))\" \(size)/>",
      "<rect class=\"\(isInput ? "cap" : "function")\" \(place) y=\"\(points(frame.y))\" \(size)/>",
      text(
        placed.key.label, at: frame.center, in: frame.size,
        largest: placed.key.role == .input ? 22 : 16),
    ]
  }

  /// The rule, the switches, the title and Done.
  private var toolbar: [String] {
    let height = geometry.heights.toolbarHeight
    let width = geometry.frame.width
    let item = Size(width: ToolbarItem.width, height: height)
    let advance = ToolbarItem.width + ToolbarItem.gap
    var lines = [
      "<path class=\"rule\" d=\"M0 \(Self.points(height - 0.5))H\(Self.points(width))\"/>",
      "<g class=\"items\">",
    ]
    for (index, switched) in switches.enumerated() {
      let x = ToolbarItem.gap + Double(index) * advance + ToolbarItem.width / 2
      lines.append(
        Self.text(
          switched.label, at: Point(x: x, y: height / 2), in: item, largest: 16, style: "item"))
    }
    let done = Point(x: width - ToolbarItem.gap - ToolbarItem.width / 2, y: height / 2)
    lines.append(
      Self.text(ToolbarItem.done.label, at: done, in: item, largest: 16, style: "item"))
    lines.append("</g>")
    let taken = max(1, Double(max(switches.count, 1))) * advance + ToolbarItem.gap
    lines.append(
      Self.text(
        title, at: Point(x: width / 2, y: height / 2),
        in: Size(width: max(1, width - 2 * taken), height: height), largest: 16))
    return lines
  }

  private var switches: [ToolbarItem] {
    let order: [PanelName] = [.letters, .numbers, .symbols]
    return order.filter { set.panels.contains($0) && $0 != selection.panel }
      .map(ToolbarItem.panel)
  }

  /// A text in the middle of `size`, smaller where it would not fit.
  private static func text(
    _ text: String, at center: Point, in size: Size, largest: Double, style: String? = nil
  ) -> String {
    // Letters of such a face are about 0.6 of its size wide.
    let fitting = size.width * 0.92 / (0.6 * Double(max(1, text.count)))
    let font = max(1, min(largest, fitting, size.height * 0.6))
    // Not every viewer centres by itself; a capital is about 0.7 of its size high.
    let baseline = center.y + 0.35 * font
    let named = style.map { " class=\"\($0)\"" } ?? ""
    return "<text\(named) x=\"\(points(center.x))\" y=\"\(points(baseline))\" "
      + "font-size=\"\(points(font))\">\(escaped(text))</text>"
  }

  /// Points with at most two decimals: 51.51428 → `51.51`.
  private static func points(_ value: Double) -> String {
    JSONValue.numeral((value * 100).rounded() / 100)
  }

  /// A text as XML: `<` → `&lt;`; control characters are left out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default:
        result +=
          character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
          ? String(character) : ""
      }
    }
    return result
  }
}
