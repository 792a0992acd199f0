import ConstraintLayout
import Keyward

/// The constant properties of a scene's views.
///
/// They are computed in advance, so drawing a frame takes time linear in the number of views.
struct SceneTree {
  struct Node {
    let item: LayoutItem
    /// The index among the scene's items; nil for the root.
    let parent: Int?
    let label: String
    let wraps: Bool
    let isContainer: Bool
    let isField: Bool
  }

  /// The nodes, in the order of the scene's items.
  let nodes: [Node]
  /// The drawing order: the indices of `nodes`, containers first.
  let order: [Int]

  init(_ scene: KeyboardScene) {
    let items = scene.items
    let (labels, wraps) = (scene.labels, scene.wraps)
    let field = scene.field
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, item) in items.enumerated() { indices[ObjectIdentifier(item)] = index }
    let parents = items.map { item in
      item.superview.flatMap { indices[ObjectIdentifier($0)] }
    }
    let depths = Self.depths(parents)
    nodes = items.indices.map { index in
      let item = items[index]
      return Node(
        item: item, parent: parents[index],
        label: DisplayText.clean(labels[index], keepsLines: wraps[index]),
        wraps: wraps[index], isContainer: !item.subviews.isEmpty, isField: item === field)
    }
    order = items.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
  }

  private static func depths(_ parents: [Int?]) -> [Int] {
    var depths = [Int](repeating: 0, count: parents.count)
    for start in parents.indices where depths[start] == 0 {
      // Go up to a view of known depth, then down again.
      var path = [start]
      while let last = path.last, let parent = parents[last], depths[parent] == 0 {
        path.append(parent)
      }
      for index in path.reversed() {
        depths[index] = (parents[index].map { depths[$0] } ?? 0) + 1
      }
    }
    return depths
  }

  /// The frames in the order of the items; `origin` is the root's top left corner.
  func frames(in engine: LayoutEngine, from origin: Point) -> [Rect] {
    var frames = [Rect](repeating: .zero, count: nodes.count)
    for index in order {
      let node = nodes[index]
      let outer = node.parent.map { frames[$0].origin } ?? origin
      frames[index] = engine.frame(of: node.item).offset(x: outer.x, y: outer.y)
    }
    return frames
  }
}

/// Frames in points from the terminal's top left corner.
struct SceneFrames: Hashable {
  /// The frames of the views, in the order of the scene's items.
  var views: [Rect]
  /// The frame of the screen, which may be larger or smaller than the window.
  var screen: Rect

  func moved(to end: SceneFrames, progress: Double) -> SceneFrames {
    guard progress < 1, views.count == end.views.count else { return end }
    return SceneFrames(
      views: zip(views, end.views).map { $0.moved(to: $1, progress: progress) },
      screen: screen.moved(to: end.screen, progress: progress))
  }
}

struct SceneAnimation {
  static let frameRate = 30.0

  let start: SceneFrames
  let begin: Double
  let curve: AnimationCurve
  let duration: Double
  private var nextFrame: Double
  private(set) var isOver = false

  init(start: SceneFrames, begin: Double, curve: AnimationCurve, duration: Double) {
    self.start = start
    self.begin = begin
    self.curve = curve
    self.duration = duration
    nextFrame = begin + 1 / Self.frameRate
  }

  private var end: Double { begin + curve.length(duration: duration) }

  /// The time of the next frame; the last frame is at the end of the animation.
  var deadline: Double { min(nextFrame, end) }

  func frames(at now: Double, towards end: SceneFrames) -> SceneFrames {
    start.moved(to: end, progress: curve.progress(at: now - begin, duration: duration))
  }

  mutating func advance(to now: Double) {
    if now >= end { isOver = true }
    if now >= nextFrame { nextFrame = now + 1 / Self.frameRate }
  }
}

/// The sizes of wrapped labels as a terminal shows them: in cells, with lines broken between words.
enum WrappedLabel {
  /// The width of a label on one line, in points.
  static func width(of label: String) -> Double {
    let lines = DisplayText.clean(label, keepsLines: true).split(separator: "\n")
    return CellRect.cellWidth * Double(lines.map { DisplayText.width(of: $0) }.max() ?? 0)
  }

  static func height(of label: String, width: Double) -> Double {
    // Cells are rounded at both edges, and sums of widths have rounding errors.
    let columns = Int(min(1e6, width / CellRect.cellWidth + 1e-6))
    let lines = DisplayText.lines(
      of: DisplayText.clean(label, keepsLines: true), width: max(1, columns))
    return CellRect.cellHeight * Double(lines.count)
  }
}
