extension LayoutSolver {
  /// Required constraints that cannot all hold.
  ///
  /// The bounds of non-negative variables can take part in the contradiction, but the list does not
  /// contain them. A listed constraint can therefore be redundant, because the remaining
  /// constraints may already contradict such a bound.
  package struct Conflict: Hashable, Sendable {
    struct Member: Hashable {
      let constraint: Constraint
      /// The factor of the constraint in the weighted sum that proves the contradiction.
      let weight: Double
    }

    var members: [Member]
    /// The symbol that the constraints keep from reaching zero.
    let center: Int32

    package var constraints: [Constraint] { members.map(\.constraint) }
  }

  /// Returns the contradiction that keeps a symbol from reaching zero.
  ///
  /// A member is a constraint whose symbol is `symbol` itself or a nonbasic symbol in the row of
  /// `symbol`.
  func conflict(around symbol: Int32) -> Conflict {
    let sign: Double = value(of: symbol) > 0 ? 1 : -1
    var factors = symbols[symbol].isVariable ? [] : [(symbol, sign)]
    tableau.forEachEntry(inRow: symbols[symbol].place) { _, entry in
      let member = tableau.columns[entry.column].symbol
      if abs(entry.value) > LayoutSolver.epsilon && !symbols[member].isVariable {
        factors.append((member, -sign * entry.value))
      }
    }
    factors.sort { symbols[$0.0].order < symbols[$1.0].order }
    let members = factors.map { symbol, factor in
      Conflict.Member(
        constraint: Constraint(symbol: symbol, generation: generations[Int(symbol)]),
        weight: factor * symbols[symbol].scale)
    }
    return Conflict(members: members, center: symbol)
  }

  /// Returns the members of a newly found contradiction that may be redundant.
  ///
  /// A member is needed if the others can hold without it. That is certain if moving its symbol
  /// until `center` is zero leaves no bounded variable negative.
  fileprivate mutating func doubtful(of found: Conflict) -> [Constraint] {
    claimBounded()
    let center = symbols[found.center].place
    let negatives = tableau.rows.storage.indices.count { isNegative(row: Int32($0), after: 0) }
    var needed: Set<Int32> = negatives == 0 ? [found.center] : []
    tableau.forEachEntry(inRow: center) { _, entry in
      let change = -tableau.rows[center].value / entry.value
      var left = negatives
      let isObstructed = tableau.contains(inColumn: entry.column) { _, other, row in
        if isNegative(row: row, after: 0) { left -= 1 }
        return isNegative(row: row, after: other.value * change)
      }
      if !isObstructed && left == 0 { needed.insert(tableau.columns[entry.column].symbol) }
    }
    return found.constraints.filter { !needed.contains($0.symbol) }
  }

  private func isNegative(row: Int32, after change: Double) -> Bool {
    let row = tableau.rows[row]
    guard row.symbol >= 0, symbols[row.symbol].isVariable else { return false }
    let record = symbols[row.symbol]
    return !record.requirement.isEmpty && row.value + change < -record.tolerance
  }
}

/// A search for contradictions among a few constraints, in a solver that contains only copies of
/// them and the bounds of their variables.
struct ContradictionSearch {
  private var solver = LayoutSolver()
  private var variables: [Int32: LayoutSolver.Variable] = [:]
  /// The constraints that were copied, by the order of their copies.
  private var originals: [LayoutSolver.Constraint] = []
  private var found: LayoutSolver.Conflict?

  /// Copies constraints in parts, until those copied contradict each other.
  init(among constraints: [LayoutSolver.Constraint], of source: LayoutSolver) {
    let part = max(64, constraints.count / 8)
    for start in stride(from: 0, to: constraints.count, by: part) where found == nil {
      for constraint in constraints[start...].prefix(part) { copy(constraint, of: source) }
      found = solver.checkRequired()
    }
  }

  @discardableResult
  private mutating func copy(
    _ constraint: LayoutSolver.Constraint, of source: LayoutSolver
  ) -> LayoutSolver.Constraint {
    let record = source.symbols[constraint.symbol]
    let terms = source.sources[Int(constraint.symbol)].map { term in
      let symbol = term.variable.symbol
      let isBounded = !source.symbols[symbol].requirement.isEmpty
      let variable = variables[symbol] ?? solver.makeVariable(isNonNegative: isBounded)
      variables[symbol] = variable
      return LayoutSolver.Term(variable, term.coefficient / record.scale)
    }
    originals.append(constraint)
    return solver.insert(
      terms, record.relation, -record.constant / record.scale, order: UInt64(originals.count - 1))
  }

  private func original(_ copy: LayoutSolver.Constraint) -> LayoutSolver.Constraint {
    originals[Int(solver.symbols[copy.symbol].order)]
  }

  /// A contradiction that may have redundant members; `nil` if all constraints can hold.
  var contradiction: LayoutSolver.Conflict? {
    guard var found else { return nil }
    found.members = found.members.map {
      .init(constraint: original($0.constraint), weight: $0.weight)
    }
    return found
  }

  /// Returns an irreducible contradiction among the constraints and `last`; `nil` if all can hold.
  ///
  /// Of several contradictions, those among the first constraints are preferred.
  mutating func irreducible(
    with last: LayoutSolver.Constraint, of source: LayoutSolver
  ) -> [LayoutSolver.Constraint]? {
    let own = copy(last, of: source)
    defer {
      solver.discard(own)
      originals.removeLast()
    }
    guard let found = found ?? solver.checkRequired() else { return nil }
    let doubtful = solver.doubtful(of: found).map { original($0) }
    let members = found.constraints.map { original($0) }
    return Self.reduced(members, without: doubtful[...], of: source)
  }

  /// Deletes redundant members that `doubtful` lists: all at once or, if the others can hold
  /// without them, first among the later half, then among the earlier one.
  private static func reduced(
    _ members: [LayoutSolver.Constraint], without doubtful: ArraySlice<LayoutSolver.Constraint>,
    of source: LayoutSolver
  ) -> [LayoutSolver.Constraint] {
    let deleted = Set(doubtful)
    let others = members.filter { !deleted.contains($0) }
    if others.count == members.count { return members }
    if let found = ContradictionSearch(among: others, of: source).contradiction {
      return found.constraints
    }
    if doubtful.count == 1 { return members }
    let middle = (doubtful.startIndex + doubtful.endIndex) / 2
    let fewer = reduced(members, without: doubtful[middle...], of: source)
    return reduced(fewer, without: doubtful[..<middle], of: source)
  }
}
