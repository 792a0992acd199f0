/// Looks for what is needed of some constraints that contradict each other or the bounds of their
/// variables: a solver with these and nothing else.
///
///     var search = ContradictionSearch()
///     search.irreducible(constraints, in: solver)
///     search.irreducible(others, in: solver)  // what both have in common stays as it is
struct ContradictionSearch {
  /// The copy of a constraint in this solver.
  private struct Copy {
    var constraint: LayoutSolver.Constraint
    /// The power of two by which the constraint's numbers were multiplied.
    var scale: Double
  }

  private var solver = LayoutSolver()
  private var variables: [LayoutSolver.Variable: LayoutSolver.Variable] = [:]
  /// The constraints that have a copy, in the handles of where they come from.
  private var list: [LayoutSolver.Constraint] = []
  private var copies: [LayoutSolver.Constraint: Copy] = [:]
  private var origins: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]

  /// Finds a contradiction whose last member comes early among the constraints given.
  ///
  /// - Parameters:
  ///   - constraints: where to look for it, a part at a time.
  ///   - source: the solver the constraints are of, the same each time and not changed in between.
  /// - Returns: the contradiction, or `nil` if the constraints do not contradict each other.
  mutating func early(
    _ constraints: [LayoutSolver.Constraint], in source: LayoutSolver
  ) -> LayoutSolver.Conflict? {
    contradiction(among: constraints, source).map(original)
  }

  /// Finds a contradiction of which every member is needed.
  ///
  /// - Parameters:
  ///   - constraints: where to look for it; what comes first is rather kept than what comes later.
  ///   - source: the solver the constraints are of, the same each time and not changed in between.
  /// - Returns: the contradiction, or `nil` if the constraints do not contradict each other.
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

  /// Parts smaller than this are not worth a look of their own.
  private static let smallestPart = 64

  /// Takes constraints, a part of them at a time, until those taken contradict each other.
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
    let relation: LayoutRelation =
      record.positiveCost == 0
      ? .greaterThanOrEqual : record.negativeCost == 0 ? .lessThanOrEqual : .equal
    let copy = solver.insert(terms, relation, -record.constant)
    copies[constraint] = Copy(constraint: copy, scale: record.scale)
    origins[copy] = constraint
  }

  /// A contradiction found here, in the handles of where the constraints come from.
  private func original(_ conflict: LayoutSolver.Conflict) -> LayoutSolver.Conflict {
    let constraints = conflict.constraints.compactMap { origins[$0] }
    let weights = zip(constraints, conflict.weights).map { (copies[$0]?.scale ?? 1) * $1 }
    return LayoutSolver.Conflict(
      constraints: constraints, weights: weights, center: Tableau.none)
  }

  /// Leaves out each of some constraints without which the others still contradict each other, the
  /// last first; many at once where that will do.
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
