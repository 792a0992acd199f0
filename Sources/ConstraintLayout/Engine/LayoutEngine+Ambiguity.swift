import Geometry

extension LayoutEngine {
  /// The views and stacks whose frame the constraints leave open, in the order of registration.
  ///
  /// An item is listed if a number of its frame can vary by more than 1e-6 without making any
  /// level worse. Views a stack hides are not listed.
  public func ambiguousItems() -> [LayoutItem] {
    layoutIfNeeded()
    var probe = state.solver
    guard probe.openSolutions() else { return [] }
    let views = state.areas.compactMap { $0 as? LayoutItem }.filter { !$0.isHiddenInStack }
    // Before anything is moved: one search moves many, and what has moved is open.
    let starts = views.map { view in view.frameVariables.map { ($0, probe.value(of: $0)) } }
    return zip(views, starts).filter { _, numbers in
      numbers.contains { probe.isOpen($0.0, asFrom: $0.1) }
    }.map(\.0)
  }

  /// Tells whether the constraints leave a number of the item's frame open.
  public func hasAmbiguousLayout(_ item: LayoutArea) -> Bool {
    layoutIfNeeded()
    var probe = state.solver
    guard probe.openSolutions() else { return false }
    let numbers = item.frameVariables.map { ($0, probe.value(of: $0)) }
    return numbers.contains { probe.isOpen($0.0, asFrom: $0.1) }
  }

  /// Shows the next extreme solution for an ambiguous item.
  ///
  /// These are the smallest and the largest of each number that is open, then the first again. The
  /// next change of the engine ends it.
  public func exerciseAmbiguity(of item: LayoutArea) {
    layoutIfNeeded()
    var probe = state.solver
    guard probe.openSolutions() else { return }
    let open = item.frameVariables.filter { probe.isOpen($0) }
    guard !open.isEmpty else { return }
    for _ in 0..<open.count * 2 {
      let variable = open[exerciseStep / 2 % open.count]
      let direction: Double = exerciseStep % 2 == 0 ? -1 : 1
      exerciseStep += 1
      var shown = probe
      if shown.extreme(of: variable, toward: direction).isFinite {
        shown.takeValues()
        exercised = ShownSolution(shown)
        return
      }
    }
  }

  /// Every active constraint that has a say in an item's place on an axis, by serial: those on the
  /// item's variables, and those connected with them through equalities.
  public func constraintsAffecting(_ item: LayoutArea, _ axis: LayoutAxis) -> [LayoutConstraint] {
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
  /// Tells whether a variable can vary; the solver searches the open solutions.
  mutating func isOpen(_ variable: Variable) -> Bool {
    guard canMove(variable) else { return false }
    let range = range(of: variable)
    return range.upperBound - range.lowerBound > 1e-6
  }

  /// Tells whether a variable can vary that was `start` when the search of the open solutions
  /// began.
  ///
  /// Two solutions that differ clearly are enough; both ends are sought only where they do not. The
  /// search stays where it has led, for there other variables have mostly left their start too.
  mutating func isOpen(_ variable: Variable, asFrom start: Double) -> Bool {
    guard canMove(variable) else { return false }
    let margin = 1e-4 * max(1, abs(start))
    if abs(value(of: variable.symbol) - start) > margin { return true }
    let lower = extreme(of: variable, toward: -1)
    if abs(lower - start) > margin { return true }
    let upper = extreme(of: variable, toward: 1)
    return abs(upper - lower) > 1e-6
  }

  /// Tells whether anything a variable depends on may still move.
  private mutating func canMove(_ variable: Variable) -> Bool {
    if symbols[variable.symbol].peer >= 0 { putBack(variable.symbol) }
    let place = symbols[variable.symbol].place
    return place < 0 ? symbols[variable.symbol].bounds != .zero : isMovable(row: place)
  }
}

extension LayoutArea {
  /// The variables behind the numbers of the frame.
  var frameVariables: [LayoutSolver.Variable] {
    LayoutAxis.allCases.flatMap { axis in
      [start(axis), size(axis)].compactMap(\.variable)
    }
  }
}

extension LayoutItem {
  /// Whether the view takes no part in the stack it is arranged in.
  var isHiddenInStack: Bool {
    guard isHidden, let stack = superview as? StackLayout else { return false }
    return stack.arrangedViews.contains { $0 === self }
  }
}
