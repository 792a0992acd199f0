extension LayoutSolver {
  /// Constraints that contradict each other.
  ///
  /// A variable that may not be negative takes part without being listed. Where there are such
  /// variables, a member may not be needed: see `irreducible(_:_:)`.
  package struct Conflict: Error, Hashable, Sendable {
    package var constraints: [Constraint]
    /// The weight of each constraint's constant part, in the same order: the contradiction lasts as
    /// long as the weighted sum is above zero and the terms stay the same.
    var weights: [Double] = []
    /// The symbol that the others keep from zero.
    var center: Int32
  }

  /// A constraint of a contradiction, and what its excess counts.
  struct Member {
    var symbol: Int32
    var weight: Double
  }

  /// The contradiction that keeps a symbol from zero: the symbol and those its row depends on.
  ///
  /// The symbols of a row's columns are independent of each other, so each of them is needed unless
  /// the bounds of other variables stand in for it.
  func conflict(around symbol: Int32) -> Conflict {
    var members = members(around: symbol)
    members.sort { symbols[$0.symbol].order < symbols[$1.symbol].order }
    return Conflict(
      constraints: members.map { handle(of: $0.symbol) },
      weights: members.map { $0.weight * symbols[$0.symbol].scale }, center: symbol)
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
  /// If all of them held, the sum of their excesses, each times its weight, would not be above
  /// zero. But its free variables cancel each other, those that may not be negative only add to it,
  /// and its constants leave something over.
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

  /// Leaves out of a contradiction what is not needed because no bound of a variable ever gives
  /// way.
  ///
  /// - Parameters:
  ///   - conflict: a contradiction, as the solver has just found it.
  ///   - preferred: its constraints; what comes first is rather kept than what comes later.
  /// - Returns: a part of it; without any one of them the others can hold.
  mutating func irreducible(
    _ conflict: Conflict, _ preferred: @autoclosure () -> [Constraint]
  ) -> Conflict {
    doubtful(of: conflict).isEmpty ? conflict : irreducible(preferred()) ?? conflict
  }

  /// Leaves out of a contradiction what is not needed; `nil` if there is no contradiction.
  func irreducible(_ constraints: [Constraint]) -> Conflict? {
    var search = ContradictionSearch()
    return search.irreducible(constraints, in: self)
  }

  /// The members of a contradiction, as the solver has just found it, without which the bounds of
  /// variables may contradict the others all the same.
  mutating func doubtful(of conflict: Conflict) -> [Constraint] {
    let members = members(around: conflict.center)
    claimBounded(in: members)
    return doubtful(of: members, around: conflict.center).map(handle)
  }

  /// Tells whether a member of a contradiction, as the solver has just found it, is certainly
  /// needed: moving it alone brings the center to zero and the variables of all members to where
  /// they may be.
  mutating func isNeeded(_ member: Constraint, in conflict: Conflict) -> Bool {
    if member.symbol == conflict.center { return true }
    if hasStaleValues { computePresolvedValues() }
    makeRoomForSums()
    let row = tableau.rows[symbols[conflict.center].place]
    let column = ~symbols[member.symbol].place
    let change =
      -row.value / tableau.coefficient(row: symbols[conflict.center].place, column: column)
    let reached = collectRates(ofColumn: column)
    defer { for symbol in reached { sums[Int(symbol)] = 0 } }
    for constraint in conflict.constraints {
      for index in sources.range(of: constraint.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].requirement.isEmpty { continue }
        let moved = value(of: variable) + sums[Int(variable)] * change
        if moved < -10 * symbols[variable].tolerance { return false }
      }
    }
    return true
  }

  /// Notes by how much basic symbols and presolved variables change per unit of a nonbasic symbol.
  ///
  /// - Returns: those that do; their rates stand in `sums`.
  private mutating func collectRates(ofColumn column: Int32) -> [Int32] {
    var reached: [Int32] = []
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      let symbol = tableau.rows[link.row].symbol
      sums[Int(symbol)] = entry.value
      reached.append(symbol)
      index = link.nextInColumn
    }
    for pair in presolved.list {
      let rate = rate(of: pair, movedBy: tableau.columns[column].symbol, perUnit: -1)
      if rate == 0 { continue }
      sums[Int(symbols[pair.equality].peer)] = rate
      reached.append(symbols[pair.equality].peer)
    }
    return reached
  }

  /// The members of a contradiction of which it is not certain that moving them alone brings a
  /// symbol to zero and the variables of all members to where they may be.
  private mutating func doubtful(of members: [Member], around symbol: Int32) -> [Int32] {
    let rows = boundedRows(of: members)
    let negatives = rows.count { isNegative(row: $0) }
    var moves = moves(around: symbol, negatives: negatives)
    for row in rows { look(atRow: row, &moves) }
    var found: [Int32] = []
    var index = tableau.rows[symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable
        && moves[Int(entry.column)].negativesLeft != 0
      {
        found.append(member)
      }
      index = entry.nextInRow
    }
    return found
  }

  /// Puts the variables of some constraints back into the tableau that may not be negative.
  private mutating func claimBounded(in members: [Member]) {
    if presolved.boundedCount == 0 { return }
    for member in members {
      for index in sources.range(of: member.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].peer >= 0 && !symbols[variable].requirement.isEmpty { claim(variable) }
      }
    }
  }

  /// The rows of the variables in some constraints that may not be negative.
  private mutating func boundedRows(of members: [Member]) -> [Int32] {
    makeRoomForSums()
    var rows: [Int32] = []
    for member in members {
      for index in sources.range(of: member.symbol) {
        let variable = sources[index].variable.symbol
        let place = symbols[variable].place
        if symbols[variable].requirement.isEmpty || sums[Int(variable)] != 0 { continue }
        if place < 0 || place == LayoutSolver.presolvedPlace { continue }
        sums[Int(variable)] = 1
        rows.append(place)
      }
    }
    for row in rows { sums[Int(tableau.rows[row].symbol)] = 0 }
    return rows
  }

  private func isNegative(row: Int32) -> Bool {
    tableau.rows[row].value < -symbols[tableau.rows[row].symbol].tolerance
  }

  /// The move of a column's symbol that brings another one to zero by itself.
  private struct Move {
    var change = 0.0
    /// The number of variables it leaves below zero; far from 0 if it takes others there.
    var negativesLeft: Int32
  }

  /// The moves of all columns that bring a symbol to zero, before any row was looked at.
  private func moves(around symbol: Int32, negatives: Int) -> [Move] {
    let left = Int32(truncatingIfNeeded: negatives)
    var moves = [Move](
      repeating: Move(negativesLeft: left), count: Int(tableau.columns.capacity))
    let row = tableau.rows[symbols[symbol].place]
    var index = row.first
    while index >= 0 {
      let entry = tableau.entries[index]
      moves[Int(entry.column)].change = -row.value / entry.value
      index = entry.nextInRow
    }
    return moves
  }

  /// Notes which moves take the symbol of a row below zero, and which take it to where it may be.
  private func look(atRow row: Int32, _ moves: inout [Move]) {
    let isNegative = isNegative(row: row)
    let value = tableau.rows[row].value
    let lowest = -symbols[tableau.rows[row].symbol].tolerance
    var moves = moves.mutableSpan
    tableau.forEachEntry(from: tableau.rows[row].first) { entry in
      if value + entry.value * moves[Int(entry.column)].change < lowest {
        moves[Int(entry.column)].negativesLeft = .min / 2
      } else if isNegative {
        moves[Int(entry.column)].negativesLeft -= 1
      }
    }
  }
}
