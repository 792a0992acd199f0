/// The second table of constraints: across the axis.
extension StackLayout {
  func planAcross(_ canvas: LayoutArea, _ plan: inout Plan, _ engine: LayoutEngine) {
    let edges = Edges(axis == .horizontal ? .vertical : .horizontal)
    let visible = arrangedViews.filter { !$0.isHidden }
    if alignment == .fill {
      planFill(canvas, edges, &plan)
    } else if visible.count == 1 {
      planSingle(visible[0], canvas, edges, &plan)
    } else {
      planAligned(canvas, edges, &plan, engine)
    }
  }

  private func planFill(_ canvas: LayoutArea, _ edges: Edges, _ plan: inout Plan) {
    let first = arrangedViews[0]
    for view in arrangedViews.dropFirst() {
      plan.add("alignment", view, edges.start, .equal, first, edges.start)
      plan.add("alignment", view, edges.end, .equal, first, edges.end)
    }
    plan.add("alignment", canvas, edges.start, .equal, first, edges.start)
    plan.add("alignment", first, edges.end, .equal, canvas, edges.end)
  }

  private func planSingle(
    _ view: LayoutItem, _ canvas: LayoutArea, _ edges: Edges, _ plan: inout Plan
  ) {
    plan.add("canvas-connection", canvas, edges.start, .lessThanOrEqual, view, edges.start)
    plan.add("canvas-connection", view, edges.end, .lessThanOrEqual, canvas, edges.end)
    switch alignment {
    case .fill: break
    case .leading, .top, .firstBaseline:
      plan.add("alignment", canvas, edges.start, .equal, view, edges.start)
    case .trailing, .bottom, .lastBaseline:
      plan.add("alignment", view, edges.end, .equal, canvas, edges.end)
    case .center:
      plan.add("alignment", canvas, edges.center, .equal, view, edges.center)
    }
    plan.shrink("canvas-fit", canvas, edges.size, at: 49)
    plan.shrink("ambiguity", view, edges.size, at: 25)
  }

  private func planAligned(
    _ canvas: LayoutArea, _ edges: Edges, _ plan: inout Plan, _ engine: LayoutEngine
  ) {
    let first = arrangedViews[0]
    let spanner = guide(\.spanner, "spanner", in: engine)
    let common = commonAttribute(edges)
    for view in arrangedViews.dropFirst() {
      plan.add("alignment", view, common, .equal, first, common)
    }
    for view in arrangedViews {
      if common == edges.start {
        plan.add("spanning", spanner, edges.start, .equal, view, edges.start, at: 999.5)
      } else {
        plan.add("spanning", spanner, edges.start, .lessThanOrEqual, view, edges.start)
      }
      if common == edges.end {
        plan.add("spanning", spanner, edges.end, .equal, view, edges.end, at: 999.5)
      } else {
        plan.add("spanning", spanner, edges.end, .greaterThanOrEqual, view, edges.end)
      }
    }
    plan.shrink("spanning", spanner, edges.size, at: 51)
    let connection = "canvas-connection"
    plan.add(
      connection, canvas, edges.start, .equal, common == edges.start ? first : spanner, edges.start)
    plan.add(
      connection, common == edges.end ? first : spanner, edges.end, .equal, canvas, edges.end)
    if common == edges.center {
      plan.add(connection, canvas, edges.center, .equal, first, edges.center)
    }
    if common.isBaseline { plan.shrink("canvas-fit", canvas, edges.size, at: 49) }
    for view in arrangedViews { plan.shrink("ambiguity", view, edges.size, at: 25) }
  }

  /// The attribute all views have in common.
  private func commonAttribute(_ edges: Edges) -> LayoutAttribute {
    switch alignment {
    case .fill, .leading, .top: edges.start
    case .trailing, .bottom: edges.end
    case .center: edges.center
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    }
  }
}
