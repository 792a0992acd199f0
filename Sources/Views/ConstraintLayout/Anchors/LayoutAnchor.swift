/// One attribute of a view or layout guide, such as its leading edge, for creating constraints.
///
/// The type of an anchor contains the kind of its attribute, so that a constraint between
/// incompatible attributes does not compile.
///
///     send.leadingAnchor.constraint(equalTo: field.trailingAnchor, constant: 8).isActive = true
///     // send.widthAnchor.constraint(equalTo: field.leadingAnchor) does not compile
///
/// A constraint created by an anchor is inactive. Activating the constraint checks its numbers and
/// items.
public struct LayoutAnchor<Kind: AnchorKind> {
  /// The area the attribute belongs to.
  public let area: LayoutArea
  /// The attribute that the anchor's constraints refer to.
  public let attribute: LayoutAttribute

  init(_ area: LayoutArea, _ attribute: LayoutAttribute) {
    self.area = area
    self.attribute = attribute
  }

  func constraint<Other>(
    _ relation: LayoutRelation, _ other: LayoutAnchor<Other>, _ multiplier: Double,
    _ constant: Double, _ priority: LayoutPriority
  ) -> LayoutConstraint {
    LayoutConstraint(
      area, attribute, relation, other.area, other.attribute, multiplier: multiplier,
      constant: constant, priority: priority)
  }
}

extension LayoutArea {
  /// The left edge, whatever the reading direction.
  public var leftAnchor: LayoutAnchor<AbsoluteX> { .init(self, .left) }
  /// The right edge, whatever the reading direction.
  public var rightAnchor: LayoutAnchor<AbsoluteX> { .init(self, .right) }
  /// The edge where a line of text begins.
  public var leadingAnchor: LayoutAnchor<DirectionalX> { .init(self, .leading) }
  /// The edge where a line of text ends.
  public var trailingAnchor: LayoutAnchor<DirectionalX> { .init(self, .trailing) }
  /// The midpoint between the left and right edges.
  public var centerXAnchor: LayoutAnchor<NeutralX> { .init(self, .centerX) }
  /// The upper edge.
  public var topAnchor: LayoutAnchor<PositionY> { .init(self, .top) }
  /// The lower edge.
  public var bottomAnchor: LayoutAnchor<PositionY> { .init(self, .bottom) }
  /// The midpoint between the upper and lower edges.
  public var centerYAnchor: LayoutAnchor<PositionY> { .init(self, .centerY) }
  /// The extent from left to right.
  public var widthAnchor: LayoutAnchor<LayoutDimension> { .init(self, .width) }
  /// The extent from top to bottom.
  public var heightAnchor: LayoutAnchor<LayoutDimension> { .init(self, .height) }
}

extension LayoutItem {
  /// The baseline of the first line of text, below the top edge.
  public var firstBaselineAnchor: LayoutAnchor<PositionY> { .init(self, .firstBaseline) }
  /// The baseline of the last line of text, above the bottom edge.
  public var lastBaselineAnchor: LayoutAnchor<PositionY> { .init(self, .lastBaseline) }
  /// The left edge, moved inwards by the left margin.
  public var leftMarginAnchor: LayoutAnchor<AbsoluteX> { .init(self, .leftMargin) }
  /// The right edge, moved inwards by the right margin.
  public var rightMarginAnchor: LayoutAnchor<AbsoluteX> { .init(self, .rightMargin) }
  /// The leading edge, moved inwards by the leading margin.
  public var leadingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .leadingMargin) }
  /// The trailing edge, moved inwards by the trailing margin.
  public var trailingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .trailingMargin) }
  /// The top edge, moved downwards by the top margin.
  public var topMarginAnchor: LayoutAnchor<PositionY> { .init(self, .topMargin) }
  /// The bottom edge, moved upwards by the bottom margin.
  public var bottomMarginAnchor: LayoutAnchor<PositionY> { .init(self, .bottomMargin) }
  /// The midpoint between the left and right edges, each moved inwards by its margin.
  public var centerXWithinMarginsAnchor: LayoutAnchor<NeutralX> {
    .init(self, .centerXWithinMargins)
  }
  /// The midpoint between the top and bottom edges, each moved inwards by its margin.
  public var centerYWithinMarginsAnchor: LayoutAnchor<PositionY> {
    .init(self, .centerYWithinMargins)
  }
}

/// The kind of an anchor's attribute.
///
/// A constraint between anchors of incompatible kinds does not compile.
public protocol AnchorKind {}

/// The kind of an edge on the x axis: either ``AbsoluteX`` or ``DirectionalX``.
///
/// A constraint can relate such an edge to an edge of the same kind or to a horizontal centre.
public protocol EdgeKind: AnchorKind {}

/// The kind of the left and right edges and of the left and right margins.
public enum AbsoluteX: EdgeKind {}

/// The kind of the leading and trailing edges and of the leading and trailing margins.
public enum DirectionalX: EdgeKind {}

/// The kind of horizontal centres.
///
/// A constraint can relate a horizontal centre to any other position on the x axis.
public enum NeutralX: AnchorKind {}

/// The kind of all positions on the y axis, including baselines.
public enum PositionY: AnchorKind {}

/// The kind of widths and heights.
public enum LayoutDimension: AnchorKind {}

extension LayoutAnchor {
  /// Creates the constraint `self == multiplier × anchor + constant`.
  public func constraint(
    equalTo anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self >= multiplier × anchor + constant`.
  public func constraint(
    greaterThanOrEqualTo anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self <= multiplier × anchor + constant`.
  public func constraint(
    lessThanOrEqualTo anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind: EdgeKind {
  /// Creates the constraint `self == multiplier × anchor + constant`.
  public func constraint(
    equalTo anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self >= multiplier × anchor + constant`.
  public func constraint(
    greaterThanOrEqualTo anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1,
    constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self <= multiplier × anchor + constant`.
  public func constraint(
    lessThanOrEqualTo anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == NeutralX {
  /// Creates the constraint `self == multiplier × anchor + constant`.
  public func constraint<Edge: EdgeKind>(
    equalTo anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self >= multiplier × anchor + constant`.
  public func constraint<Edge: EdgeKind>(
    greaterThanOrEqualTo anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// Creates the constraint `self <= multiplier × anchor + constant`.
  public func constraint<Edge: EdgeKind>(
    lessThanOrEqualTo anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == LayoutDimension {
  /// Creates the constraint `self == constant`, in points.
  public func constraint(
    equalToConstant constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(area, attribute, .equal, nil, constant: constant, priority: priority)
  }

  /// Creates the constraint `self >= constant`, in points.
  public func constraint(
    greaterThanOrEqualToConstant constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(
      area, attribute, .greaterThanOrEqual, nil, constant: constant, priority: priority)
  }

  /// Creates the constraint `self <= constant`, in points.
  public func constraint(
    lessThanOrEqualToConstant constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(area, attribute, .lessThanOrEqual, nil, constant: constant, priority: priority)
  }
}

extension SuperviewSpacing {
  static let siblings = 8.0
}

extension LayoutAnchor where Kind == DirectionalX {
  /// Creates a constraint that puts this edge exactly `multiplier` system spacings after `anchor`.
  ///
  /// “After” means farther along the reading direction. A system spacing is 8 points, except
  /// between a view and its superview, where `superviewSpacing` defines the spacing.
  public func constraint(
    equalToSystemSpacingAfter anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.equal, anchor, multiplier, superviewSpacing, priority)
  }

  /// Creates a constraint that puts this edge at least `multiplier` system spacings after `anchor`.
  ///
  /// “After” means farther along the reading direction. A system spacing is 8 points, except
  /// between a view and its superview, where `superviewSpacing` defines the spacing.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.greaterThanOrEqual, anchor, multiplier, superviewSpacing, priority)
  }

  /// Creates a constraint that puts this edge at most `multiplier` system spacings after `anchor`.
  ///
  /// “After” means farther along the reading direction. A system spacing is 8 points, except
  /// between a view and its superview, where `superviewSpacing` defines the spacing.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.lessThanOrEqual, anchor, multiplier, superviewSpacing, priority)
  }
}

extension LayoutAnchor where Kind == PositionY {
  /// Creates a constraint that puts this position exactly `multiplier` system spacings below
  /// `anchor`.
  ///
  /// A system spacing is 8 points, except between a view and its superview, where
  /// `superviewSpacing` defines the spacing.
  public func constraint(
    equalToSystemSpacingBelow anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.equal, anchor, multiplier, superviewSpacing, priority)
  }

  /// Creates a constraint that puts this position at least `multiplier` system spacings below
  /// `anchor`.
  ///
  /// A system spacing is 8 points, except between a view and its superview, where
  /// `superviewSpacing` defines the spacing.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.greaterThanOrEqual, anchor, multiplier, superviewSpacing, priority)
  }

  /// Creates a constraint that puts this position at most `multiplier` system spacings below
  /// `anchor`.
  ///
  /// A system spacing is 8 points, except between a view and its superview, where
  /// `superviewSpacing` defines the spacing.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: LayoutAnchor, multiplier: Double = 1,
    superviewSpacing: SuperviewSpacing = .margins, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(.lessThanOrEqual, anchor, multiplier, superviewSpacing, priority)
  }
}

extension LayoutAnchor {
  fileprivate func spaced(
    _ relation: LayoutRelation, _ anchor: LayoutAnchor, _ multiplier: Double,
    _ superviewSpacing: SuperviewSpacing, _ priority: LayoutPriority
  ) -> LayoutConstraint {
    var (first, second) = (attribute, anchor.attribute)
    var constant = multiplier * SuperviewSpacing.siblings
    if anchor.area === area.superview || area === anchor.area.superview {
      switch superviewSpacing {
      case .fixed(let distance): constant = multiplier * distance
      case .margins:
        // The margin replaces one of the spacings, and is added to the rest.
        constant = (multiplier - 1) * SuperviewSpacing.siblings
        if anchor.area === area.superview {
          second = second.margin
        } else {
          first = first.margin
        }
      }
    }
    return LayoutConstraint(
      area, first, relation, anchor.area, second, constant: constant, priority: priority)
  }
}

extension LayoutAttribute {
  var margin: LayoutAttribute {
    switch self {
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    case .bottom: .bottomMargin
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    default: self
    }
  }
}
