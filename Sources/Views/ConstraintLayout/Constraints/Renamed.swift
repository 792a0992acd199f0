import KeywardGeometry

extension LayoutAnchor {
  @available(*, deprecated, renamed: "constraint(equalTo:multiplier:constant:priority:)")
  public func equal(
    to anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(equalTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(
    *, deprecated, renamed: "constraint(greaterThanOrEqualTo:multiplier:constant:priority:)"
  )
  public func greaterThanOrEqual(
    to anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      greaterThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(*, deprecated, renamed: "constraint(lessThanOrEqualTo:multiplier:constant:priority:)")
  public func lessThanOrEqual(
    to anchor: LayoutAnchor, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      lessThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }
}

extension LayoutAnchor where Kind: EdgeKind {
  @available(*, deprecated, renamed: "constraint(equalTo:multiplier:constant:priority:)")
  public func equal(
    to anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(equalTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(
    *, deprecated, renamed: "constraint(greaterThanOrEqualTo:multiplier:constant:priority:)"
  )
  public func greaterThanOrEqual(
    to anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      greaterThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(*, deprecated, renamed: "constraint(lessThanOrEqualTo:multiplier:constant:priority:)")
  public func lessThanOrEqual(
    to anchor: LayoutAnchor<NeutralX>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      lessThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }
}

extension LayoutAnchor where Kind == NeutralX {
  @available(*, deprecated, renamed: "constraint(equalTo:multiplier:constant:priority:)")
  public func equal<Edge: EdgeKind>(
    to anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(equalTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(
    *, deprecated, renamed: "constraint(greaterThanOrEqualTo:multiplier:constant:priority:)"
  )
  public func greaterThanOrEqual<Edge: EdgeKind>(
    to anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      greaterThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }

  @available(*, deprecated, renamed: "constraint(lessThanOrEqualTo:multiplier:constant:priority:)")
  public func lessThanOrEqual<Edge: EdgeKind>(
    to anchor: LayoutAnchor<Edge>, multiplier: Double = 1, constant: Double = 0,
    priority: LayoutPriority = .required
  ) -> LayoutConstraint {
    constraint(
      lessThanOrEqualTo: anchor, multiplier: multiplier, constant: constant, priority: priority)
  }
}

extension LayoutAnchor where Kind == LayoutDimension {
  @available(*, deprecated, renamed: "constraint(equalToConstant:priority:)")
  public func equal(to constant: Double, priority: LayoutPriority = .required) -> LayoutConstraint {
    constraint(equalToConstant: constant, priority: priority)
  }

  @available(*, deprecated, renamed: "constraint(greaterThanOrEqualToConstant:priority:)")
  public func greaterThanOrEqual(to constant: Double, priority: LayoutPriority = .required)
    -> LayoutConstraint
  {
    constraint(greaterThanOrEqualToConstant: constant, priority: priority)
  }

  @available(*, deprecated, renamed: "constraint(lessThanOrEqualToConstant:priority:)")
  public func lessThanOrEqual(to constant: Double, priority: LayoutPriority = .required)
    -> LayoutConstraint
  {
    constraint(lessThanOrEqualToConstant: constant, priority: priority)
  }
}

extension LayoutItem {
  @available(*, deprecated, renamed: "setContentHuggingPriority(_:for:)")
  public func setHuggingPriority(_ priority: LayoutPriority, _ axis: LayoutAxis) {
    setContentHuggingPriority(priority, for: axis)
  }

  @available(*, deprecated, renamed: "setContentCompressionResistancePriority(_:for:)")
  public func setCompressionResistance(_ priority: LayoutPriority, _ axis: LayoutAxis) {
    setContentCompressionResistancePriority(priority, for: axis)
  }

  @available(*, deprecated, renamed: "safeAreaLayoutGuide")
  public func safeAreaGuide() -> LayoutGuide { safeAreaLayoutGuide }
}

extension LayoutConstraint {
  @available(*, deprecated, renamed: "identifier")
  public func setIdentifier(_ identifier: String?) { self.identifier = identifier }
}

extension StackLayout {
  @available(*, deprecated, renamed: "arrangedSubviews")
  public var arrangedViews: [LayoutItem] { arrangedSubviews }
}
