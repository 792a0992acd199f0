import ConstraintLayout

/// Host views laid out around a keyboard, as described by a scene file.
public final class KeyboardScene {
  /// The engine that lays out the views.
  public let engine: LayoutEngine
  /// The guide that follows the keyboard.
  public let keyboard: KeyboardLayoutGuide
  /// The views, then the stacks, in the order of the file.
  public private(set) var items: [LayoutItem] = []
  /// The scene's file.
  public let file: SceneFile
  /// The name of the scene.
  public var name: String { file.name }

  /// Creates the scene around a keyboard.
  ///
  /// - Parameters:
  ///   - file: The scene's file.
  ///   - size: The size of the root in points; `nil` for the window's size or, without a window,
  ///     the size in the file.
  ///   - safeArea: The insets of the root.
  ///   - direction: The reading direction.
  ///   - placement: The keyboard, in the screen's coordinates; `nil` for none.
  ///   - window: The app's window on the screen; `nil` for the root's size at 0, 0.
  ///   - screen: The size of the screen; `nil` for a screen that ends where the window does.
  ///   - labels: The drawn sizes of wrapped labels.
  ///   - log: Receives conflict logs, and diagnostics of the guide.
  /// - Throws: `LayoutFileErrors`, with a line `file:line:column: message` per fault.
  public init(
    _ file: SceneFile, size: Size? = nil, safeArea: RectInsets = .zero,
    direction: ReadingDirection = .leftToRight, keyboard placement: KeyboardPlacement? = nil,
    window: Rect? = nil, screen: Size? = nil, labels: LabelMeasure = LabelMeasure(),
    log: ((String) -> Void)? = nil
  ) throws(LayoutFileErrors) {
    self.file = file
    let engine = LayoutEngine(
      rootSize: size ?? window?.size ?? file.size, direction: direction, log: log)
    self.engine = engine
    var builder = SceneBuilder(
      file: file, engine: engine, placement: placement, window: window, screen: screen,
      labels: labels, source: file.source)
    do throws(LayoutError) {
      try engine.setSafeAreaInsets(safeArea)
      keyboard = try engine.transaction { () throws(LayoutError) in try builder.build() }
    } catch {
      throw builder.errors(error)
    }
    if let errors = builder.source.errors { throw errors }
    items = builder.items
    keyboard.onDiagnostic = { log?($0.description + "\n") }
  }

  /// Moves the keyboard, and the views that follow it.
  ///
  /// - Parameters:
  ///   - placement: The keyboard, in the screen's coordinates.
  ///   - window: The app's window on the screen; its size becomes the root's.
  ///   - screen: The size of the screen.
  /// - Throws: `LayoutError.illegal` for invalid numbers.
  public func place(
    _ placement: KeyboardPlacement, window: Rect, screen: Size
  ) throws(LayoutError) {
    try engine.transaction { () throws(LayoutError) in
      try self.engine.setRootSize(window.size)
      try self.keyboard.update(placement, window: window, screen: screen)
    }
  }

  /// Follows a keyboard; see `KeyboardLayoutGuide.follow(_:in:)`.
  public func follow(
    _ transitions: TransitionEngine,
    in window: @escaping (KeyboardState) -> HostWindow = { HostWindow(filling: $0.screen) }
  ) {
    keyboard.follow(transitions, in: window)
  }

  /// The input field, if there is one.
  public var field: LayoutItem? {
    file.fieldName.flatMap { name in items.first { $0.name == name } }
  }

  /// The text drawn on each item: the item's label or, without a label, the item's name.
  public var labels: [String] {
    file.allViews.map { $0.label ?? $0.name }
  }

  /// For each item, whether its text is wrapped into lines.
  public var wraps: [Bool] { file.allViews.map(\.wraps) }

  /// Makes room in the field for the typed text.
  ///
  /// The field's natural width becomes 16 points plus 8 for every character, or the width in the
  /// file if that is larger.
  ///
  /// - Parameter count: The number of characters; nothing else about the text is needed.
  /// - Throws: `LayoutError` if the engine refuses the size.
  public func setFieldLength(_ count: Int) throws(LayoutError) {
    guard let field else { return }
    let own = file.allViews.first { $0.name == field.name }?.intrinsic
    let size = Size(
      width: max(own?.width ?? 0, 16 + 8 * Double(max(0, count))),
      height: own?.height ?? LayoutItem.noIntrinsicMetric)
    if size != field.intrinsicSize { try field.setIntrinsicSize(size) }
  }

  /// The active tracked constraints by their YAML keys, such as `near bottom`, in file order.
  public var activeKeys: [String] {
    file.tracking.filter { keyboard.isActive(isNear: $0.isNear, edges: $0.edges) }.map(\.key)
  }

  /// True if the scene has tracked constraints, which the keyboard activates and deactivates.
  public var hasTracking: Bool { !file.tracking.isEmpty }

  /// Describes the current layout in plain values.
  ///
  /// - Parameter fitting: The target size for which the report contains the root's fitting size;
  ///   `nil` to omit the fitting size.
  /// - Returns: The frames, the keyboard's edges, the constraints' state and the conflicts.
  public func report(fitting: Size? = nil) -> SceneReport {
    SceneReport(
      frames: items.map { ($0.name, engine.frame(of: $0)) },
      safeArea: engine.frame(of: engine.root.safeAreaLayoutGuide),
      keyboard: engine.frame(of: keyboard.guide), near: keyboard.nearEdges,
      active: activeKeys,
      ambiguous: engine.ambiguousItems().filter { item in items.contains { $0 === item } }
        .map(\.name),
      residuals: engine.residuals().filter { $0.violation > 1e-9 }
        .map { (Double($0.priority.rawValue), $0.violation) },
      conflicts: engine.conflicts.map { conflict in
        SceneReport.Conflict(
          constraints: conflict.constraints.map { $0.identifier ?? $0.equation },
          broken: conflict.broken.identifier ?? conflict.broken.equation)
      },
      fitting: fitting.map { engine.systemLayoutSizeFitting($0) })
  }
}

/// The layout of a scene in plain values, as `Examples/Studio` prints it.
public struct SceneReport: Sendable {
  /// A conflict of required constraints.
  ///
  /// Each constraint is represented by its identifier or, if it has none, by its equation.
  public struct Conflict: Hashable, Sendable {
    /// The conflicting constraints, in the order of their serial numbers.
    ///
    /// If any one of them were removed, the conflict would disappear.
    public let constraints: [String]
    /// The constraint that the engine broke to resolve the conflict.
    public let broken: String
  }

  /// Views and stacks in file order, in their superviews' coordinates.
  public let frames: [(name: String, frame: Rect)]
  /// The safe area in the root's coordinates.
  public let safeArea: Rect
  /// The keyboard's guide in the root's coordinates.
  public let keyboard: Rect
  /// The edges of the window that the keyboard is near.
  public let near: RectEdge
  /// The active tracked constraints by their YAML keys, such as `near bottom`, in file order.
  public let active: [String]
  /// The views whose frames the constraints do not determine.
  public let ambiguous: [String]
  /// The total violation of each violated priority level, with the highest priority first.
  public let residuals: [(priority: Double, violation: Double)]
  /// The conflicts, oldest first.
  public let conflicts: [Conflict]
  /// The root's fitting size, if requested.
  public let fitting: Size?
}

extension KeyboardPlacement {
  /// The reason why a text is not a placement.
  public struct Fault: Error, CustomStringConvertible {
    /// The problem and its remedy.
    public let description: String
  }

  /// Creates a placement from `hidden`, `docked[:H]`, `split:Y[,H]`, `undocked:Y[,H]`,
  /// `floating:X,Y,W,H` or `shortcuts[:leading|trailing]`.
  ///
  ///     try KeyboardPlacement("floating:300,300,320,254", in: environment)
  ///
  /// - Parameters:
  ///   - text: The placement, with numbers in points in the screen's coordinates.
  ///   - environment: The screen, and the height of a docked keyboard without `:H`.
  /// - Throws: `Fault` for any other text.
  public init(_ text: String, in environment: KeyboardEnvironment) throws(Fault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : nil
    var situation = Situation(environment)
    situation.isVisible = true
    var freeHeight: Double?
    switch parts[0] {
    case "hidden" where rest == nil: situation.isVisible = false
    case "docked":
      situation.height = try Self.numbers(rest, of: text, in: 0...1).first ?? environment.height
    case "undocked", "split":
      let numbers = try Self.numbers(rest, of: text, in: 1...2)
      situation.kind = parts[0] == "split" ? .split : .undocked
      situation.top = numbers[0]
      freeHeight = numbers.dropFirst().first
    case "floating":
      let n = try Self.numbers(rest, of: text, in: 4...4)
      situation.kind = .floating
      situation.floating = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
    case "shortcuts":
      guard let bar = ShortcutsBar(rawValue: rest ?? "expanded"), rest != "expanded" else {
        throw Self.fault(text)
      }
      situation.kind = .shortcutsBar(bar)
    default: throw Self.fault(text)
    }
    self.init(kind: situation.visibleKind, frame: situation.frame, isVisible: situation.isVisible)
    if let freeHeight { frame.size.height = freeHeight }
  }

  /// Parses a list of numbers, separated by commas; throws if the count is wrong or a size is
  /// negative.
  private static func numbers(
    _ list: String?, of text: String, in count: ClosedRange<Int>
  ) throws(Fault) -> [Double] {
    guard let list else {
      if count.contains(0) { return [] }
      throw fault(text)
    }
    let parts = list.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: String($0)) }
    guard numbers.count == parts.count, count.contains(numbers.count),
      numbers.allSatisfy(Double.sceneRange.contains)
    else { throw fault(text) }
    let sizes =
      numbers.count == 4 ? numbers.suffix(2) : count == 0...1 ? numbers[...] : numbers.dropFirst()
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw fault(text) }
    return numbers
  }

  private static func fault(_ text: String) -> Fault {
    Fault(
      description:
        "“\(text)” is not a keyboard placement; write hidden, docked[:H], split:Y[,H], undocked:Y[,H], floating:X,Y,W,H or shortcuts[:leading|trailing]."
    )
  }
}

/// Functions that return the drawn sizes of a scene's wrapped labels, in points.
///
///     let file = try SceneFile(path: "note.yaml")  // views: { note: { label: …, wrap: true } }
///     let labels = LabelMeasure(
///       width: { font.width(of: $0) }, height: { font.height(of: $0, in: $1) })
///     let scene = try KeyboardScene(file, labels: labels)
///
/// Labels that are not wrapped are not measured: their views' natural sizes are in the file.
public struct LabelMeasure {
  /// The width of a label on one line.
  public var width: (_ label: String) -> Double
  /// The height of a label wrapped to a width.
  public var height: (_ label: String, _ width: Double) -> Double

  /// Creates a measure from two functions, which must always return the same numbers for the same
  /// label and width.
  public init(
    width: @escaping (_ label: String) -> Double,
    height: @escaping (_ label: String, _ width: Double) -> Double
  ) {
    self.width = width
    self.height = height
  }

  /// Creates a measure for hosts that draw no labels.
  ///
  /// Every character is 8 points wide and 16 points high, and lines can be broken anywhere.
  public init() {
    self.init(
      width: { 8 * Double($0.count) },
      height: { label, width in
        let columns = max(1, (width / 8).rounded(.down))
        return 16 * (Double(label.count) / columns).rounded(.up)
      })
  }
}

/// A scene as described by its file: host views, their constraints, and constraints that follow the
/// keyboard.
///
///     let file = try SceneFile(yaml: bytes, name: "chat.yaml")
///     let scene = try KeyboardScene(file)
///
/// The initializers check the file's structure and names. `KeyboardScene` checks the equations and
/// formats, and creates the constraints from them. In both steps, faults are reported with their
/// locations in the file.
public struct SceneFile: Sendable {
  /// The name of the scene, as given in the file.
  public internal(set) var name: String
  /// The root's default size, in points.
  public internal(set) var size: Size
  var views: [SceneView] = []
  var stacks: [SceneStack] = []
  var constraints: [YAMLNode] = []
  var metrics: [String: Double] = [:]
  /// The tracked constraints; each `key` is as written in the file, such as `near leading+bottom`.
  var tracking: [(key: String, isNear: Bool, edges: RectEdge, constraints: [YAMLNode])] = []
  /// The settings of the scene's guide for following the keyboard.
  public internal(set) var guide = KeyboardLayoutGuide.Settings()
  /// True if the file sets `nearThreshold` or `hysteresis`.
  public internal(set) var setsNearness = false
  var superviewSpacing = SuperviewSpacing.margins
  let source: YAMLFile

  static let defaultSize = Size(width: 320, height: 480)

  /// Adapts the scene to a screen of terminal cells.
  ///
  /// If the file sets neither `nearThreshold` nor `hysteresis`, the keyboard is near an edge if it
  /// is at most one cell away.
  ///
  /// - Parameter cell: The size of a cell, in points.
  /// - Returns: The adapted scene.
  public func onCells(of cell: Size) -> SceneFile {
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
  var key: YAMLNode
  var parent: (name: String, value: YAMLNode)?
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
  var views: [(name: String, value: YAMLNode)] = []
  var customSpacing: [(name: String, value: YAMLNode, spacing: Double)] = []
}
