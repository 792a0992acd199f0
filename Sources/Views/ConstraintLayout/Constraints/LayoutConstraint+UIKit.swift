import KeywardGeometry

/// UIKit's name for a constraint.
public typealias NSLayoutConstraint = LayoutConstraint
/// UIKit's name for a priority.
public typealias UILayoutPriority = LayoutPriority
/// UIKit's name for a layout guide.
public typealias UILayoutGuide = LayoutGuide
/// UIKit's name for a view; unlike UIKit's, a ``LayoutItem`` has a frame but draws nothing.
public typealias UIView = LayoutItem
/// UIKit's name for a stack.
public typealias UIStackView = StackLayout
/// UIKit's name for insets on the left, right, top and bottom.
public typealias UIEdgeInsets = RectInsets
/// UIKit's name for insets that follow the reading direction.
public typealias NSDirectionalEdgeInsets = DirectionalInsets
/// UIKit's name for edges that follow the reading direction.
public typealias NSDirectionalRectEdge = RectEdge

extension LayoutConstraint {
  /// UIKit's name for an axis.
  public typealias Axis = LayoutAxis
  /// UIKit's name for an attribute.
  public typealias Attribute = LayoutAttribute
  /// UIKit's name for a relation.
  public typealias Relation = LayoutRelation
  /// UIKit's name for the options of a visual format.
  public typealias FormatOptions = VisualFormat.Options

  /// Creates a constraint between any two attributes, without checking the constraint.
  ///
  /// The constraint is checked when it is activated. The initializer with `to:` instead of
  /// `toItem:` checks the constraint immediately.
  public convenience init(
    item first: LayoutArea, attribute firstAttribute: LayoutAttribute,
    relatedBy relation: LayoutRelation, toItem second: LayoutArea?,
    attribute secondAttribute: LayoutAttribute, multiplier: Double, constant: Double
  ) {
    self.init(
      first, firstAttribute, relation, second, secondAttribute, multiplier: multiplier,
      constant: constant)
  }

  /// Returns the constraints of a visual format; an invalid format stops the program with a
  /// message.
  ///
  /// ``VisualFormat/constraints(_:options:metrics:views:superviewSpacing:)`` throws instead.
  public static func constraints(
    withVisualFormat format: String, options: VisualFormat.Options = [],
    metrics: [String: Any]? = nil, views: [String: Any]
  ) -> [LayoutConstraint] {
    do throws(VisualFormat.Error) {
      return try VisualFormat.constraints(
        format, options: options, metrics: metrics ?? [:], views: views)
    } catch { fatalError("\(error)") }
  }
}
