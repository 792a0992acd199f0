import ConstraintLayout
import Keyward

/// A picture of a scene as a standalone SVG file: views, keyboard, guide, near edges, active
/// constraints.
///
///     let svg = ScenePicture(scene).svg
///
/// One unit of the picture is one point. Viewers that support style sheets show the picture in dark
/// colours on dark pages.
struct ScenePicture: Sendable {
  private let name: String
  private let screen: Size
  private let window: Rect
  private let safeArea: Rect
  /// The views with their frames in the screen's coordinates.
  private let views: [(name: String, frame: Rect)]
  private let keyboard: KeyboardPlacement
  private let guide: Rect
  private let near: RectEdge
  private let isMirrored: Bool
  private let lines: [(key: String, constraint: String)]

  /// Creates a picture of a scene's current layout.
  ///
  /// - Parameters:
  ///   - scene: A scene.
  ///   - title: A description for accessibility; `nil` for the scene's name and the kind of
  ///     keyboard.
  init(_ scene: KeyboardScene, title: String? = nil) {
    let guide = scene.keyboard
    let engine = scene.engine
    let origin = scene.window.origin
    func onScreen(_ area: LayoutArea) -> Rect {
      engine.absoluteFrame(of: area).offset(x: origin.x, y: origin.y)
    }
    keyboard = guide.placement
    name = title ?? "\(scene.file.name), keyboard \(guide.placement.kind.word)"
    screen = scene.screen
    window = scene.window
    views = scene.items.map { ($0.name, onScreen($0)) }
    self.guide = onScreen(guide.guide)
    safeArea = window.inset(by: engine.safeAreaInsets(of: engine.root))
    near = guide.nearEdges
    isMirrored = engine.direction == .rightToLeft
    let report = scene.report()
    lines = scene.file.tracking.filter { report.active.contains($0.key) }.flatMap { entry in
      entry.constraints.map { (entry.key, $0.text ?? "") }
    }
  }

  /// The picture as the text of an SVG file, ending in a line feed.
  var svg: String {
    let canvas = bounded(Rect(origin: .zero, size: screen)).size
    let lineCount = Double(max(1, lines.count))
    let unit = max(9, min(canvas.width, 1200) / 52)
    let height = canvas.height + unit * (3.2 + 1.5 * lineCount)
    let size = Size(width: canvas.width, height: height)
    var drawing = SVGDrawing(size: size, title: name, shades: SVGShade.all)
    drawing.rectangle(Rect(origin: .zero, size: size), .page)
    drawing.rectangle(Rect(origin: .zero, size: canvas), .screen)
    if window != Rect(origin: .zero, size: screen) {
      drawing.outline(bounded(window), .frame, width: 2)
    }
    drawing.outline(bounded(safeArea), .frame, width: 1, isDashed: true)
    drawKeyboard(unit, on: &drawing)
    for (name, frame) in views { drawView(name, bounded(frame), unit, on: &drawing) }
    drawGuide(unit, on: &drawing)
    drawNearEdges(unit, on: &drawing)
    drawing.outline(Rect(origin: .zero, size: canvas), .frame, width: 2)
    drawCaption(below: canvas, unit, on: &drawing)
    return drawing.closed()
  }

  private func drawKeyboard(_ unit: Double, on drawing: inout SVGDrawing) {
    guard keyboard.isVisible, keyboard.kind != .hidden else { return }
    let frame = bounded(keyboard.frame)
    guard !frame.isEmpty else { return }
    let radius = keyboard.kind.isFree ? unit / 2 : 0
    var parts = [frame]
    if keyboard.kind == .split || keyboard.kind == .dockedSplit {
      let half = frame.width * 0.4
      parts = [
        Rect(x: frame.x, y: frame.y, width: half, height: frame.height),
        Rect(x: frame.maxX - half, y: frame.y, width: half, height: frame.height),
      ]
    }
    for part in parts {
      drawing.rectangle(part, .keyboard, radius: radius)
      drawing.text(keyboard.kind.word, at: part.center, size: unit, width: part.width * 0.9, .text)
    }
  }

  private func drawView(
    _ name: String, _ frame: Rect, _ unit: Double, on drawing: inout SVGDrawing
  ) {
    guard !frame.isEmpty else { return }
    drawing.rectangle(frame, .view, radius: 3)
    drawing.outline(frame, .viewLine, width: 1.5, radius: 3)
    drawing.text(
      name, at: frame.center, size: min(unit, frame.height * 0.8), width: frame.width * 0.9,
      .text)
  }

  private func drawGuide(_ unit: Double, on drawing: inout SVGDrawing) {
    let frame = bounded(guide)
    drawing.outline(frame.inset(by: 1.5), .guide, width: 3, isDashed: true)
    guard frame.width > 6 * unit else { return }
    let isRoomy = frame.height > 1.6 * unit
    let y = isRoomy ? frame.maxY - unit * 0.9 : frame.minY - unit * 0.7
    drawing.text(
      "guide", at: Point(x: frame.minX + unit * 0.6, y: y), size: unit * 0.8, width: unit * 4,
      .guideText, beginsThere: true)
  }

  private func drawNearEdges(_ unit: Double, on drawing: inout SVGDrawing) {
    let frame = bounded(window)
    let width = unit * 0.4
    let left = Rect(x: frame.x, y: frame.y, width: width, height: frame.height)
    let right = left.offset(x: frame.width - width)
    let top = Rect(x: frame.x, y: frame.y, width: frame.width, height: width)
    for (edge, bar) in [
      (RectEdge.top, top), (.bottom, top.offset(y: frame.height - width)),
      (.leading, isMirrored ? right : left), (.trailing, isMirrored ? left : right),
    ] where near.contains(edge) {
      drawing.rectangle(bar, .near)
    }
  }

  private func drawCaption(below canvas: Size, _ unit: Double, on drawing: inout SVGDrawing) {
    let room = canvas.width - 2 * unit
    var y = canvas.height + unit * 1.5
    let edges = near.isEmpty ? "near no edge" : "near " + near.names.joined(separator: ", ")
    drawing.text(
      "\(kindWords), \(edges)", at: Point(x: unit, y: y), size: unit, width: room,
      .text, isBold: true, beginsThere: true)
    for line in lines.isEmpty ? [(key: "no tracked constraint is active", constraint: "")] : lines {
      y += unit * 1.5
      drawing.text(
        line.key, at: Point(x: unit, y: y), size: unit * 0.85, width: room * 0.4,
        .quiet, beginsThere: true)
      drawing.text(
        line.constraint, at: Point(x: unit + room * 0.42, y: y), size: unit * 0.85,
        width: room * 0.58, .text, beginsThere: true)
    }
  }

  private var kindWords: String {
    if case .shortcutsBar = keyboard.kind { return keyboard.kind.word }
    return keyboard.kind.word + " keyboard"
  }

  private static let limit = 10_000.0

  private func bounded(_ frame: Rect) -> Rect {
    let width = min(max(screen.width, 1), Self.limit)
    let height = min(max(screen.height, 1), Self.limit)
    func clamp(_ value: Double, _ limit: Double) -> Double {
      value.isFinite ? min(max(0, value), limit) : 0
    }
    let (left, top) = (clamp(frame.minX, width), clamp(frame.minY, height))
    return Rect(
      x: left, y: top, width: max(0, clamp(frame.maxX, width) - left),
      height: max(0, clamp(frame.maxY, height) - top))
  }
}

extension SVGShade {
  fileprivate static let page = SVGShade(name: "page", light: "#ffffff", dark: "#1c1c1e")
  fileprivate static let screen = SVGShade(name: "screen", light: "#f6f7f9", dark: "#2b2b2d")
  fileprivate static let frame = SVGShade(
    name: "frame", light: "#8a8d93", dark: "#8a8d93", isLine: true)
  fileprivate static let keyboard = SVGShade(name: "keyboard", light: "#d1d5d9", dark: "#55555a")
  fileprivate static let view = SVGShade(name: "view", light: "#dbe8ff", dark: "#23385f")
  fileprivate static let viewLine = SVGShade(
    name: "view-line", light: "#3b6fd4", dark: "#8fb0ff", isLine: true)
  fileprivate static let guide = SVGShade(
    name: "guide", light: "#14793f", dark: "#3ecf7a", isLine: true)
  fileprivate static let guideText = SVGShade(name: "guide-text", light: "#14793f", dark: "#3ecf7a")
  fileprivate static let near = SVGShade(name: "near", light: "#e8590c", dark: "#ff9d5c")
  fileprivate static let text = SVGShade(name: "text", light: "#000000", dark: "#ffffff")
  fileprivate static let quiet = SVGShade(name: "quiet", light: "#5a5a60", dark: "#b0b0b6")
  fileprivate static let all = [
    page, screen, frame, keyboard, view, viewLine, guide, guideText, near, text, quiet,
  ]
}
