extension LayoutEngine {
  /// The number of times heights are measured in one pass because widths depend on them.
  static let measuringAttempts = 10

  /// Lists the views whose heights are measured, in the order of registration.
  func listMeasured() {
    state.measured = state.areas.compactMap { $0 as? LayoutItem }.filter { $0.measurement != nil }
  }

  /// Solves until the measured heights belong to the widths.
  ///
  /// - Parameter solve: Solves for the heights there are.
  func settleHeights(_ solve: () -> Void) {
    restartHeights()
    solve()
    if state.measured.isEmpty { return }
    var pending = measureAll()
    for _ in 0..<LayoutEngine.measuringAttempts {
      // One who measures may have changed the engine.
      if pending.isEmpty && state.isLaidOut { return }
      state.isLaidOut = true
      adopt(pending)
      solve()
      pending = measureAll()
    }
    guard let view = pending.first?.view else { return }
    report(
      "The height of \(view.name) does not settle: its width depends on its height; give it a width that does not.\n"
    )
  }

  /// Begins with heights of 0 if a width can depend on a height: from others it might settle at
  /// others.
  private func restartHeights() {
    if state.crossings == 0 { return }
    adopt(state.measured.filter { $0.measurement?.height != 0 }.map { ($0, 0) })
  }

  private func adopt(_ heights: [(view: LayoutItem, height: Double)]) {
    if heights.isEmpty { return }
    changeInPass {
      for (view, height) in heights where !view.isRemoved { view.adopt(height: height, in: self) }
    }
  }

  /// Measures every view that has another width than when it was measured last.
  ///
  /// - Returns: The views whose content-size constraints say another height.
  private func measureAll() -> [(view: LayoutItem, height: Double)] {
    var pending: [(view: LayoutItem, height: Double)] = []
    isMeasuring = true
    defer { isMeasuring = false }
    for view in state.measured where view.usesContentSize(.vertical) {
      let width = LayoutEngine.proposed(value(of: view.size(.horizontal)))
      let height = view.measuredHeight(in: width, self)
      view.measurement?.width = width
      view.measurement?.told = height
      if height != view.measurement?.height { pending.append((view, height)) }
    }
    return pending
  }

  /// Solves a copy until the measured heights inside an item belong to the widths there.
  ///
  /// - Parameters:
  ///   - solver: A copy of the solver with what it should hold instead.
  ///   - item: The item whose inside counts.
  ///   - solve: Solves the copy.
  func settleHeights(
    of solver: inout LayoutSolver, inside item: LayoutItem, _ solve: (inout LayoutSolver) -> Void
  ) {
    let views = state.measured.filter { $0.usesContentSize(.vertical) && $0.isInside(item) }
    var heights = views.map { state.crossings == 0 ? $0.measurement?.height ?? 0 : 0 }
    if state.crossings > 0 { for view in views { view.tell(0, to: &solver) } }
    solve(&solver)
    for _ in 0..<LayoutEngine.measuringAttempts {
      var hasMoved = false
      for (index, view) in views.enumerated() {
        let measure = view.size(.horizontal)
        let width = measure.constant + (measure.variable.map { solver.value(of: $0) } ?? 0)
        let height = view.measuredHeight(in: LayoutEngine.proposed(width), self)
        if height == heights[index] { continue }
        heights[index] = height
        hasMoved = true
        view.tell(height, to: &solver)
      }
      if !hasMoved { return }
      solve(&solver)
    }
  }

  /// A width as it is proposed: without the noise that sums leave, which would cost a column
  /// of text.
  private static func proposed(_ width: Double) -> Double {
    max(0, (width * 1_000_000).rounded() / 1_000_000)
  }
}

extension LayoutItem {
  /// Tells a copy of the engine's solver a natural height.
  fileprivate func tell(_ height: Double, to solver: inout LayoutSolver) {
    guard let pair = contentSizes[.vertical] else { return }
    for case let handle? in [pair.compression.handle, pair.hugging.handle] {
      solver.change(height, of: handle)
    }
  }
}
