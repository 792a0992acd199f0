/// The screen of a keyboard, and the keyboard's own height on it.
public struct KeyboardEnvironment: Hashable, Sendable {
  /// The orientation of the screen.
  public var orientation: Orientation
  /// The size of the screen in that orientation, in points.
  public var screen: Size
  /// The bottom safe inset in that orientation, in points.
  public var bottomInset: Double
  /// The total height of the docked keyboard: panel, toolbar and bottom safe inset.
  public var height: Double
  /// The reading direction.
  public var direction: ReadingDirection

  /// Creates an environment.
  public init(
    orientation: Orientation, screen: Size, bottomInset: Double = 0, height: Double,
    direction: ReadingDirection = .leftToRight
  ) {
    self.orientation = orientation
    self.screen = screen
    self.bottomInset = bottomInset
    self.height = height
    self.direction = direction
  }

  var sanitised: KeyboardEnvironment {
    func possible(_ number: Double) -> Double { number.isFinite ? max(0, number) : 0 }
    var copy = self
    copy.screen = Size(width: possible(screen.width), height: possible(screen.height))
    copy.bottomInset = possible(bottomInset)
    copy.height = possible(height)
    return copy
  }
}

/// The data that determine the keyboard's frame; every command computes a new situation.
struct Situation: Equatable {
  var environment: KeyboardEnvironment
  /// The kind of placement that the keyboard has while it is visible; never `hidden`.
  var kind = KeyboardKind.docked
  var isVisible = false
  /// The total height: the keyboard's own, or one that a handler requested.
  var height: Double
  var top = 0.0
  var floating = Rect.zero

  init(_ environment: KeyboardEnvironment) {
    self.environment = environment
    height = environment.height
  }

  var screen: Size { environment.screen }

  /// The height of an undocked or split keyboard, without the safe area.
  var freeHeight: Double { max(0, height - environment.bottomInset) }

  var shownFrame: Rect {
    switch kind {
    case .hidden, .docked, .dockedSplit, .camera:
      return Rect(x: 0, y: screen.height - height, width: screen.width, height: height)
    case .undocked, .split:
      return Rect(x: 0, y: top, width: screen.width, height: freeHeight)
    case .floating:
      return floating
    case .shortcutsBar(let bar):
      return barFrame(bar)
    }
  }

  private func barFrame(_ bar: ShortcutsBar) -> Rect {
    let height = ShortcutsBar.height + environment.bottomInset
    let width = bar == .expanded ? screen.width : min(ShortcutsBar.collapsedWidth, screen.width)
    let isLeft = (bar == .leading) == (environment.direction == .leftToRight)
    let x = bar == .expanded || isLeft ? 0 : screen.width - width
    return Rect(x: x, y: screen.height - height, width: width, height: height)
  }

  var hiddenFrame: Rect {
    Rect(x: 0, y: screen.height, width: screen.width, height: shownFrame.height)
  }

  var frame: Rect { isVisible ? shownFrame : hiddenFrame }

  var visibleKind: KeyboardKind { isVisible ? kind : .hidden }

  /// Returns the situation on another screen, with the keyboard moved so that it fits there.
  ///
  /// The keyboard's height becomes that of `environment`.
  func moved(to environment: KeyboardEnvironment) -> Situation {
    var next = self
    next.environment = environment
    next.height = environment.height
    next.top = max(0, min(top, environment.screen.height - next.freeHeight))
    next.floating = floating.pulled(into: environment.screen)
    return next
  }
}

extension Rect {
  /// Returns the rectangle, moved as little as possible so that it fits on a screen.
  ///
  /// A rectangle larger than the screen is aligned with the screen's top left corner.
  func pulled(into screen: Size) -> Rect {
    Rect(
      x: max(0, min(x, screen.width - width)), y: max(0, min(y, screen.height - height)),
      width: width, height: height)
  }
}

/// The kind of a keyboard's placement.
@nonexhaustive public enum KeyboardKind: Hashable, Sendable {
  /// Just below the screen.
  case hidden
  /// At the bottom, full width.
  case docked
  /// At the bottom in two halves.
  case dockedSplit
  /// At the bottom, while the camera scans text for the field; may cover the whole screen.
  case camera
  /// The bar that replaces the keyboard while a hardware keyboard is attached.
  case shortcutsBar(ShortcutsBar)
  /// Full width, anywhere above the bottom.
  case undocked
  /// Like undocked, in two halves.
  case split
  /// A small keyboard anywhere.
  case floating

  /// True for the kinds at the bottom edge of the screen, including the shortcuts bar.
  public var isDocked: Bool {
    switch self {
    case .docked, .dockedSplit, .camera, .shortcutsBar: true
    case .hidden, .undocked, .split, .floating: false
    }
  }

  var isShortcutsBar: Bool {
    if case .shortcutsBar = self { true } else { false }
  }

  /// True if the keyboard can be moved: undocked, split, floating.
  public var isFree: Bool {
    switch self {
    case .undocked, .split, .floating: true
    case .hidden, .docked, .dockedSplit, .camera, .shortcutsBar: false
    }
  }
}

extension KeyboardKind {
  /// The kind in words: `docked`, `shortcuts bar`.
  public var word: String {
    switch self {
    case .hidden: "hidden"
    case .docked: "docked"
    case .dockedSplit: "docked split"
    case .camera: "camera"
    case .shortcutsBar: "shortcuts bar"
    case .undocked: "undocked"
    case .split: "split"
    case .floating: "floating"
    }
  }
}

/// The form of the shortcuts bar.
public enum ShortcutsBar: String, Hashable, Sendable {
  /// Full width at the bottom.
  case expanded
  /// Collapsed into the bottom corner on the leading side.
  case leading
  /// Collapsed into the bottom corner on the trailing side.
  case trailing

  /// The height in points without the bottom safe area.
  public static let height = 55.0

  /// The width in points of a collapsed bar.
  public static let collapsedWidth = 88.0
}

/// The order of the events when the keyboard appears or the screen rotates.
public enum EventOrder: String, CaseIterable, Hashable, Sendable {
  /// The order that UIKit documents.
  case `default`
  /// The order of JGSourceBase, an iOS library whose keyboard this engine reproduces.
  ///
  /// In this order, events are posted again after a handler has changed the height.
  case jgs
  /// The order of iOS 7, which posts no frame-change events when a docked keyboard is rotated.
  ///
  /// The rotation hides the keyboard and shows it again.
  case ios7
}

/// The state of a keyboard, to use for layout.
public struct KeyboardState: Sendable, Equatable {
  /// The kind of placement.
  public var kind: KeyboardKind
  /// The frame in points, in screen coordinates of `orientation`.
  public var frame: Rect
  /// Whether the keyboard is on screen.
  public var isVisible: Bool
  /// The orientation of the screen.
  public var orientation: Orientation
  /// The size of the screen in `orientation`.
  public var screen: Size
  /// The number of the current transition, from its first will event to its last did event; `nil`
  /// between transitions.
  public var transition: Int?

  /// Creates a state.
  public init(
    kind: KeyboardKind, frame: Rect, isVisible: Bool, orientation: Orientation, screen: Size,
    transition: Int? = nil
  ) {
    self.kind = kind
    self.frame = frame
    self.isVisible = isVisible
    self.orientation = orientation
    self.screen = screen
    self.transition = transition
  }
}

/// A keyboard frame from a notification, used to find out whether the keyboard is docked or floats.
///
/// Use it in a host that has no other information about the keyboard.
///
///     let raw = RawFrame(.keyboardWillShow, end: frame, screen: size, window: window)
///     raw.result   // .docked
public struct RawFrame: Hashable, Sendable {
  /// The kinds of keyboard that a raw frame can describe.
  public enum Result: String, Hashable, Sendable {
    /// Not on the screen.
    case hidden
    /// At the bottom.
    case docked
    /// Full width, above the bottom.
    case undocked
    /// Narrower than the window, or dragged.
    case floating
    /// A frame that a keyboard layout guide should not follow.
    case ignore
  }

  /// The event that contains the frame.
  public var event: KeyboardEvent.Name
  /// The end frame, in screen coordinates.
  public var end: Rect
  /// True if this app showed the keyboard.
  public var isLocal: Bool
  /// The size of the screen, in points.
  public var screen: Size
  /// The app's window, in screen coordinates.
  public var window: Rect

  /// Creates a raw frame; the window is the whole screen unless given.
  public init(
    _ event: KeyboardEvent.Name, end: Rect, isLocal: Bool = true, screen: Size,
    window: Rect? = nil
  ) {
    self.event = event
    self.end = end
    self.isLocal = isLocal
    self.screen = screen
    self.window = window ?? Rect(origin: .zero, size: screen)
  }

  /// The kind of keyboard that a layout guide should assume.
  ///
  /// The result is `ignore` for a frame whose numbers are all 0, unless the event is a show or hide
  /// event. In all other cases, the result is ``kind``.
  public var result: Result {
    end == .zero && !isHide && !isShow ? .ignore : kind
  }

  /// The kind of keyboard that the frame describes.
  ///
  /// Unlike ``result``, this property is `floating` for an all-zero frame, which is posted when the
  /// user begins to drag a keyboard.
  public var kind: Result {
    if isHide { return .hidden }
    if !isLocal || !end.isFinite { return .ignore }
    if end == .zero { return .floating }
    if end.isEmpty { return .hidden }
    let frame = comparable
    let whole = Rect(x: 0, y: 0, width: rounded(screen.width), height: rounded(screen.height))
    if !frame.intersects(whole) { return .hidden }
    if frame.width < rounded(window.maxX) - rounded(window.minX) { return .floating }
    return frame.maxY >= whole.maxY ? .docked : .undocked
  }

  /// The frame for comparisons, with its edges rounded to whole points.
  ///
  /// A keyboard at the bottom of the window counts as docked, even if the window ends above the
  /// bottom of the screen. A frame that ends above the bottom of the screen is therefore moved down
  /// by the distance from the bottom of the window to the bottom of the screen.
  private var comparable: Rect {
    let reachesBottom = rounded(end.maxY) >= rounded(screen.height)
    let offset = reachesBottom ? 0 : max(0, screen.height - window.maxY)
    let left = rounded(end.minX)
    let top = rounded(end.minY + offset)
    return Rect(
      x: left, y: top, width: rounded(end.maxX) - left, height: rounded(end.maxY + offset) - top)
  }

  private func rounded(_ value: Double) -> Double { value.rounded(.toNearestOrAwayFromZero) }

  private var isHide: Bool { event == .keyboardWillHide || event == .keyboardDidHide }

  private var isShow: Bool { event == .keyboardWillShow || event == .keyboardDidShow }
}
