/// The comparisons of anchors: one extension for each kind, with three relations each.

extension LayoutAnchor where Kind == AbsoluteX {
  /// A constraint that this position equals `multiplier × anchor + constant`.
  public func equal<Other: PairsWithAbsolute>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at least `multiplier × anchor + constant`.
  public func greaterThanOrEqual<Other: PairsWithAbsolute>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at most `multiplier × anchor + constant`.
  public func lessThanOrEqual<Other: PairsWithAbsolute>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == DirectionalX {
  /// A constraint that this position equals `multiplier × anchor + constant`.
  public func equal<Other: PairsWithDirectional>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at least `multiplier × anchor + constant`.
  public func greaterThanOrEqual<Other: PairsWithDirectional>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at most `multiplier × anchor + constant`.
  public func lessThanOrEqual<Other: PairsWithDirectional>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == NeutralX {
  /// A constraint that this position equals `multiplier × anchor + constant`.
  public func equal<Other: HorizontalKind>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at least `multiplier × anchor + constant`.
  public func greaterThanOrEqual<Other: HorizontalKind>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at most `multiplier × anchor + constant`.
  public func lessThanOrEqual<Other: HorizontalKind>(
    to anchor: LayoutAnchor<Other>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == PositionY {
  /// A constraint that this position equals `multiplier × anchor + constant`.
  public func equal(
    to anchor: LayoutAnchor<PositionY>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at least `multiplier × anchor + constant`.
  public func greaterThanOrEqual(
    to anchor: LayoutAnchor<PositionY>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this position is at most `multiplier × anchor + constant`.
  public func lessThanOrEqual(
    to anchor: LayoutAnchor<PositionY>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }
}

extension LayoutAnchor where Kind == LayoutDimension {
  /// A constraint that this size equals `multiplier × size + constant`.
  public func equal(
    to anchor: LayoutAnchor<LayoutDimension>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.equal, anchor, multiplier, constant, priority)
  }

  /// A constraint that this size is at least `multiplier × size + constant`.
  public func greaterThanOrEqual(
    to anchor: LayoutAnchor<LayoutDimension>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this size is at most `multiplier × size + constant`.
  public func lessThanOrEqual(
    to anchor: LayoutAnchor<LayoutDimension>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(.lessThanOrEqual, anchor, multiplier, constant, priority)
  }

  /// A constraint that this size equals a number of points.
  public func equal(
    to constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(area, attribute, .equal, nil, constant: constant, priority: priority)
  }

  /// A constraint that this size is at least a number of points.
  public func greaterThanOrEqual(
    to constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(
      area, attribute, .greaterThanOrEqual, nil, constant: constant, priority: priority)
  }

  /// A constraint that this size is at most a number of points.
  public func lessThanOrEqual(
    to constant: Double, priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    LayoutConstraint(area, attribute, .lessThanOrEqual, nil, constant: constant, priority: priority)
  }
}
