import Geometry

/// An error about sides or insets that no screen has.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Sides that are not numbers from 1 to 100,000 points.
  case size(Size)
  /// Insets that are not numbers from 0 to 100,000 points.
  case safeArea(RectInsets)

  /// A sentence with the fault and its remedy.
  public var description: String {
    switch self {
    case .size(let size):
      "A screen cannot be \(size.width.plain) × \(size.height.plain) points. "
        + "Give sides from 1 to \(ScreenDescription.longestSide.plain), such as 375x812."
    case .safeArea(let insets):
      "A safe area cannot be \(insets.top.plain),\(insets.left.plain),\(insets.bottom.plain),"
        + "\(insets.right.plain). Give four distances from 0 to "
        + "\(ScreenDescription.longestSide.plain), such as 44,0,34,0."
    }
  }

  /// Throws unless both sides are from 1 to the longest side.
  static func check(size: Size) throws(ScreenError) {
    let allowed = 1...ScreenDescription.longestSide
    guard allowed.contains(size.width), allowed.contains(size.height) else { throw .size(size) }
  }

  /// Throws unless every inset is from 0 to the longest side.
  static func check(safeArea: RectInsets) throws(ScreenError) {
    let allowed = 0...ScreenDescription.longestSide
    for inset in [safeArea.top, safeArea.left, safeArea.bottom, safeArea.right] {
      guard allowed.contains(inset) else { throw .safeArea(safeArea) }
    }
  }
}

extension Double {
  /// The number without a useless fraction: `375.0` → `375`, `4.5` → `4.5`.
  var plain: String {
    guard self == rounded(), magnitude < 1e15 else { return description }
    return String(Int(self))
  }
}
