extension LayoutSolver {
  /// A new variable without constraints.
  ///
  /// - Parameters:
  ///   - isNonNegative: whether the variable may never be below zero. No constraint can break this.
  ///   - order: its place among the variables when they settle; by default the next.
  /// - Returns: the variable.
  public mutating func makeVariable(
    isNonNegative: Bool = false, order: UInt64? = nil
  ) -> Variable {
    let rank = order ?? takeOrder()
    let column = tableau.columns.insert(.init(symbol: 0, first: Tableau.none, count: 0))
    let symbol = symbols.insert(
      Symbol(
        place: ~column, isVariable: true, positiveCost: 1, negativeCost: 1,
        requirement: isNonNegative ? .notNegative : [], bounds: [], priority: -1, order: rank,
        constant: 0, tolerance: LayoutSolver.epsilon))
    tableau.columns[column].symbol = symbol
    note(source: [], of: symbol)
    settling.insert(symbol, at: position(of: symbol, in: settling))
    isSolved = false
    return Variable(symbol: symbol)
  }

  /// Removes a variable that no constraint mentions any more.
  public mutating func remove(_ variable: Variable) {
    let symbol = variable.symbol
    if symbols[symbol].peel >= 0 { putBack(from: symbols[symbol].peel) }
    precondition(symbols[symbol].place < 0, "a constraint still mentions this variable")
    settling.remove(at: position(of: symbol, in: settling))
    tableau.removeColumn(~symbols[symbol].place)
    symbols.release(symbol)
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
  @discardableResult
  public mutating func add(
    _ terms: [Term], _ relation: LayoutRelation, _ constant: Double,
    priority: LayoutPriority = .required, order: UInt64? = nil
  ) -> Constraint {
    let rank = order ?? takeOrder()
    let symbol = symbols.insert(
      Symbol(
        place: 0, isVariable: false,
        positiveCost: relation == .greaterThanOrEqual ? 0 : 1,
        negativeCost: relation == .lessThanOrEqual ? 0 : 1,
        requirement: [], bounds: [], priority: priority.rawValue, order: rank,
        constant: -constant, tolerance: LayoutSolver.tolerance(for: constant)))
    for term in terms where symbols[term.variable.symbol].peel >= 0 {
      putBack(from: symbols[term.variable.symbol].peel)
    }
    makeRow(of: symbol, terms)
    note(source: terms, of: symbol)
    enter(symbol)
    return Constraint(symbol: symbol)
  }

  /// Removes a constraint.
  public mutating func remove(_ constraint: Constraint) {
    let symbol = constraint.symbol
    leave(symbol)
    if symbols[symbol].place < 0 { makeBasic(symbol) }
    tableau.removeRow(symbols[symbol].place)
    symbols.release(symbol)
    sources[Int(symbol)] = []
  }

  /// Changes the right side of a constraint; also how sizes are suggested.
  ///
  /// The last solution's bounds say on which side of zero each symbol must be for its basis to stay
  /// the best one. As long as all stay there, the new solution is found with the change itself.
  public mutating func setConstant(_ constant: Double, of constraint: Constraint) {
    let symbol = constraint.symbol
    let change = -constant - symbols[symbol].constant
    guard change != 0 else { return }
    symbols[symbol].constant = -constant
    symbols[symbol].tolerance = LayoutSolver.tolerance(for: constant)
    hasStaleValues = !peeled.isEmpty
    if symbols[symbol].peel >= 0 { return peeled[Int(symbols[symbol].peel)].constant += change }
    let place = symbols[symbol].place
    if place >= 0 {
      tableau.rows[place].value += change
      noteChange(of: place)
      return
    }
    var index = tableau.columns[~place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      tableau.rows[entry.row].value -= entry.value * change
      noteChange(of: entry.row)
      index = entry.nextInColumn
    }
  }

  /// Moves a constraint to another level, or between the required ones and a level.
  public mutating func setPriority(_ priority: LayoutPriority, of constraint: Constraint) {
    guard symbols[constraint.symbol].priority != priority.rawValue else { return }
    leave(constraint.symbol)
    symbols[constraint.symbol].priority = priority.rawValue
    enter(constraint.symbol)
  }

  /// Changes a constraint's place among equals when ties are broken.
  mutating func setOrder(_ order: UInt64, of constraint: Constraint) {
    guard symbols[constraint.symbol].order != order else { return }
    leave(constraint.symbol)
    symbols[constraint.symbol].order = order
    enter(constraint.symbol)
  }
}

extension LayoutSolver {
  static func tolerance(for constant: Double) -> Double { epsilon * max(1, abs(constant)) }

  private mutating func note(source: [Term], of symbol: Int32) {
    if Int(symbol) == sources.count {
      sources.append(source)
    } else {
      sources[Int(symbol)] = source
    }
  }

  /// Expresses a constraint by the nonbasic symbols, in a new row.
  mutating func makeRow(of symbol: Int32, _ terms: [Term]) {
    let row = tableau.rows.insert(
      .init(symbol: symbol, first: Tableau.none, value: symbols[symbol].constant))
    symbols[symbol].place = row
    for term in terms where term.coefficient != 0 {
      let place = symbols[term.variable.symbol].place
      if place < 0 {
        tableau.add(term.coefficient, column: ~place, toLast: row)
      } else {
        tableau.rows[row].value += term.coefficient * tableau.rows[place].value
        tableau.add(term.coefficient, row: place, toLast: row)
      }
    }
  }

  /// Puts a constraint among the required ones or into its level.
  private mutating func enter(_ symbol: Int32) {
    if symbols[symbol].priority == LayoutPriority.required.rawValue {
      var requirement: Bounds = []
      if symbols[symbol].positiveCost > 0 { requirement.insert(.notPositive) }
      if symbols[symbol].negativeCost > 0 { requirement.insert(.notNegative) }
      symbols[symbol].requirement = requirement
      isFeasible = false
    } else {
      symbols[symbol].requirement = []
      levels.insert(symbol, at: position(of: symbol, in: levels))
    }
    isSolved = false
  }

  private mutating func leave(_ symbol: Int32) {
    if symbols[symbol].peel >= 0 { putBack(from: symbols[symbol].peel) }
    if symbols[symbol].priority != LayoutPriority.required.rawValue {
      levels.remove(at: position(of: symbol, in: levels))
    }
    isSolved = false
  }

  /// Looks whether a row's symbol has gone where its bounds do not allow it to be.
  @inline(__always)
  private mutating func noteChange(of row: Int32) {
    let value = tableau.rows[row].value
    let symbol = symbols[tableau.rows[row].symbol]
    let forbidden: Bounds =
      value > symbol.tolerance ? .notPositive : value < -symbol.tolerance ? .notNegative : []
    if !symbol.bounds.isDisjoint(with: forbidden) { isSolved = false }
    if abs(value) > LayoutSolver.hugeValue {
      hasHugeValues = true
      isSolved = false
    }
    if !symbol.requirement.isDisjoint(with: forbidden) { isFeasible = false }
  }

  /// Where a symbol stands, or belongs, in a list sorted by falling priority, then by order.
  private func position(of symbol: Int32, in list: [Int32]) -> Int {
    var low = 0
    var high = list.count
    // What is new mostly belongs at the end.
    if high > 0 && isListed(list[high - 1], before: symbol) { return high }
    while low < high {
      let middle = (low + high) / 2
      if isListed(list[middle], before: symbol) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  private func isListed(_ other: Int32, before symbol: Int32) -> Bool {
    let (a, b) = (symbols[other], symbols[symbol])
    if a.priority != b.priority { return a.priority > b.priority }
    return a.order != b.order ? a.order < b.order : other < symbol
  }

  /// Lets a nonbasic symbol change places with the basic one that is nearest to zero.
  private mutating func makeBasic(_ symbol: Int32) {
    let column = ~symbols[symbol].place
    var best = Tableau.none
    var bestDistance = Double.infinity
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if abs(entry.value) > LayoutSolver.epsilon {
        let distance = abs(tableau.rows[entry.row].value / entry.value)
        if distance < bestDistance
          || distance == bestDistance && isEarlier(entry.row, than: tableau.entries[best].row)
        {
          best = index
          bestDistance = distance
        }
      }
      index = entry.nextInColumn
    }
    precondition(best >= 0, "every nonbasic symbol moves some variable")
    let entry = tableau.entries[best]
    let step = -tableau.rows[entry.row].value / entry.value
    move(column: column, by: step)
    exchange(best, value: step)
  }

  /// Whether a row's symbol comes before another's: variables first, then by order.
  private func isEarlier(_ row: Int32, than other: Int32) -> Bool {
    let a = symbols[tableau.rows[row].symbol]
    let b = symbols[tableau.rows[other].symbol]
    return a.isVariable != b.isVariable ? a.isVariable : a.order < b.order
  }
}
