/// The rank of a constraint: a number in (0, 1000].
///
/// 1000 is required. Below that, priorities are an order, not weights: one constraint at 751 beats
/// any number of constraints at 750. Fractions are ordinary values: 999.5 is not 1000.
public struct LayoutPriority: RawRepresentable, Comparable, Hashable, Sendable {
  /// The number, greater than 0 and at most 1000.
  public let rawValue: Float

  /// A priority, or `nil` outside (0, 1000].
  public init?(rawValue: Float) {
    guard rawValue > 0 && rawValue <= 1000 else { return nil }
    self.rawValue = rawValue
  }

  private init(unchecked rawValue: Float) { self.rawValue = rawValue }

  /// Must hold exactly.
  public static let required = LayoutPriority(unchecked: 1000)
  /// Resistance to compression unless set.
  public static let defaultHigh = LayoutPriority(unchecked: 750)
  /// A drag that may resize the scene.
  public static let dragThatCanResizeScene = LayoutPriority(unchecked: 510)
  /// A scene keeps the size it has.
  public static let sceneSizeStayPut = LayoutPriority(unchecked: 500)
  /// A drag that may not resize the scene.
  public static let dragThatCannotResizeScene = LayoutPriority(unchecked: 490)
  /// Hugging unless set.
  public static let defaultLow = LayoutPriority(unchecked: 250)
  /// The target of a fitting size.
  public static let fittingSizeLevel = LayoutPriority(unchecked: 50)

  /// Below every priority a user can give: the level of constraints that had to be broken.
  static let broken = LayoutPriority(unchecked: 0)

  /// A priority from a number known to be in range, for the library's own constraints.
  static func level(_ rawValue: Float) -> LayoutPriority { LayoutPriority(unchecked: rawValue) }

  /// Whether a constraint of this priority must hold exactly.
  public var isRequired: Bool { rawValue == 1000 }

  /// Compares the numbers: the lower priority gives way first.
  public static func < (a: LayoutPriority, b: LayoutPriority) -> Bool { a.rawValue < b.rawValue }
}
