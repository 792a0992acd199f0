import ConstraintLayout

/// The place of the keyboard layout guide and the edges near it: a pure function of its inputs.
struct GuidePosition {
  /// The facts that decide the guide's place, beside the keyboard.
  struct Surroundings: Equatable {
    /// The window's frame on the screen.
    var window: Rect
    /// The size of the screen.
    var screen: Size
    /// The window's insets.
    var windowSafeArea: RectInsets
    /// The owning view's bounds in the window.
    var view: Rect
    /// The owning view's insets.
    var viewSafeArea: RectInsets
    /// The reading direction, which decides the side of leading.
    var direction: ReadingDirection
  }

  /// The guide's frame in the window, in points.
  let frame: Rect
  /// The kind of keyboard for nearness.
  let kind: KeyboardKind
  /// True if such a keyboard is on screen, but entirely outside the window.
  let isOutsideWindow: Bool
  private let surroundings: Surroundings
  private let settings: KeyboardLayoutGuide.Settings

  /// - Parameters:
  ///   - placement: the keyboard, in the screen's coordinates.
  ///   - surroundings: window, view and safe areas.
  ///   - settings: the guide's flags.
  init(
    _ placement: KeyboardPlacement, in surroundings: Surroundings,
    settings: KeyboardLayoutGuide.Settings
  ) {
    self.surroundings = surroundings
    self.settings = settings
    let window = surroundings.window
    let keyboard = placement.frame.offset(x: -window.x, y: -window.y)
    let isShown = placement.isVisible && placement.kind != .hidden
    let isFree = isShown && placement.kind.isFree
    let reachesWindow = keyboard.intersects(Rect(origin: .zero, size: window.size))
    isOutsideWindow = isFree && !reachesWindow
    let isFollowed = settings.followsUndockedKeyboard || !isFree
    // In a view that the keyboard does not reach, the guide is placed as without a keyboard.
    if isShown, reachesWindow, isFollowed,
      let shown = keyboard.intersection(surroundings.view)
    {
      kind = placement.kind
      frame = isFree ? shown : Self.docked(shown, surroundings, settings)
    } else {
      kind = .hidden
      frame = Self.hidden(surroundings, settings)
    }
  }

  private static func hidden(
    _ surroundings: Surroundings, _ settings: KeyboardLayoutGuide.Settings
  ) -> Rect {
    let view = surroundings.view
    let inset =
      settings.usesBottomSafeArea ? min(surroundings.viewSafeArea.bottom, view.height) : 0
    return Rect(x: view.x, y: view.maxY - inset, width: view.width, height: inset)
  }

  /// The part of a docked keyboard within the view, down to the view's bottom.
  private static func docked(
    _ shown: Rect, _ surroundings: Surroundings, _ settings: KeyboardLayoutGuide.Settings
  ) -> Rect {
    let view = surroundings.view
    var top = shown.minY
    if settings.usesBottomSafeArea {
      // The window's safe area, whatever the view adds to its own.
      let safe = surroundings.window.height - surroundings.windowSafeArea.bottom
      top = min(top, max(view.minY, safe))
    }
    return Rect(x: shown.x, y: top, width: shown.width, height: view.maxY - top)
  }

  /// The near edges, given those that were near before.
  func nearEdges(before: RectEdge) -> RectEdge {
    var result = always
    var candidates = possible
    if isNarrow { candidates.subtract([.leading, .trailing]) }
    // Of two opposite edges the nearer one counts; if they are equal, the first.
    for (first, second) in [(RectEdge.bottom, RectEdge.top), (.leading, .trailing)] {
      let reach = (
        first: reaches(first, among: candidates, before: before),
        second: reaches(second, among: candidates, before: before)
      )
      if reach.first, !reach.second || distance(first) <= distance(second) {
        result.insert(first)
      } else if reach.second {
        result.insert(second)
      }
    }
    return result
  }

  private func reaches(
    _ edge: RectEdge, among candidates: RectEdge, before: RectEdge
  ) -> Bool {
    guard candidates.contains(edge) else { return false }
    let limit =
      settings.threshold(for: edge) + (before.contains(edge) ? settings.hysteresis : 0)
    return distance(edge) <= limit
  }

  private var isNarrow: Bool {
    let width = surroundings.window.width
    return width < surroundings.screen.width && width <= settings.narrowWidth
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

  /// The distance of the guide from an edge of the window.
  private func distance(_ edge: RectEdge) -> Double {
    let isLeftToRight = surroundings.direction == .leftToRight
    let window = surroundings.window
    switch edge {
    case .top: return frame.minY
    case .bottom: return window.height - frame.maxY
    case .leading: return isLeftToRight ? frame.minX : window.width - frame.maxX
    default: return isLeftToRight ? window.width - frame.maxX : frame.minX
    }
  }
}
