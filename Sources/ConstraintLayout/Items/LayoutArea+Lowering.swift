import Geometry

/// The attributes of an area as sums of the solver's variables.
extension LayoutArea {
  /// The start edge on an axis, relative to the superview's alignment rectangle.
  func startForm(_ axis: LayoutAxis) -> LinearForm {
    switch placement {
    case .free(let variables):
      let variable = axis == .horizontal ? variables.left : variables.top
      return variable.map { LinearForm($0) } ?? LinearForm()
    case .root:
      return LinearForm()
    case .inset(let insets):
      return LinearForm(insets.start(axis) - (superview?.outset.start(axis) ?? 0))
    case .margins:
      return LinearForm(superview?.effectiveMargins.start(axis) ?? 0)
    case .fixed(let rect):
      let start = axis == .horizontal ? rect.x : rect.y
      return LinearForm(start - (superview?.outset.start(axis) ?? 0))
    }
  }

  /// The alignment rectangle's size on an axis.
  func sizeForm(_ axis: LayoutAxis) -> LinearForm {
    switch placement {
    case .free(let variables), .root(let variables):
      return LinearForm(axis == .horizontal ? variables.width : variables.height)
    case .inset(let insets):
      var form = superview?.frameSizeForm(axis) ?? LinearForm()
      form.constant -= insets.start(axis) + insets.end(axis)
      return form
    case .margins:
      var form = superview?.sizeForm(axis) ?? LinearForm()
      let margins = superview?.effectiveMargins ?? .zero
      form.constant -= margins.start(axis) + margins.end(axis)
      return form
    case .fixed(let rect):
      return LinearForm(axis == .horizontal ? rect.width : rect.height)
    }
  }

  /// The frame's size on an axis.
  func frameSizeForm(_ axis: LayoutAxis) -> LinearForm {
    var form = sizeForm(axis)
    form.constant += outset.start(axis) + outset.end(axis)
    return form
  }

  /// The start edge on an axis in the bounds of an item that contains this one.
  func startForm(_ axis: LayoutAxis, in ancestor: LayoutItem) -> LinearForm {
    var form = LinearForm(ancestor.outset.start(axis))
    var area: LayoutArea = self
    while area !== ancestor, let superview = area.superview {
      form.add(1, area.startForm(axis))
      area = superview
    }
    return form
  }

  /// An attribute in the bounds of an item that contains this one; sizes need none.
  func form(
    of attribute: LayoutAttribute, in ancestor: LayoutItem, _ direction: LayoutDirection
  ) -> LinearForm {
    let axis = attribute.axis
    if attribute.isSize { return sizeForm(axis) }
    var form = startForm(axis, in: ancestor)
    let margins = (self as? LayoutItem)?.effectiveMargins ?? .zero
    switch attribute.physical(direction) {
    case .start: break
    case .end: form.add(1, sizeForm(axis))
    case .center: form.add(0.5, sizeForm(axis))
    case .startMargin: form.constant += margins.start(axis)
    case .endMargin:
      form.add(1, sizeForm(axis))
      form.constant -= margins.end(axis)
    case .centerWithinMargins:
      form.add(0.5, sizeForm(axis))
      form.constant += (margins.start(axis) - margins.end(axis)) / 2
    case .firstBaseline:
      form.constant += (self as? LayoutItem)?.firstBaselineOffset ?? 0
    case .lastBaseline:
      form.add(1, sizeForm(axis))
      form.constant -= (self as? LayoutItem)?.lastBaselineOffset ?? 0
    }
    return form
  }
}

extension LayoutAttribute {
  /// A position without regard to axis and reading direction.
  enum Physical {
    case start, end, center
    case startMargin, endMargin, centerWithinMargins
    case firstBaseline, lastBaseline
  }

  /// Which position of the rectangle a position attribute means.
  func physical(_ direction: LayoutDirection) -> Physical {
    let isMirrored = direction == .rightToLeft
    switch self {
    case .left, .top, .notAnAttribute, .width, .height: return .start
    case .right, .bottom: return .end
    case .leading: return isMirrored ? .end : .start
    case .trailing: return isMirrored ? .start : .end
    case .centerX, .centerY: return .center
    case .leftMargin, .topMargin: return .startMargin
    case .rightMargin, .bottomMargin: return .endMargin
    case .leadingMargin: return isMirrored ? .endMargin : .startMargin
    case .trailingMargin: return isMirrored ? .startMargin : .endMargin
    case .centerXWithinMargins, .centerYWithinMargins: return .centerWithinMargins
    case .firstBaseline: return .firstBaseline
    case .lastBaseline: return .lastBaseline
    }
  }
}

extension EdgeInsets {
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? left : top }
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? right : bottom }
}
