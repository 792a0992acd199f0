/// A position in points; `y` grows downwards.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge in points, positive to the right.
  public var x: Double
  /// The distance from the top edge in points, positive downwards.
  public var y: Double

  /// The origin of the coordinate space.
  public static let zero = Point(x: 0, y: 0)

  /// Makes a point from its two coordinates in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Adds coordinate by coordinate.
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// Subtracts coordinate by coordinate.
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}
