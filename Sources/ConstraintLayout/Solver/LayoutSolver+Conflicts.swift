extension LayoutSolver {
  /// Constraints that contradict each other, each of them needed for the contradiction.
  ///
  /// A variable that may not be negative takes part without being listed.
  package struct Conflict: Error, Hashable, Sendable {
    package var constraints: [Constraint]
    /// What each constraint's constant part counts in the contradiction, in the same order: it lasts
    /// as long as the sum is above zero and the terms stay the same.
    var weights: [Double] = []
    /// Those without which the bounds of other variables may contradict the rest all the same.
    var doubtful: [Constraint] = []
  }

  /// A constraint of a contradiction, and what its excess counts.
  struct Member {
    var symbol: Int32
    var weight: Double
  }

  /// The contradiction that keeps a symbol from zero: the symbol and those its row depends on.
  ///
  /// The symbols of a row's columns are independent of each other, so each of them is needed.
  mutating func conflict(around symbol: Int32) -> Conflict {
    claimBounded(in: members(around: symbol))
    var members = members(around: symbol)
    members.sort { symbols[$0.symbol].order < symbols[$1.symbol].order }
    return Conflict(
      constraints: members.map { handle(of: $0.symbol) },
      weights: members.map { $0.weight * symbols[$0.symbol].scale },
      doubtful: doubtful(around: symbol).map(handle))
  }

  private func handle(of symbol: Int32) -> Constraint {
    Constraint(symbol: symbol, generation: generations[Int(symbol)])
  }

  private func members(around symbol: Int32) -> [Member] {
    let sign: Double = value(of: symbol) > 0 ? 1 : -1
    var members: [Member] = []
    if !symbols[symbol].isVariable { members.append(Member(symbol: symbol, weight: sign)) }
    var index = tableau.rows[symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable {
        members.append(Member(symbol: member, weight: -sign * entry.value))
      }
      index = entry.nextInRow
    }
    return members
  }

  /// Proves a contradiction by the constraints as they were given, whatever the tableau says.
  ///
  /// If all of them held, the sum of their excesses, each times its weight, would not be above zero.
  /// But its free variables cancel each other, those that may not be negative only add to it, and its
  /// constants leave something over.
  mutating func isContradiction(around symbol: Int32) -> Bool {
    makeRoomForSums()
    let members = members(around: symbol)
    var (constant, size, weights) = (0.0, 0.0, 0.0)
    var isProof = true
    for member in members {
      let record = symbols[member.symbol]
      let needed: Bounds = member.weight > 0 ? .notPositive : .notNegative
      if !record.requirement.contains(needed) { isProof = false }
      constant += member.weight * record.constant
      size += abs(member.weight) * max(1, abs(record.constant))
      weights += abs(member.weight)
      for index in sources.range(of: member.symbol) {
        let term = sources[index]
        sums[Int(term.variable.symbol)] += member.weight * term.coefficient
      }
    }
    let noise = LayoutSolver.epsilon * weights
    for member in members {
      for index in sources.range(of: member.symbol) {
        let term = sources[index]
        let sum = sums[Int(term.variable.symbol)]
        let isFree = symbols[term.variable.symbol].requirement.isEmpty
        if sum < -noise || isFree && sum > noise { isProof = false }
        sums[Int(term.variable.symbol)] = 0
      }
    }
    return isProof && constant > LayoutSolver.epsilon * size
  }

  mutating func makeRoomForSums() {
    let missing = Int(symbols.capacity) - sums.count
    if missing > 0 { sums += [Double](repeating: 0, count: missing) }
  }

  /// Leaves out of a contradiction what is not needed because no bound of a variable ever gives way.
  ///
  /// - Parameters:
  ///   - conflict: a contradiction, as the solver has just found it.
  ///   - preferred: its constraints; what comes first is rather kept than what comes later.
  /// - Returns: a part of it; without any one of them the others can hold.
  func irreducible(_ conflict: Conflict, _ preferred: @autoclosure () -> [Constraint]) -> Conflict {
    conflict.doubtful.isEmpty ? conflict : irreducible(preferred()) ?? conflict
  }

  /// Leaves out of a contradiction what is not needed; `nil` if there is no contradiction.
  func irreducible(_ constraints: [Constraint]) -> Conflict? {
    var all = Contradiction(constraints, in: self)
    guard let found = all.solver.checkRequired() else { return nil }
    if found.doubtful.isEmpty { return all.original(found) }
    let members = found.constraints.compactMap { all.origins[$0] }
    let isDoubtful = Set(found.doubtful)
    var rest = Contradiction(members, in: self)
    rest.leaveOut(
      found.constraints.filter(isDoubtful.contains).compactMap { all.origins[$0] }[...])
    guard let last = rest.solver.checkRequired() else { return all.original(found) }
    return rest.original(last)
  }

  /// The members of a contradiction of which it is not certain that moving them alone brings a symbol
  /// to zero and the variables of all members to where they may be.
  private mutating func doubtful(around symbol: Int32) -> [Int32] {
    let members = members(around: symbol)
    let negatives = mark(members)
    defer { unmark(members) }
    let row = symbols[symbol].place
    let value = tableau.rows[row].value
    var found: [Int32] = []
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable
        && !leavesNone(of: negatives, column: entry.column, movedBy: -value / entry.value)
      {
        found.append(member)
      }
      index = entry.nextInRow
    }
    return found
  }

  /// Puts the variables of some constraints back into the tableau that may not be negative.
  private mutating func claimBounded(in members: [Member]) {
    if peeled.boundedCount == 0 { return }
    for member in members {
      for index in sources.range(of: member.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].peer >= 0 && !symbols[variable].requirement.isEmpty { claim(variable) }
      }
    }
  }

  /// Marks the variables in some constraints that may not be negative, and counts those that are.
  private mutating func mark(_ members: [Member]) -> Int {
    makeRoomForSums()
    var negatives = 0
    for member in members {
      for index in sources.range(of: member.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].requirement.isEmpty || sums[Int(variable)] != 0 { continue }
        sums[Int(variable)] = 1
        if value(of: variable) < -symbols[variable].tolerance { negatives += 1 }
      }
    }
    return negatives
  }

  private mutating func unmark(_ members: [Member]) {
    for member in members {
      for index in sources.range(of: member.symbol) {
        sums[Int(sources[index].variable.symbol)] = 0
      }
    }
  }

  /// Whether a move takes all marked variables that are negative to where they may be, and no other
  /// marked one away.
  private func leavesNone(of negatives: Int, column: Int32, movedBy change: Double) -> Bool {
    var left = negatives
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let row = tableau.rows[entry.row]
      if sums[Int(row.symbol)] != 0 {
        let tolerance = symbols[row.symbol].tolerance
        if row.value + entry.value * change < -tolerance { return false }
        if row.value < -tolerance { left -= 1 }
      }
      index = entry.nextInColumn
    }
    return left == 0
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
      let terms = source.sources[constraint.symbol].map { term in
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
    if others.solver.checkRequired() != nil {
      self = others
    } else if doubtful.count > 1 {
      let middle = (doubtful.startIndex + doubtful.endIndex) / 2
      leaveOut(doubtful[middle...])
      leaveOut(doubtful[..<middle])
    }
  }
}
