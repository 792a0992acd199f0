/// A width and a height in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The same size with its sides exchanged, as a screen has after a quarter turn.
  public var swapped: Size { Size(width: height, height: width) }
}
