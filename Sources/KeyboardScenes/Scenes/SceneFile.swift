import ConstraintLayout

/// A scene as its file describes it: host views, their constraints, and those that follow the
/// keyboard.
///
///     let file = try SceneFile(yaml: bytes, name: "chat.yaml")
///     let scene = try KeyboardScene(file)
///
/// Reading checks the file's form and names. `KeyboardScene` makes constraints of equations and
/// formats, and reports their faults at the same places.
public struct SceneFile: Sendable {
  /// The name of the scene, from the file.
  public internal(set) var name: String
  /// The root's default size, in points.
  public internal(set) var size: Size
  var views: [SceneView] = []
  var stacks: [SceneStack] = []
  var constraints: [YAMLFile.Value] = []
  var metrics: [String: Double] = [:]
  var tracking: [SceneTracking] = []
  /// The keys of the tracked constraints as written, in file order.
  public var trackedKeys: [String] { tracking.map(\.key) }
  /// The settings of the scene's guide for following the keyboard.
  public internal(set) var guide = KeyboardLayoutGuide.Settings()
  /// True if the file sets the distance of a near edge, by `nearThreshold` or `hysteresis`.
  public internal(set) var setsNearness = false
  var superviewSpacing = SuperviewSpacing.margins
  /// The file itself, for the places of faults.
  let bytes: [UInt8]
  /// The file as its user named it.
  let fileName: String

  /// The size of a scene whose file has none.
  static let defaultSize = Size(width: 320, height: 480)

  /// Returns the scene for a screen of cells.
  ///
  /// If the file sets neither `nearThreshold` nor `hysteresis`, an edge is near within one cell of
  /// its axis.
  ///
  /// - Parameter cell: The size of a cell, in points.
  /// - Returns: The scene with these distances.
  public func onCells(of cell: Size) -> SceneFile {
    if setsNearness { return self }
    var file = self
    file.guide.nearThreshold = cell.height
    file.guide.sideNearThreshold = cell.width
    file.guide.hysteresis = 0
    return file
  }

  /// The name of the field: the view with `field: true`, else one named `field`, `password` or
  /// `edit`.
  var fieldName: String? {
    let all = views + stacks.map(\.view)
    if let marked = all.first(where: { $0.isField == true }) { return marked.name }
    return ["field", "password", "edit"].first { name in
      all.contains { $0.name == name && $0.isField == nil }
    }
  }
}

/// A view of a scene file.
struct SceneView: Sendable {
  var name: String
  var key: YAMLFile.Value
  var parent: (name: String, value: YAMLFile.Value)?
  var intrinsic: Size?
  var hugging: [LayoutAxis: LayoutPriority] = [:]
  var compression: [LayoutAxis: LayoutPriority] = [:]
  var frame: Rect?
  var autoresizing: AutoresizingMask = []
  var margins: RectInsets?
  var alignmentInsets: RectInsets?
  var baselines: (first: Double, last: Double)?
  var isHidden = false
  /// The drawn text.
  var label: String?
  /// Whether that is broken into lines, so that its height follows from its width.
  var wraps = false
  /// Whether it is typed into; `nil` where the file does not say.
  var isField: Bool?
}

/// A stack of a scene file.
struct SceneStack: Sendable {
  var view: SceneView
  var axis = LayoutAxis.horizontal
  var distribution = StackLayout.Distribution.fill
  var alignment = StackLayout.Alignment.fill
  var spacing = 0.0
  var isMarginsRelative = false
  var isBaselineRelative = false
  var proportion = StackLayout.Proportion.uikit
  var views: [(name: String, value: YAMLFile.Value)] = []
  var customSpacing: [(name: String, value: YAMLFile.Value, spacing: Double)] = []
}

/// Constraints of a scene file that come and go with the keyboard.
struct SceneTracking: Sendable {
  /// The key as written: `near leading+bottom`.
  var key: String
  var isNear: Bool
  var edges: RectEdge
  var constraints: [YAMLFile.Value]
}
