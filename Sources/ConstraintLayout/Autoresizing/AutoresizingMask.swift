/// The parts of a frame that give way when the superview's size changes; raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The flexible parts as bits, 1 left to 32 bottom.
  public let rawValue: Int

  /// Makes a mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance from the superview’s left edge gives way.
  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  /// The width gives way.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance from the superview’s right edge gives way.
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  /// The distance from the superview’s top edge gives way.
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  /// The height gives way.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance from the superview’s bottom edge gives way.
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)

  /// Tells whether start margin, size and end margin of an axis are flexible.
  func parts(_ axis: LayoutAxis) -> [Bool] {
    axis == .horizontal
      ? [contains(.flexibleLeft), contains(.flexibleWidth), contains(.flexibleRight)]
      : [contains(.flexibleTop), contains(.flexibleHeight), contains(.flexibleBottom)]
  }
}

extension AutoresizingMask: CustomStringConvertible {
  /// The mask as logs show it: `h=&-- v=--&`, `&` for flexible.
  public var description: String {
    LayoutAxis.allCases.map { axis in
      (axis == .horizontal ? "h=" : "v=") + parts(axis).map { $0 ? "&" : "-" }.joined()
    }.joined(separator: " ")
  }
}
