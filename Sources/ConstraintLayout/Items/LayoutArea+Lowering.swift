import Geometry

/// An edge or a size as an area has it: at most one of the solver's variables, plus a constant.
struct Measure {
  var variable: LayoutSolver.Variable?
  var constant = 0.0
}

/// The attributes of an area as sums of the solver's variables.
extension LayoutArea {
  /// The start edge on an axis, relative to the superview's alignment rectangle.
  func start(_ axis: LayoutAxis) -> Measure {
    switch placement {
    case .free(let variables):
      return Measure(variable: axis == .horizontal ? variables.left : variables.top)
    case .root:
      return Measure()
    case .inset(let insets):
      return Measure(constant: insets.start(axis) - (superview?.outset.start(axis) ?? 0))
    case .margins:
      return Measure(constant: superview?.effectiveMargins.start(axis) ?? 0)
    case .fixed(let rect):
      let start = axis == .horizontal ? rect.x : rect.y
      return Measure(constant: start - (superview?.outset.start(axis) ?? 0))
    }
  }

  /// The alignment rectangle's size on an axis.
  func size(_ axis: LayoutAxis) -> Measure {
    switch placement {
    case .free(let variables), .root(let variables):
      return Measure(variable: axis == .horizontal ? variables.width : variables.height)
    case .inset(let insets):
      var size = superview?.frameSize(axis) ?? Measure()
      size.constant -= insets.start(axis) + insets.end(axis)
      return size
    case .margins:
      var size = superview?.size(axis) ?? Measure()
      let margins = superview?.effectiveMargins ?? .zero
      size.constant -= margins.start(axis) + margins.end(axis)
      return size
    case .fixed(let rect):
      return Measure(constant: axis == .horizontal ? rect.width : rect.height)
    }
  }

  /// The frame's start edge on an axis, in the superview's bounds.
  func frameStart(_ axis: LayoutAxis) -> Measure {
    var start = start(axis)
    if let superview { start.constant += superview.outset.start(axis) - outset.start(axis) }
    return start
  }

  /// The frame's size on an axis.
  func frameSize(_ axis: LayoutAxis) -> Measure {
    var size = size(axis)
    size.constant += outset.start(axis) + outset.end(axis)
    return size
  }

  /// Adds `factor ×` the start edge on an axis, in the bounds of an item that contains this one.
  ///
  /// - Returns: the part that is no variable, without the factor.
  private func addStart(
    _ axis: LayoutAxis, in ancestor: LayoutItem, times factor: Double, to form: inout LinearForm
  ) -> Double {
    var constant = ancestor.outset.start(axis)
    var area: LayoutArea = self
    var known = form.terms.count
    while area !== ancestor, let superview = area.superview {
      let start = area.start(axis)
      if let variable = start.variable { form.add(factor, variable, among: &known) }
      constant += start.constant
      area = superview
    }
    return constant
  }

  /// Adds `factor ×` an attribute in the bounds of an item that contains this one; sizes need none.
  ///
  /// - Returns: the part that is no variable, without the factor, for the caller to add.
  func add(
    _ attribute: LayoutAttribute, in ancestor: LayoutItem, _ direction: ReadingDirection,
    times factor: Double, to form: inout LinearForm
  ) -> Double {
    let axis = attribute.axis
    if attribute.isSize { return form.add(factor, variableOf: size(axis)) }
    var constant = addStart(axis, in: ancestor, times: factor, to: &form)
    switch attribute.physical(direction) {
    case .start: break
    case .end: constant += form.add(factor, variableOf: size(axis))
    case .center: constant += 0.5 * form.add(0.5 * factor, variableOf: size(axis))
    case .startMargin: constant += margins.start(axis)
    case .endMargin:
      constant += form.add(factor, variableOf: size(axis))
      constant -= margins.end(axis)
    case .centerWithinMargins:
      constant += 0.5 * form.add(0.5 * factor, variableOf: size(axis))
      constant += (margins.start(axis) - margins.end(axis)) / 2
    case .firstBaseline:
      constant += (self as? LayoutItem)?.firstBaselineOffset ?? 0
    case .lastBaseline:
      constant += form.add(factor, variableOf: size(axis))
      constant -= (self as? LayoutItem)?.lastBaselineOffset ?? 0
    }
    return constant
  }

  private var margins: RectInsets { (self as? LayoutItem)?.effectiveMargins ?? .zero }
}

extension LayoutAttribute {
  /// A position without regard to axis and reading direction.
  enum Physical {
    case start, end, center
    case startMargin, endMargin, centerWithinMargins
    case firstBaseline, lastBaseline
  }

  /// Which position of the rectangle a position attribute means.
  func physical(_ direction: ReadingDirection) -> Physical {
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

extension RectInsets {
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? left : top }
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? right : bottom }
}
