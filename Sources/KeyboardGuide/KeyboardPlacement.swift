/// The place of a keyboard, without the keyboard: for scenes that are laid out once.
///
/// To follow a moving keyboard, use `KeyboardLayoutGuide.follow` instead.
public struct KeyboardPlacement: Hashable, Sendable {
  /// The form and the place.
  public var kind: KeyboardKind
  /// The frame in points, in the screen's coordinates.
  public var frame: Rect
  /// Whether it is on screen.
  public var isVisible: Bool

  /// A placement from its parts.
  public init(kind: KeyboardKind, frame: Rect, isVisible: Bool) {
    self.kind = kind
    self.frame = frame
    self.isVisible = isVisible
  }

  /// The placement of a keyboard's state.
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
