/// Looks for what is needed of some constraints that contradict each other or the bounds of their
/// variables: a solver with these and nothing else.
///
///     var search = ContradictionSearch(constraints, in: solver)
///     search.irreducible()
///     search.hold(others, in: solver)  // those that both have in common stay as they are
///     search.irreducible()
struct ContradictionSearch {
  /// What stands for a constraint here.
  private struct Copy {
    var constraint: LayoutSolver.Constraint
    /// The power of two by which the constraint's numbers were multiplied.
    var scale: Double
  }

  private var solver = LayoutSolver()
  private var variables: [LayoutSolver.Variable: LayoutSolver.Variable] = [:]
  /// The constraints looked at, in the handles of where they come from.
  private var list: [LayoutSolver.Constraint] = []
  private var copies: [LayoutSolver.Constraint: Copy] = [:]
  private var origins: [LayoutSolver.Constraint: LayoutSolver.Constraint] = [:]

  /// Looks at some constraints of a solver; what comes first is rather kept than what comes later.
  init(_ constraints: [LayoutSolver.Constraint], in source: LayoutSolver) {
    hold(constraints, in: source)
  }

  /// Looks at other constraints of the same solver, which has not changed since.
  mutating func hold(_ constraints: [LayoutSolver.Constraint], in source: LayoutSolver) {
    let wanted = Set(constraints)
    for constraint in list where !wanted.contains(constraint) { drop(constraint) }
    for constraint in constraints where copies[constraint] == nil { take(constraint, source) }
    list = constraints
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

  /// Finds a contradiction of which every member is needed; `nil` if there is no contradiction.
  mutating func irreducible() -> LayoutSolver.Conflict? {
    guard let found = solver.checkRequired() else { return nil }
    if found.doubtful.isEmpty { return original(found) }
    let members = Set(found.constraints)
    var rest = self
    for constraint in list {
      if let copy = copies[constraint]?.constraint, !members.contains(copy) {
        rest.drop(constraint)
      }
    }
    let doubtful = Set(found.doubtful.compactMap { origins[$0] })
    rest.leaveOut(list.filter(doubtful.contains)[...])
    guard let last = rest.solver.checkRequired() else { return original(found) }
    return rest.original(last)
  }

  /// A contradiction found here, in the handles of where the constraints come from.
  private func original(_ conflict: LayoutSolver.Conflict) -> LayoutSolver.Conflict {
    let constraints = conflict.constraints.compactMap { origins[$0] }
    let weights = zip(constraints, conflict.weights).map { (copies[$0]?.scale ?? 1) * $1 }
    return LayoutSolver.Conflict(constraints: constraints, weights: weights)
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
