extension LayoutConstraint {
  /// The left side less the right one, in the solver's variables.
  func loweredForm(_ direction: ReadingDirection) -> LinearForm {
    if source == .autoresizing { return loweredFrame() }
    guard let second, secondAttribute != .notAnAttribute else {
      var form = LinearForm(first.size(firstAttribute.axis))
      form.constant -= constant
      return form
    }
    guard let ancestor = first.commonAncestor(with: second) else { return LinearForm() }
    let isMirrored =
      direction == .rightToLeft && (firstAttribute.isDirectional || secondAttribute.isDirectional)
    var form: LinearForm
    if isMirrored {
      form = mirrored(first, firstAttribute, in: ancestor, direction)
      form.add(-multiplier, mirrored(second, secondAttribute, in: ancestor, direction))
    } else {
      // An edge and a size on either side.
      form = LinearForm(capacity: 4)
      form.constant = first.add(firstAttribute, in: ancestor, direction, times: 1, to: &form)
      form.constant +=
        -multiplier
        * second.add(secondAttribute, in: ancestor, direction, times: -multiplier, to: &form)
    }
    form.constant -= constant
    return form
  }

  /// The same where both sides are frames, which is what masks speak about.
  private func loweredFrame() -> LinearForm {
    let axis = firstAttribute.axis
    var form = LinearForm(
      firstAttribute.isSize ? first.frameSize(axis) : first.frameStart(axis))
    if let second {
      let share = firstAttribute.isSize ? multiplier : superviewShare
      form.add(-share, second.frameSize(axis))
    }
    form.constant -= constant
    return form
  }

  /// One side in reading coordinates, which grow from the ancestor's reading edge.
  private func mirrored(
    _ area: LayoutArea, _ attribute: LayoutAttribute, in ancestor: LayoutItem,
    _ direction: ReadingDirection
  ) -> LinearForm {
    var side = LinearForm(capacity: 4)
    side.constant = area.add(attribute, in: ancestor, direction, times: 1, to: &side)
    var form = LinearForm(ancestor.frameSize(.horizontal))
    form.add(-1, side)
    return form
  }

  /// The constraint's place when ties are broken.
  var tieOrder: UInt64 {
    let rank = UInt64(min(tieRank(of: first), second.map(tieRank) ?? Self.lastRank))
    var kind: UInt64 = source == .contentSize ? 0 : 4
    if source == .contentSize && relation == .lessThanOrEqual { kind += 2 }
    if firstAttribute.axis == .vertical { kind += 1 }
    return rank << 40 | kind << 37 | UInt64(serial)
  }

  /// The rank of constraints between areas that do not count.
  private static let lastRank = 0xFF_FFFF

  /// A view's rank; root and guides do not count.
  private func tieRank(of area: LayoutArea) -> Int {
    area.rank > 0 && area is LayoutItem ? min(area.rank, Self.lastRank) : Self.lastRank
  }

  /// Whether insets of views have a say in where the constraint's items are.
  var dependsOnInsets: Bool {
    firstAttribute.isMargin || secondAttribute.isMargin || isInset(first)
      || second.map(isInset) ?? false
  }

  private func isInset(_ area: LayoutArea) -> Bool {
    switch area.placement {
    case .inset, .margins: true
    case .free, .root, .fixed: false
    }
  }
}
