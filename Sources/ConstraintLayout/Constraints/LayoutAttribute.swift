/// A number of a rectangle that a constraint can speak about; raw values are those of UIKit.
public enum LayoutAttribute: Int, CaseIterable, Hashable, Sendable {
  case notAnAttribute = 0
  case left = 1
  case right, top, bottom, leading, trailing, width, height, centerX, centerY
  case lastBaseline, firstBaseline
  case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin
  case centerXWithinMargins, centerYWithinMargins

  /// The attribute's name as scene files and messages write it.
  public var name: String { "\(self)" }

  /// The attribute of that name, if there is one.
  public init?(name: String) {
    guard let match = LayoutAttribute.allCases.first(where: { $0.name == name }),
      match != .notAnAttribute
    else { return nil }
    self = match
  }

  /// What an attribute measures, which decides what it can be compared with.
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
