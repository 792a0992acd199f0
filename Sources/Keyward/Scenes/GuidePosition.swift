import ConstraintLayout

/// Where the keyboard layout guide is, and which edges it is near: a pure function of its inputs.
struct GuidePosition {
  /// The guide's frame in the window, in points.
  let frame: Rect
  /// What counts for nearness.
  let kind: KeyboardKind
  private let window: Size
  private let isNarrow: Bool
  private let direction: LayoutDirection
  private let settings: KeyboardLayoutGuide.Settings

  /// - Parameters:
  ///   - placement: the keyboard, in the screen's coordinates.
  ///   - window: the window's frame on the screen.
  ///   - screen: the size of the screen.
  ///   - safeArea: the window's insets.
  ///   - direction: which side leading is.
  ///   - settings: the guide's flags.
  init(
    placement: KeyboardPlacement, window: Rect, screen: Size, safeArea: EdgeInsets,
    direction: LayoutDirection, settings: KeyboardLayoutGuide.Settings
  ) {
    let bounds = Rect(origin: .zero, size: window.size)
    let keyboard = placement.frame.offset(x: -window.x, y: -window.y)
    let shown =
      placement.isVisible && placement.kind != .hidden ? keyboard.intersection(bounds) : nil
    if let shown, settings.followsUndockedKeyboard || !placement.kind.isFree {
      kind = placement.kind
      frame =
        placement.kind.isFree
        ? shown : Self.docked(shown, keyboard, bounds, safeArea, settings)
    } else {
      kind = .hidden
      let inset = settings.usesBottomSafeArea ? min(safeArea.bottom, bounds.height) : 0
      frame = Rect(x: 0, y: bounds.height - inset, width: bounds.width, height: inset)
    }
    self.window = window.size
    isNarrow = window.width < screen.width && window.width <= settings.narrowWidth
    self.direction = direction
    self.settings = settings
  }

  /// The part of a docked keyboard that is in the window, down to the window's bottom.
  private static func docked(
    _ shown: Rect, _ keyboard: Rect, _ bounds: Rect, _ safeArea: EdgeInsets,
    _ settings: KeyboardLayoutGuide.Settings
  ) -> Rect {
    var top = shown.minY
    if settings.usesBottomSafeArea { top = min(top, max(0, bounds.height - safeArea.bottom)) }
    return Rect(x: shown.x, y: top, width: shown.width, height: bounds.height - top)
  }

  /// The edges that are near, given those that were.
  func nearEdges(before: RectEdge) -> RectEdge {
    var result = always
    var candidates = possible
    if isNarrow { candidates.subtract([.leading, .trailing]) }
    let reached = [RectEdge.bottom, .top, .leading, .trailing].filter { edge in
      guard candidates.contains(edge) else { return false }
      let limit =
        settings.nearThreshold + (before.contains(edge) ? settings.hysteresis : 0)
      return distance(edge) <= limit
    }
    for pair in [(RectEdge.bottom, RectEdge.top), (.leading, .trailing)] {
      let rivals = reached.filter { $0 == pair.0 || $0 == pair.1 }
      // Of two opposite edges the nearer one counts, of equals the first.
      if let nearest = rivals.min(by: { distance($0) < distance($1) }) { result.insert(nearest) }
    }
    return result
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

  /// How far the guide is from an edge of the window.
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
