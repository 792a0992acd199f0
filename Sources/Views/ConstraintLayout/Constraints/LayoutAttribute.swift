/// An edge, size or position of a rectangle that a constraint can relate; raw values are UIKit's.
public enum LayoutAttribute: Int, CaseIterable, Hashable, Sendable {
  /// The second attribute of a constraint that compares a size with a constant.
  case notAnAttribute = 0
  /// The left edge, whatever the reading direction.
  case left = 1
  /// The right edge, whatever the reading direction.
  case right
  /// The upper edge.
  case top
  /// The lower edge.
  case bottom
  /// The edge where a line of text begins.
  case leading
  /// The edge where a line of text ends.
  case trailing
  /// The extent from left to right.
  case width
  /// The extent from top to bottom.
  case height
  /// The midpoint between the left and right edges.
  case centerX
  /// The midpoint between the upper and lower edges.
  case centerY
  /// The baseline of the last line of text, above the bottom edge.
  case lastBaseline
  /// The baseline of the first line of text, below the top edge.
  case firstBaseline
  /// The left edge, moved inwards by the left margin.
  case leftMargin
  /// The right edge, moved inwards by the right margin.
  case rightMargin
  /// The top edge, moved downwards by the top margin.
  case topMargin
  /// The bottom edge, moved upwards by the bottom margin.
  case bottomMargin
  /// The leading edge, moved inwards by the leading margin.
  case leadingMargin
  /// The trailing edge, moved inwards by the trailing margin.
  case trailingMargin
  /// The midpoint between the left and right edges, each moved inwards by its margin.
  case centerXWithinMargins
  /// The midpoint between the top and bottom edges, each moved inwards by its margin.
  case centerYWithinMargins

  /// The attribute's name as written in scene files and messages.
  public var name: String { "\(self)" }

  /// Creates the attribute with the given name; `nil` if there is none.
  public init?(name: String) {
    guard let match = LayoutAttribute.allCases.first(where: { $0.name == name }),
      match != .notAnAttribute
    else { return nil }
    self = match
  }

  enum Family {
    case absoluteX
    case directionalX
    case neutralX
    case vertical
    case size
  }

  var family: Family {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: .absoluteX
    case .leading, .trailing, .leadingMargin, .trailingMargin: .directionalX
    case .centerX, .centerXWithinMargins: .neutralX
    case .width, .height, .notAnAttribute: .size
    default: .vertical
    }
  }

  var isSize: Bool { self == .width || self == .height }
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }
  var isDirectional: Bool { family == .directionalX }

  var isMargin: Bool {
    (LayoutAttribute.leftMargin.rawValue...LayoutAttribute.centerYWithinMargins.rawValue)
      .contains(rawValue)
  }

  /// The axis the attribute lies on.
  public var axis: LayoutAxis {
    switch family {
    case .absoluteX, .directionalX, .neutralX: .horizontal
    case .vertical: .vertical
    case .size: self == .height ? .vertical : .horizontal
    }
  }
}

/// One of the two directions a rectangle extends in.
public enum LayoutAxis: String, CaseIterable, Hashable, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var start: LayoutAttribute { self == .horizontal ? .leading : .top }
  var end: LayoutAttribute { self == .horizontal ? .trailing : .bottom }
  var center: LayoutAttribute { self == .horizontal ? .centerX : .centerY }
  var size: LayoutAttribute { self == .horizontal ? .width : .height }
}

/// The response to required constraints that contradict each other.
public enum ConflictPolicy: Hashable, Sendable {
  /// The change fails with `LayoutError.unsatisfiable` and has no effect.
  case fail
  /// One of the constraints is broken, the conflict is logged, and layout continues.
  case breakAndReport
}

/// The system spacing between a view and the edge of its superview.
///
/// The system spacing between siblings is always 8 points.
public enum SuperviewSpacing: Hashable, Sendable {
  /// The superview's layout margin, as in UIKit.
  ///
  /// If a multiplier requests several spacings, the first is the margin, and every further spacing
  /// is 8 points.
  case margins
  /// A fixed number of points, such as 20 in AppKit.
  case fixed(Double)
}

/// The comparison of the two sides of a constraint.
public enum LayoutRelation: Int, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// The left-hand side is at most the right-hand side.
  case lessThanOrEqual = -1
  /// The two sides are equal.
  case equal = 0
  /// The left-hand side is at least the right-hand side.
  case greaterThanOrEqual = 1

  /// The operator as it is written: `<=`, `==` or `>=`.
  public var description: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}

/// The rank of a constraint: a number in (0, 1000].
///
/// Other numbers are rejected when the priority is used. 1000 is required. Below that, priorities
/// are an order, not weights: one constraint at 751 beats any number of constraints at 750.
/// Fractions are ordinary values: 999.5 is not 1000.
public struct LayoutPriority: RawRepresentable, Comparable, Hashable, Sendable {
  /// The number, greater than 0 and at most 1000.
  public let rawValue: Float

  /// Creates a priority from its number.
  public init(rawValue: Float) { self.rawValue = rawValue }

  /// Creates a priority from its number: `LayoutPriority(249)`.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  /// The priority of constraints that must hold exactly.
  public static let required = LayoutPriority(1000)
  /// The default resistance to compression.
  public static let defaultHigh = LayoutPriority(750)
  /// The priority of a constraint that follows a drag and may resize the window's scene, as in
  /// UIKit.
  public static let dragThatCanResizeScene = LayoutPriority(510)
  /// The priority of the constraints that keep a window's scene at its current size, as in UIKit.
  public static let sceneSizeStayPut = LayoutPriority(500)
  /// The priority of a constraint that follows a drag and must not resize the window's scene, as
  /// in UIKit.
  public static let dragThatCannotResizeScene = LayoutPriority(490)
  /// The default hugging priority.
  public static let defaultLow = LayoutPriority(250)
  /// The default priority of the target size in
  /// ``LayoutEngine/systemLayoutSizeFitting(_:horizontal:vertical:of:)``.
  public static let fittingSizeLevel = LayoutPriority(50)

  /// The priority that the solver uses for broken constraints; it is below every valid priority.
  static let broken = LayoutPriority(0)

  static let almostRequired = LayoutPriority(required.rawValue.nextDown)

  var isInRange: Bool { rawValue > 0 && rawValue <= 1000 }

  /// Returns the error message for an invalid priority.
  ///
  /// `user` describes the constraint or property that cannot have this priority.
  func refusal(_ user: String) -> String {
    "\(user) cannot have the priority \(rawValue): use more than 0 and at most 1000."
  }

  /// Whether a constraint of this priority must hold exactly.
  public var isRequired: Bool { rawValue == 1000 }

  /// The priority raised by a number, such as `.defaultLow + 1`.
  public static func + (priority: LayoutPriority, number: Float) -> LayoutPriority {
    LayoutPriority(priority.rawValue + number)
  }

  /// The priority lowered by a number, such as `.required - 1`.
  public static func - (priority: LayoutPriority, number: Float) -> LayoutPriority {
    LayoutPriority(priority.rawValue - number)
  }

  /// Compares the numbers; constraints of the lower priority are violated first.
  public static func < (a: LayoutPriority, b: LayoutPriority) -> Bool { a.rawValue < b.rawValue }
}
