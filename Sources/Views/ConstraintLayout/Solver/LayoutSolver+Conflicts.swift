extension LayoutSolver {
  /// Required constraints that cannot all hold.
  ///
  /// The bounds of non-negative variables can take part in the contradiction, but the list does not
  /// contain them. A listed constraint can therefore be redundant, because the remaining
  /// constraints may already contradict such a bound.
  package struct Conflict: Hashable, Sendable {
    package var constraints: [Constraint]
    /// The factor of each constraint in the weighted sum that proves the contradiction.
    ///
    /// The contradiction persists as long as the weighted sum of the constraints' constant parts is
    /// positive and their terms do not change.
    var weights: [Double] = []
    /// The symbol that the constraints keep from reaching zero; `Tableau.none` if it is not known.
    var center: Int32
  }

  /// Returns the contradiction that keeps a symbol from reaching zero.
  ///
  /// A member is a constraint whose symbol is `symbol` itself or a nonbasic symbol in the row of
  /// `symbol`.
  func conflict(around symbol: Int32) -> Conflict {
    let sign: Double = value(of: symbol) > 0 ? 1 : -1
    var members: [(symbol: Int32, weight: Double)] = []
    if !symbols[symbol].isVariable { members.append((symbol, sign)) }
    tableau.forEachEntry(inRow: symbols[symbol].place) { _, entry in
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable {
        members.append((member, -sign * entry.value))
      }
    }
    members.sort { symbols[$0.symbol].order < symbols[$1.symbol].order }
    return Conflict(
      constraints: members.map {
        Constraint(symbol: $0.symbol, generation: generations[Int($0.symbol)])
      },
      weights: members.map { $0.weight * symbols[$0.symbol].scale }, center: symbol)
  }

  /// Verifies a contradiction from the original constraints, independently of the tableau.
  ///
  /// The function computes the left-hand side of each constraint minus the right-hand side, and the
  /// weighted sum of these differences. If all constraints held, the sum could not be positive. The
  /// constraints therefore contradict each other if the sum is always positive: the free variables
  /// cancel out, the non-negative variables can only increase the sum, and its constant is
  /// positive.
  mutating func isContradiction(_ conflict: Conflict) -> Bool {
    for (member, weight) in zip(conflict.constraints, conflict.weights) {
      let needed: Bounds = weight > 0 ? .notPositive : .notNegative
      if !symbols[member.symbol].requirement.contains(needed) { return false }
    }
    let sum = sum(of: conflict.constraints, conflict.weights)
    return sum.openCount == 0 && sum.constant > LayoutSolver.epsilon * sum.size
  }

  mutating func makeRoomForSums() {
    let missing = Int(symbols.capacity) - sums.count
    if missing > 0 { sums += [Double](repeating: 0, count: missing) }
  }

  /// Returns an irreducible contradiction in place of a newly found one that may have redundant
  /// members.
  ///
  /// The result consists of constraints in `preferred`; constraints at the front of that list are
  /// preferred.
  mutating func irreducible(
    _ conflict: Conflict, _ preferred: @autoclosure () -> [Constraint]
  ) -> Conflict {
    doubtful(of: conflict).isEmpty ? conflict : irreducible(preferred()) ?? conflict
  }

  /// Returns an irreducible contradiction among the constraints; `nil` if they can all hold.
  func irreducible(_ constraints: [Constraint]) -> Conflict? {
    var search = ContradictionSearch()
    return search.irreducible(constraints, in: self)
  }

  /// Returns those members of a newly found contradiction that may be redundant.
  ///
  /// A member is redundant if the remaining members still contradict the bounds of their variables.
  /// The result includes every member for which `isNeeded(_:in:)` is false. This function is faster
  /// than a call of `isNeeded(_:in:)` for each member, because it makes only one pass over the rows
  /// of bounded variables.
  mutating func doubtful(of conflict: Conflict) -> [Constraint] {
    claimBounded(in: conflict.constraints)
    let rows = boundedRows(of: conflict.constraints)
    let negatives = Int32(truncatingIfNeeded: rows.count { isNegative(row: $0) })
    var moves = [Move](repeating: (0, negatives), count: Int(tableau.columns.capacity))
    let row = symbols[conflict.center].place
    tableau.forEachEntry(inRow: row) { _, entry in
      moves[Int(entry.column)].change = -tableau.rows[row].value / entry.value
    }
    for row in rows { look(atRow: row, &moves) }
    return conflict.constraints.filter { member in
      member.symbol != conflict.center
        && moves[Int(~symbols[member.symbol].place)].negativesLeft != 0
    }
  }

  /// True if the contradiction disappears when only `member` is violated.
  ///
  /// The test moves the member's symbol until the symbol `center` is zero, and then checks that all
  /// variables of the contradiction's constraints are within their bounds.
  mutating func isNeeded(_ member: Constraint, in conflict: Conflict) -> Bool {
    if member.symbol == conflict.center { return true }
    if hasStaleValues { computePresolvedValues() }
    makeRoomForSums()
    let row = symbols[conflict.center].place
    let column = ~symbols[member.symbol].place
    var coefficient = 0.0
    tableau.forEachEntry(inRow: row) { _, entry in
      if entry.column == column { coefficient = entry.value }
    }
    let change = -tableau.rows[row].value / coefficient
    let reached = collectRates(of: member.symbol)
    defer { for symbol in reached { sums[Int(symbol)] = 0 } }
    for constraint in conflict.constraints {
      for index in sources.range(of: constraint.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].requirement.isEmpty { continue }
        // The symbol of a nonbasic constraint moves against its constant part.
        let moved = value(of: variable) - sums[Int(variable)] * change
        if moved < -10 * symbols[variable].tolerance { return false }
      }
    }
    return true
  }

  private mutating func claimBounded(in members: [Constraint]) {
    for member in members {
      for index in sources.range(of: member.symbol) {
        let variable = sources[index].variable.symbol
        if symbols[variable].peer >= 0 && !symbols[variable].requirement.isEmpty { claim(variable) }
      }
    }
  }

  private mutating func boundedRows(of members: [Constraint]) -> [Int32] {
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

  /// The change of a nonbasic symbol that brings a contradiction's `center` to zero, and its effect
  /// on the signs of bounded variables.
  ///
  /// `negativesLeft` is 0 only if no bounded variable is negative after the change. A positive
  /// number is the number of negative variables that the change does not affect. A number far below
  /// 0 means that an affected variable is negative after the change.
  private typealias Move = (change: Double, negativesLeft: Int32)

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

/// Searches for an irreducible infeasible subset of constraints, in a separate solver that contains
/// only copies of these constraints and the bounds of their variables.
///
/// The next search reuses the copies. The original solver must not change between searches, because
/// the copies would then be out of date.
struct ContradictionSearch {
  private var solver = LayoutSolver()
  private var variables: [LayoutSolver.Variable: LayoutSolver.Variable] = [:]
  private var list: [LayoutSolver.Constraint] = []
  private var copies:
    [LayoutSolver.Constraint: (constraint: LayoutSolver.Constraint, scale: Double)] = [:]
  private var origins: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]

  /// Returns a contradiction among the given constraints, preferably among the first of them; `nil`
  /// if all constraints can hold.
  ///
  /// The contradiction may have redundant members.
  mutating func early(
    _ constraints: [LayoutSolver.Constraint], in source: LayoutSolver
  ) -> LayoutSolver.Conflict? {
    contradiction(among: constraints, source).map(original)
  }

  /// Returns an irreducible contradiction among the constraints; `nil` if all of them can hold.
  ///
  /// Constraints at the front of the list are preferred.
  mutating func irreducible(
    _ constraints: [LayoutSolver.Constraint], in source: LayoutSolver
  ) -> LayoutSolver.Conflict? {
    guard let found = contradiction(among: constraints, source) else { return nil }
    let doubtful = Set(solver.doubtful(of: found).compactMap { origins[$0] })
    if doubtful.isEmpty { return original(found) }
    let members = Set(found.constraints)
    var rest = self
    for constraint in list {
      if let copy = copies[constraint]?.constraint, !members.contains(copy) {
        rest.drop(constraint)
      }
    }
    rest.leaveOut(list.filter(doubtful.contains)[...])
    guard let last = rest.solver.checkRequired() else { return original(found) }
    return rest.original(last)
  }

  private static let smallestPart = 64

  private mutating func contradiction(
    among constraints: [LayoutSolver.Constraint], _ source: LayoutSolver
  ) -> LayoutSolver.Conflict? {
    let wanted = Set(constraints)
    for constraint in list where !wanted.contains(constraint) { drop(constraint) }
    defer { list = constraints.filter { copies[$0] != nil } }
    let part = max(ContradictionSearch.smallestPart, constraints.count / 8)
    for start in stride(from: 0, to: constraints.count, by: part) {
      for constraint in constraints[start...].prefix(part) where copies[constraint] == nil {
        take(constraint, source)
      }
      if let found = solver.checkRequired() { return found }
    }
    return nil
  }

  private mutating func drop(_ constraint: LayoutSolver.Constraint) {
    guard let copy = copies.removeValue(forKey: constraint) else { return }
    origins[copy.constraint] = nil
    solver.discard(copy.constraint)
  }

  private mutating func take(_ constraint: LayoutSolver.Constraint, _ source: LayoutSolver) {
    let record = source.symbols[constraint.symbol]
    let terms = source.sources[constraint.symbol].map { term in
      let isNonNegative = !source.symbols[term.variable.symbol].requirement.isEmpty
      let variable =
        variables[term.variable] ?? solver.makeVariable(isNonNegative: isNonNegative)
      variables[term.variable] = variable
      return LayoutSolver.Term(variable, term.coefficient)
    }
    let copy = solver.insert(terms, record.relation, -record.constant)
    copies[constraint] = (copy, record.scale)
    origins[copy] = constraint
  }

  private func original(_ conflict: LayoutSolver.Conflict) -> LayoutSolver.Conflict {
    let constraints = conflict.constraints.compactMap { origins[$0] }
    let weights = zip(constraints, conflict.weights).map { (copies[$0]?.scale ?? 1) * $1 }
    return LayoutSolver.Conflict(
      constraints: constraints, weights: weights, center: Tableau.none)
  }

  /// Removes redundant constraints in `doubtful`, so that the remaining constraints still
  /// contradict each other.
  ///
  /// The function first tries to remove all constraints in `doubtful` together. If the remaining
  /// constraints could then hold, the function tries the later half of `doubtful`, then the earlier
  /// half.
  private mutating func leaveOut(_ doubtful: ArraySlice<LayoutSolver.Constraint>) {
    var others = self
    for constraint in doubtful { others.drop(constraint) }
    if others.solver.checkRequired() != nil {
      self = others
    } else if doubtful.count > 1 {
      let middle = (doubtful.startIndex + doubtful.endIndex) / 2
      leaveOut(doubtful[middle...])
      leaveOut(doubtful[..<middle])
    }
  }
}

/// A weighted sum of required constraints: an inequality that every solution of these constraints
/// satisfies.
///
/// If another constraint contradicts the sum, a comparison of their terms proves it, without a
/// search by the simplex method.
struct WeightedSum: Sendable {
  fileprivate var coefficients: [Int32: Double] = [:]
  fileprivate var constant = 0.0
  fileprivate var size = 0.0
  fileprivate var weights = 0.0
  /// The number of variables that can make the sum arbitrarily small.
  fileprivate var openCount = 0
}

extension LayoutSolver {
  func constantPart(of constraint: Constraint) -> Double {
    symbols[constraint.symbol].constant / symbols[constraint.symbol].scale
  }

  mutating func sum(of constraints: [Constraint], _ weights: [Double]) -> WeightedSum {
    makeRoomForSums()
    var result = WeightedSum()
    for (constraint, weight) in zip(constraints, weights) {
      let record = symbols[constraint.symbol]
      let weight = weight / record.scale
      result.constant += weight * record.constant
      result.size += abs(weight) * max(1, abs(record.constant))
      result.weights += abs(weight)
      for index in sources.range(of: constraint.symbol) {
        let term = sources[index]
        sums[Int(term.variable.symbol)] += weight * term.coefficient
      }
    }
    for constraint in constraints {
      for index in sources.range(of: constraint.symbol) {
        let variable = sources[index].variable.symbol
        let sum = sums[Int(variable)]
        sums[Int(variable)] = 0
        if abs(sum) <= LayoutSolver.epsilon * result.weights { continue }
        result.coefficients[variable] = sum
        if isOpen(variable, sum, 0) { result.openCount += 1 }
      }
    }
    return result
  }

  /// Returns a factor such that `sum` plus `factor × constraint` proves a contradiction; `nil` if
  /// the function finds none.
  func weight(of constraint: Constraint, against sum: WeightedSum) -> Double? {
    for index in sources.range(of: constraint.symbol) {
      let term = sources[index]
      guard let known = sum.coefficients[term.variable.symbol] else { continue }
      let weight = -known / term.coefficient
      if isContradiction(constraint.symbol, weight, sum) {
        return weight * symbols[constraint.symbol].scale
      }
    }
    return nil
  }

  /// The excess of a weighted sum above which the sum proves a contradiction without a search.
  static let clearMiss = 1e-6

  private func isContradiction(_ symbol: Int32, _ weight: Double, _ sum: WeightedSum) -> Bool {
    let record = symbols[symbol]
    let needed: Bounds = weight > 0 ? .notPositive : .notNegative
    if !record.freeOfCost.contains(needed) { return false }
    let noise = LayoutSolver.epsilon * (sum.weights + abs(weight))
    var openCount = sum.openCount
    for index in sources.range(of: symbol) {
      let (variable, coefficient) = (sources[index].variable.symbol, sources[index].coefficient)
      let known = sum.coefficients[variable] ?? 0
      if isOpen(variable, known + weight * coefficient, noise) { return false }
      if isOpen(variable, known, 0) { openCount -= 1 }
    }
    let miss = sum.constant + weight * record.constant
    let size = sum.size + abs(weight) * max(1, abs(record.constant))
    return openCount == 0 && miss > LayoutSolver.epsilon * size && miss > LayoutSolver.clearMiss
      && miss > LayoutSolver.clearMiss * abs(weight) * max(1, abs(record.constant))
  }

  private func isOpen(_ variable: Int32, _ coefficient: Double, _ noise: Double) -> Bool {
    coefficient < -noise || coefficient > noise && symbols[variable].requirement.isEmpty
  }
}
