/// A set of edges of a rectangle, named by reading direction.
public struct RectEdge: OptionSet, Hashable, Sendable {
  /// The edges as bits: 1 top, 2 leading, 4 bottom, 8 trailing, as in UIKit.
  public let rawValue: Int

  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The upper edge.
  public static let top = RectEdge(rawValue: 1)
  /// The edge where a line of text begins: left if reading goes to the right.
  public static let leading = RectEdge(rawValue: 2)
  /// The lower edge.
  public static let bottom = RectEdge(rawValue: 4)
  /// The edge where a line of text ends.
  public static let trailing = RectEdge(rawValue: 8)
  /// All four edges.
  public static let all = RectEdge(rawValue: 15)

  /// The edges with their names.
  package static let named: [(edge: RectEdge, name: String)] = [
    (.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing"),
  ]

  /// The names of the edges in the set, in the order top, leading, bottom, trailing.
  public var names: [String] { Self.named.filter { contains($0.edge) }.map(\.name) }
}
