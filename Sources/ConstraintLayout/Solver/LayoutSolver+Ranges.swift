extension LayoutSolver {
  /// The values a variable can take in all solutions of the required constraints and the levels.
  ///
  /// Ties and settling are not looked at: what they decide is the freedom measured here. The
  /// variable is left at the upper end. Call `openSolutions()` before.
  mutating func range(of variable: Variable) -> ClosedRange<Double> {
    let lower = extreme(of: variable, toward: -1)
    let upper = extreme(of: variable, toward: 1)
    return min(lower, upper)...max(lower, upper)
  }

  /// Searches the whole set of solutions of the levels from now on, until something changes.
  ///
  /// - Returns: whether there is more than one.
  mutating func openSolutions() -> Bool {
    forgetChanges()
    guard findViolated() == nil else { return false }
    claimBounded()
    minimiseLevels()
    if restart > Stage.ties { restart = Stage.ties }
    restart(from: Stage.ties)
    computePresolvedValues()
    return openColumns > 0
  }

  /// Moves a variable as far up (+1) or down (−1) as the levels allow.
  ///
  /// - Returns: its value there, infinite if nothing stops it.
  mutating func extreme(of variable: Variable, toward direction: Double) -> Double {
    let symbol = variable.symbol
    defer { hasStaleValues = true }
    if symbols[symbol].peer >= 0 { putBack(symbol) }
    if symbols[symbol].place < 0 {
      let forbidden: Bounds = direction > 0 ? .notPositive : .notNegative
      if symbols[symbol].bounds.contains(forbidden) { return 0 }
      let column = ~symbols[symbol].place
      guard let stop = nearestStop(column: column, direction: direction, byOrder: false) else {
        return direction * .infinity
      }
      let change = tableau.changeToZero(stop.entry)
      move(column: column, by: change)
      exchange(stop.entry, value: change)
    }
    let kept = symbols[symbol]
    while true {
      switch descend(symbol, toward: direction) {
      case .unbounded: return direction * .infinity
      case .blocked: return value(of: symbol)
      case .reachedZero:
        // Zero is only where a bound of the variable's own stops it.
        symbols[symbol].bounds = kept.bounds
        return 0
      }
    }
  }
}
