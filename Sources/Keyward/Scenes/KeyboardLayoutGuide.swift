import ConstraintLayout

/// The layout guide that tells host views where the keyboard is.
///
///     let keyboard = try KeyboardLayoutGuide(engine: engine)
///     try engine.activate([bar.bottomAnchor.equal(to: keyboard.guide.topAnchor)])
///     try keyboard.setConstraints([docked], activeWhenAwayFrom: .top)
///     try keyboard.update(KeyboardPlacement(state), window: window, screen: state.screen)
///
/// One guide per view; it is confined with its engine. Its frame and the sets of tracked
/// constraints change together, in one transaction of the engine.
public final class KeyboardLayoutGuide {
  /// How the guide follows the keyboard.
  public struct Settings: Hashable, Sendable {
    /// Whether the guide follows an undocked, split or floating keyboard.
    public var followsUndockedKeyboard = false
    /// Whether the guide ends at the safe area's bottom when there is no keyboard.
    public var usesBottomSafeArea = true
    /// How far above the keyboard a dismissing drag begins, in points; negative counts as 0.
    public var dismissPadding = 0.0
    /// The distance in points within which an edge becomes near.
    public var nearThreshold = 44.0
    /// How much farther than the threshold a near edge has to go to be away, in points.
    public var hysteresis = 8.0
    /// The width in points up to which a window narrower than the screen is never near a side.
    public var narrowWidth = 400.0
    /// Whether an undocked keyboard can be near the bottom, as UIKit's header says.
    public var undockedMayBeNearBottom = false
    /// Whether tracked constraints are active although undocked keyboards are not followed.
    public var lenientTracking = false

    /// The defaults.
    public init() {}
  }

  /// The anchors.
  public let guide: LayoutGuide
  /// How the guide follows the keyboard.
  public private(set) var settings: Settings
  /// The edges the keyboard is near.
  public private(set) var nearEdges: RectEdge = []

  /// A registered array of constraints.
  struct Entry {
    var isNear: Bool
    var edges: RectEdge
    var constraints: [LayoutConstraint]
  }

  var entries: [Entry] = []
  let engine: LayoutEngine

  /// A guide in the root of an engine, with the keyboard hidden.
  ///
  /// - Parameters:
  ///   - engine: the engine that lays the host's window out.
  ///   - settings: how the guide follows the keyboard.
  /// - Throws: `LayoutError` if the engine refuses the guide.
  public init(engine: LayoutEngine, settings: Settings = Settings()) throws(LayoutError) {
    self.engine = engine
    self.settings = settings
    guide = try engine.makeGuide("keyboard", in: engine.root, frame: .zero)
    let size = engine.rootSize
    let hidden = Rect(x: 0, y: size.height, width: size.width, height: 0)
    try update(
      KeyboardPlacement(kind: .hidden, frame: hidden, isVisible: false),
      window: Rect(origin: .zero, size: size), screen: size)
    hasMetKeyboard = false
  }

  /// Moves the guide to where the keyboard is, and exchanges the tracked constraints.
  ///
  /// - Parameters:
  ///   - placement: the keyboard, in the screen's coordinates.
  ///   - window: the window's frame on the screen, in points; its size is the root's.
  ///   - screen: the size of the screen, in points.
  ///   - settings: how the guide follows the keyboard from now on; `nil` for no change.
  /// - Throws: `LayoutError.unsatisfiable` under `ConflictPolicy.fail`; nothing has changed then.
  public func update(
    _ placement: KeyboardPlacement, window: Rect, screen: Size, settings: Settings? = nil
  ) throws(LayoutError) {
    let new = settings ?? self.settings
    let position = GuidePosition(
      placement: placement, window: window, screen: screen,
      safeArea: engine.safeAreaInsets, direction: engine.direction, settings: new)
    // A keyboard met for the first time was nowhere before: only the threshold counts.
    let near = position.nearEdges(before: hasMetKeyboard ? nearEdges : [])
    let isTracking = new.followsUndockedKeyboard || new.lenientTracking
    try engine.transaction { () throws(LayoutError) in
      try self.guide.setFrame(position.frame)
      try self.exchange(near: near, isTracking: isTracking)
    }
    self.settings = new
    nearEdges = near
    self.isTracking = isTracking
    hasMetKeyboard = true
  }

  private(set) var isTracking = false
  /// Whether the host has said where the keyboard is; until then it counts as hidden.
  private var hasMetKeyboard = false
}
