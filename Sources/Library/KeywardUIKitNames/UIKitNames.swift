import ConstraintLayout
import KeywardGeometry
import KeywardGuide

/// UIKit's name for a constraint.
public typealias NSLayoutConstraint = LayoutConstraint
/// UIKit's name for a priority.
public typealias UILayoutPriority = LayoutPriority
/// UIKit's name for a layout guide.
public typealias UILayoutGuide = LayoutGuide
/// UIKit's name for a view; unlike UIKit's, a `LayoutItem` has a frame but draws nothing.
public typealias UIView = LayoutItem
/// UIKit's name for a stack.
public typealias UIStackView = StackLayout
/// UIKit's name for the keyboard layout guide.
public typealias UIKeyboardLayoutGuide = KeyboardLayoutGuide
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
      unchecked: first, firstAttribute, relation, second, secondAttribute, multiplier: multiplier,
      constant: constant)
  }

  /// Returns the constraints of a visual format; an invalid format or metric is reported to the log
  /// of a view's engine, and there are no constraints.
  ///
  /// `VisualFormat.constraints(_:options:metrics:views:superviewSpacing:)` throws instead.
  public static func constraints(
    withVisualFormat format: String, options: VisualFormat.Options = [],
    metrics: [String: Any]? = nil, views: [String: Any]
  ) -> [LayoutConstraint] {
    do throws(VisualFormat.Error) {
      return try VisualFormat.constraints(
        format, options: options, metrics: metrics ?? [:], views: views)
    } catch {
      let areas = views.sorted { $0.key < $1.key }.lazy.compactMap { VisualFormat.area($0.value) }
      let report = "\(error)\n"
      if let engine = areas.compactMap({ $0.engine }).first {
        engine.log?(report)
      } else {
        LayoutEngine.printReport(report)
      }
      return []
    }
  }
}

// Names of UIKit that have another form here: the compiler shows ours.
extension LayoutConstraint {
  /// UIKit's name of `first`.
  @available(*, unavailable, renamed: "first")
  public var firstItem: LayoutArea { first }

  /// UIKit's name of `second`.
  @available(*, unavailable, renamed: "second")
  public var secondItem: LayoutArea? { second }
}

extension AutoresizingMask {
  /// UIKit's name of `flexibleLeft`.
  @available(*, unavailable, renamed: "flexibleLeft")
  public static var flexibleLeftMargin: AutoresizingMask { .flexibleLeft }

  /// UIKit's name of `flexibleRight`.
  @available(*, unavailable, renamed: "flexibleRight")
  public static var flexibleRightMargin: AutoresizingMask { .flexibleRight }

  /// UIKit's name of `flexibleTop`.
  @available(*, unavailable, renamed: "flexibleTop")
  public static var flexibleTopMargin: AutoresizingMask { .flexibleTop }

  /// UIKit's name of `flexibleBottom`.
  @available(*, unavailable, renamed: "flexibleBottom")
  public static var flexibleBottomMargin: AutoresizingMask { .flexibleBottom }
}

extension LayoutGuide {
  /// UIKit's name of a guide's frame.
  @available(*, unavailable, message: "Use LayoutEngine.frame(of:)")
  public var layoutFrame: Rect { .zero }
}

extension LayoutItem {
  /// UIKit's name of `intrinsicSize`.
  @available(*, unavailable, renamed: "intrinsicSize")
  public var intrinsicContentSize: Size { intrinsicSize }

  /// UIKit's name of `invalidateIntrinsicSize()`.
  @available(*, unavailable, renamed: "invalidateIntrinsicSize()")
  public func invalidateIntrinsicContentSize() {}

  /// UIKit's name of `alignmentInsets`.
  @available(*, unavailable, renamed: "alignmentInsets")
  public var alignmentRectInsets: RectInsets { alignmentInsets }

  /// UIKit's form of a query about ambiguity.
  @available(*, unavailable, message: "Use LayoutEngine.hasAmbiguousLayout(_:)")
  public var hasAmbiguousLayout: Bool { false }

  /// UIKit's form of a change to another solution.
  @available(*, unavailable, message: "Use LayoutEngine.exerciseAmbiguity(of:)")
  public func exerciseAmbiguityInLayout() {}

  /// UIKit's form of a layout.
  @available(*, unavailable, message: "Use LayoutEngine.layout()")
  public func layoutIfNeeded() {}

  /// UIKit's form of the activation of a constraint.
  @available(*, unavailable, message: "Use LayoutEngine.activate(_:), or set isActive to true")
  public func addConstraint(_ constraint: LayoutConstraint) {}

  /// UIKit's form of the activation of constraints.
  @available(*, unavailable, message: "Use LayoutEngine.activate(_:)")
  public func addConstraints(_ constraints: [LayoutConstraint]) {}

  /// UIKit's form of the deactivation of a constraint.
  @available(*, unavailable, message: "Use LayoutEngine.deactivate(_:), or set isActive to false")
  public func removeConstraint(_ constraint: LayoutConstraint) {}

  /// UIKit's form of a query about constraints.
  @available(*, unavailable, message: "Use LayoutEngine.constraintsAffecting(_:_:)")
  public func constraintsAffectingLayout(for axis: LayoutAxis) -> [LayoutConstraint] { [] }

  /// UIKit's form of adding a view.
  @available(
    *, unavailable, message: "Use LayoutEngine.makeItem(_:in:) or move(_:to:)"
  )
  public func addSubview(_ view: LayoutItem) {}

  /// UIKit's form of a removal.
  @available(*, unavailable, message: "Use LayoutEngine.removeItem(_:)")
  public func removeFromSuperview() {}
}
