/// A set of edges of a rectangle, named by reading direction.
public struct RectEdge: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let top = RectEdge(rawValue: 1)
  public static let leading = RectEdge(rawValue: 2)
  public static let bottom = RectEdge(rawValue: 4)
  public static let trailing = RectEdge(rawValue: 8)
  public static let all = RectEdge(rawValue: 15)
}
