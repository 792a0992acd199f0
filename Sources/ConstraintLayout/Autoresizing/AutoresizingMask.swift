/// Which parts of a frame give way when the superview's size changes; raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)

  /// Whether start margin, size and end margin of an axis are flexible.
  func parts(_ axis: LayoutAxis) -> [Bool] {
    axis == .horizontal
      ? [contains(.flexibleLeft), contains(.flexibleWidth), contains(.flexibleRight)]
      : [contains(.flexibleTop), contains(.flexibleHeight), contains(.flexibleBottom)]
  }

  /// The mask as logs show it: `h=&-- v=--&`, `&` for flexible.
  var maskText: String {
    LayoutAxis.allCases.map { axis in
      (axis == .horizontal ? "h=" : "v=") + parts(axis).map { $0 ? "&" : "-" }.joined()
    }.joined(separator: " ")
  }
}
