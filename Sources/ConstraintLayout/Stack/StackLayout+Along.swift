/// The first table of constraints: along the axis.
extension StackLayout {
  func planAlong(_ canvas: LayoutArea, _ plan: inout Plan, _ engine: LayoutEngine) {
    let edges = Edges(axis)
    let visible = arrangedViews.filter { !$0.isHidden }
    let connection = "canvas-connection"
    if let first = visible.first, let last = visible.last {
      plan.add(connection, canvas, edges.start, .equal, first, edges.start)
      plan.add(connection, last, edges.end, .equal, canvas, edges.end)
    } else {
      let spacer = guide(\.spacer, "spacer", in: engine)
      plan.add(connection, canvas, edges.start, .equal, spacer, edges.start)
      plan.add(connection, spacer, edges.end, .equal, canvas, edges.end)
    }
    let isEqual = distribution == .equalSpacing || distribution == .equalCentering
    planSpacing(isEqual ? .greaterThanOrEqual : .equal, edges, &plan)
    for view in arrangedViews where view.isHidden { plan.shrink("hiding", view, edges.size) }
    switch distribution {
    case .fill: break
    case .fillEqually: planEqualSizes(visible, edges, &plan)
    case .fillProportionally: planProportions(visible, canvas, edges, &plan)
    case .equalSpacing, .equalCentering: planGaps(visible, canvas, edges, &plan, engine)
    }
  }

  private func planSpacing(_ relation: LayoutRelation, _ edges: Edges, _ plan: inout Plan) {
    let isBaselines = isBaselineRelative && axis == .vertical
    for index in arrangedViews.indices.dropLast() {
      plan.add(
        "spacing", arrangedViews[index + 1], isBaselines ? .firstBaseline : edges.start, relation,
        arrangedViews[index], isBaselines ? .lastBaseline : edges.end,
        constant: distance(after: index))
    }
  }

  /// The distance between an arranged view and the next, hidden ones counting half.
  private func distance(after index: Int) -> Double {
    let views = arrangedViews
    guard let first = views.firstIndex(where: { !$0.isHidden }),
      let last = views.lastIndex(where: { !$0.isHidden }), index + 1 > first, index < last
    else { return 0 }
    let base = customSpacing(after: views[index]) ?? spacing
    let hidden = [views[index], views[index + 1]].filter(\.isHidden).count
    return base - base / 2 * Double(hidden)
  }

  private func planEqualSizes(_ visible: [LayoutItem], _ edges: Edges, _ plan: inout Plan) {
    guard let first = visible.first else { return }
    for view in visible.dropFirst() {
      plan.add("fill-equally", view, edges.size, .equal, first, edges.size)
    }
  }

  private func planProportions(
    _ visible: [LayoutItem], _ canvas: LayoutArea, _ edges: Edges, _ plan: inout Plan
  ) {
    let lengths = visible.map {
      max(0, $0.metric(axis))
    }
    let sum = lengths.reduce(0, +)
    guard sum > 0 else { return planEqualSizes(visible, edges, &plan) }
    let gaps = arrangedViews.indices.dropLast().reduce(0) { $0 + distance(after: $1) }
    for (index, view) in visible.enumerated() {
      if proportion == .exact {
        let share = lengths[index] / sum
        plan.add(
          "fill-proportionally", view, edges.size, .equal, canvas, edges.size, multiplier: share,
          constant: -share * gaps)
      } else {
        let isAlone = visible.count == 1 && gaps == 0
        plan.add(
          "fill-proportionally", view, edges.size, .equal, canvas, edges.size,
          multiplier: sum + gaps > 0 ? lengths[index] / (sum + gaps) : 0,
          at: isAlone ? 1000 : Float(max(1, 999 - index)))
      }
    }
  }

  private func planGaps(
    _ visible: [LayoutItem], _ canvas: LayoutArea, _ edges: Edges, _ plan: inout Plan,
    _ engine: LayoutEngine
  ) {
    let isSpacing = distribution == .equalSpacing
    for index in visible.indices.dropLast() {
      let gap = gap(index, in: engine)
      plan.add(
        "distributing", gap, edges.start, .equal, visible[index],
        isSpacing ? edges.end : edges.center)
      plan.add(
        "distributing", gap, edges.end, .equal, visible[index + 1],
        isSpacing ? edges.start : edges.center)
      if index > 0 {
        plan.add(
          "distributing", gap, edges.size, .equal, self.gap(0, in: engine), edges.size,
          at: isSpacing ? 1000 : 149)
      }
    }
    plan.shrink("canvas-fit", canvas, edges.size, at: 49)
  }
}
