import ConstraintLayout
import Keyward

/// A scene as described by its file: host views, their constraints, and constraints that follow the
/// keyboard.
///
///     let file = try SceneFile(yaml: bytes, name: "chat.yaml")
///     let scene = try KeyboardScene(file)
///
/// The initializers check the file's structure and names. `KeyboardScene` checks the equations and
/// formats, and creates the constraints from them. In both steps, faults are reported with their
/// locations in the file.
struct SceneFile: Sendable {
  /// The name of the scene, as given in the file.
  var name: String
  /// The root's default size, in points.
  var size: Size
  var views: [SceneView] = []
  var stacks: [SceneStack] = []
  var constraints: [SceneNode] = []
  var metrics: [String: Double] = [:]
  /// The tracked constraints; each `key` is as written in the file, such as `near leading+bottom`.
  var tracking: [(key: String, isNear: Bool, edges: RectEdge, constraints: [SceneNode])] = []
  /// The settings of the scene's guide for following the keyboard.
  var guide = KeyboardLayoutGuide.Settings()
  /// True if the file sets `nearThreshold` or `hysteresis`.
  var setsNearness = false
  var superviewSpacing = SuperviewSpacing.margins
  let source: SceneSource

  static let defaultSize = Size(width: 320, height: 480)

  /// Adapts the scene to a screen of terminal cells.
  ///
  /// If the file sets neither `nearThreshold` nor `hysteresis`, the keyboard is near an edge if it
  /// is at most one cell away.
  ///
  /// - Parameter cell: The size of a cell, in points.
  /// - Returns: The adapted scene.
  func onCells(of cell: Size) -> SceneFile {
    if setsNearness { return self }
    var file = self
    file.guide.nearThreshold = cell.height
    file.guide.sideNearThreshold = cell.width
    file.guide.hysteresis = 0
    return file
  }

  /// The name of the input field; `nil` if there is none.
  ///
  /// The input field is the view with `field: true`. If there is no such view, it is the view named
  /// `field`, `password` or `edit`, in this order of preference. A view with `field: false` is
  /// never the input field.
  var fieldName: String? {
    if let marked = allViews.first(where: { $0.isField == true }) { return marked.name }
    return ["field", "password", "edit"].first { name in
      allViews.contains { $0.name == name && $0.isField == nil }
    }
  }

  var allViews: [SceneView] { views + stacks.map(\.view) }
}

struct SceneView: Sendable {
  var name: String
  var key: SceneNode
  var parent: (name: String, value: SceneNode)?
  var intrinsic: Size?
  var hugging: [LayoutAxis: LayoutPriority] = [:]
  var compression: [LayoutAxis: LayoutPriority] = [:]
  var frame: Rect?
  var autoresizing: AutoresizingMask = []
  var margins: RectInsets?
  var alignmentInsets: RectInsets?
  var baselines: (first: Double, last: Double)?
  var isHidden = false
  var label: String?
  var wraps = false
  var isField: Bool?
}

struct SceneStack: Sendable {
  var view: SceneView
  var axis = LayoutAxis.horizontal
  var distribution = StackLayout.Distribution.fill
  var alignment = StackLayout.Alignment.fill
  var spacing = 0.0
  var isMarginsRelative = false
  var isBaselineRelative = false
  var proportion = StackLayout.Proportion.uikit
  var views: [(name: String, value: SceneNode)] = []
  var customSpacing: [(name: String, value: SceneNode, spacing: Double)] = []
}
