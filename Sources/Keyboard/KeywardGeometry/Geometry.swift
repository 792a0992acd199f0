/// A position in points; `y` grows downwards.
public struct Point: Hashable, Sendable {
  /// The horizontal distance from the origin in points, positive to the right.
  public var x: Double
  /// The vertical distance from the origin in points, positive downwards.
  public var y: Double

  /// The origin of the coordinate space.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a point from its coordinates in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the point whose coordinates are the sums of the coordinates of `a` and `b`.
  public static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  /// Returns the point whose coordinates are those of `a` minus those of `b`.
  public static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The extent from left to right in points.
  public var width: Double
  /// The extent from top to bottom in points.
  public var height: Double

  /// A size with width and height 0.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its sides in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The size with width and height swapped, as for a screen rotated by a quarter turn.
  public var swapped: Size { Size(width: height, height: width) }
}

/// A rectangle in points; the documentation of each value names its coordinate space.
public struct Rect: Hashable, Sendable {
  /// The top left corner in points, in the coordinate space of the rectangle.
  public var origin: Point
  /// The width and the height in points; either can be negative.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Creates a rectangle from its top left corner and its size, both in points.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from the coordinates of its top left corner and its sides, in points.
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
  /// The centre of the rectangle.
  public var center: Point { Point(x: midX, y: midY) }

  /// True if width or height is zero or less.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// True if the coordinates, the width and the height are finite numbers.
  public var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }

  /// Returns true if `point` is inside the rectangle.
  ///
  /// Points on the left and top edges count as inside; points on the right and bottom edges do not.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns true if all of `other` is inside this rectangle; the edges of the two may coincide.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns true if the two rectangles have a common area greater than zero.
  public func intersects(_ other: Rect) -> Bool {
    min(maxX, other.maxX) > max(minX, other.minX) && min(maxY, other.maxY) > max(minY, other.minY)
  }

  /// Returns the common area of the two rectangles; `nil` if they have no common area.
  public func intersection(_ other: Rect) -> Rect? {
    guard intersects(other) else { return nil }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The rectangle moved by a distance in points.
  public func offset(x: Double = 0, y: Double = 0) -> Rect {
    Rect(origin: Point(x: origin.x + x, y: origin.y + y), size: size)
  }

  /// Interpolates linearly between this rectangle and another, for example to animate a frame.
  ///
  /// - Parameters:
  ///   - end: The rectangle at progress 1.
  ///   - progress: The progress from this rectangle (0) to `end` (1).
  /// - Returns: The rectangle at `progress`.
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

  /// Returns the rectangle with each edge moved inwards by `distance` points.
  ///
  /// A negative distance moves the edges outwards.
  public func inset(by distance: Double) -> Rect {
    inset(by: RectInsets(top: distance, left: distance, bottom: distance, right: distance))
  }
}

/// A set of edges of a rectangle, named by reading direction.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// The edges as bits: 1 top, 2 leading, 4 bottom, 8 trailing, as in UIKit.
  public let rawValue: Int

  /// Creates a set of edges from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = RectEdge(rawValue: 1)
  /// The edge where a line of text begins: left if the reading direction is left to right.
  public static let leading = RectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = RectEdge(rawValue: 4)
  /// The edge where a line of text ends.
  public static let trailing = RectEdge(rawValue: 8)
  /// All four edges.
  public static let all = RectEdge(rawValue: 15)

  private static let named: [(edge: RectEdge, name: String)] = [
    (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
  ]

  /// The names of the edges in the set, in the order top, leading, bottom, trailing.
  public var names: [String] { Self.named.filter { contains($0.edge) }.map { $0.name } }
}

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

  /// Insets of 0 at all four edges.
  public static let zero = RectInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates insets from distances in points; an omitted distance is 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// The orientation of a screen.
public enum Orientation: String, CaseIterable, Hashable, Sendable {
  /// The height is at least the width.
  case portrait
  /// The width is greater than the height.
  case landscape

  /// Creates the orientation of a screen of this size; a square is in portrait.
  public init(of size: Size) {
    self = size.width > size.height ? .landscape : .portrait
  }

  /// The orientation after a quarter turn.
  public var rotated: Orientation { self == .portrait ? .landscape : .portrait }
}

/// The reading direction, which determines the sides of the leading and the trailing edge.
public enum ReadingDirection: String, CaseIterable, Hashable, Sendable {
  /// Text runs from left to right; the leading edge is the left edge.
  case leftToRight = "ltr"
  /// Text runs from right to left; the leading edge is the right edge.
  case rightToLeft = "rtl"
}

extension Point: CustomStringConvertible {
  /// The position in the form used in messages: `10, 20`.
  public var description: String { "\(plain(x)), \(plain(y))" }
}

extension Size: CustomStringConvertible {
  /// The size in the form used in messages: `320 x 254`.
  public var description: String { "\(plain(width)) x \(plain(height))" }
}

extension Rect: CustomStringConvertible {
  /// The frame in the form used in messages: `10, 20, 320 x 254`.
  public var description: String { "\(origin), \(size)" }
}

extension RectInsets: CustomStringConvertible {
  /// The distances in the form used in messages: `top 24, left 0, bottom 20, right 0`.
  public var description: String {
    "top \(plain(top)), left \(plain(left)), bottom \(plain(bottom)), right \(plain(right))"
  }
}

extension RectEdge: CustomStringConvertible {
  /// The edges in the form used in messages: `[top, leading]`.
  public var description: String { "[\(names.joined(separator: ", "))]" }
}

private func plain(_ number: Double) -> String {
  guard abs(number) < 1e9 else { return "\(number)" }
  let short = (number * 1e6).rounded() / 1e6
  return short == short.rounded() ? "\(Int(short))" : "\(short)"
}

/// Distances in points from the edges of a rectangle, positive inwards, named by reading direction.
public struct DirectionalInsets: Hashable, Sendable {
  /// The distance from the top edge in points.
  public var top: Double
  /// The distance from the edge where a line of text begins, in points.
  public var leading: Double
  /// The distance from the bottom edge in points.
  public var bottom: Double
  /// The distance from the edge where a line of text ends, in points.
  public var trailing: Double

  /// Creates insets from distances in points; an omitted distance is 0.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates directional insets from `insets`: left becomes leading, and right becomes trailing.
  package init(_ insets: RectInsets) {
    self.init(
      top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right)
  }
}

extension RectInsets {
  package init(leftToRight insets: DirectionalInsets) {
    self.init(
      top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing)
  }
}
