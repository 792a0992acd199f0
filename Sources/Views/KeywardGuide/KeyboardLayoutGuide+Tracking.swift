import ConstraintLayout

extension KeyboardLayoutGuide {
  /// Keeps constraints active while the keyboard is near every edge of a set.
  ///
  /// A constraint that is registered for several sets of edges is active while at least one of
  /// these registrations requires it. If the host activates or deactivates the constraint directly,
  /// the guide reverts that at the next move of the keyboard.
  ///
  /// The constraints replace those registered earlier for the same edges; an empty array removes
  /// them. An empty set of edges, an invalid constraint and, under `ConflictPolicy.fail`, a
  /// conflict are reported to ``onDiagnostic``, and nothing changes.
  public func setConstraints(
    _ constraints: [LayoutConstraint], activeWhenNearEdge edges: RectEdge
  ) {
    reporting { () throws(LayoutError) in
      try set((true, edges, constraints))
    }
  }

  /// Keeps constraints active while the keyboard is away from every edge of a set.
  ///
  /// Otherwise, this method is like ``setConstraints(_:activeWhenNearEdge:)``.
  public func setConstraints(
    _ constraints: [LayoutConstraint], activeWhenAwayFrom edges: RectEdge
  ) {
    reporting { () throws(LayoutError) in
      try set((false, edges, constraints))
    }
  }

  /// The constraints registered for a keyboard near a set of edges, whether active now or not.
  public func constraints(activeWhenNearEdge edges: RectEdge) -> [LayoutConstraint] {
    entries.first { $0.isNear && $0.edges == edges }?.constraints ?? []
  }

  /// The constraints registered for a keyboard away from a set of edges, whether active now or not.
  public func constraints(activeWhenAwayFrom edges: RectEdge) -> [LayoutConstraint] {
    entries.first { !$0.isNear && $0.edges == edges }?.constraints ?? []
  }

  /// Deactivates and removes all tracked constraints.
  public func removeAllTrackedConstraints() {
    reporting { () throws(LayoutError) in
      try engine.transaction { () throws(LayoutError) in
        let old = self.entries
        self.engine.keep(self, \.entries)
        self.entries = []
        try self.exchange(removing: old.flatMap(\.constraints))
      }
    }
  }

  private func isActive(isNear: Bool, edges: RectEdge) -> Bool {
    isTracking && (isNear ? edges.isSubset(of: nearEdges) : edges.isDisjoint(with: nearEdges))
  }

  private func set(_ entry: Entry) throws(LayoutError) {
    guard !entry.edges.isEmpty, entry.edges.isSubset(of: .all) else {
      throw .illegal(
        "Tracked constraints need at least one edge: top, leading, bottom or trailing.")
    }
    try engine.transaction { () throws(LayoutError) in
      let old = self.entries
      self.engine.keep(self, \.entries)
      try self.engine.registerForTracking(entry.constraints)
      let index = old.firstIndex { $0.isNear == entry.isNear && $0.edges == entry.edges }
      if let index { self.entries.remove(at: index) }
      if !entry.constraints.isEmpty { self.entries.insert(entry, at: index ?? old.count) }
      try self.exchange(removing: index.map { old[$0].constraints } ?? [])
    }
  }

  /// Activates the tracked constraints that the keyboard's position requires, and deactivates all
  /// other tracked constraints.
  ///
  /// The constraints in `removing` have just lost a registration. They are deactivated too, unless
  /// another registration requires them.
  ///
  /// Throws an error if a constraint has become invalid because its items were moved.
  func exchange(removing: [LayoutConstraint] = []) throws(LayoutError) {
    dropConstraintsOfRemovedItems()
    let active = entries.filter { isActive(isNear: $0.isNear, edges: $0.edges) }
    let wanted = Set(active.flatMap(\.constraints).map(ObjectIdentifier.init))
    var off = removing.filter { $0.isActive && !wanted.contains(ObjectIdentifier($0)) }
    var on: [LayoutConstraint] = []
    for constraint in entries.flatMap(\.constraints) {
      let isWanted = wanted.contains(ObjectIdentifier(constraint))
      if isWanted, !constraint.isActive { on.append(constraint) }
      if !isWanted, constraint.isActive { off.append(constraint) }
    }
    if !off.isEmpty { try engine.deactivate(off) }
    if !on.isEmpty { try engine.activate(on) }
  }

  private func dropConstraintsOfRemovedItems() {
    func isLost(_ constraint: LayoutConstraint) -> Bool {
      constraint.first.isRemoved || constraint.second?.isRemoved ?? false
    }
    guard entries.contains(where: { $0.constraints.contains(where: isLost) }) else { return }
    engine.keep(self, \.entries)
    for index in entries.indices { entries[index].constraints.removeAll(where: isLost) }
    entries.removeAll(where: \.constraints.isEmpty)
  }
}

/// A calculation of the guide's frame and near edges, with all its input in stored properties.
struct GuidePosition {
  let placement: KeyboardPlacement
  let settings: KeyboardLayoutGuide.Settings
  let window: Rect
  let screen: Size
  let windowSafeArea: RectInsets
  /// The owning view's bounds in the window.
  let view: Rect
  let viewSafeArea: RectInsets
  let direction: ReadingDirection

  private var keyboard: Rect { placement.frame.offset(x: -window.x, y: -window.y) }
  private var isShown: Bool { placement.isVisible && placement.kind != .hidden }
  private var isFree: Bool { isShown && placement.kind.isFree }

  private var reachesWindow: Bool {
    keyboard.intersects(Rect(origin: .zero, size: window.size))
  }

  var isOutsideWindow: Bool { isFree && !reachesWindow }

  /// The part of the keyboard that covers the view; `nil` if the keyboard does not change the
  /// guide's frame.
  private var shown: Rect? {
    guard isShown, reachesWindow, settings.followsUndockedKeyboard || !isFree else { return nil }
    return keyboard.intersection(view)
  }

  private var kind: KeyboardKind { shown == nil ? .hidden : placement.kind }

  /// The guide's frame in the window, in points.
  var frame: Rect {
    guard let shown else {
      let inset = settings.usesBottomSafeArea ? min(viewSafeArea.bottom, view.height) : 0
      return Rect(x: view.x, y: view.maxY - inset, width: view.width, height: inset)
    }
    if isFree { return shown }
    var top = shown.minY
    if settings.usesBottomSafeArea {
      // The window's safe area, without any additional insets of the view.
      top = min(top, max(view.minY, window.height - windowSafeArea.bottom))
    }
    return Rect(x: shown.x, y: top, width: shown.width, height: view.maxY - top)
  }

  func nearEdges(before: RectEdge) -> RectEdge {
    var result = always
    var candidates = possible
    if isNarrow { candidates.subtract([.leading, .trailing]) }
    // Of two opposite edges, only the nearer one counts; if both are equally near, the first one
    // counts.
    for (first, second) in [(RectEdge.bottom, RectEdge.top), (.leading, .trailing)] {
      let reached = [first, second].filter { edge in
        let hysteresis = before.contains(edge) ? settings.hysteresis : 0
        return candidates.contains(edge)
          && distance(edge) <= settings.threshold(for: edge) + hysteresis
      }
      if let nearest = reached.min(by: { distance($0) < distance($1) }) { result.insert(nearest) }
    }
    return result
  }

  private var isNarrow: Bool {
    window.width < screen.width && window.width <= settings.narrowWidth
  }

  private var always: RectEdge {
    switch kind {
    case .hidden, .docked, .dockedSplit, .camera, .shortcutsBar: .bottom
    case .undocked, .split, .floating: []
    }
  }

  private var possible: RectEdge {
    switch kind {
    case .hidden, .docked, .dockedSplit, .camera, .shortcutsBar(.expanded): []
    case .shortcutsBar: [.leading, .trailing]
    case .undocked, .split: settings.undockedMayBeNearBottom ? [.top, .bottom] : .top
    case .floating: .all
    }
  }

  private func distance(_ edge: RectEdge) -> Double {
    let isLeftToRight = direction == .leftToRight
    switch edge {
    case .top: return frame.minY
    case .bottom: return window.height - frame.maxY
    case .leading: return isLeftToRight ? frame.minX : window.width - frame.maxX
    default: return isLeftToRight ? window.width - frame.maxX : frame.minX
    }
  }
}

/// The kind and frame of a keyboard as plain values, for scenes that are laid out only once.
///
/// To follow a moving keyboard, use `KeyboardLayoutGuide.follow` instead.
public struct KeyboardPlacement: Hashable, Sendable {
  /// The kind of keyboard.
  public var kind: KeyboardKind
  /// The frame in points, in the screen's coordinates.
  public var frame: Rect
  /// Whether the keyboard is on screen.
  public var isVisible: Bool

  /// Creates a placement.
  public init(kind: KeyboardKind, frame: Rect, isVisible: Bool) {
    self.kind = kind
    self.frame = frame
    self.isVisible = isVisible
  }

  /// Creates a placement with the kind, frame and visibility in a keyboard's state.
  public init(_ state: KeyboardState) {
    self.init(kind: state.kind, frame: state.frame, isVisible: state.isVisible)
  }

  /// The placement of a hidden keyboard, just below a screen.
  public static func hidden(on screen: Size) -> KeyboardPlacement {
    KeyboardPlacement(
      kind: .hidden, frame: Rect(x: 0, y: screen.height, width: screen.width, height: 0),
      isVisible: false)
  }
}

extension KeyboardPlacement: CustomStringConvertible {
  /// The kind and the frame: `docked at 0, 100, 480 x 220`; the kind alone for a hidden keyboard.
  public var description: String { isVisible ? "\(kind.word) at \(frame)" : "\(kind.word)" }
}
