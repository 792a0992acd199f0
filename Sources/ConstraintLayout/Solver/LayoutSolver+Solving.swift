extension LayoutSolver {
  /// Finds the solution.
  ///
  /// - Returns: a conflict if the required constraints cannot all hold. Then there is no solution,
  ///   and `value(of:)` is without meaning until one of the conflict's constraints is removed or
  ///   made optional.
  @discardableResult
  public mutating func solve() -> Conflict? {
    if isSolved && !hasStaleValues { return nil }
    if !isSolved {
      if let conflict = optimise() { return conflict }
      if openColumns > 0 && isPeeledOpen() {
        // The order in which variables settle matters now, so all of them have to take part.
        stopPeeling()
        if let conflict = optimise() { return conflict }
      }
      if openColumns > 0 { settle() }
      isSolved = true
      hasStaleValues = true
    }
    if hasStaleValues { computePeeledValues() }
    return nil
  }

  /// Steps 1 to 3.
  private mutating func optimise() -> Conflict? {
    if let symbol = restoreFeasibility() { return conflict(around: symbol) }
    minimiseLevels()
    if openColumns > 0 { breakTies() }
    return nil
  }

  /// Puts all variables back into the tableau for good.
  mutating func stopPeeling() {
    allowsPeeling = false
    putBack(from: 0)
  }

  // MARK: Step 1, required constraints

  /// Finds out whether the required constraints can all hold, without optimising anything.
  public mutating func checkRequired() -> Conflict? {
    if isFeasible { return nil }
    return restoreFeasibility().map(conflict(around:))
  }

  /// Makes every required constraint hold, whatever becomes of the optional ones.
  ///
  /// - Returns: a required symbol that cannot, if there is one.
  mutating func restoreFeasibility() -> Int32? {
    isSolved = false
    if hasHugeValues || pivotsSinceRebuild > 2000 + 20 * tableau.rows.count { rebuild() }
    let queue = prepareBounds()
    if allowsPeeling { peel(queue) }
    for symbol in queue where symbols[symbol].peel < 0 {
      if isViolated(symbol), !repair(symbol) { return symbol }
      restrict(symbol, to: symbols[symbol].requirement)
      if symbols[symbol].requirement == .zero && symbols[symbol].place >= 0 { leaveBasis(symbol) }
    }
    isFeasible = true
    return nil
  }

  /// Bounds the symbols that must stay where they are, and lists the basic ones that are not there
  /// yet or have no business being basic.
  ///
  /// An equality is bounded when its turn comes: one that holds by chance, everything being zero,
  /// would stop those before it, and be carried along by every one of them.
  private mutating func prepareBounds() -> [Int32] {
    var queue: [Int32] = []
    for row in 0..<tableau.rows.capacity {
      let symbol = tableau.rows[row].symbol
      guard symbol >= 0 else { continue }
      let requirement = symbols[symbol].requirement
      if abs(tableau.rows[row].value) > LayoutSolver.hugeValue { hasHugeValues = true }
      rememberSide(of: symbol)
      let isViolated = !requirement.isEmpty && isViolated(symbol)
      symbols[symbol].bounds = isViolated || requirement == .zero ? [] : requirement
      if isViolated || requirement == .zero { queue.append(symbol) }
    }
    openColumns = 0
    for column in 0..<tableau.columns.capacity {
      let symbol = tableau.columns[column].symbol
      guard symbol >= 0 else { continue }
      symbols[symbol].bounds = symbols[symbol].requirement
      if symbols[symbol].requirement != .zero { openColumns += 1 }
    }
    if queue.count > 1 { queue.sort { precedes($0, $1) } }
    return queue
  }

  /// Takes the side of a goal at zero from what the last solution allowed it, so that the solution
  /// is recognised for what it is.
  private mutating func rememberSide(of symbol: Int32) {
    switch symbols[symbol].bounds {
    case .notNegative: symbols[symbol].side = 1
    case .notPositive: symbols[symbol].side = -1
    default: symbols[symbol].side = 0
    }
  }

  private func isViolated(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    let value = value(of: symbol)
    return value > record.tolerance && record.requirement.contains(.notPositive)
      || value < -record.tolerance && record.requirement.contains(.notNegative)
  }

  /// Brings a required symbol to zero; tells whether it could.
  private mutating func repair(_ symbol: Int32) -> Bool {
    let isAbove = value(of: symbol) > 0
    symbols[symbol].bounds = isAbove ? .notNegative : .notPositive
    descend(symbol, toward: isAbove ? -1 : 1)
    if abs(value(of: symbol)) > 10 * symbols[symbol].tolerance { return false }
    symbols[symbol].bounds = []
    return true
  }

  /// Makes an equality that holds nonbasic, so that it takes part in nothing any more.
  private mutating func leaveBasis(_ symbol: Int32) {
    var best = Tableau.none
    var bestScore = Double.infinity
    var index = tableau.rows[symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let column = tableau.columns[entry.column]
      if abs(entry.value) > LayoutSolver.epsilon, symbols[column.symbol].bounds != .zero {
        let score = cost(of: entry, in: column)
        if score < bestScore {
          best = index
          bestScore = score
        }
      }
      index = entry.nextInRow
    }
    guard best >= 0 else { return }
    let entry = tableau.entries[best]
    let change = -tableau.rows[entry.row].value / entry.value
    if change != 0 { move(column: entry.column, by: change) }
    exchange(best, value: change)
  }

  // MARK: Step 3, ties

  /// Makes each violation by itself as small as possible, in tie order, level by level.
  private mutating func breakTies() {
    for symbol in levels {
      minimise(symbol)
      if openColumns == 0 { return }
    }
  }

  // MARK: Step 4, settling

  /// Brings each variable as close to zero as possible, in the order of creation.
  private mutating func settle() {
    for symbol in settling where symbols[symbol].peel < 0 {
      minimise(symbol)
      if openColumns == 0 { return }
    }
  }

  /// Makes one violation as small as possible, and keeps it there.
  private mutating func minimise(_ symbol: Int32) {
    let record = symbols[symbol]
    let place = record.place
    if place >= 0 {
      let value = tableau.rows[place].value
      let isAbove = value > record.tolerance
      if isAbove || value < -record.tolerance {
        if (isAbove ? record.positiveCost : record.negativeCost) == 0 || !isMovable(row: place) {
          return
        }
        restrict(symbol, to: isAbove ? .notNegative : .notPositive)
        descend(symbol, toward: isAbove ? -1 : 1)
        if symbols[symbol].place >= 0 { freeze(row: symbols[symbol].place) }
      }
      if symbols[symbol].place >= 0 && abs(self.value(of: symbol)) > record.tolerance { return }
    }
    if record.positiveCost > 0 { restrict(symbol, to: .notPositive) }
    if record.negativeCost > 0 { restrict(symbol, to: .notNegative) }
  }

  /// Whether a column of a row may still move.
  func isMovable(row: Int32) -> Bool {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if symbols[tableau.columns[entry.column].symbol].bounds != .zero { return true }
      index = entry.nextInRow
    }
    return false
  }

  /// Stops every symbol a row depends on where it is.
  private mutating func freeze(row: Int32) {
    var index = tableau.rows[row].first
    while index >= 0 {
      restrict(tableau.columns[tableau.entries[index].column].symbol, to: .zero)
      index = tableau.entries[index].nextInRow
    }
  }
}
