import Geometry

/// A picture of a keyboard as a standalone SVG file, for documents and browsers.
///
/// ```swift
/// let svg = PanelPicture(layout, name: "English (QWERTY), letters").svg
/// ```
///
/// One unit of the picture is one point. Caps are drawn apart with rounded corners, function keys
/// in another shade, the toolbar only with a title. It consists of plain shapes with attributes;
/// viewers that know style sheets show it dark on dark pages.
package struct PanelPicture: Sendable {
  /// The strip above the panel.
  package struct Toolbar: Hashable, Sendable {
    /// The text in the middle; cut at its end before it touches an item.
    package var title: String
    /// The labels of the items at the left.
    package var items: [String]
    /// The label of the item at the right.
    package var done: String
    /// The height in points.
    package var height: Double

    /// A toolbar with these texts.
    package init(title: String, items: [String], done: String = "Done", height: Double = 40) {
      self.title = title
      self.items = items
      self.done = done
      self.height = height
    }
  }

  private let layout: PanelLayout
  private let name: String
  private let insets: RectInsets
  private let toolbar: Toolbar?

  /// A picture of a panel.
  ///
  /// - Parameters:
  ///   - layout: the panel; the labels of its keys are drawn as they are.
  ///   - name: a description for people who cannot see the picture.
  ///   - insets: the space beside and below the panel; `top` is not used.
  ///   - toolbar: the toolbar, if the keyboard has a title.
  package init(
    _ layout: PanelLayout, name: String, insets: RectInsets = .zero, toolbar: Toolbar? = nil
  ) {
    self.layout = layout
    self.name = name
    self.insets = insets
    self.toolbar = toolbar
  }

  /// The picture as the text of an SVG file, ending in a line feed.
  package var svg: String {
    let width = layout.size.width + insets.left + insets.right
    let top = toolbar?.height ?? 0
    let height = top + layout.size.height + insets.bottom
    let size = Size(width: width, height: height)
    var drawing = SVGDrawing(size: size, title: XMLText.escape(name), shades: Shade.all)
    drawing.rectangle(Rect(origin: .zero, size: size), Shade.panel)
    if let toolbar { draw(toolbar, width: width, on: &drawing) }
    let tall = layout.slotsOfTallReturn
    for (slot, key) in layout.keys.enumerated() {
      draw(
        key, frame: key.frame.offset(x: insets.left, y: top), hasLabel: slot != tall?.lower,
        on: &drawing)
    }
    if let tall {
      let parts = [tall.upper, tall.lower].map {
        layout.keys[$0].frame.offset(x: insets.left, y: top)
      }
      join(parts[0], parts[1], on: &drawing)
    }
    return drawing.closed()
  }

  /// Fills the area between the two parts of a key over two rows.
  private func join(_ upper: Rect, _ lower: Rect, on drawing: inout SVGDrawing) {
    let left = max(upper.minX, lower.minX)
    let bend = min(5, lower.width / 4, lower.height / 4)
    drawing.rectangle(
      Rect(
        x: left, y: upper.maxY - bend, width: min(upper.maxX, lower.maxX) - left,
        height: lower.minY - upper.maxY + 2 * bend),
      Shade.functionCap)
  }

  private func draw(
    _ placed: PlacedKey, frame: Rect, hasLabel: Bool, on drawing: inout SVGDrawing
  ) {
    let isPlain = placed.key.role == .input || placed.key.role == .space
    let radius = min(5, frame.width / 4, frame.height / 4)
    drawing.rectangle(frame.offset(y: 1), Shade.shadow, radius: radius)
    drawing.rectangle(frame, isPlain ? Shade.cap : Shade.functionCap, radius: radius)
    guard hasLabel else { return }
    let largest =
      placed.key.role == .input ? min(22, frame.height * 0.52) : min(16, frame.height * 0.4)
    drawing.text(
      VisibleText.withBase(placed.key.label), at: frame.center, size: largest,
      width: frame.width * 0.86, Shade.text)
    drawSecondLabels(of: placed.key, frame: frame, on: &drawing)
  }

  /// Draws the key's shift text, if that is not its capital, and its AltGr text: small, in corners.
  private func drawSecondLabels(
    of key: Key, frame: Rect, on drawing: inout SVGDrawing
  ) {
    let size = min(10, frame.height * 0.3)
    for (label, x, y) in [(key.shiftLabel, 0.2, 0.22), (key.altgrLabel(at: .plain), 0.8, 0.78)] {
      drawing.text(
        VisibleText.withBase(label),
        at: Point(x: frame.x + frame.width * x, y: frame.y + frame.height * y),
        size: size, width: frame.width * 0.34, Shade.secondLabel)
    }
  }

  private func draw(_ toolbar: Toolbar, width: Double, on drawing: inout SVGDrawing) {
    drawing.rectangle(
      Rect(x: 0, y: 0, width: width, height: toolbar.height), Shade.toolbar)
    drawing.rectangle(
      Rect(x: 0, y: toolbar.height - 0.5, width: width, height: 0.5), Shade.shadow)
    let middle = toolbar.height / 2
    let size = 15.0
    var x = Self.toolbarGap
    for item in toolbar.items {
      let itemWidth = Self.itemWidth(item, size: size)
      drawing.text(
        item, at: Point(x: x + itemWidth / 2, y: middle), size: size, width: itemWidth,
        Shade.action)
      x += itemWidth + Self.toolbarGap
    }
    let doneWidth = Self.itemWidth(toolbar.done, size: size)
    drawing.text(
      toolbar.done, at: Point(x: width - Self.toolbarGap - doneWidth / 2, y: middle), size: size,
      width: doneWidth, Shade.action, isBold: true)
    let room = width - 2 * max(x, 2 * Self.toolbarGap + doneWidth)
    let title = XMLText.cut(toolbar.title, toWidth: room, size: size)
    drawing.text(
      title, at: Point(x: width / 2, y: middle), size: size, width: max(room, 1), Shade.text)
  }

  /// The free space between the items of a toolbar, and to its edges, in points.
  private static let toolbarGap = 6.0

  private static func itemWidth(_ label: String, size: Double) -> Double {
    max(50, XMLText.width(of: label, size: size) + 12)
  }
}

/// The shades of a keyboard, the same as on the typing screen.
private enum Shade {
  static let panel = SVGShade(name: "panel", light: "#d1d5d9", dark: "#2b2b2d")
  static let cap = SVGShade(name: "cap", light: "#ffffff", dark: "#6b6b6f")
  static let functionCap = SVGShade(name: "function", light: "#adb2bc", dark: "#47474b")
  static let shadow = SVGShade(name: "shadow", light: "#8a8d93", dark: "#171719")
  static let toolbar = SVGShade(name: "toolbar", light: "#f1f2f4", dark: "#39393c")
  static let text = SVGShade(name: "text", light: "#000000", dark: "#ffffff")
  static let action = SVGShade(name: "action", light: "#0a5bd3", dark: "#8fb0ff")
  static let secondLabel = SVGShade(name: "second", light: "#1458d6", dark: "#e4f1ff")
  static let all = [panel, cap, functionCap, shadow, toolbar, text, action, secondLabel]
}
