import ConstraintLayout
import Keyward

/// Host views laid out around a keyboard, as described by a scene file.
final class KeyboardScene {
  /// The engine that lays out the views.
  let engine: LayoutEngine
  /// The guide that follows the keyboard.
  let keyboard: KeyboardLayoutGuide
  /// The views, then the stacks, in the order of the file.
  private(set) var items: [LayoutItem] = []
  let file: SceneFile
  /// The app's window, in the screen's coordinates.
  private(set) var window: Rect
  private(set) var screen: Size
  var name: String { file.name }

  /// Creates the scene around a keyboard.
  ///
  /// - Parameters:
  ///   - file: The scene's file.
  ///   - screen: The size of the screen in points; `nil` for the size in the file.
  ///   - safeArea: The insets of the root.
  ///   - direction: The reading direction.
  ///   - placement: The keyboard, in the screen's coordinates; `nil` for none.
  ///   - window: The app's window on the screen, which the root fills; `nil` for the whole screen.
  ///   - log: Receives conflict logs, and diagnostics of the guide.
  /// - Throws: `SceneFileErrors`, with a line `file:line:column: message` per fault.
  init(
    _ file: SceneFile, screen: Size? = nil, safeArea: RectInsets = .zero,
    direction: ReadingDirection = .leftToRight, keyboard placement: KeyboardPlacement? = nil,
    window: Rect? = nil, log: ((String) -> Void)? = nil
  ) throws(SceneFileErrors) {
    self.file = file
    let screen = screen ?? file.size
    let window = window ?? Rect(origin: .zero, size: screen)
    (self.screen, self.window) = (screen, window)
    let engine = LayoutEngine(rootSize: window.size, direction: direction, log: log)
    self.engine = engine
    var builder = SceneBuilder(
      file: file, engine: engine, placement: placement, window: window, screen: screen,
      source: file.source)
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
  func place(
    _ placement: KeyboardPlacement, window: Rect, screen: Size
  ) throws(LayoutError) {
    try engine.transaction { () throws(LayoutError) in
      try self.engine.setRootSize(window.size)
      try self.keyboard.update(placement, window: window, screen: screen)
    }
    (self.screen, self.window) = (screen, window)
  }

  /// The input field, if there is one.
  var field: LayoutItem? {
    file.fieldName.flatMap { name in items.first { $0.name == name } }
  }

  /// The text drawn on each item: the item's label or, without a label, the item's name.
  var labels: [String] {
    file.allViews.map { $0.label ?? $0.name }
  }

  /// For each item, whether its text is wrapped into lines.
  var wraps: [Bool] { file.allViews.map(\.wraps) }

  /// Makes room in the field for the typed text.
  ///
  /// The field's natural width becomes 16 points plus 8 for every character, or the width in the
  /// file if that is larger.
  ///
  /// - Parameter count: The number of characters; nothing else about the text is needed.
  /// - Throws: `LayoutError` if the engine refuses the size.
  func setFieldLength(_ count: Int) throws(LayoutError) {
    guard let field else { return }
    let own = file.allViews.first { $0.name == field.name }?.intrinsic
    let size = Size(
      width: max(own?.width ?? 0, 16 + 8 * Double(max(0, count))),
      height: own?.height ?? LayoutItem.noIntrinsicMetric)
    if size != field.intrinsicSize { try field.setIntrinsicSize(size) }
  }

  /// The active tracked constraints by their YAML keys, such as `near bottom`, in file order.
  var activeKeys: [String] {
    guard keyboard.followsUndockedKeyboard || keyboard.lenientTracking else { return [] }
    let near = keyboard.nearEdges
    return file.tracking.filter { entry in
      entry.isNear ? entry.edges.isSubset(of: near) : entry.edges.isDisjoint(with: near)
    }.map(\.key)
  }

  /// True if the scene has tracked constraints, which the keyboard activates and deactivates.
  var hasTracking: Bool { !file.tracking.isEmpty }

  /// Describes the current layout in plain values.
  ///
  /// - Parameter fitting: The target size for which the report contains the root's fitting size;
  ///   `nil` to omit the fitting size.
  /// - Returns: The frames, the keyboard's edges, the constraints' state and the conflicts.
  func report(fitting: Size? = nil) -> SceneReport {
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
