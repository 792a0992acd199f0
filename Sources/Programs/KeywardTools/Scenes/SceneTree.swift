import KeyboardScenes
import PromptUI

/// The unchanging facts about a scene's views: their order, parents and labels.
///
/// They are computed once, so that a frame costs each view once, however deep it stands.
struct SceneTree {
  struct Node {
    let item: LayoutItem
    /// The index of its parent among the scene's items; nil for the root.
    let parent: Int?
    /// Its label, sanitised.
    let label: String
    /// Whether that is broken into lines.
    let wraps: Bool
    let isContainer: Bool
    let isField: Bool
  }

  /// The views in the order of the scene's items.
  let nodes: [Node]
  /// The indices of the views, containers first, and each level in the order of the file.
  let order: [Int]

  init(_ scene: KeyboardScene, sanitizer: Sanitizer) {
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
        label: wraps[index]
          ? WrappedLabel.clean(labels[index], sanitizer)
          : sanitizer.clean(labels[index], as: .name),
        wraps: wraps[index], isContainer: !item.subviews.isEmpty, isField: item === field)
    }
    order = items.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }
  }

  /// The depth of each view: one more than its parent's.
  private static func depths(_ parents: [Int?]) -> [Int] {
    var depths = [Int](repeating: 0, count: parents.count)
    for start in parents.indices where depths[start] == 0 {
      // Up to a view of known depth, then down again.
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

  /// The frames of all views from `origin`, the root's top left corner, in the order of the items.
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
