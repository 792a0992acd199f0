/// An attribute of an item, typed so that attributes that do not go together do not compile.
///
///     try engine.activate([send.leadingAnchor.equal(to: field.trailingAnchor, constant: 8)])
///     send.widthAnchor.equal(to: field.leadingAnchor)  // does not compile
///
/// The constraints it makes are inactive; numbers and items are checked when they are activated.
public struct LayoutAnchor<Kind: AnchorKind> {
  public let area: LayoutArea
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
  public var leftAnchor: LayoutAnchor<AbsoluteX> { .init(self, .left) }
  public var rightAnchor: LayoutAnchor<AbsoluteX> { .init(self, .right) }
  public var leadingAnchor: LayoutAnchor<DirectionalX> { .init(self, .leading) }
  public var trailingAnchor: LayoutAnchor<DirectionalX> { .init(self, .trailing) }
  public var centerXAnchor: LayoutAnchor<NeutralX> { .init(self, .centerX) }
  public var topAnchor: LayoutAnchor<PositionY> { .init(self, .top) }
  public var bottomAnchor: LayoutAnchor<PositionY> { .init(self, .bottom) }
  public var centerYAnchor: LayoutAnchor<PositionY> { .init(self, .centerY) }
  public var widthAnchor: LayoutAnchor<LayoutDimension> { .init(self, .width) }
  public var heightAnchor: LayoutAnchor<LayoutDimension> { .init(self, .height) }
}

extension LayoutItem {
  public var firstBaselineAnchor: LayoutAnchor<PositionY> { .init(self, .firstBaseline) }
  public var lastBaselineAnchor: LayoutAnchor<PositionY> { .init(self, .lastBaseline) }
  public var leftMarginAnchor: LayoutAnchor<AbsoluteX> { .init(self, .leftMargin) }
  public var rightMarginAnchor: LayoutAnchor<AbsoluteX> { .init(self, .rightMargin) }
  public var leadingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .leadingMargin) }
  public var trailingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .trailingMargin) }
  public var topMarginAnchor: LayoutAnchor<PositionY> { .init(self, .topMargin) }
  public var bottomMarginAnchor: LayoutAnchor<PositionY> { .init(self, .bottomMargin) }
  public var centerXWithinMarginsAnchor: LayoutAnchor<NeutralX> {
    .init(self, .centerXWithinMargins)
  }
  public var centerYWithinMarginsAnchor: LayoutAnchor<PositionY> {
    .init(self, .centerYWithinMargins)
  }
}
