/// The comparison of the two sides of a constraint.
public enum LayoutRelation: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// The left side is at most the right side.
  case lessThanOrEqual = -1
  /// The left side is the right side.
  case equal = 0
  /// The left side is at least the right side.
  case greaterThanOrEqual = 1

  /// The sign as it is written: `<=`, `==` or `>=`.
  public var description: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}
