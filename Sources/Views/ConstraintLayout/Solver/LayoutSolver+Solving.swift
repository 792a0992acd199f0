extension LayoutSolver {
  /// Solves the constraints; returns a conflict if the required ones cannot all hold.
  ///
  /// After a conflict, `value(of:)` is meaningless until one of the conflict's constraints is
  /// removed or made optional.
  @discardableResult
  package mutating func solve() -> Conflict? {
    if isSolved {
      if !sensitivities.isEmpty { updateFollowers() }
      return nil
    }
    var (attempt, limit) = (0, 1)
    while restart > Stage.none || hasStaleValues {
      if let conflict = findViolated() { return conflict }
      if let breached = optimise() {
        want(breached)
      } else if returnBreached(upTo: limit) {
        limit *= 2
      } else if !prove(attempt: attempt) {
        attempt += 1
      }
    }
    allowsShifts = true
    takeValues()
    return nil
  }

  /// Whether the last solution is still valid, apart from constants whose effects `sensitivities`
  /// give.
  var isSolved: Bool { restart <= Stage.none && !hasStaleValues && !hasNewValues }

  mutating func takeValues() {
    if hasStaleValues { computePresolvedValues() }
    hasNewValues = false
    for symbol in settling { values[Int(symbol)] = value(of: symbol) }
  }

  /// Runs the levels, ties and settling; returns a variable that has moved from presolve back into
  /// the tableau and violates its bound, or `nil`.
  private mutating func optimise() -> Int32? {
    if restart <= Stage.none { return nil }
    hasStaleValues = true
    tableau.gatherIfScattered()
    minimiseLevels()
    if openColumns > 0 && restart >= Stage.ties { breakTies() }
    let breached = openColumns > 0 ? settle() : nil
    movableRows.removeAll(keepingCapacity: true)
    restart = Stage.none
    return breached
  }

  package mutating func checkRequired() -> Conflict? {
    var limit = 1
    repeat {
      if let conflict = findViolated() {
        hasStaleValues = true
        return conflict
      }
      limit *= 2
    } while returnBreached(upTo: limit / 2)
    return nil
  }

  /// Returns a contradiction of required constraints; `nil` if there is none.
  ///
  /// If the contradiction cannot be verified, the tableau is recomputed, up to two times. After
  /// that, the contradiction is returned without verification.
  private mutating func findViolated() -> Conflict? {
    var attempts = 0
    while let symbol = restoreFeasibility() {
      let conflict = conflict(around: symbol)
      if !isShaken && isContradiction(conflict) || attempts > 1 { return conflict }
      isShaken = false
      attempts += 1
      refactorize()
    }
    return nil
  }

  /// Makes every required constraint hold, regardless of the optional ones; returns the first
  /// symbol whose requirement cannot be met, or `nil`.
  ///
  /// An equality has no bounds until it is processed, so that it does not obstruct the equalities
  /// that are processed before it.
  private mutating func restoreFeasibility() -> Int32? {
    guard restart >= Stage.required else { return nil }
    if sortedPending < pending.count {
      pending = pending.sorted { precedes($0, $1) }
      if allowsPresolve { presolve(pending) }
      sortedPending = pending.count
    }
    var next = 0
    while next < pending.count {
      let symbol = pending[next]
      if symbols[symbol].isPending && !isRepaired(symbol) { break }
      next += 1
    }
    pending.removeFirst(next)
    sortedPending = pending.count
    if let symbol = pending.first { return symbol }
    restart = Stage.levels
    return nil
  }

  private mutating func isRepaired(_ symbol: Int32) -> Bool {
    if symbols[symbol].place >= 0 {
      symbols[symbol].bounds = []
      if symbols[symbol].requirement == .zero && allowsPresolve && define(by: symbol) {
        return true
      }
    }
    if !keepsRequirement(symbol), !repair(symbol) { return false }
    symbols[symbol].isPending = false
    require(symbol)
    if symbols[symbol].requirement == .zero && symbols[symbol].place >= 0 { leaveBasis(symbol) }
    return true
  }

  private mutating func repair(_ symbol: Int32) -> Bool {
    let isAbove = value(of: symbol) > 0
    symbols[symbol].bounds = isAbove ? .notNegative : .notPositive
    symbols[symbol].upperStage = Stage.required
    symbols[symbol].lowerStage = Stage.required
    descend(symbol, toward: isAbove ? -1 : 1)
    if symbols[symbol].place < 0 { setFree(symbol) } else { symbols[symbol].bounds = [] }
    return abs(value(of: symbol)) <= 10 * symbols[symbol].tolerance
  }

  private mutating func leaveBasis(_ symbol: Int32) {
    let best = cheapestEntry(inRow: symbols[symbol].place) { entry, other in
      abs(entry.value) > LayoutSolver.epsilon && symbols[other].bounds != .zero
    }
    if let best { bringToZero(best) }
  }

  private mutating func breakTies() {
    begin(Stage.ties)
    findMovableRows()
    for symbol in levels {
      minimise(symbol)
      if openColumns == 0 { return }
    }
  }

  /// Brings each variable as close to zero as possible, in the settling order.
  ///
  /// Returns a variable that has moved from presolve back into the tableau and violates its bound;
  /// `nil` if there is none.
  private mutating func settle() -> Int32? {
    begin(Stage.settling)
    findMovableRows()
    var closed: [Bool] = []
    for symbol in settling {
      if symbols[symbol].place == LayoutSolver.presolvedPlace {
        if !isOpenPair(symbol, &closed) { continue }
        putBack(symbol)
        let row = Int(symbols[symbol].place)
        if row == movableRows.count { movableRows.append(true) }
        movableRows[row] = true
        if !keepsRequirement(symbol) { return symbol }
      }
      minimise(symbol)
      if openColumns == 0 { return nil }
    }
    return nil
  }

  private mutating func minimise(_ symbol: Int32) {
    let record = symbols[symbol]
    let place = record.place
    if place >= 0 {
      let value = tableau.rows[place].value
      let isAbove = value > record.tolerance
      if isAbove || value < -record.tolerance {
        if (isAbove ? record.positiveCost : record.negativeCost) == 0 || !isStillMovable(row: place)
        {
          return
        }
        restrict(symbol, to: isAbove ? .notNegative : .notPositive)
        descend(symbol, toward: isAbove ? -1 : 1)
        if symbols[symbol].place >= 0 { freeze(row: symbols[symbol].place) }
      }
      if symbols[symbol].place >= 0 && abs(self.value(of: symbol)) > record.tolerance { return }
    }
    restrict(symbol, to: record.freeOfCost)
  }

  /// Marks the rows whose symbols can still move, so that breaking ties and settling skip all other
  /// rows.
  private mutating func findMovableRows() {
    movableRows.removeAll(keepingCapacity: true)
    movableRows += repeatElement(false, count: Int(tableau.rows.capacity))
    for column in 0..<tableau.columns.capacity {
      let symbol = tableau.columns[column].symbol
      if symbol >= 0 && symbols[symbol].bounds != .zero { noteMovableRows(of: column) }
    }
  }

  mutating func noteMovableRows(of column: Int32) {
    tableau.forEachEntry(inColumn: column) { _, _, row in movableRows[Int(row)] = true }
  }

  mutating func isStillMovable(row: Int32) -> Bool {
    if !movableRows[Int(row)] { return false }
    // Columns may have been fixed since the row was marked.
    movableRows[Int(row)] = isMovable(row: row)
    return movableRows[Int(row)]
  }

  func isMovable(row: Int32) -> Bool {
    tableau.contains(inRow: row) { _, entry in
      abs(entry.value) > LayoutSolver.epsilon
        && symbols[tableau.columns[entry.column].symbol].bounds != .zero
    }
  }

  private mutating func freeze(row: Int32) {
    var cursor = tableau.rows[row].first
    while let index = tableau.next(inRow: &cursor) {
      let entry = tableau.entries[index]
      if abs(entry.value) > LayoutSolver.epsilon {
        restrict(tableau.columns[entry.column].symbol, to: .zero)
      }
    }
  }
}

// Every bound records the stage that set it, and the trail records the bounds of every stage. So
// after a change that affects a level, the search goes back only to the start of that level.
extension LayoutSolver {
  mutating func begin(_ stage: Float) {
    if stages.last?.start == trail.count { stages.removeLast() }
    stages.append((stage, trail.count))
  }

  @inline(__always)
  mutating func restrict(_ symbol: Int32, to bounds: Bounds) {
    let old = symbols[symbol].bounds
    let new = old.union(bounds)
    guard new != old else { return }
    trail.append(symbol)
    setBounds(new, of: symbol, stages[stages.count - 1].stage)
  }

  mutating func hold(_ symbol: Int32, to bounds: Bounds, at stage: Float) {
    guard stage > restart, !symbols[symbol].bounds.isSuperset(of: bounds) else { return }
    if strays.count > 64 + 2 * symbols.count { dropStrays() }
    strays.append(symbol)
    setBounds(symbols[symbol].bounds.union(bounds), of: symbol, stage)
  }

  @inline(__always)
  private mutating func setBounds(_ new: Bounds, of symbol: Int32, _ stage: Float) {
    let added = new.subtracting(symbols[symbol].bounds)
    symbols[symbol].bounds = new
    if added.contains(.notPositive) { symbols[symbol].upperStage = stage }
    if added.contains(.notNegative) { symbols[symbol].lowerStage = stage }
    if new == .zero && symbols[symbol].place < 0 { openColumns -= 1 }
  }

  mutating func require(_ symbol: Int32) {
    let requirement = symbols[symbol].requirement
    let old = symbols[symbol].bounds
    if requirement.contains(.notPositive) { symbols[symbol].upperStage = Stage.required }
    if requirement.contains(.notNegative) { symbols[symbol].lowerStage = Stage.required }
    symbols[symbol].bounds.formUnion(requirement)
    if symbols[symbol].place < 0 && old != .zero && symbols[symbol].bounds == .zero {
      openColumns -= 1
    }
  }

  mutating func setFree(_ symbol: Int32) {
    if symbols[symbol].bounds == .zero && symbols[symbol].place < 0 { openColumns += 1 }
    symbols[symbol].bounds = []
  }

  @inline(__always)
  mutating func restart(from stage: Float) {
    if stage > restart { goBack(to: stage) }
  }

  private mutating func goBack(to stage: Float) {
    restart = stage
    // The bounds of required constraints stay.
    let stage = min(stage, Stage.levels)
    while let mark = stages.last, mark.stage <= stage {
      for index in mark.start..<trail.count { release(trail[index], mark.stage) }
      trail.removeLast(trail.count - mark.start)
      stages.removeLast()
    }
    if strays.isEmpty { return }
    for symbol in strays { release(symbol, stage) }
    strays = strays.filter(hasLock)
  }

  /// Removes from a symbol the bounds that `stage` or a later stage has set.
  @inline(__always)
  private mutating func release(_ symbol: Int32, _ stage: Float) {
    let old = symbols[symbol].bounds
    var lifted: Bounds = []
    if old.contains(.notPositive) && symbols[symbol].upperStage <= stage {
      lifted.insert(.notPositive)
    }
    if old.contains(.notNegative) && symbols[symbol].lowerStage <= stage {
      lifted.insert(.notNegative)
    }
    if lifted.isEmpty { return }
    symbols[symbol].bounds = old.subtracting(lifted)
    if symbols[symbol].priority <= stage {
      // The removed bound shows on which side of zero the goal was, even if its value is zero.
      symbols[symbol].side = lifted == .notNegative ? 1 : lifted == .notPositive ? -1 : 0
    }
    if old == .zero && symbols[symbol].place < 0 { openColumns += 1 }
  }

  private func hasLock(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    return record.bounds.contains(.notPositive) && record.upperStage < Stage.required
      || record.bounds.contains(.notNegative) && record.lowerStage < Stage.required
  }

  private mutating func dropStrays() {
    var seen = [Bool](repeating: false, count: Int(symbols.capacity))
    strays = strays.filter { symbol in
      defer { seen[Int(symbol)] = true }
      return !seen[Int(symbol)] && hasLock(symbol)
    }
  }

  @inline(__always)
  func isHeld(_ symbol: Int32, above stage: Float) -> Bool {
    symbols[symbol].bounds == .zero
      && min(symbols[symbol].upperStage, symbols[symbol].lowerStage) > stage
  }

  /// True if stages that precede `stage` fix every symbol that a row depends on.
  ///
  /// The symbol of the entry `kept` is ignored.
  func isHeld(row: Int32, except kept: Int32 = Tableau.none, above stage: Float) -> Bool {
    !tableau.contains(inRow: row) { index, entry in
      index != kept && abs(entry.value) > LayoutSolver.epsilon
        && !isHeld(tableau.columns[entry.column].symbol, above: stage)
    }
  }

  /// Prepares to explore all solutions of the required constraints and the levels.
  ///
  /// Returns true if there is more than one solution. Ties and settling are left out, because they
  /// would leave only one. The preparation is valid until the next change.
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

  /// Moves a variable as far up (+1) or down (−1) as the levels allow; returns its value there,
  /// infinite if nothing stops it.
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
      bringToZero(stop.entry)
    }
    let bounds = symbols[symbol].bounds
    guard descend(symbol, toward: direction) else { return direction * .infinity }
    if symbols[symbol].place >= 0 { return value(of: symbol) }
    // Only the variable's own bound can have stopped it at zero.
    symbols[symbol].bounds = bounds
    return 0
  }
}
