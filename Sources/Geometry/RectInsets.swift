/// Distances in points from the four edges of a rectangle, positive inwards.
public struct RectInsets: Hashable, Sendable {
  /// The distance from the top edge in points, positive downwards.
  public var top: Double
  /// The distance from the left edge in points, positive to the right.
  public var left: Double
  /// The distance from the bottom edge in points, positive upwards.
  public var bottom: Double
  /// The distance from the right edge in points, positive to the left.
  public var right: Double

  /// No distance from any edge.
  public static let zero = RectInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Makes insets from distances in points; an omitted edge keeps its place.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
