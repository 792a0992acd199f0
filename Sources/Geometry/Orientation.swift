/// The orientation of a screen.
public enum Orientation: String, CaseIterable, Hashable, Sendable {
  /// Upright: the height is at least the width.
  case portrait
  /// Lying: the width is greater than the height.
  case landscape

  /// The orientation of a screen of this size; a square counts as portrait.
  public init(of size: Size) {
    self = size.width > size.height ? .landscape : .portrait
  }

  /// The orientation after a quarter turn.
  public var rotated: Orientation { self == .portrait ? .landscape : .portrait }
}
