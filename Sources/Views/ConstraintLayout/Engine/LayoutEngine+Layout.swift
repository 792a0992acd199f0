import KeywardGeometry

extension LayoutEngine {
  private static let safeAreaAttempts = 10
  private static let answeredPasses = 10

  /// Computes all frames if they are stale, and again if the log closure has changed the engine.
  ///
  /// Querying a frame does this automatically.
  public func layout() {
    guard !state.isLaidOut, depth == 0, !isMeasuring else { return }
    defer { if state.isLaidOut { hasRequestedLayout = false } }
    computeFrames()
    guard !reports.isEmpty else { return }
    for _ in 0..<LayoutEngine.answeredPasses {
      sendReports()
      if state.isLaidOut { return }
      computeFrames()
    }
    dropReports()
  }

  /// The size of the root, in points.
  public var rootSize: Size { state.rootSize }

  /// The reading direction, which determines leading and trailing.
  public var direction: ReadingDirection { state.direction }

  /// Changes the size of the root.
  ///
  /// - Throws: `LayoutError.illegal` for NaN, infinite and negative numbers,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setRootSize(_ size: Size) throws(LayoutError) {
    guard size.width.isLength, size.height.isLength, size.width >= 0, size.height >= 0 else {
      throw .illegal("The root cannot be \(size.width) by \(size.height): use 0 or more.")
    }
    try performFollowed { () throws(LayoutError) in
      if size != self.state.rootSize { self.hasWindowChanged = true }
      self.state.rootSize = size
      if self.fitRootGuides() { self.lowerConstraints(where: \.dependsOnInsets) }
      for constraint in self.rootConstraints {
        self.keep(constraint, \.values.constant)
        constraint.values.constant = constraint.firstAttribute == .width ? size.width : size.height
        self.lower(constraint)
      }
    }
  }

  /// Changes the reading direction, which determines leading and trailing.
  public func setDirection(_ direction: ReadingDirection) throws(LayoutError) {
    if direction == state.direction { return }
    try performFollowed { () throws(LayoutError) in
      self.state.direction = direction
      self.hasWindowChanged = true
      for case let view as LayoutItem in self.state.areas {
        guard let margins = view.properties.directionalMargins else { continue }
        self.keep(view, \.properties)
        view.properties.layoutMargins = RectInsets(leftToRight: margins).turned(direction)
      }
      self.fitRootGuides()
      self.lowerConstraints()
    }
  }

  private func layout(asking item: LayoutArea) {
    guard item.engine === self, !item.isRemoved else {
      fatalError("\(item.name) is not in this engine or was removed: query items of this engine.")
    }
    layout()
  }

  /// The frame of an item, in its superview's bounds, in points; the root's origin is 0, 0.
  ///
  /// Edges are rounded to multiples of `grid`, whose width is the horizontal step and whose height
  /// is the vertical step. Rounding uses the root's coordinates, so that items that share an edge
  /// stay flush. If `grid` is `nil`, the frame is exact. It is exact on an axis whose step is not a
  /// finite number above 0.
  public func frame(of item: LayoutArea, grid: Size? = nil) -> Rect {
    layout(asking: item)
    let exact = exactFrame(of: item)
    guard let grid else { return exact }
    let frame = absoluteFrame(of: item)
    let outer = item.superview.map { absoluteFrame(of: $0) } ?? .zero
    func edges(
      _ start: Double, _ end: Double, _ outer: Double, _ step: Double, exact: (Double, Double)
    ) -> (start: Double, size: Double) {
      guard step > 0 && step.isFinite else { return exact }
      let first = LayoutEngine.rounded(start, to: step)
      return (
        first - LayoutEngine.rounded(outer, to: step), LayoutEngine.rounded(end, to: step) - first
      )
    }
    let x = edges(frame.minX, frame.maxX, outer.minX, grid.width, exact: (exact.x, exact.width))
    let y = edges(frame.minY, frame.maxY, outer.minY, grid.height, exact: (exact.y, exact.height))
    return Rect(x: x.start, y: y.start, width: x.size, height: y.size)
  }

  /// The frame of an item in the coordinates of the topmost view of its tree, in points.
  public func absoluteFrame(of item: LayoutArea) -> Rect {
    layout(asking: item)
    var frame = exactFrame(of: item)
    var area = item.superview
    while let view = area, let superview = view.superview {
      let outer = exactFrame(of: view)
      frame = frame.offset(x: outer.x, y: outer.y)
      area = superview
    }
    return frame
  }

  /// The total violation of each optional priority, highest first; broken constraints do not count.
  public func residuals() -> [(priority: LayoutPriority, violation: Double)] {
    layout()
    return state.solver.residuals().map { (LayoutPriority($0.priority), $0.violation) }
      .filter { $0.0.isInRange }
  }

  private func computeFrames() {
    let isInner = isLayingOut
    isLayingOut = true
    defer { isLayingOut = isInner }
    settleHeights()
    for _ in 0..<LayoutEngine.safeAreaAttempts {
      guard followers.reduce(false, { $1.layoutHasEnded() || $0 }) else { return }
      settleHeights()
    }
  }

  private func solveWithInsets() {
    solve()
    for _ in 0..<LayoutEngine.safeAreaAttempts {
      guard updateInsets() || fitInsetGuides() else { return }
      changeInPass { lowerConstraints(where: \.dependsOnInsets) }
      solve()
    }
    if updateInsets() {
      report(
        "The safe area does not settle: the insets of a view depend on its frame, and its frame "
          + "depends on them; constrain the view to the root's safe area instead.\n"
      )
    }
  }

  func changeInPass(_ change: () -> Void) {
    let outer = depth
    depth = 1
    change()
    depth = outer
  }

  private func solve() {
    orderTies()
    if !state.waiting.isEmpty { giveWay() }
    while let found = state.solver.solve() { giveWay(found) }
    state.retried = [:]
  }

  func exactFrame(of area: LayoutArea) -> Rect {
    var frame = Rect(
      x: value(of: area.frameStart(.horizontal)), y: value(of: area.frameStart(.vertical)),
      width: value(of: area.frameSize(.horizontal)),
      height: value(of: area.frameSize(.vertical)))
    if area.insets != nil {
      // The guide fits into its view, except for rounding errors.
      frame.size = Size(width: max(0, frame.width), height: max(0, frame.height))
    }
    return frame
  }

  /// Returns the value of an edge or size in the current solution.
  ///
  /// After `exerciseAmbiguity(of:)`, returns the value in the alternative solution instead.
  func value(of measure: Measure) -> Double {
    guard let variable = measure.variable else { return measure.constant }
    if let exercised { return measure.constant + exercised.value(of: variable) }
    return measure.constant + state.solver.value(of: variable)
  }

  /// Rounds a value to the nearest multiple of `step`, a finite number above 0.
  ///
  /// A value halfway between two multiples is rounded up. A step too small for a quotient changes
  /// nothing.
  static func rounded(_ value: Double, to step: Double) -> Double {
    let quotient = value / step
    return quotient.isFinite ? step * (quotient + 0.5 + 1e-6).rounded(.down) : value
  }

  private static let measuringAttempts = 10

  private func settleHeights() {
    state.isLaidOut = true
    // If a width can depend on a height, the result would depend on previous heights.
    if state.crossings > 0 {
      adopt(state.measured.filter { $0.measurement?.height != 0 }.map { ($0, 0) })
    }
    solveWithInsets()
    if state.measured.isEmpty { return }
    var pending = measureAll()
    for _ in 0..<LayoutEngine.measuringAttempts {
      // A measuring closure may have changed the engine.
      if pending.isEmpty && state.isLaidOut { return }
      state.isLaidOut = true
      adopt(pending)
      solveWithInsets()
      pending = measureAll()
    }
    guard let view = pending.first?.view else { return }
    report(
      "The height of \(view.name) does not settle: its width depends on its height; give it a "
        + "width that does not depend on its height.\n"
    )
  }

  private func adopt(_ heights: [(view: LayoutItem, height: Double)]) {
    if heights.isEmpty { return }
    changeInPass {
      for (view, height) in heights where !view.isRemoved { view.adopt(height: height, in: self) }
    }
  }

  /// Measures the heights of the views whose width has changed.
  ///
  /// Returns the views whose measured height differs from the height that their content-size
  /// constraints use, together with the measured height.
  private func measureAll() -> [(view: LayoutItem, height: Double)] {
    var pending: [(view: LayoutItem, height: Double)] = []
    isMeasuring = true
    defer { isMeasuring = false }
    for view in state.measured where view.usesContentSize(.vertical) {
      let width = LayoutEngine.proposed(value(of: view.size(.horizontal)))
      let height = view.measuredHeight(in: width, self)
      view.measurement?.width = width
      view.measurement?.reported = height
      if height != view.measurement?.height { pending.append((view, height)) }
    }
    return pending
  }

  /// Measures the views inside an item and solves `copy` again, until no measured height changes.
  private func settleHeights(of copy: inout State, inside item: LayoutItem) {
    let inside = Set(item.subtree.map(ObjectIdentifier.init))
    let views = state.measured.filter {
      $0.usesContentSize(.vertical) && inside.contains(ObjectIdentifier($0))
    }
    var heights = views.map { state.crossings == 0 ? $0.measurement?.height ?? 0 : 0 }
    if state.crossings > 0 { for view in views { view.setMeasuredHeight(0, to: &copy.solver) } }
    copy.solve()
    for _ in 0..<LayoutEngine.measuringAttempts {
      var hasMoved = false
      for (index, view) in views.enumerated() {
        let measure = view.size(.horizontal)
        let width = measure.constant + (measure.variable.map { copy.solver.value(of: $0) } ?? 0)
        let height = view.measuredHeight(in: LayoutEngine.proposed(width), self)
        if height == heights[index] { continue }
        heights[index] = height
        hasMoved = true
        view.setMeasuredHeight(height, to: &copy.solver)
      }
      if !hasMoved { return }
      copy.solve()
    }
  }

  /// Rounds a proposed width, so that a tiny numerical error does not change line breaks.
  private static func proposed(_ width: Double) -> Double {
    max(0, (width * 1_000_000).rounded() / 1_000_000)
  }
}

extension LayoutItem {
  fileprivate func setMeasuredHeight(_ height: Double, to solver: inout LayoutSolver) {
    guard let pair = contentSizes[.vertical] else { return }
    for case let handle? in [pair.compression.handle, pair.hugging.handle] {
      solver.change(height, of: handle)
    }
  }
}

extension LayoutEngine {
  /// Returns the size closest to `target` that the constraints inside an item allow.
  ///
  /// Constraints between the item and its surroundings are ignored, and the engine does not change.
  /// The item is the root by default. The target can be `LayoutEngine.fittingCompressed` or
  /// `LayoutEngine.fittingExpanded`. `horizontal` and `vertical` are the priorities of the target's
  /// width and height. Sizes are those of the alignment rectangle, in points.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontal: LayoutPriority = .fittingSizeLevel,
    vertical: LayoutPriority = .fittingSizeLevel, of item: LayoutItem? = nil
  ) -> Size {
    let item = item ?? root
    layout(asking: item)
    guard let variables = item.variables else { return exactFrame(of: item).size }
    var copy = state
    let inside = Set(item.subtree.map(ObjectIdentifier.init))
    // Another size can have room for insets that the current size has cut.
    let cut = state.insetGuides.filter { $0.cut != .zero }.map { ($0, $0.cut) }
    for (guide, _) in cut { guide.cut = .zero }
    defer { for (guide, old) in cut { guide.cut = old } }
    for (guide, _) in cut {
      for constraint in guide.links {
        guard let handle = constraint.handle else { continue }
        copy.solver.change(-constraint.loweredForm(direction).constant, of: handle)
      }
    }
    for case let constraint? in state.owners {
      guard let handle = constraint.handle else { continue }
      if !constraint.speaks(of: item, with: inside) {
        copy.solver.discard(handle)
        copy.owners[Int(handle.symbol)] = nil
      } else {
        copy.solver.change(constraint.priority, of: handle)
      }
    }
    copy.conflicts = []
    for (variable, length, priority) in [
      (variables.width, target.width, horizontal), (variables.height, target.height, vertical),
    ] {
      let handle = copy.solver.insert(
        [.init(variable)], .equal, length.isLength ? max(0, length) : 0, priority: priority,
        order: .max)
      copy.setOwner(nil, of: handle)
    }
    settleHeights(of: &copy, inside: item)
    return Size(
      width: copy.solver.value(of: variables.width), height: copy.solver.value(of: variables.height)
    )
  }
}

extension LayoutConstraint {
  /// True if the constraint concerns only the item and its descendants, which `inside` contains.
  fileprivate func speaks(of item: LayoutItem, with inside: Set<ObjectIdentifier>) -> Bool {
    guard inside.contains(ObjectIdentifier(first)),
      second.map({ inside.contains(ObjectIdentifier($0)) }) ?? true
    else { return false }
    guard first === item else { return true }
    switch source {
    case .root, .autoresizing: return false
    case .stack:
      let outer = item.superview as? StackLayout
      return !(outer?.made.values.contains { $0 === self } ?? false)
    case .user, .contentSize: return true
    }
  }
}

extension LayoutEngine {
  /// The views and stacks whose frames the constraints do not determine, in the order of
  /// registration.
  ///
  /// An item is listed if an edge or size of its frame can vary by more than 1e-6 without
  /// increasing the violation of any priority. Views hidden in a stack are not listed.
  public func ambiguousItems() -> [LayoutItem] {
    layout()
    return ambiguous(state.areas.compactMap { $0 as? LayoutItem }.filter { $0.hidingStack == nil })
  }

  private func ambiguous<Area: LayoutArea>(_ areas: [Area]) -> [Area] {
    var probe = state.solver
    guard probe.openSolutions() else { return [] }
    // Read all values before the search moves variables.
    let starts = areas.map { area in area.frameVariables.map { ($0, probe.value(of: $0)) } }
    return zip(areas, starts).filter { _, numbers in
      numbers.contains { probe.isOpen($0.0, asFrom: $0.1) }
    }.map(\.0)
  }

  /// True if the constraints do not determine the item's frame.
  public func hasAmbiguousLayout(_ item: LayoutArea) -> Bool {
    layout(asking: item)
    return !ambiguous([item]).isEmpty
  }

  /// Changes the frames to another solution of the constraints, to reveal an item's ambiguity.
  ///
  /// Each call shows the smallest or the largest value of one edge or size of the item that the
  /// constraints do not determine. After the last value, the first is shown again. The next change
  /// of the engine restores the regular solution. If the item is not ambiguous, nothing changes.
  public func exerciseAmbiguity(of item: LayoutArea) {
    layout(asking: item)
    var probe = state.solver
    guard probe.openSolutions() else { return }
    let starts = item.frameVariables.map { ($0, probe.value(of: $0)) }
    let open = starts.filter { probe.isOpen($0.0, asFrom: $0.1) }.map(\.0)
    guard !open.isEmpty else { return }
    for _ in 0..<open.count * 2 {
      let variable = open[exerciseStep / 2 % open.count]
      let direction: Double = exerciseStep % 2 == 0 ? -1 : 1
      exerciseStep += 1
      var shown = probe
      if shown.extreme(of: variable, toward: direction).isFinite {
        shown.takeValues()
        exercised = shown
        return
      }
    }
  }

  /// The active constraints that affect an item's position or size on an axis, in the order of
  /// their serial numbers.
  ///
  /// A constraint is included if it mentions the position or size of the item. It is also included
  /// if it mentions a position or size that a chain of equalities connects to the item.
  public func constraintsAffecting(_ item: LayoutArea, _ axis: LayoutAxis) -> [LayoutConstraint] {
    layout(asking: item)
    var reached = Set([item.start(axis), item.size(axis)].compactMap(\.variable))
    var rest = activeConstraints
    var found: [LayoutConstraint] = []
    while true {
      let touching = rest.filter { constraint in
        constraint.lowered.terms.contains { reached.contains($0.variable) }
      }
      if touching.isEmpty { break }
      rest.removeAll { constraint in touching.contains { $0 === constraint } }
      found += touching
      for constraint in touching where constraint.relation == .equal {
        reached.formUnion(constraint.lowered.terms.map(\.variable))
      }
    }
    return found.sorted { $0.serial < $1.serial }
  }
}

extension LayoutSolver {
  /// True if a variable is not determined; `start` is the variable's value before the search.
  ///
  /// If the current value or the lower extreme clearly differs from `start`, the upper extreme is
  /// not computed.
  mutating func isOpen(_ variable: Variable, asFrom start: Double) -> Bool {
    if symbols[variable.symbol].peer >= 0 { putBack(variable.symbol) }
    let place = symbols[variable.symbol].place
    guard place < 0 ? symbols[variable.symbol].bounds != .zero : isMovable(row: place) else {
      return false
    }
    let margin = 1e-4 * max(1, abs(start))
    if abs(value(of: variable.symbol) - start) > margin { return true }
    let lower = extreme(of: variable, toward: -1)
    if abs(lower - start) > margin { return true }
    let upper = extreme(of: variable, toward: 1)
    return abs(upper - lower) > 1e-6
  }
}

extension LayoutArea {
  var frameVariables: [LayoutSolver.Variable] {
    LayoutAxis.allCases.flatMap { axis in
      [start(axis), size(axis)].compactMap(\.variable)
    }
  }
}

/// The frames of all items at one moment, for finding items that have moved since.
///
///     let before = engine.snapshot()
///     panel.isHidden = true
///     for change in engine.changes(since: before) {
///       let start = change.old ?? change.new
///       draw(change.item.reference, in: start.moved(to: change.new, progress: 0.5))
///     }
///
/// A snapshot retains its items. Items removed since are not among the changes; new items have no
/// old frame.
public struct LayoutSnapshot {
  fileprivate var frames: [ObjectIdentifier: (item: LayoutArea, frame: Rect)]

  /// Returns the item's frame in the snapshot, in its superview's bounds, in points.
  ///
  /// Returns `nil` if the item was not in the engine when the snapshot was made.
  public func frame(of item: LayoutArea) -> Rect? { frames[ObjectIdentifier(item)]?.frame }
}

/// An item that is new or whose frame has changed since a snapshot.
public struct LayoutChange {
  /// The item whose frame differs.
  public let item: LayoutArea
  /// The frame in the snapshot; `nil` for an item that is new.
  public let old: Rect?
  /// The frame now.
  public let new: Rect
}

extension LayoutEngine {
  /// The exact frames of all items, in their superviews' bounds; takes linear time.
  public func snapshot() -> LayoutSnapshot {
    layout()
    var frames: [ObjectIdentifier: (item: LayoutArea, frame: Rect)] = [:]
    frames.reserveCapacity(state.areas.count)
    for area in state.areas { frames[ObjectIdentifier(area)] = (area, exactFrame(of: area)) }
    return LayoutSnapshot(frames: frames)
  }

  /// The items whose frames have changed since a snapshot, in the order of registration.
  ///
  /// An item is listed if it is new or one of its edges has moved by more than 1e-6 points.
  public func changes(since snapshot: LayoutSnapshot) -> [LayoutChange] {
    layout()
    return state.areas.compactMap { area in
      let (old, new) = (snapshot.frame(of: area), exactFrame(of: area))
      if let old, old.isClose(to: new) { return nil }
      return LayoutChange(item: area, old: old, new: new)
    }
  }

  /// The tree of views with their frames, and the active constraints, as lines of text.
  ///
  /// Lines are indented by at most 40 columns.
  public func dump() -> String {
    let lines = tree(below: root) + activeConstraints.map { "\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let widestIndent = 40

  func tree(below view: LayoutItem, mark: (LayoutItem) -> String = { _ in "" }) -> [String] {
    var lines: [String] = []
    var waiting = [(view: view, indent: 0)]
    while let (view, indent) = waiting.popLast() {
      lines.append(
        String(repeating: " ", count: indent) + "\(view.name) \(frameText(of: view))\(mark(view))")
      let inner = min(indent + 2, LayoutEngine.widestIndent)
      waiting += view.subviews.reversed().map { ($0, inner) }
    }
    return lines
  }

  func frameText(of area: LayoutArea) -> String {
    let frame = frame(of: area)
    return [frame.x, frame.y, frame.width, frame.height].map(shortText).joined(separator: ",")
  }
}
