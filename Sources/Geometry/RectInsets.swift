/// Distances in points from the four edges of a rectangle, positive inwards.
public struct RectInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public static let zero = RectInsets(top: 0, left: 0, bottom: 0, right: 0)

  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}
