/// How the two sides of a constraint compare.
public enum LayoutRelation: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  case lessThanOrEqual = -1
  case equal = 0
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
