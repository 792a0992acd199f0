import ConstraintLayout
import KeywardEngine

/// The layout guide that represents the keyboard among host views.
///
///     let guide = try KeyboardLayoutGuide(engine: engine)
///     bar.bottomAnchor.constraint(equalTo: guide.topAnchor).isActive = true
///     guide.setConstraints([docked], activeWhenAwayFrom: .top)
///     guide.follow(transitions)
///
/// A view has at most one guide, confined to the isolation domain of its engine. The guide's frame
/// and the sets of tracked constraints change together, in one transaction of the engine. The frame
/// is always computed from the keyboard's *current* frame, so a guide created while the keyboard is
/// shown is correct immediately. The frame also follows changes of the root's size, the safe area
/// and the reading direction.
///
/// All ``Settings`` are properties of the guide too, for example `guide.nearThreshold = 60`, and so
/// are the anchors and other members of ``guide``.
@dynamicMemberLookup
public final class KeyboardLayoutGuide {
  /// The layout guide that follows the keyboard, an item of the engine.
  public let guide: LayoutGuide
  /// The view that owns the guide.
  public let view: LayoutItem
  /// The settings for following the keyboard.
  public internal(set) var settings: Settings
  /// The edges of the window that the keyboard is near.
  public internal(set) var nearEdges: RectEdge = []
  /// The keyboard that the guide represents, in the screen's coordinates.
  public internal(set) var placement: KeyboardPlacement
  /// The handler that is called when the keyboard moves outside the window, or when the engine
  /// refuses a change.
  ///
  /// If the keyboard is already outside the window, a new handler is called immediately. While the
  /// handler is `nil`, refused changes are written to the engine's log.
  public var onDiagnostic: ((GuideDiagnostic) -> Void)? {
    didSet { if hasReportedOutside { reportOutside() } }
  }

  typealias Entry = (isNear: Bool, edges: RectEdge, constraints: [LayoutConstraint])

  var entries: [Entry] = []
  var isTracking = false
  let engine: LayoutEngine
  /// The window's frame, in the screen's coordinates.
  var window: Rect
  var screen: Size
  /// True if the host has not set a screen; the screen's right and bottom edges are then the
  /// window's.
  private var isScreenTheWindows: Bool
  /// The view's frame in the window, after the last layout.
  var viewFrame: Rect
  var viewSafeArea = RectInsets.zero
  private var hasMetKeyboard = false
  private var hasReportedOutside = false
  var followed: EventToken?

  /// Creates a guide in a view of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine that lays out the host's window.
  ///   - view: The view the guide belongs to; `nil` for the root, which is the window.
  ///   - settings: The settings for following the keyboard.
  ///   - placement: The keyboard, in the screen's coordinates; `nil` for none.
  ///   - window: The window's frame on the screen, in points; `nil` for the root's size at 0, 0.
  ///   - screen: The size of the screen, in points; `nil` for a screen that ends where the window
  ///     does, until the first update sets one.
  /// - Throws: `LayoutError` if the view already has a guide or belongs to another engine, or a
  ///   number is NaN or infinite.
  public init(
    engine: LayoutEngine, in view: LayoutItem? = nil, settings: Settings = Settings(),
    keyboard placement: KeyboardPlacement? = nil, window: Rect? = nil, screen: Size? = nil
  ) throws(LayoutError) {
    let view = view ?? engine.root
    if engine.keyboardGuide(of: view) != nil {
      throw .illegal("\(view.name) already has a keyboard guide; use that one.")
    }
    guard view.engine === engine, !view.isRemoved else {
      throw .illegal("\(view.name) is not an item of this engine; use items of this engine.")
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

  /// Moves the guide to the keyboard and updates the tracked constraints.
  ///
  /// - Parameters:
  ///   - placement: The keyboard, in the screen's coordinates.
  ///   - window: The window's frame on the screen, in points; its size is the root's.
  ///   - screen: The size of the screen, in points.
  ///   - settings: The new settings for following the keyboard; `nil` for no change.
  /// - Throws: `LayoutError.illegal` for NaN, infinities and negative sizes, and
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`; nothing changes then.
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
  /// - Throws: The errors of ``update(_:window:screen:settings:)``.
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

  func evaluate() throws(LayoutError) {
    let root = engine.root
    let windowSafeArea = engine.safeAreaInsets(of: root)
    let position = GuidePosition(
      placement: placement, settings: settings, window: window, screen: screen,
      windowSafeArea: windowSafeArea,
      view: view === root ? Rect(origin: .zero, size: window.size) : viewFrame,
      viewSafeArea: view === root ? windowSafeArea : viewSafeArea, direction: engine.direction)
    // The first keyboard has no previous frame, so the hysteresis does not apply.
    let near = position.nearEdges(before: hasMetKeyboard ? nearEdges : [])
    // With lenient tracking, an undocked keyboard that is not followed counts as hidden.
    let isTracking = settings.followsUndockedKeyboard || settings.lenientTracking
    let old = (nearEdges, self.isTracking, hasReportedOutside)
    engine.onRollback { (self.nearEdges, self.isTracking, self.hasReportedOutside) = old }
    let origin = position.view.origin
    try guide.setFrame(position.frame.offset(x: -origin.x, y: -origin.y))
    nearEdges = near
    self.isTracking = isTracking
    try exchange()
    reportOutside(position.isOutsideWindow)
  }

  private static func screen(filledBy window: Rect) -> Size {
    Size(width: window.maxX, height: window.maxY)
  }

  private func check(
    _ placement: KeyboardPlacement, _ window: Rect, _ screen: Size
  ) throws(LayoutError) {
    func isPossible(_ rect: Rect) -> Bool { rect.isFinite && rect.width >= 0 && rect.height >= 0 }
    guard isPossible(placement.frame) else {
      throw .illegal(
        "The keyboard cannot have the frame \(placement.frame); use finite numbers.")
    }
    guard isPossible(window) else {
      throw .illegal("The window cannot have the frame \(window); use finite numbers.")
    }
    guard isPossible(Rect(origin: .zero, size: screen)) else {
      throw .illegal(
        "The screen cannot be \(screen.width) by \(screen.height); use finite numbers.")
    }
  }

  /// Reports a keyboard outside the window, but only once until the keyboard is inside again.
  private func reportOutside(_ isOutside: Bool) {
    let isNew = isOutside && !hasReportedOutside
    // Set before the report: a handler that makes another change calls this method again.
    hasReportedOutside = isOutside
    if isNew { reportOutside() }
  }

  private func reportOutside() {
    onDiagnostic?(.outsideWindow(kind: placement.kind, frame: placement.frame, window: window))
  }

  func reporting(_ change: () throws(LayoutError) -> Void) {
    do throws(LayoutError) { try change() } catch {
      let diagnostic = GuideDiagnostic.refused(error)
      if let onDiagnostic { return onDiagnostic(diagnostic) }
      engine.log?("\(diagnostic)\n")
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
    reporting { () throws(LayoutError) in
      try self.engine.transaction { () throws(LayoutError) in try self.evaluate() }
    }
    return true
  }
}

extension KeyboardLayoutGuide {
  /// The settings for following the keyboard.
  public struct Settings: Hashable, Sendable {
    /// True if the guide follows an undocked, split or floating keyboard; off by default.
    ///
    /// While this setting is off, no tracked constraint is active, unless ``lenientTracking`` is
    /// on.
    public var followsUndockedKeyboard = false
    /// True if the guide's top is never below the bottom of the safe area; on by default.
    public var usesBottomSafeArea = true
    /// The distance in points above the keyboard at which a dismissing drag begins; 0 by default.
    ///
    /// A negative number counts as 0.
    public var keyboardDismissPadding = 0.0
    /// The largest distance in points at which the keyboard becomes near an edge of the window; 44
    /// by default.
    public var nearThreshold = 44.0
    /// The threshold in points for the leading and trailing edges; `nil` if ``nearThreshold``
    /// applies.
    ///
    /// A separate threshold is useful on a grid of cells that are not square.
    public var sideNearThreshold: Double?
    /// The distance in points that is added to the threshold while the keyboard is near the edge; 8
    /// by default.
    ///
    /// The keyboard therefore has to move farther away to stop being near than it moved to become
    /// near.
    public var hysteresis = 8.0
    /// The largest width in points at which a window counts as narrow; 400 by default.
    ///
    /// The leading and trailing edges of a narrow window are never near, unless the window is as
    /// wide as the screen.
    public var narrowWidth = 400.0
    /// True if an undocked keyboard can be near the bottom edge of the window; off by default.
    ///
    /// The header file of UIKit describes this behaviour.
    public var undockedMayBeNearBottom = false
    /// True if constraints are tracked even while ``followsUndockedKeyboard`` is off; off by
    /// default.
    ///
    /// While that setting is off, an undocked keyboard counts as hidden.
    public var lenientTracking = false

    /// Creates settings with the default values.
    public init() {}

    func threshold(for edge: RectEdge) -> Double {
      edge == .leading || edge == .trailing ? sideNearThreshold ?? nearThreshold : nearThreshold
    }

    func check() throws(LayoutError) {
      let distances = [
        ("near threshold", nearThreshold), ("side threshold", sideNearThreshold ?? 0),
        ("hysteresis", hysteresis), ("narrow width", narrowWidth),
        ("dismiss padding", keyboardDismissPadding),
      ]
      for (name, distance) in distances where !distance.isFinite {
        throw .illegal("The \(name) of a keyboard guide must be finite, not \(distance).")
      }
    }
  }

  /// Accesses one of the ``Settings``.
  ///
  /// If the engine refuses a new value, the setting does not change, and the error is reported to
  /// ``onDiagnostic`` or, without a handler, to the engine's log.
  public subscript<Value>(dynamicMember setting: WritableKeyPath<Settings, Value>) -> Value {
    get { settings[keyPath: setting] }
    set {
      var new = settings
      new[keyPath: setting] = newValue
      reporting { () throws(LayoutError) in try self.set(new) }
    }
  }
}

extension KeyboardLayoutGuide {
  /// Accesses the anchors, the name and other members of ``guide``.
  public subscript<Value>(dynamicMember member: KeyPath<LayoutGuide, Value>) -> Value {
    guide[keyPath: member]
  }
}

extension LayoutItem {
  /// The keyboard layout guide that the host has created in this view and retains.
  ///
  /// If the view has no guide, the program stops with a message.
  public var keyboardLayoutGuide: KeyboardLayoutGuide {
    guard let guide = engine?.keyboardGuide(of: self) else {
      fatalError(
        "\(name) has no keyboard guide: create a KeyboardLayoutGuide in it and keep a strong "
          + "reference to the guide.")
    }
    return guide
  }
}

extension LayoutEngine {
  fileprivate func keyboardGuide(of view: LayoutItem) -> KeyboardLayoutGuide? {
    followers.lazy.compactMap { $0 as? KeyboardLayoutGuide }.first { $0.view === view }
  }
}

/// The host's window and safe area, for a guide that follows a keyboard.
public struct HostWindow: Hashable, Sendable {
  /// The window's frame on the screen, in points; the root takes the size of this frame.
  public var frame: Rect
  /// The window's safe-area insets in points; `nil` keeps the engine's current ones.
  public var safeArea: RectInsets?

  /// Creates a window at a position on the screen.
  public init(frame: Rect, safeArea: RectInsets? = nil) {
    self.frame = frame
    self.safeArea = safeArea
  }

  /// Creates a window that fills the screen.
  public init(filling screen: Size, safeArea: RectInsets? = nil) {
    self.init(frame: Rect(origin: .zero, size: screen), safeArea: safeArea)
  }
}

extension KeyboardLayoutGuide {
  /// Follows a keyboard in a window that fills its screen, and adopts the screen's safe area.
  ///
  ///     guide.follow(keyboard)
  ///     keyboard.rotate(to: .landscape)  // changes root, safe area and guide
  ///
  /// - Parameter keyboard: The keyboard, which is not retained.
  public func follow(_ keyboard: Keyboard) {
    follow(keyboard.transitions) { [weak keyboard] state in
      HostWindow(
        filling: state.screen,
        safeArea: keyboard?.configuration.screen.safeArea(state.orientation))
    }
  }

  /// Follows a keyboard, from its current frame on, at every commit of a transition and every step
  /// of a drag.
  ///
  /// In the same change, the root takes the size and the safe area of the window that `window`
  /// returns:
  ///
  ///     guide.follow(transitions) { state in
  ///       HostWindow(filling: state.screen, safeArea: insets[state.orientation])
  ///     }
  ///
  /// The guide stops following when it is deallocated or follows another keyboard, and after
  /// ``stopFollowing()``. Changes that the engine refuses are reported to ``onDiagnostic``.
  ///
  /// - Parameters:
  ///   - transitions: The keyboard.
  ///   - window: Returns the window for a state; by default a window that fills the screen.
  public func follow(
    _ transitions: TransitionEngine,
    in window: @escaping (KeyboardState) -> HostWindow = { HostWindow(filling: $0.screen) }
  ) {
    stopFollowing()
    followed = transitions.observeState { [weak self, weak transitions] state in
      guard let self else { return }
      let host = window(state)
      let isWhole = host.frame == Rect(origin: .zero, size: state.screen)
      transitions?.window = isWhole ? nil : host.frame
      let threshold = transitions?.nearThreshold
      reporting { () throws(LayoutError) in
        try self.take(state, in: host, threshold: threshold)
      }
    }
  }

  /// Stops following the keyboard; the guide keeps its frame.
  public func stopFollowing() {
    followed?.cancel()
    followed = nil
  }

  private func take(
    _ state: KeyboardState, in host: HostWindow, threshold: Double?
  ) throws(LayoutError) {
    var settings = settings
    if let threshold { settings.nearThreshold = threshold }
    try engine.transaction { () throws(LayoutError) in
      if host.frame.size != self.engine.rootSize {
        try self.engine.setRootSize(host.frame.size)
      }
      if let insets = host.safeArea { try self.engine.setSafeAreaInsets(insets) }
      try self.update(
        KeyboardPlacement(state), window: host.frame, screen: state.screen, settings: settings)
    }
  }
}

/// A change of the keyboard or the settings that a ``KeyboardLayoutGuide`` could not adopt.
@nonexhaustive public enum GuideDiagnostic: Error, CustomStringConvertible {
  /// The keyboard is on screen but entirely outside the window, so the guide treats it as
  /// dismissed.
  case outsideWindow(kind: KeyboardKind, frame: Rect, window: Rect)
  /// The engine refused a change that was made where no error can be thrown, such as in the setter of
  /// a property or when a followed keyboard moved.
  case refused(LayoutError)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .outsideWindow(let kind, let frame, let window):
      "The \(kind.word) keyboard at \(frame) is outside the window at \(window) and "
        + "counts as dismissed. Move it over the window so that the guide follows it."
    case .refused(let error): error.description
    }
  }
}
