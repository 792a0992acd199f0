extension LayoutEngine {
  /// Makes the required constraints hold together: fails, or breaks one of each contradiction.
  func enforceRequired() throws(LayoutError) {
    guard conflictPolicy == .fail else { return giveWay() }
    retryWaiting()
    if let found = state.solver.checkRequired() {
      throw .unsatisfiable(UnsatisfiableConstraints(members(of: found).constraints))
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
    var isTrying = false
    while true {
      if let conflict = found {
        if isTrying || conflict.doubtful.isEmpty {
          broken.append(breakOne(of: members(of: conflict)))
        } else {
          demote(conflict.doubtful)
        }
      } else if let next = state.waiting.popLast() {
        isTrying = true
        require(next)
      } else {
        break
      }
      found = state.solver.checkRequired()
    }
    report(broken)
  }

  /// Takes constraints back that may not all be needed for a contradiction, to try them one by one:
  /// the first that fails contradicts those kept before it, and none of these can be left out.
  private func demote(_ doubtful: [LayoutSolver.Constraint]) {
    for constraint in doubtful.compactMap({ state.owners[Int($0.symbol)] }) {
      weaken(constraint)
      state.wait(for: constraint)
    }
  }

  /// The members of a contradiction by serial, and what the constant part of each counts.
  struct Members {
    var constraints: [LayoutConstraint] = []
    var weights: [Double] = []

    /// The member that gives way.
    var last: LayoutConstraint? {
      var last: LayoutConstraint?
      var order: UInt64 = 0
      for constraint in constraints where last == nil || constraint.keptOrder > order {
        (last, order) = (constraint, constraint.keptOrder)
      }
      return last
    }
  }

  /// The members of a contradiction by serial, each of them needed.
  private func members(of conflict: LayoutSolver.Conflict) -> Members {
    LayoutEngine.members(of: conflict, in: state.solver, state.owners)
  }

  /// The members of a contradiction that someone owns, by serial, each of them needed.
  static func members(
    of conflict: LayoutSolver.Conflict, in solver: LayoutSolver, _ owners: [LayoutConstraint?]
  ) -> Members {
    let constraints = conflict.constraints.lazy.compactMap { owners[Int($0.symbol)] }
    return owned(solver.irreducible(conflict, preferred(constraints)), owners)
  }

  /// Constraints as the solver knows them, what is rather kept first.
  private static func preferred(
    _ constraints: some Sequence<LayoutConstraint>
  ) -> [LayoutSolver.Constraint] {
    var ordered: [(order: UInt64, handle: LayoutSolver.Constraint)] = []
    for constraint in constraints {
      if let handle = constraint.handle { ordered.append((constraint.keptOrder, handle)) }
    }
    ordered.sort { $0.order < $1.order }
    return ordered.map(\.handle)
  }

  private static func owned(
    _ found: LayoutSolver.Conflict, _ owners: [LayoutConstraint?]
  ) -> Members {
    var serials: [(serial: Int, index: Int)] = []
    serials.reserveCapacity(found.constraints.count)
    for (index, handle) in found.constraints.enumerated() {
      if let owner = owners[Int(handle.symbol)] { serials.append((owner.serial, index)) }
    }
    serials.sort { $0.serial < $1.serial }
    var members = Members()
    members.constraints.reserveCapacity(serials.count)
    members.weights.reserveCapacity(serials.count)
    for (_, index) in serials {
      guard let owner = owners[Int(found.constraints[index].symbol)] else { continue }
      members.constraints.append(owner)
      members.weights.append(found.weights[index])
    }
    return members
  }

  /// Breaks the member of a contradiction that gives way.
  private func breakOne(of members: Members) -> LayoutConflict {
    guard let broken = members.last else {
      preconditionFailure("a contradiction has active members")
    }
    let conflict = LayoutConflict(
      constraints: members.constraints, broken: broken, weights: members.weights)
    weaken(broken)
    retry(touching: broken)
    state.note(conflict)
    return conflict
  }

  /// Lets a required constraint count below every priority.
  private func weaken(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    onRollback { constraint.isBroken = false }
    constraint.isBroken = true
    state.solver.change(.broken, of: handle)
  }

  /// Lets broken constraints wait to be tried again, for another member of their set has changed.
  func retry(touching constraint: LayoutConstraint) { retry(touching: constraint) { _ in false } }

  /// The same where only a constant has changed: a contradiction that lasts for certain is neither
  /// sought nor reported again.
  func retry(movedBy constraint: LayoutConstraint, from old: Double) {
    retry(touching: constraint, from: old, unless: \.lasts)
  }

  private func retry(
    touching constraint: LayoutConstraint, from old: Double = 0,
    unless lasts: (LayoutConflict) -> Bool
  ) {
    guard state.isInvolved(constraint) else { return }
    var dropped: [LayoutConflict] = []
    var kept = 0
    for index in state.conflicts.indices {
      if !state.conflicts[index].constraints.contains(where: { $0 === constraint }) {
        state.conflicts.swapAt(kept, index)
        kept += 1
      } else if lasts(state.conflicts[index]) {
        state.conflicts[index].note(constraint, from: old)
        state.conflicts.swapAt(kept, index)
        kept += 1
      } else {
        dropped.append(state.conflicts[index])
      }
    }
    state.conflicts.removeLast(state.conflicts.count - kept)
    for conflict in dropped {
      state.uncount(conflict)
      retried.append(conflict)
      if conflict.broken.isBroken { state.wait(for: conflict.broken) }
    }
  }

  /// Leaves out of the contradictions that last what is not needed any more.
  func refreshConflicts() {
    var search = ContradictionSearch([], in: state.solver)
    for index in state.conflicts.indices where state.conflicts[index].isStale {
      let old = state.conflicts[index]
      state.conflicts[index].confirm()
      let preferred = LayoutEngine.preferred(old.constraints)
      search.hold(preferred, in: state.solver)
      guard let found = search.irreducible(), found.constraints.count < old.constraints.count
      else { continue }
      let members = LayoutEngine.owned(found, state.owners)
      state.uncount(old)
      state.conflicts[index] = LayoutConflict(
        constraints: members.constraints, broken: old.broken, weights: members.weights)
      state.count(state.conflicts[index])
    }
  }

  /// Makes a broken constraint required again.
  private func require(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle, constraint.isBroken else { return }
    onRollback { constraint.isBroken = true }
    constraint.isBroken = false
    state.solver.change(constraint.priority, of: handle)
  }

  private func retryWaiting() {
    while let next = state.waiting.popLast() { require(next) }
  }

  /// Tells the log of contradictions that are new and have lasted.
  private func report(_ broken: [LayoutConflict]) {
    if log == nil || broken.isEmpty { return }
    var lines: [Int: String] = [:]
    for conflict in broken where state.conflicts.contains(where: conflict.isSame) {
      if !retried.contains(where: conflict.isSame) { report(conflict.logText(&lines)) }
    }
  }
}

extension LayoutEngine.State {
  /// Whether a contradiction that lasts has a constraint among its members.
  fileprivate func isInvolved(_ constraint: LayoutConstraint) -> Bool {
    guard let handle = constraint.handle else { return false }
    return Int(handle.symbol) < involvements.count && involvements[Int(handle.symbol)] > 0
  }

  fileprivate mutating func note(_ conflict: LayoutConflict) {
    conflicts.append(conflict)
    count(conflict)
  }

  fileprivate mutating func count(_ conflict: LayoutConflict) { count(conflict, 1) }

  fileprivate mutating func uncount(_ conflict: LayoutConflict) { count(conflict, -1) }

  private mutating func count(_ conflict: LayoutConflict, _ change: Int32) {
    if involvements.count < owners.count {
      involvements += [Int32](repeating: 0, count: owners.count - involvements.count)
    }
    for case let handle? in conflict.constraints.lazy.map(\.handle) {
      involvements[Int(handle.symbol)] += change
    }
  }

  /// Lets a broken constraint wait to be tried again, behind those that are kept rather.
  fileprivate mutating func wait(for constraint: LayoutConstraint) {
    let order = constraint.keptOrder
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].keptOrder > order { low = middle + 1 } else { high = middle }
    }
    waiting.insert(constraint, at: low)
  }
}

extension LayoutConstraint {
  /// The lower, the rather a constraint is kept: the engine's before stacks' before the user's,
  /// positions before sizes, then the earliest.
  var keptOrder: UInt64 {
    let kind: UInt64 =
      switch source {
      case .autoresizing, .root: 0
      case .stack: 1
      case .user, .contentSize: 2
      }
    let size: UInt64 = firstAttribute.isSize ? 1 : 0
    return kind << 62 | size << 61 | UInt64(serial)
  }
}
