extension LayoutSolver {
  /// Adds a variable; `order` is its position in the settling order, by default the last.
  package mutating func makeVariable(
    isNonNegative: Bool = false, order: UInt64? = nil
  ) -> Variable {
    forgetChanges()
    let rank = order ?? takeOrder()
    let symbol = insert(
      Symbol(
        place: 0, priority: -1, isVariable: true, requirement: isNonNegative ? .notNegative : [],
        bounds: [], positiveCost: 1, negativeCost: 1, order: rank, constant: 0,
        tolerance: LayoutSolver.epsilon), [])
    putColumn(of: symbol)
    // No constraint mentions the variable, so it settles at zero.
    hold(symbol, to: .zero, at: Stage.settling)
    settling.insert(symbol, at: position(of: symbol, in: settling))
    return Variable(symbol: symbol, generation: generations[Int(symbol)])
  }

  package mutating func remove(_ variable: Variable) throws(Refusal) {
    guard isCurrent(variable) else { throw .removed }
    guard symbols[variable.symbol].uses == 0 else { throw .mentioned }
    discard(variable)
  }

  /// Adds the constraint `Σ terms relation constant`; a variable may occur in several terms.
  ///
  /// `order` is the position of the constraint when ties are broken: the violation of an earlier
  /// constraint is minimised first. By default, the new constraint is the last.
  @discardableResult
  package mutating func add(
    _ terms: [Term], _ relation: LayoutRelation, _ constant: Double,
    priority: LayoutPriority = .required, order: UInt64? = nil
  ) throws(Refusal) -> Constraint {
    let terms = try accepted(terms, constant)
    return insert(terms, relation, constant, priority: priority, order: order)
  }

  package mutating func remove(_ constraint: Constraint) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    discard(constraint)
  }

  /// Changes the right-hand side of a constraint.
  ///
  /// An optional equality whose constant changes often can suggest a value to the solver:
  ///
  ///     let width = try solver.add([.init(window)], .equal, 320, priority: .defaultHigh)
  ///     try solver.setConstant(400, of: width)
  ///
  /// If all symbols stay within the bounds of the last solution, the basis stays optimal, and the
  /// solver only updates their values.
  package mutating func setConstant(
    _ constant: Double, of constraint: Constraint
  ) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    try check(constant, scale: symbols[constraint.symbol].scale)
    change(constant, of: constraint)
  }

  package mutating func setPriority(
    _ priority: LayoutPriority, of constraint: Constraint
  ) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    change(priority, of: constraint)
  }
}

// Unchecked variants, for handles and numbers that are known to be valid.
extension LayoutSolver {
  mutating func insert(
    _ terms: [Term], _ relation: LayoutRelation, _ constant: Double,
    priority: LayoutPriority = .required, order: UInt64? = nil
  ) -> Constraint {
    forgetChanges()
    let scale = LayoutSolver.scale(of: terms)
    let rank = order ?? takeOrder()
    let scaled = scale == 1 ? terms : terms.map { Term($0.variable, $0.coefficient * scale) }
    let symbol = insert(
      Symbol(
        place: 0, priority: priority.rawValue, isVariable: false, requirement: [], bounds: [],
        positiveCost: relation == .greaterThanOrEqual ? 0 : 1 / scale,
        negativeCost: relation == .lessThanOrEqual ? 0 : 1 / scale,
        order: rank, constant: -constant * scale,
        tolerance: LayoutSolver.tolerance(for: constant * scale), scale: scale), scaled)
    let isPresolved = priority.isRequired && relation == .equal && presolveAtOnce(symbol)
    for term in scaled { symbols[term.variable.symbol].uses += 1 }
    if !isPresolved {
      makeRow(of: symbol)
      enter(symbol)
    }
    return Constraint(symbol: symbol, generation: generations[Int(symbol)])
  }

  mutating func discard(_ variable: Variable) {
    forgetChanges()
    let symbol = variable.symbol
    // A variable that no constraint mentions is nonbasic, unless rounding errors have kept it
    // basic.
    if symbols[symbol].place >= 0 { refactorize() }
    settling.remove(at: position(of: symbol, in: settling))
    if symbols[symbol].bounds != .zero { openColumns -= 1 }
    tableau.removeColumn(~symbols[symbol].place)
    giveUp(symbol)
  }

  mutating func discard(_ constraint: Constraint) {
    forgetChanges()
    let symbol = constraint.symbol
    if symbols[symbol].peer >= 0 { claim(symbols[symbol].peer) }
    leave(symbol)
    if symbols[symbol].place < 0 { makeBasic(symbol) }
    tableau.removeRow(symbols[symbol].place)
    for term in sources[Int(symbol)] { symbols[term.variable.symbol].uses -= 1 }
    sources[Int(symbol)] = []
    giveUp(symbol)
  }

  mutating func change(_ constant: Double, of constraint: Constraint) {
    let symbol = constraint.symbol
    let constant = constant * symbols[symbol].scale
    let change = -constant - symbols[symbol].constant
    guard change != 0 else { return }
    let isFollowed = follow(symbol, to: -constant)
    if !isFollowed { stopFollowing() }
    symbols[symbol].constant = -constant
    symbols[symbol].tolerance = LayoutSolver.tolerance(for: constant)
    if isFollowed { return }
    if abs(change) > LayoutSolver.largeChange { isDoubtful = true }
    if symbols[symbol].place < 0 { hasStaleValues = true }
    carry(change, of: symbol)
  }

  mutating func carry(_ change: Double, of symbol: Int32) {
    let place = symbols[symbol].place
    if place >= 0 {
      tableau.rows[place].value += change
      watchShift(of: place, by: change)
      noteChange(of: place)
      return
    }
    var cursor = tableau.columns[~place].first
    while let (index, row) = tableau.next(inColumn: &cursor) {
      let shift = tableau.entries[index].value * change
      tableau.rows[row].value -= shift
      watchShift(of: row, by: shift)
      noteChange(of: row)
    }
  }

  mutating func change(_ priority: LayoutPriority, of constraint: Constraint) {
    let symbol = constraint.symbol
    guard symbols[symbol].priority != priority.rawValue else { return }
    forgetChanges()
    if symbols[symbol].peer >= 0 { claim(symbols[symbol].peer) }
    leave(symbol)
    symbols[symbol].priority = priority.rawValue
    enter(symbol)
  }
}

extension LayoutSolver {
  mutating func change(order: UInt64, of constraint: Constraint) {
    let symbol = constraint.symbol
    guard symbols[symbol].order != order else { return }
    forgetChanges()
    if symbols[symbol].isRequired {
      symbols[symbol].order = order
      return
    }
    leave(symbol)
    symbols[symbol].order = order
    enter(symbol)
    restart(from: Stage.ties)
  }
}

// A warm start from the last basis: see Docs/AutoLayout.md.
extension LayoutSolver {
  /// Satisfies a violated goal at the expense of lower levels, by moving the only movable symbol
  /// that the goal depends on.
  ///
  /// Returns false, and changes nothing, if that is impossible.
  mutating func warmStarts(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    guard isSettled, record.freeOfCost == .zero,
      let index = loneMovable(row: record.place, above: record.priority)
    else { return false }
    let entry = tableau.entries[index]
    let change = tableau.changeToZero(index)
    let giving = tableau.columns[entry.column].symbol
    guard abs(entry.value) > LayoutSolver.smallPivot,
      lock(of: giving, toward: change) < record.priority,
      isClear(column: entry.column, by: change, above: record.priority, except: index)
    else { return false }
    if symbols[giving].bounds == .zero { openColumns += 1 }
    bringToZero(index)
    hasStaleValues = true
    hold(symbol, to: .zero, at: record.priority)
    noteChange(of: symbols[giving].place)
    noteChanges(ofColumn: ~symbols[symbol].place)
    return true
  }

  private var isSettled: Bool {
    restart <= Stage.none && shifts.isEmpty && !isShaken && pending.isEmpty
  }

  /// Returns the only entry of a row whose column is movable; `nil` if there are none or several.
  ///
  /// A column is movable unless a stage that precedes `stage` fixes the column's symbol.
  private func loneMovable(row: Int32, above stage: Float) -> Int32? {
    var found: Int32?
    let areSeveral = tableau.contains(inRow: row) { index, entry in
      if isHeld(tableau.columns[entry.column].symbol, above: stage) { return false }
      defer { found = index }
      return found != nil
    }
    return areSeveral ? nil : found
  }

  /// Returns the stage that set a symbol's bound in the direction of `change`.
  ///
  /// The bound is `notPositive` if `change` is positive, and `notNegative` otherwise. The result is
  /// `Stage.none` if the symbol does not have this bound.
  func lock(of symbol: Int32, toward change: Double) -> Float {
    let record = symbols[symbol]
    let bound: Bounds = change > 0 ? .notPositive : .notNegative
    return record.bounds.contains(bound) ? record.stage(of: bound) : Stage.none
  }

  /// True if a move of a column's symbol by `change` violates no bound of `stage` or an earlier
  /// stage.
  ///
  /// The row of the entry `kept` is not checked.
  func isClear(
    column: Int32, by change: Double, above stage: Float, except kept: Int32 = Tableau.none
  ) -> Bool {
    !tableau.contains(inColumn: column) { index, entry, place in
      if index == kept { return false }
      let row = tableau.rows[place]
      let record = symbols[row.symbol]
      let value = row.value + entry.value * change
      let broken = Symbol.broken(by: value, record.tolerance).intersection(record.bounds)
      return !broken.isEmpty && record.stage(of: broken) >= stage
    }
  }

  private mutating func noteChanges(ofColumn column: Int32) {
    var cursor = tableau.columns[column].first
    while let (_, row) = tableau.next(inColumn: &cursor) { noteChange(of: row) }
  }

  /// Removes the bounds of a nonbasic symbol, and moves the symbol until a goal that the bounds
  /// obstructed is satisfied.
  ///
  /// The goal then becomes nonbasic, and the symbol becomes basic. Returns false, and changes
  /// nothing, if the stages have to run again instead.
  mutating func canYield(_ symbol: Int32) -> Bool {
    guard isSettled else { return false }
    let column = ~symbols[symbol].place
    let pull = strongestPull(on: symbol)
    guard abs(pull.slope) > LayoutSolver.epsilon,
      let index = firstStop(column: column, pull)
    else { return false }
    let coefficient = tableau.entries[index].value
    let row = tableau.row(of: index)
    let goal = tableau.rows[row].symbol
    let record = symbols[goal]
    let jump = (record.positiveCost + record.negativeCost) * abs(coefficient)
    guard record.priority == pull.stage, jump > abs(pull.slope) + LayoutSolver.epsilon,
      abs(coefficient) > LayoutSolver.smallPivot,
      isHeld(row: row, except: index, above: pull.stage)
    else { return false }
    setFree(symbol)
    bringToZero(index)
    hasStaleValues = true
    hold(goal, to: .zero, at: pull.stage)
    noteChanges(ofColumn: ~symbols[goal].place)
    return true
  }

  /// Returns the entry of the first row to reach a bound when a column moves in the direction that
  /// decreases the violation of `pull.stage`.
  ///
  /// Considers only bounds of `pull.stage` and of earlier stages. The result is `nil` if no row
  /// reaches a bound, or if two rows do so at the same distance.
  private func firstStop(column: Int32, _ pull: (stage: Float, slope: Double)) -> Int32? {
    let direction: Double = pull.slope > 0 ? -1 : 1
    var found: Int32?
    var nearest = Double.infinity
    tableau.forEachEntry(inColumn: column) { index, entry, place in
      let row = tableau.rows[place]
      let rate = entry.value * direction
      guard lock(of: row.symbol, toward: rate) >= pull.stage else { return }
      let distance = max(0, -row.value / rate)
      let margin = LayoutSolver.epsilon * (1 + distance)
      if abs(distance - nearest) <= margin {
        found = nil
        nearest = min(nearest, distance)
      } else if distance < nearest {
        (found, nearest) = (index, distance)
      }
    }
    return found
  }
}
