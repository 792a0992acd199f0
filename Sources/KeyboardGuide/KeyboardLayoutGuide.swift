import ConstraintLayout

/// The layout guide that stands for the keyboard among host views.
///
///     let keyboard = try KeyboardLayoutGuide(engine: engine)
///     try engine.activate([bar.bottomAnchor.equal(to: keyboard.guide.topAnchor)])
///     try keyboard.setConstraints([docked], activeWhenAwayFrom: .top)
///     keyboard.follow(transitions)
///
/// A view has one guide at most; the guide is confined with its engine. Its frame and the sets of
/// tracked constraints change together, in one transaction of the engine. It is always computed
/// from the keyboard's *present* place, so that a guide made while the keyboard is up is right at
/// once. It also changes with the root's size, the safe area and the direction.
public final class KeyboardLayoutGuide {
  /// The anchors.
  public let guide: LayoutGuide
  /// The view that owns the guide.
  public let view: LayoutItem
  /// The settings by which the guide follows the keyboard.
  public internal(set) var settings: Settings
  /// The edges near the keyboard.
  public internal(set) var nearEdges: RectEdge = []
  /// The keyboard the guide stands for, in the screen's coordinates.
  public internal(set) var placement: KeyboardPlacement
  /// Called for keyboards that do not count, one present at the call included, and for changes that
  /// the engine refused.
  ///
  /// While it is `nil`, refused changes go to the engine's log.
  public var onDiagnostic: ((GuideDiagnostic) -> Void)? {
    didSet { if hasToldOutside { tellOutside() } }
  }

  /// A registered array of constraints.
  struct Entry {
    var isNear: Bool
    var edges: RectEdge
    var constraints: [LayoutConstraint]
  }

  var entries: [Entry] = []
  var isTracking = false
  let engine: LayoutEngine
  /// The window on the screen, and the screen.
  package var window: Rect
  package var screen: Size
  /// True if the host has named no screen, which then reaches as far as the window.
  private var isScreenTheWindows: Bool
  /// The view's place in the window and its insets, from the last layout.
  var viewFrame: Rect
  var viewSafeArea = RectInsets.zero
  /// True if the host has placed the keyboard; until then it counts as hidden.
  private var hasMetKeyboard = false
  /// True if the keyboard is outside the window, which is reported once.
  private var hasToldOutside = false
  /// The registration with the followed keyboard.
  var followed: EventToken?

  /// A guide in a view of an engine.
  ///
  /// - Parameters:
  ///   - engine: the engine that lays the host's window out.
  ///   - view: the view the guide belongs to; `nil` for the root, which is the window.
  ///   - settings: the settings for following the keyboard.
  ///   - placement: the keyboard, in the screen's coordinates; `nil` for none.
  ///   - window: the window's frame on the screen, in points; `nil` for the root's size at 0, 0.
  ///   - screen: the size of the screen, in points; `nil` for the window's, also when that changes,
  ///     until the first update names one.
  /// - Throws: `LayoutError` if the view has a guide already or belongs to another engine, a number
  ///   is NaN or infinite.
  public init(
    engine: LayoutEngine, in view: LayoutItem? = nil, settings: Settings = Settings(),
    keyboard placement: KeyboardPlacement? = nil, window: Rect? = nil, screen: Size? = nil
  ) throws(LayoutError) {
    let view = view ?? engine.root
    if engine.followers.contains(where: { ($0 as? KeyboardLayoutGuide)?.view === view }) {
      throw .illegal("\(view.name) has a keyboard guide already, use that one.")
    }
    guard view.engine === engine, !view.isRemoved else {
      throw .illegal("\(view.name) is not an item of this engine, use its own items.")
    }
    self.engine = engine
    self.view = view
    self.settings = settings
    let window = window ?? Rect(origin: .zero, size: engine.rootSize)
    isScreenTheWindows = screen == nil
    let screen = screen ?? Self.screen(filledBy: window)
    self.window = window
    self.screen = screen
    viewFrame = view === engine.root ? .zero : engine.absoluteFrame(of: view)
    self.placement = placement ?? .hidden(on: screen)
    let name = view === engine.root ? "keyboard" : view.name + ".keyboard"
    guide = try engine.makeGuide(name, in: view, frame: .zero)
    engine.add(self)
    try change(self.placement, window, screen, settings)
    hasMetKeyboard = placement != nil
  }

  /// Moves the guide to the keyboard, and exchanges the tracked constraints.
  ///
  /// - Parameters:
  ///   - placement: the keyboard, in the screen's coordinates.
  ///   - window: the window's frame on the screen, in points; its size is the root's.
  ///   - screen: the size of the screen, in points.
  ///   - settings: the settings for following the keyboard from now on; `nil` for no change.
  /// - Throws: `LayoutError.illegal` for numbers that are NaN, infinite or negative sizes,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`; nothing has changed then.
  public func update(
    _ placement: KeyboardPlacement, window: Rect, screen: Size, settings: Settings? = nil
  ) throws(LayoutError) {
    try engine.transaction { () throws(LayoutError) in
      let flags = (self.hasMetKeyboard, self.isScreenTheWindows)
      self.engine.onRollback { (self.hasMetKeyboard, self.isScreenTheWindows) = flags }
      try self.change(placement, window, screen, settings ?? self.settings)
      (self.hasMetKeyboard, self.isScreenTheWindows) = (true, false)
    }
  }

  /// Changes the settings for following the keyboard.
  ///
  /// - Throws: like ``update(_:window:screen:settings:)``.
  public func set(_ settings: Settings) throws(LayoutError) {
    try change(placement, window, screen, settings)
  }

  private func change(
    _ placement: KeyboardPlacement, _ window: Rect, _ screen: Size, _ settings: Settings
  ) throws(LayoutError) {
    try check(placement, window, screen)
    try settings.check()
    try engine.transaction { () throws(LayoutError) in
      let old = (self.placement, self.window, self.screen, self.settings)
      self.engine.onRollback {
        (self.placement, self.window, self.screen, self.settings) = old
      }
      (self.placement, self.window, self.screen, self.settings) = (
        placement, window, screen, settings
      )
      try self.evaluate()
    }
  }

  /// Computes frame and nearness from the keyboard's state, and exchanges the tracked constraints.
  func evaluate() throws(LayoutError) {
    let position = GuidePosition(placement, in: surroundings, settings: settings)
    // A keyboard placed for the first time has no former place: only the threshold counts.
    let near = position.nearEdges(before: hasMetKeyboard ? nearEdges : [])
    // A keyboard that is not followed counts as hidden, even if tracking is lenient.
    let isTracking = settings.followsUndockedKeyboard || settings.lenientTracking
    let old = (nearEdges, self.isTracking, hasToldOutside)
    engine.onRollback { (self.nearEdges, self.isTracking, self.hasToldOutside) = old }
    let origin = surroundings.view.origin
    try guide.setFrame(position.frame.offset(x: -origin.x, y: -origin.y))
    nearEdges = near
    self.isTracking = isTracking
    try exchange()
    tellOutside(position.isOutsideWindow)
  }

  private var surroundings: GuidePosition.Surroundings {
    let root = engine.root
    let bounds = Rect(origin: .zero, size: window.size)
    return GuidePosition.Surroundings(
      window: window, screen: screen, windowSafeArea: engine.safeAreaInsets(of: root),
      view: view === root ? bounds : viewFrame,
      viewSafeArea: view === root ? engine.safeAreaInsets(of: root) : viewSafeArea,
      direction: engine.direction)
  }

  /// The screen of a window, if nothing more is known.
  private static func screen(filledBy window: Rect) -> Size {
    Size(width: window.maxX, height: window.maxY)
  }

  private func check(
    _ placement: KeyboardPlacement, _ window: Rect, _ screen: Size
  ) throws(LayoutError) {
    func isPossible(_ rect: Rect) -> Bool { rect.isFinite && rect.width >= 0 && rect.height >= 0 }
    guard isPossible(placement.frame) else {
      throw .illegal(
        "The keyboard cannot have the frame \(placement.frame), give it finite numbers.")
    }
    guard isPossible(window) else {
      throw .illegal("The window cannot have the frame \(window), give it finite numbers.")
    }
    guard isPossible(Rect(origin: .zero, size: screen)) else {
      throw .illegal(
        "The screen cannot be \(screen.width) by \(screen.height), give it finite numbers.")
    }
  }

  /// Reports a keyboard outside the window, once while it stays there.
  private func tellOutside(_ isOutside: Bool) {
    let isNews = isOutside && !hasToldOutside
    // Set before the report: an answer by another change comes back here.
    hasToldOutside = isOutside
    if isNews { tellOutside() }
  }

  private func tellOutside() {
    onDiagnostic?(.outsideWindow(kind: placement.kind, frame: placement.frame, window: window))
  }

  /// Makes a change and reports its error, which nobody could catch.
  func telling(_ change: () throws(LayoutError) -> Void) {
    do throws(LayoutError) { try change() } catch {
      let diagnostic = GuideDiagnostic.refused(error)
      if let onDiagnostic { return onDiagnostic(diagnostic) }
      engine.onReport? { "\(diagnostic)\n" }
    }
  }
}

extension KeyboardLayoutGuide: LayoutFollower {
  package func windowHasChanged() throws(LayoutError) {
    let old = (window, screen, placement)
    engine.onRollback { (self.window, self.screen, self.placement) = old }
    window.size = engine.rootSize
    if isScreenTheWindows {
      screen = Self.screen(filledBy: window)
      if !hasMetKeyboard { placement = .hidden(on: screen) }
    }
    try evaluate()
  }

  package func layoutHasEnded() -> Bool {
    guard view !== engine.root, !view.isRemoved else { return false }
    let frame = engine.absoluteFrame(of: view)
    let insets = engine.safeAreaInsets(of: view)
    guard !frame.isClose(to: viewFrame) || !insets.isClose(to: viewSafeArea) else { return false }
    viewFrame = frame
    viewSafeArea = insets
    telling { () throws(LayoutError) in
      try self.engine.transaction { () throws(LayoutError) in try self.evaluate() }
    }
    return true
  }
}

extension Rect {
  /// Tells whether no edge differs by more than 1e-6 points.
  fileprivate func isClose(to other: Rect) -> Bool {
    abs(minX - other.minX) <= 1e-6 && abs(minY - other.minY) <= 1e-6
      && abs(maxX - other.maxX) <= 1e-6 && abs(maxY - other.maxY) <= 1e-6
  }
}
