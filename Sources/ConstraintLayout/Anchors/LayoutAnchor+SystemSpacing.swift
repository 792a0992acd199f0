/// Distances the system chooses: 8 points between siblings, and to the superview's edges what
/// `SuperviewSpacing` says.
enum SystemSpacing {
  /// Between two views with the same superview, in points.
  static let siblings = 8.0
}

extension LayoutAnchor where Kind == DirectionalX {
  /// A constraint that this position follows another by `multiplier` system spacings.
  ///
  /// - Parameters:
  ///   - relation: how the distance compares with the spacing.
  ///   - anchor: the position before this one.
  ///   - multiplier: how many spacings.
  ///   - superviewSpacing: the distance to the edge, if one of the two is the other's superview.
  ///   - priority: the constraint's priority.
  /// - Returns: the constraint, inactive.
  public func constraint(
    _ relation: LayoutRelation = .equal, toSystemSpacingAfter anchor: LayoutAnchor,
    multiplier: Double = 1, superviewSpacing: SuperviewSpacing = .margins,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(relation, anchor, multiplier, superviewSpacing, priority)
  }
}

extension LayoutAnchor where Kind == PositionY {
  /// A constraint that this position is `multiplier` system spacings below another.
  ///
  /// - Parameters:
  ///   - relation: how the distance compares with the spacing.
  ///   - anchor: the position above this one.
  ///   - multiplier: how many spacings.
  ///   - superviewSpacing: the distance to the edge, if one of the two is the other's superview.
  ///   - priority: the constraint's priority.
  /// - Returns: the constraint, inactive.
  public func constraint(
    _ relation: LayoutRelation = .equal, toSystemSpacingBelow anchor: LayoutAnchor,
    multiplier: Double = 1, superviewSpacing: SuperviewSpacing = .margins,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    spaced(relation, anchor, multiplier, superviewSpacing, priority)
  }
}

extension LayoutAnchor {
  fileprivate func spaced(
    _ relation: LayoutRelation, _ anchor: LayoutAnchor, _ multiplier: Double,
    _ superviewSpacing: SuperviewSpacing, _ priority: LayoutPriority
  ) -> LayoutConstraint {
    var (first, second) = (attribute, anchor.attribute)
    var constant = multiplier * SystemSpacing.siblings
    if anchor.area === area.superview || area === anchor.area.superview {
      switch superviewSpacing {
      case .fixed(let distance): constant = multiplier * distance
      case .margins:
        // The margin is one spacing; the rest is added to it.
        constant = (multiplier - 1) * SystemSpacing.siblings
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
  /// The margin inside an edge; an attribute that is no edge stays as it is.
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
