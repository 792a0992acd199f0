extension LayoutSolver {
  /// A new variable without constraints.
  ///
  /// - Parameters:
  ///   - isNonNegative: whether the variable may never be below zero. No constraint can break this.
  ///   - order: its place among the variables when they settle; by default the next.
  /// - Returns: the variable.
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
    // Nothing depends on it, so it settles at zero.
    hold(symbol, to: .zero, at: Stage.settling)
    settling.insert(symbol, at: position(of: symbol, in: settling))
    return Variable(symbol: symbol, generation: generations[Int(symbol)])
  }

  /// Removes a variable that no constraint mentions any more.
  ///
  /// - Throws: `Refusal.removed` or `Refusal.mentioned`; nothing has changed then.
  package mutating func remove(_ variable: Variable) throws(Refusal) {
    guard isCurrent(variable) else { throw .removed }
    guard symbols[variable.symbol].uses == 0 else { throw .mentioned }
    discard(variable)
  }

  /// Adds `Σ terms relation constant`.
  ///
  /// - Parameters:
  ///   - terms: the left side; a variable may occur more than once.
  ///   - relation: how the two sides compare.
  ///   - constant: the right side.
  ///   - priority: `.required`, or the level at which violations count.
  ///   - order: the constraint's place among equals when ties are broken; by default the next.
  /// - Returns: the constraint, for edits and for removing it.
  /// - Throws: `Refusal` for a variable that was removed and for numbers out of range; nothing has
  ///   changed then.
  @discardableResult
  package mutating func add(
    _ terms: [Term], _ relation: LayoutRelation, _ constant: Double,
    priority: LayoutPriority = .required, order: UInt64? = nil
  ) throws(Refusal) -> Constraint {
    let terms = try accepted(terms, constant)
    return insert(terms, relation, constant, priority: priority, order: order)
  }

  /// Removes a constraint.
  ///
  /// - Throws: `Refusal.removed` if it was removed before; nothing has changed then.
  package mutating func remove(_ constraint: Constraint) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    discard(constraint)
  }

  /// Changes the right side of a constraint; also how sizes are suggested.
  ///
  ///     let width = try solver.add([.init(window)], .equal, 320, priority: .dragThatCanResizeScene)
  ///     try solver.setConstant(400, of: width)  // an edit variable's new suggestion
  ///
  /// An *edit variable* is a variable with such an equality, and a *stay* is one whose constant is
  /// the value the variable had.
  ///
  /// The last solution's bounds say on which side of zero each symbol must be for its basis to stay
  /// the best one. As long as all stay there, the new solution is found with the change itself.
  ///
  /// - Throws: `Refusal` for a constraint that was removed and for a number out of range; nothing
  ///   has changed then.
  package mutating func setConstant(
    _ constant: Double, of constraint: Constraint
  ) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    try check(constant, scale: symbols[constraint.symbol].scale)
    change(constant, of: constraint)
  }

  /// Moves a constraint to another level, or between the required ones and a level.
  ///
  /// - Throws: `Refusal.removed` if the constraint was removed; nothing has changed then.
  package mutating func setPriority(
    _ priority: LayoutPriority, of constraint: Constraint
  ) throws(Refusal) {
    guard isCurrent(constraint) else { throw .removed }
    change(priority, of: constraint)
  }
}

// The same for callers that know their handles and numbers to be right.
extension LayoutSolver {
  /// Adds a constraint whose terms name each variable once.
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
    // Only rounding errors can make it depend on anything.
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
    for index in sources.range(of: symbol) { symbols[sources[index].variable.symbol].uses -= 1 }
    sources.set([], of: symbol)
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

  /// Lets the tableau know by how much a constant part has changed.
  mutating func carry(_ change: Double, of symbol: Int32) {
    let place = symbols[symbol].place
    if place >= 0 {
      tableau.rows[place].value += change
      watchShift(of: place, by: change)
      noteChange(of: place)
      return
    }
    var index = tableau.columns[~place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      tableau.rows[link.row].value -= entry.value * change
      watchShift(of: link.row, by: entry.value * change)
      noteChange(of: link.row)
      index = link.nextInColumn
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
