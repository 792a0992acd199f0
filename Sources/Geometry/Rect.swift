/// A rectangle in points; the documentation of each value names its coordinate space.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The width and the height in points; negative sides are kept.
  public var size: Size

  /// The rectangle of no size at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Makes a rectangle from its top left corner and its size, both in points.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes a rectangle from the coordinates of its top left corner and its sides, in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The x coordinate of the origin in points.
  public var x: Double { origin.x }
  /// The y coordinate of the origin in points.
  public var y: Double { origin.y }
  /// The width in points.
  public var width: Double { size.width }
  /// The height in points.
  public var height: Double { size.height }
  /// The x coordinate of the left edge in points.
  public var minX: Double { origin.x }
  /// The y coordinate of the top edge in points.
  public var minY: Double { origin.y }
  /// The x coordinate of the centre in points.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the centre in points.
  public var midY: Double { origin.y + size.height / 2 }
  /// The x coordinate of the right edge in points.
  public var maxX: Double { origin.x + size.width }
  /// The y coordinate of the bottom edge in points.
  public var maxY: Double { origin.y + size.height }
  /// The point halfway between opposite edges.
  public var center: Point { Point(x: midX, y: midY) }

  /// Whether width or height is zero or less.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether all four numbers are finite.
  public var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }

  /// Tells whether `point` lies inside; the left and top edges count as inside, the others do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Tells whether `other` lies inside completely; shared edges count as inside.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Tells whether the two rectangles share an area greater than zero.
  public func intersects(_ other: Rect) -> Bool {
    min(maxX, other.maxX) > max(minX, other.minX) && min(maxY, other.maxY) > max(minY, other.minY)
  }

  /// The common area; `nil` if there is none.
  public func intersection(_ other: Rect) -> Rect? {
    guard intersects(other) else { return nil }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The same size at another place.
  public func offset(x: Double = 0, y: Double = 0) -> Rect {
    Rect(origin: Point(x: origin.x + x, y: origin.y + y), size: size)
  }

  /// The rectangle part of the way to another, as an animation draws it.
  ///
  /// - Parameters:
  ///   - end: Where the way ends.
  ///   - progress: 0 is this rectangle, 1 the other.
  /// - Returns: The rectangle at that part of the way.
  public func moved(to end: Rect, progress: Double) -> Rect {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
    return Rect(
      x: between(x, end.x), y: between(y, end.y), width: between(width, end.width),
      height: between(height, end.height))
  }

  /// The rectangle with each edge moved inwards by the inset of that edge.
  public func inset(by insets: RectInsets) -> Rect {
    Rect(
      x: minX + insets.left, y: minY + insets.top,
      width: width - insets.left - insets.right, height: height - insets.top - insets.bottom)
  }

  /// The rectangle with each edge moved inwards by `distance`; outwards if negative.
  public func inset(by distance: Double) -> Rect {
    inset(by: RectInsets(top: distance, left: distance, bottom: distance, right: distance))
  }
}
