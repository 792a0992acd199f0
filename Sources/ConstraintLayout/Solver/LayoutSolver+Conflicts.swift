extension LayoutSolver {
  /// Constraints that contradict each other, each of them needed for the contradiction.
  ///
  /// A variable that may not be negative takes part without being listed.
  public struct Conflict: Error, Hashable, Sendable {
    public var constraints: [Constraint]
    /// What each constraint's constant part counts in the contradiction, in the same order: it lasts
    /// as long as the sum is above zero and the terms stay the same.
    var weights: [Double] = []
  }

  /// The contradiction that keeps a symbol from zero: the symbol and those its row depends on.
  ///
  /// The symbols of a row's columns are independent of each other, so each of them is needed.
  func conflict(around symbol: Int32) -> Conflict {
    let sign: Double = value(of: symbol) > 0 ? 1 : -1
    var members = [(symbol: symbol, weight: sign * symbols[symbol].scale)]
    var index = tableau.rows[symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable {
        members.append((member, -sign * entry.value * symbols[member].scale))
      }
      index = entry.nextInRow
    }
    members.sort { precedes($0.symbol, $1.symbol) }
    return Conflict(
      constraints: members.map {
        Constraint(symbol: $0.symbol, generation: generations[Int($0.symbol)])
      },
      weights: members.map(\.weight))
  }

  /// Leaves out of a contradiction what is not needed because no bound of a variable ever gives way.
  ///
  /// - Parameters:
  ///   - conflict: a contradiction, as the solver has just found it.
  ///   - preferred: its constraints; what comes first is rather kept than what comes later.
  /// - Returns: a part of it; without any one of them the others can hold.
  func irreducible(_ conflict: Conflict, _ preferred: [Constraint]) -> Conflict {
    let symbol = pending.first ?? -1
    if symbol >= 0, symbols[symbol].place >= 0, symbols[symbol].isPending,
      conflict.constraints.contains(where: { $0.symbol == symbol }),
      areBoundsKept, doubtful(around: symbol).isEmpty
    {
      return conflict
    }
    return irreducible(preferred) ?? conflict
  }

  /// Leaves out of a contradiction what is not needed; `nil` if there is no contradiction.
  func irreducible(_ constraints: [Constraint]) -> Conflict? {
    var all = Contradiction(constraints, in: self)
    guard let symbol = all.solver.findViolated() else { return nil }
    let found = all.solver.conflict(around: symbol)
    let doubtful =
      all.solver.areBoundsKept
      ? all.solver.doubtful(around: symbol) : found.constraints.map(\.symbol)
    if doubtful.isEmpty { return all.original(found) }
    let members = found.constraints.compactMap { all.origins[$0] }
    let isDoubtful = Set(doubtful)
    var rest = Contradiction(members, in: self)
    rest.leaveOut(
      found.constraints.filter { isDoubtful.contains($0.symbol) }
        .compactMap { all.origins[$0] }[...])
    guard let last = rest.solver.findViolated() else { return all.original(found) }
    return rest.original(rest.solver.conflict(around: last))
  }

  /// The members of a contradiction of which it is not certain that moving them alone brings a symbol
  /// to zero and keeps the bounds of variables, as these are now.
  private func doubtful(around symbol: Int32) -> [Int32] {
    let row = symbols[symbol].place
    let value = tableau.rows[row].value
    var found: [Int32] = []
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable
        && !keepsBounds(column: entry.column, movedBy: -value / entry.value)
      {
        found.append(member)
      }
      index = entry.nextInRow
    }
    return found
  }

  private func keepsBounds(column: Int32, movedBy change: Double) -> Bool {
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
    !symbols[symbol].isVariable || symbols[symbol].requirement.isEmpty
      || value >= -symbols[symbol].tolerance
  }
}

/// Constraints that contradict each other or the bounds of their variables, and nothing else.
private struct Contradiction {
  var solver = LayoutSolver()
  /// What the constraints are in `solver`, by what they are where they come from.
  var members: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]
  /// The power of two by which the numbers of each were multiplied.
  var scales: [LayoutSolver.Constraint: Double] = [:]
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
      scales[constraint] = record.scale
    }
  }

  /// A contradiction found here, in the handles of where the constraints come from.
  func original(_ conflict: LayoutSolver.Conflict) -> LayoutSolver.Conflict {
    let constraints = conflict.constraints.compactMap { origins[$0] }
    let weights = zip(constraints, conflict.weights).map { (scales[$0] ?? 1) * $1 }
    return LayoutSolver.Conflict(constraints: constraints, weights: weights)
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
