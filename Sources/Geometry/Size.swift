/// A width and a height in points.
public struct Size: Hashable, Sendable {
  /// The extent from left to right in points.
  public var width: Double
  /// The extent from top to bottom in points.
  public var height: Double

  /// No extent in either direction.
  public static let zero = Size(width: 0, height: 0)

  /// Makes a size from its two sides in points.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The same size with its sides exchanged, like a screen's after a quarter turn.
  public var swapped: Size { Size(width: height, height: width) }
}
