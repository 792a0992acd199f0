/// An attribute of an item, typed so that attributes that do not go together do not compile.
///
///     try engine.activate([send.leadingAnchor.equal(to: field.trailingAnchor, constant: 8)])
///     send.widthAnchor.equal(to: field.leadingAnchor)  // does not compile
///
/// The constraints it makes are inactive; numbers and items are checked when they are activated.
public struct LayoutAnchor<Kind: AnchorKind> {
  /// The area the attribute belongs to.
  public let area: LayoutArea
  /// The attribute that constraints of the anchor speak about.
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
  /// The middle between the left and right edges.
  public var centerXAnchor: LayoutAnchor<NeutralX> { .init(self, .centerX) }
  /// The upper edge.
  public var topAnchor: LayoutAnchor<PositionY> { .init(self, .top) }
  /// The lower edge.
  public var bottomAnchor: LayoutAnchor<PositionY> { .init(self, .bottom) }
  /// The middle between the upper and lower edges.
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
  /// The leading edge, moved inwards by the margin there.
  public var leadingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .leadingMargin) }
  /// The trailing edge, moved inwards by the margin there.
  public var trailingMarginAnchor: LayoutAnchor<DirectionalX> { .init(self, .trailingMargin) }
  /// The top edge, moved downwards by the top margin.
  public var topMarginAnchor: LayoutAnchor<PositionY> { .init(self, .topMargin) }
  /// The bottom edge, moved upwards by the bottom margin.
  public var bottomMarginAnchor: LayoutAnchor<PositionY> { .init(self, .bottomMargin) }
  /// The middle between the left and right margins.
  public var centerXWithinMarginsAnchor: LayoutAnchor<NeutralX> {
    .init(self, .centerXWithinMargins)
  }
  /// The middle between the top and bottom margins.
  public var centerYWithinMarginsAnchor: LayoutAnchor<PositionY> {
    .init(self, .centerYWithinMargins)
  }
}
