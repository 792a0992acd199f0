import Geometry

extension LayoutEngine {
  /// The number of times a pass solves again because insets moved, before it gives up.
  static let safeAreaAttempts = 10

  /// Computes all frames; asking for one does this when needed.
  public func layout() { layoutIfNeeded() }

  /// The size of the root, in points.
  public var rootSize: Size { state.rootSize }

  /// The reading direction, in which leading and trailing point.
  public var direction: ReadingDirection { state.direction }

  /// Changes the size of the root.
  ///
  /// - Throws: `LayoutError.illegal` for NaN, infinite and negative numbers,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setRootSize(_ size: Size) throws(LayoutError) {
    guard size.width.isLength, size.height.isLength, size.width >= 0, size.height >= 0 else {
      throw .illegal("The root cannot be \(size.width) by \(size.height), use 0 or more.")
    }
    try performFollowed { () throws(LayoutError) in
      if size != self.state.rootSize { self.hasWindowChanged = true }
      self.state.rootSize = size
      for constraint in self.rootConstraints {
        let old = constraint.constant
        self.onRollback { constraint.constant = old }
        constraint.constant = constraint.firstAttribute == .width ? size.width : size.height
        self.lower(constraint)
      }
    }
  }

  /// Changes which way leading and trailing point.
  public func setDirection(_ direction: ReadingDirection) throws(LayoutError) {
    if direction == state.direction { return }
    try performFollowed { () throws(LayoutError) in
      self.state.direction = direction
      self.hasWindowChanged = true
      self.lowerAllConstraints()
    }
  }

  /// The frame of an item, in its superview's bounds, in points; the root's begins at 0, 0.
  ///
  /// - Parameters:
  ///   - item: an item of this engine.
  ///   - grid: a step per axis to which the edges are rounded in the root's coordinates, so that
  ///     items that share an edge stay flush; `nil` for exact numbers.
  /// - Returns: the rectangle in points.
  public func frame(of item: LayoutArea, grid: Size? = nil) -> Rect {
    layoutIfNeeded()
    guard let grid else { return exactFrame(of: item) }
    let outer = item.superview.map { roundedEdges(of: $0, grid) }
    let edges = roundedEdges(of: item, grid)
    return edges.offset(x: -(outer?.x ?? 0), y: -(outer?.y ?? 0))
  }

  /// The frame of an item in the coordinates of the top of its tree, in points.
  public func absoluteFrame(of item: LayoutArea) -> Rect {
    layoutIfNeeded()
    var frame = exactFrame(of: item)
    var area = item.superview
    while let view = area, let superview = view.superview {
      let outer = exactFrame(of: view)
      frame = frame.offset(x: outer.x, y: outer.y)
      area = superview
    }
    return frame
  }

  /// The summed violation of every optional level, highest first; broken constraints do not count.
  public func residuals() -> [(priority: LayoutPriority, violation: Double)] {
    layoutIfNeeded()
    return state.solver.residuals().compactMap { level in
      LayoutPriority(rawValue: level.priority).map { ($0, level.violation) }
    }
  }

  /// The summed violation of one optional level.
  package func residual(at priority: LayoutPriority) -> Double {
    layoutIfNeeded()
    return state.solver.residual(at: priority)
  }

  // MARK: The pass

  /// Solves, and again for as long as something that follows the frames has changed.
  func layOut() {
    let isInner = isLayingOut
    isLayingOut = true
    defer { isLayingOut = isInner }
    pass()
    for _ in 0..<LayoutEngine.safeAreaAttempts {
      guard followLayout() else { return }
      pass()
    }
  }

  private func pass() {
    state.isLaidOut = true
    settleHeights(solveWithInsets)
  }

  /// Solves, and again for as long as insets of views move with the frames.
  private func solveWithInsets() {
    isSafeAreaUnsettled = false
    solve()
    for _ in 0..<LayoutEngine.safeAreaAttempts {
      guard updateInsets() else { return }
      changeInPass(lowerInsetConstraints)
      solve()
    }
    if updateInsets() {
      isSafeAreaUnsettled = true
      report(
        "The safe area does not settle: insets of a view depend on its frame and move it in turn; relate it to the root's safe area instead.\n"
      )
    }
  }

  /// Makes a change that is part of the pass under way.
  func changeInPass(_ change: () -> Void) {
    settleReports()
    let outer = depth
    depth = 1
    change()
    depth = outer
  }

  private func solve() {
    if !state.waiting.isEmpty { giveWay() }
    while let found = state.solver.solve() { giveWay(found) }
    retried = []
  }

  /// A frame from the solution on show.
  func exactFrame(of area: LayoutArea) -> Rect {
    Rect(
      x: value(of: area.frameStart(.horizontal)), y: value(of: area.frameStart(.vertical)),
      width: value(of: area.frameSize(.horizontal)),
      height: value(of: area.frameSize(.vertical)))
  }

  /// An edge or a size in the solution on show.
  func value(of measure: Measure) -> Double {
    guard let variable = measure.variable else { return measure.constant }
    if let exercised { return measure.constant + exercised.solver.value(of: variable) }
    return measure.constant + state.solver.value(of: variable)
  }

  private func roundedEdges(of area: LayoutArea, _ grid: Size) -> Rect {
    let frame = absoluteFrame(of: area)
    let left = LayoutEngine.rounded(frame.minX, to: grid.width)
    let top = LayoutEngine.rounded(frame.minY, to: grid.height)
    return Rect(
      x: left, y: top, width: LayoutEngine.rounded(frame.maxX, to: grid.width) - left,
      height: LayoutEngine.rounded(frame.maxY, to: grid.height) - top)
  }

  /// A number rounded to a multiple of `step`, halves upwards; unchanged if there is no step.
  static func rounded(_ value: Double, to step: Double) -> Double {
    guard step > 0 else { return value }
    return step * (value / step + 0.5 + 1e-6).rounded(.down)
  }
}
