/// A frame as a notification carries it, for hosts that know nothing else about the keyboard.
///
///     let raw = RawFrame(.keyboardWillShow, end: frame, screen: screen, window: window)
///     raw.result   // .docked
public struct RawFrame: Hashable, Sendable {
  /// The kinds of keyboard that a raw frame can stand for.
  public enum Result: String, Hashable, Sendable {
    /// Not on the screen.
    case hidden
    /// At the bottom.
    case docked
    /// Full width, off the bottom.
    case undocked
    /// Narrower than the window, or dragged.
    case floating
    /// A frame that a guide should not follow.
    case ignore
  }

  /// The event that carries it.
  public var event: KeyboardEvent.Name
  /// The end frame, in screen coordinates.
  public var end: Rect
  /// Whether this app raised the keyboard.
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

  /// The kind of keyboard that a layout guide infers.
  public var result: Result {
    if isHide { return .hidden }
    if !isLocal || !end.isFinite { return .ignore }
    if end == .zero, !isShow { return .ignore }
    return kind
  }

  /// The kind of keyboard it describes.
  ///
  /// Unlike ``result``, an all-zero frame means a drag, and so a floating keyboard.
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

  /// The edges for comparison, rounded to whole points.
  ///
  /// They are moved down by the distance from the window's end to the screen's bottom, where the
  /// keyboard may end too.
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
