/// A number of a rectangle that a constraint can speak about; raw values are those of UIKit.
public enum LayoutAttribute: Int, CaseIterable, Hashable, Sendable {
  /// Stands on the right side where a size is compared with a constant.
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
  /// The middle between the left and right edges.
  case centerX
  /// The middle between the upper and lower edges.
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
  /// The leading edge, moved inwards by the margin there.
  case leadingMargin
  /// The trailing edge, moved inwards by the margin there.
  case trailingMargin
  /// The middle between the left and right margins.
  case centerXWithinMargins
  /// The middle between the top and bottom margins.
  case centerYWithinMargins

  /// The attribute's name as scene files and messages write it.
  public var name: String { "\(self)" }

  /// The attribute of that name, if there is one.
  public init?(name: String) {
    guard let match = LayoutAttribute.allCases.first(where: { $0.name == name }),
      match != .notAnAttribute
    else { return nil }
    self = match
  }

  /// The quantity an attribute measures; only like can be compared with like.
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
