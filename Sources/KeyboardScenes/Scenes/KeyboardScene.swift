import ConstraintLayout

/// Host views laid out around a keyboard, as a scene file describes them.
public final class KeyboardScene {
  /// The engine that lays the views out.
  public let engine: LayoutEngine
  /// The guide that follows the keyboard.
  public let keyboard: KeyboardLayoutGuide
  /// The views, then the stacks, in the order of the file.
  public private(set) var items: [LayoutItem] = []
  /// The scene's file.
  public let file: SceneFile
  /// The name of the scene.
  public var name: String { file.name }

  /// Builds the scene around a keyboard.
  ///
  /// - Parameters:
  ///   - file: the scene's file.
  ///   - size: the size of the root in points; `nil` for the window's, without one the file's.
  ///   - safeArea: the insets of the root.
  ///   - direction: the reading direction, which decides the side of leading.
  ///   - placement: the keyboard, in the screen's coordinates; `nil` for none.
  ///   - window: the app's window on the screen; `nil` for all of it.
  ///   - screen: the size of the screen; `nil` for the window's.
  ///   - labels: the sizes of wrapped labels as they are drawn.
  ///   - log: receives conflict logs, and what there is to tell of the keyboard.
  /// - Throws: `LayoutFileErrors`, one `file:line:column: sentence` per fault.
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
    var builder = SceneBuilder(file, engine)
    builder.placement = placement
    builder.window = window
    builder.screen = screen
    builder.labels = labels
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
  ///   - placement: the keyboard, in the screen's coordinates.
  ///   - window: the app's window on the screen; its size becomes the root's.
  ///   - screen: the size of the screen.
  /// - Throws: `LayoutError.illegal` for impossible numbers.
  public func place(
    _ placement: KeyboardPlacement, window: Rect, screen: Size
  ) throws(LayoutError) {
    try engine.transaction { () throws(LayoutError) in
      try self.engine.setRootSize(window.size)
      try self.keyboard.update(placement, window: window, screen: screen)
    }
  }

  /// Follows a keyboard from now on; see `KeyboardLayoutGuide.follow(_:in:)`.
  public func follow(
    _ transitions: TransitionEngine,
    in window: @escaping (KeyboardState) -> HostWindow = { HostWindow(filling: $0.screen) }
  ) {
    keyboard.follow(transitions, in: window)
  }

  /// The field to type into, if there is one.
  public var field: LayoutItem? {
    file.fieldName.flatMap { name in items.first { $0.name == name } }
  }

  /// The text drawn on each of the items: its label, else its name.
  public var labels: [String] {
    (file.views + file.stacks.map(\.view)).map { $0.label ?? $0.name }
  }

  /// Whether the text of each of the items is broken into lines.
  public var wraps: [Bool] { (file.views + file.stacks.map(\.view)).map(\.wraps) }

  /// Gives the field room for what is typed into it.
  ///
  /// Its natural width becomes 16 points and 8 for every character, or the file's if that is
  /// larger.
  ///
  /// - Parameter count: The number of characters, the only fact about the text.
  /// - Throws: `LayoutError` if the engine refuses the size.
  public func setFieldLength(_ count: Int) throws(LayoutError) {
    guard let field else { return }
    let own = (file.views + file.stacks.map(\.view)).first { $0.name == field.name }?.intrinsic
    let size = Size(
      width: max(own?.width ?? 0, 16 + 8 * Double(max(0, count))),
      height: own?.height ?? LayoutItem.noIntrinsicMetric)
    if size != field.intrinsicSize { try field.setIntrinsicSize(size) }
  }

  /// The keys of the active tracked constraints, in file order.
  public var activeKeys: [String] {
    file.tracking.filter { keyboard.isActive(isNear: $0.isNear, edges: $0.edges) }.map(\.key)
  }

  /// True if the scene has tracked constraints, which come and go with the keyboard.
  public var hasTracking: Bool { !file.tracking.isEmpty }

  /// A report about the layout.
  public func report(fitting: Size? = nil) -> SceneReport {
    let safeArea = try? engine.root.safeAreaGuide()
    return SceneReport(
      frames: items.map { ($0.name, engine.frame(of: $0)) },
      safeArea: safeArea.map { engine.frame(of: $0) } ?? .zero,
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

/// The layout of a scene in plain values, for the output of `keyward scene`.
public struct SceneReport: Sendable {
  /// A contradiction of required constraints, each named by its identifier or else its equation.
  public struct Conflict: Hashable, Sendable {
    /// The smallest contradiction, in the order of the serials.
    public let constraints: [String]
    /// The member that gave way.
    public let broken: String
  }

  /// Views and stacks in file order, in their superviews' coordinates.
  public let frames: [(name: String, frame: Rect)]
  /// The safe area in the root's coordinates.
  public let safeArea: Rect
  /// The keyboard's guide in the root's coordinates.
  public let keyboard: Rect
  /// The edges near the keyboard.
  public let near: RectEdge
  /// The keys of the active tracked constraints, in file order.
  public let active: [String]
  /// The views whose frames the constraints leave open.
  public let ambiguous: [String]
  /// The summed violation of each level that has one, highest first.
  public let residuals: [(priority: Double, violation: Double)]
  /// The contradictions, the oldest first.
  public let conflicts: [Conflict]
  /// The root's fitting size, if it was asked for.
  public let fitting: Size?

  /// The names of the edges near the keyboard: top, leading, bottom, trailing.
  public var nearNames: [String] { near.names }
}
