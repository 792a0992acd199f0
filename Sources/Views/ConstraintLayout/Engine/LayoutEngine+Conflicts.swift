extension LayoutEngine {
  func checkRequired() throws(LayoutError) {
    while let next = state.waiting.popLast() { state.require(next) }
    guard let found = state.solver.checkRequired() else { return }
    let candidates = state.inKeptOrder(found.members).map(\.constraint)
    guard let last = candidates.last else { return }
    var search = ContradictionSearch(among: candidates.dropLast(), of: state.solver)
    let members = search.irreducible(with: last, of: state.solver) ?? candidates
    throw .unsatisfiable(UnsatisfiableConstraints(state.inSerialOrder(members)))
  }

  /// Breaks required constraints until all others can hold, and queues reports of new conflicts.
  ///
  /// `found` is a contradiction that is already known.
  func giveWay(_ found: LayoutSolver.Conflict? = nil) {
    let known = state.conflictNumber
    state.giveWay(found)
    if log == nil || state.conflictNumber == known { return }
    var lines: [Int: String] = [:]
    for conflict in state.explainedConflicts(after: known)
    where state.retried[conflict.broken.serial] != conflict.constraints.map(\.serial) {
      reports.append(conflict.logText(&lines))
    }
  }
}

/// Contradictions that have all constraints in common except the broken one.
struct ConflictFamily {
  struct Broken {
    let constraint: LayoutConstraint
    /// The weight of the constraint in the weighted sum that proves the contradiction.
    let weight: Double
    /// The place of the contradiction in the order in which all of them were found.
    let number: Int
    /// The members of an irreducible contradiction; empty until one is wanted.
    var members: [LayoutConstraint] = []
    /// True if `members` has to be found again, since constants have changed.
    var isStale = true
  }

  /// The members common to all contradictions of the family, in `keptOrder`; all of them hold.
  let members: [LayoutSolver.Conflict.Member]
  var broken: [Broken]
  /// The weighted sum of `members`; `nil` if it has to be computed.
  var sum: WeightedSum?
}

extension LayoutEngine.State {
  /// Solves the constraints and breaks contradicting ones, but reports nothing.
  mutating func solve() {
    while let found = solver.solve() { giveWay(found) }
  }

  /// Breaks required constraints until all others can hold.
  ///
  /// Docs/AutoLayout.md defines the choice of the broken constraints.
  mutating func giveWay(_ found: LayoutSolver.Conflict? = nil) {
    isUnchecked = false
    var found = found ?? solver.checkRequired()
    var tried: LayoutConstraint?
    while true {
      if let conflict = found {
        breakLast(of: conflict, tried)
      } else if let next = waiting.popLast() {
        if isRefuted(next) { continue }
        require(next)
        tried = next
      } else {
        return
      }
      found = solver.checkRequired()
    }
  }

  fileprivate mutating func require(_ constraint: LayoutConstraint) {
    if let handle = constraint.handle { solver.change(constraint.priority, of: handle) }
  }

  /// Breaks the last member of a contradiction in `keptOrder`.
  ///
  /// If that is not `tried`, which has just been required again, it may be redundant. The function
  /// then searches for a contradiction among the members alone.
  private mutating func breakLast(of found: LayoutSolver.Conflict, _ tried: LayoutConstraint?) {
    var members = inKeptOrder(found.members)
    if let tried, members.last?.constraint != tried.handle {
      let search = ContradictionSearch(among: members.map(\.constraint), of: solver)
      if let other = search.contradiction { members = inKeptOrder(other.members) }
    }
    guard let last = members.popLast(), let constraint = owners[Int(last.constraint.symbol)] else {
      preconditionFailure("a contradiction has active members")
    }
    retry(touching: constraint)
    solver.change(.broken, of: last.constraint)
    conflicts.append(ConflictFamily(members: members, broken: []))
    add(constraint, weight: last.weight, to: conflicts.count - 1)
  }

  private mutating func add(_ constraint: LayoutConstraint, weight: Double, to family: Int) {
    conflictNumber += 1
    conflicts[family].broken.append(
      .init(constraint: constraint, weight: weight, number: conflictNumber))
  }

  /// Adds a broken constraint to one of the last families if the constraint contradicts the
  /// family's weighted sum; otherwise, a search must show whether the constraint can hold.
  private mutating func isRefuted(_ constraint: LayoutConstraint) -> Bool {
    guard let handle = constraint.handle else { return false }
    for index in conflicts.indices.suffix(4).reversed() {
      let family = conflicts[index]
      if let last = family.members.last, order(of: last) > constraint.keptOrder { continue }
      let sum = family.sum ?? solver.sum(of: family.members)
      conflicts[index].sum = sum
      if let weight = solver.weight(of: handle, against: sum) {
        add(constraint, weight: weight, to: index)
        return true
      }
    }
    return false
  }

  /// Removes the conflicts that involve a changed constraint, and queues their broken constraints
  /// to be tried again.
  ///
  /// If only the constant has changed, conflicts that certainly persist are not removed. Otherwise
  /// the constraint itself is not queued.
  mutating func retry(touching constraint: LayoutConstraint, hasSameTerms: Bool = false) {
    guard let handle = constraint.handle else { return }
    for index in conflicts.indices {
      let isMember = conflicts[index].members.contains { $0.constraint == handle }
      func isConcerned(_ broken: ConflictFamily.Broken) -> Bool {
        isMember || broken.constraint === constraint
      }
      let concerned = conflicts[index].broken.filter(isConcerned)
      if concerned.isEmpty { continue }
      conflicts[index].broken.removeAll(where: isConcerned)
      if isMember { conflicts[index].sum = nil }
      let sum = conflicts[index].members.reduce(0) {
        $0 + $1.weight * solver.constantPart(of: $1.constraint)
      }
      for var broken in concerned {
        let excess = sum + broken.weight * broken.constraint.lowered.constant
        if hasSameTerms && excess > LayoutSolver.clearMiss {
          broken.isStale = true
          conflicts[index].broken.append(broken)
          continue
        }
        let order = broken.constraint.keptOrder
        waiting.insert(broken.constraint, at: waiting.partitionIndex { $0.keptOrder > order })
        if broken.members.isEmpty { continue }
        retried[broken.constraint.serial] = broken.members.map(\.serial)
      }
    }
    conflicts.removeAll(where: \.broken.isEmpty)
    if !hasSameTerms { waiting.removeAll { $0 === constraint } }
  }

  /// Returns the conflicts with numbers above `number`, oldest first, each with the members of an
  /// irreducible contradiction.
  mutating func explainedConflicts(after number: Int = 0) -> [LayoutConflict] {
    for index in conflicts.indices {
      let members = conflicts[index].members.map(\.constraint)
      var search: ContradictionSearch?
      for place in conflicts[index].broken.indices {
        let broken = conflicts[index].broken[place]
        guard broken.isStale && broken.number > number, let handle = broken.constraint.handle
        else { continue }
        search = search ?? ContradictionSearch(among: members, of: solver)
        let needed = search?.irreducible(with: handle, of: solver) ?? members + [handle]
        conflicts[index].broken[place].members = inSerialOrder(needed)
        conflicts[index].broken[place].isStale = false
      }
    }
    return conflicts.flatMap(\.broken).filter { $0.number > number }
      .sorted { $0.number < $1.number }
      .map { LayoutConflict(constraints: $0.members, broken: $0.constraint) }
  }

  fileprivate func inSerialOrder(_ handles: [LayoutSolver.Constraint]) -> [LayoutConstraint] {
    handles.compactMap { owners[Int($0.symbol)] }.sorted { $0.serial < $1.serial }
  }

  fileprivate func inKeptOrder(
    _ members: [LayoutSolver.Conflict.Member]
  ) -> [LayoutSolver.Conflict.Member] {
    members.map { ($0, order(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func order(of member: LayoutSolver.Conflict.Member) -> UInt64 {
    owners[Int(member.constraint.symbol)]?.keptOrder ?? 0
  }
}
