extension LayoutSolver {
  /// Constraints that contradict each other, each of them needed for the contradiction.
  ///
  /// A variable that may not be negative takes part without being listed.
  public struct Conflict: Error, Hashable, Sendable {
    public var constraints: [Constraint]
  }

  /// The contradiction that keeps a symbol from zero: the symbol and those its row depends on.
  ///
  /// The symbols of a row's columns are independent of each other, so each of them is needed.
  func conflict(around symbol: Int32) -> Conflict {
    var members = [symbol]
    var index = tableau.rows[symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable {
        members.append(member)
      }
      index = entry.nextInRow
    }
    members.sort { precedes($0, $1) }
    return Conflict(
      constraints: members.map { Constraint(symbol: $0, generation: generations[Int($0)]) })
  }

  /// Leaves out of a contradiction what is not needed because no bound of a variable ever gives way.
  ///
  /// - Parameter constraints: a contradiction; what comes first is rather kept than what comes later.
  /// - Returns: a part of it; without any one of them the others can hold.
  func irreducible(_ constraints: [Constraint]) -> [Constraint] {
    var all = Contradiction(constraints, in: self)
    guard let symbol = all.solver.findViolated() else { return constraints }
    let members = all.solver.conflict(around: symbol).constraints
    let areBoundsKept = all.solver.areBoundsKept
    let doubtful = members.filter {
      !areBoundsKept || !all.solver.isSurelyNeeded($0.symbol, around: symbol)
    }
    let found = members.compactMap { all.origins[$0] }
    if doubtful.isEmpty { return found }
    var rest = Contradiction(found, in: self)
    rest.leaveOut(doubtful.compactMap { all.origins[$0] }[...])
    return found.filter { rest.members[$0] != nil }
  }

  /// Whether moving one member alone brings a symbol to zero and keeps the bounds, as they are now.
  private func isSurelyNeeded(_ member: Int32, around symbol: Int32) -> Bool {
    let row = symbols[symbol].place
    if member == symbol { return true }
    let column = ~symbols[member].place
    let change = -tableau.rows[row].value / tableau.coefficient(row: row, column: column)
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let row = tableau.rows[entry.row]
      if !isAllowed(row.symbol, row.value + entry.value * change) { return false }
      index = entry.nextInColumn
    }
    return true
  }

  /// Whether no variable is below zero that may not be.
  private var areBoundsKept: Bool {
    !tableau.rows.storage.contains { $0.symbol >= 0 && !isAllowed($0.symbol, $0.value) }
  }

  private func isAllowed(_ symbol: Int32, _ value: Double) -> Bool {
    let record = symbols[symbol]
    return !record.isVariable || record.requirement.isEmpty || value >= -record.tolerance
  }
}

/// Constraints that contradict each other or the bounds of their variables, and nothing else.
private struct Contradiction {
  var solver = LayoutSolver()
  /// What the constraints are in `solver`, by what they are where they come from.
  var members: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]
  /// The other way round.
  var origins: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]

  init(_ constraints: [LayoutSolver.Constraint], in source: LayoutSolver) {
    var variables: [LayoutSolver.Variable: LayoutSolver.Variable] = [:]
    for constraint in constraints {
      let record = source.symbols[constraint.symbol]
      let terms = source.sources[Int(constraint.symbol)].map { term in
        let isNonNegative = !source.symbols[term.variable.symbol].requirement.isEmpty
        let variable =
          variables[term.variable] ?? solver.makeVariable(isNonNegative: isNonNegative)
        variables[term.variable] = variable
        return LayoutSolver.Term(variable, term.coefficient)
      }
      let relation: LayoutRelation =
        record.positiveCost == 0
        ? .greaterThanOrEqual : record.negativeCost == 0 ? .lessThanOrEqual : .equal
      let copy = solver.insert(terms, relation, -record.constant)
      members[constraint] = copy
      origins[copy] = constraint
    }
  }

  /// Leaves out each of some constraints without which the others still contradict each other, the
  /// last first; many at once where that will do.
  mutating func leaveOut(_ doubtful: ArraySlice<LayoutSolver.Constraint>) {
    var others = self
    for constraint in doubtful {
      if let copy = others.members.removeValue(forKey: constraint) { others.solver.discard(copy) }
    }
    if others.solver.findViolated() != nil {
      self = others
    } else if doubtful.count > 1 {
      let middle = (doubtful.startIndex + doubtful.endIndex) / 2
      leaveOut(doubtful[middle...])
      leaveOut(doubtful[..<middle])
    }
  }
}
