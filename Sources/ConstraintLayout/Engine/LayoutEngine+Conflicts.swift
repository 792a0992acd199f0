extension LayoutEngine {
  /// Makes the required constraints hold together: fails, or breaks one of each contradiction.
  func enforceRequired() throws(LayoutError) {
    guard conflictPolicy == .fail else { return giveWay() }
    retryWaiting()
    if let found = state.solver.checkRequired() {
      throw .unsatisfiable(UnsatisfiableConstraints(members(of: found).map(\.constraint)))
    }
  }

  /// Breaks constraints until the required ones can hold together.
  ///
  /// What has been broken is tried again in the order in which constraints are kept. A set breaks
  /// its last member in that order; so whatever else breaks with a constraint that is tried again
  /// comes after it, and what has been decided stays so.
  ///
  /// - Parameter found: a contradiction that is known already.
  func giveWay(_ found: LayoutSolver.Conflict? = nil) {
    var found = found ?? state.solver.checkRequired()
    var broken: [LayoutConflict] = []
    while true {
      if let conflict = found {
        broken.append(breakOne(of: members(of: conflict)))
      } else if let next = state.waiting.min(by: LayoutEngine.isKept) {
        require(next)
      } else {
        break
      }
      found = state.solver.checkRequired()
    }
    for conflict in broken where state.conflicts.contains(where: conflict.isSame) {
      if !retried.contains(where: conflict.isSame) { report(conflict.logText) }
    }
  }

  /// A member of a contradiction, and what its constant part counts.
  typealias Member = (constraint: LayoutConstraint, weight: Double)

  /// The members of a contradiction by serial, each of them needed.
  private func members(of conflict: LayoutSolver.Conflict) -> [Member] {
    LayoutEngine.members(of: conflict, in: state.solver, state.owners)
      .sorted { $0.constraint.serial < $1.constraint.serial }
  }

  /// The members of a contradiction that someone owns, each of them needed.
  static func members(
    of conflict: LayoutSolver.Conflict, in solver: LayoutSolver, _ owners: [LayoutConstraint?]
  ) -> [Member] {
    let members = conflict.constraints.compactMap { owners[Int($0.symbol)] }
    let preferred = members.sorted(by: isKept).compactMap(\.handle)
    let found = solver.irreducible(conflict, preferred)
    return zip(found.constraints, found.weights).compactMap { handle, weight in
      owners[Int(handle.symbol)].map { ($0, weight) }
    }
  }

  /// Whether a constraint is kept rather than another one: the engine's before stacks' before the
  /// user's, positions before sizes, then the earliest.
  static func isKept(_ a: LayoutConstraint, ratherThan b: LayoutConstraint) -> Bool {
    func rank(_ constraint: LayoutConstraint) -> (Int, Int, Int) {
      let kind: Int
      switch constraint.source {
      case .user, .contentSize: kind = 2
      case .stack: kind = 1
      case .autoresizing, .root: kind = 0
      }
      return (kind, constraint.firstAttribute.isSize ? 1 : 0, constraint.serial)
    }
    return rank(a) < rank(b)
  }

  /// Breaks the member of a contradiction that gives way.
  private func breakOne(of members: [Member]) -> LayoutConflict {
    let constraints = members.map(\.constraint)
    guard let broken = constraints.max(by: LayoutEngine.isKept), let handle = broken.handle else {
      preconditionFailure("a contradiction has active members")
    }
    let conflict = LayoutConflict(
      constraints: constraints, broken: broken, weights: members.map(\.weight))
    onRollback { broken.isBroken = false }
    broken.isBroken = true
    state.solver.change(.broken, of: handle)
    retry(touching: broken)
    state.conflicts.append(conflict)
    return conflict
  }

  /// Lets broken constraints wait to be tried again, for another member of their set has changed.
  func retry(touching constraint: LayoutConstraint) { retry(touching: constraint) { _ in false } }

  /// The same where only a constant has changed: a contradiction that lasts for certain is neither
  /// sought nor reported again.
  func retry(movedBy constraint: LayoutConstraint) { retry(touching: constraint, unless: \.lasts) }

  private func retry(
    touching constraint: LayoutConstraint, unless lasts: (LayoutConflict) -> Bool
  ) {
    guard !state.conflicts.isEmpty else { return }
    var kept: [LayoutConflict] = []
    var dropped: [LayoutConflict] = []
    for var conflict in state.conflicts {
      if !conflict.constraints.contains(where: { $0 === constraint }) {
        kept.append(conflict)
      } else if lasts(conflict) {
        conflict.isStale = true
        kept.append(conflict)
      } else {
        dropped.append(conflict)
      }
    }
    if dropped.isEmpty { return state.conflicts = kept }
    state.conflicts = kept
    for conflict in dropped {
      retried.append(conflict)
      if conflict.broken.isBroken { state.waiting.append(conflict.broken) }
    }
  }

  /// Leaves out of the contradictions that last what is not needed any more.
  func refreshConflicts() {
    for index in state.conflicts.indices where state.conflicts[index].isStale {
      let old = state.conflicts[index]
      let preferred = old.constraints.sorted(by: LayoutEngine.isKept).compactMap(\.handle)
      state.conflicts[index].isStale = false
      guard let found = state.solver.irreducible(preferred) else { continue }
      let members = zip(found.constraints, found.weights)
        .compactMap { handle, weight in state.owners[Int(handle.symbol)].map { ($0, weight) } }
        .sorted { $0.0.serial < $1.0.serial }
      state.conflicts[index] = LayoutConflict(
        constraints: members.map(\.0), broken: old.broken, weights: members.map(\.1))
    }
  }

  /// Makes a broken constraint required again.
  private func require(_ constraint: LayoutConstraint) {
    state.waiting.removeAll { $0 === constraint }
    guard let handle = constraint.handle, constraint.isBroken else { return }
    onRollback { constraint.isBroken = true }
    constraint.isBroken = false
    state.solver.change(constraint.priority, of: handle)
  }

  private func retryWaiting() {
    for constraint in state.waiting { require(constraint) }
  }
}

extension LayoutConflict {
  func isSame(as other: LayoutConflict) -> Bool {
    broken === other.broken && constraints.count == other.constraints.count
      && zip(constraints, other.constraints).allSatisfy { $0 === $1 }
  }

  /// The conflict as text for a log, in the form readers of Auto Layout's logs know.
  public var logText: String {
    var lines = [
      "Unable to simultaneously satisfy constraints.",
      "\tOne of the constraints below is probably not meant: find the code or the scene line that made it, and change that.",
    ]
    if constraints.contains(where: { $0.source == .autoresizing }) {
      lines.append(
        "\tSome come from autoresizing masks: turn translatesAutoresizingMask off for a view that has constraints of its own."
      )
    }
    lines.append("(")
    for (index, constraint) in constraints.enumerated() {
      let comma = index + 1 < constraints.count ? "," : ""
      lines.append("    \"\(constraint)\"\(comma)")
    }
    lines += [")", "", "Will attempt to recover by breaking constraint", "\(broken)"]
    return lines.joined(separator: "\n") + "\n"
  }
}
