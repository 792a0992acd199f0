extension LayoutEngine {
  /// Makes sure that the required constraints can hold together.
  ///
  /// - Throws: `LayoutError.unsatisfiable` with a contradiction of them.
  func checkRequired() throws(LayoutError) {
    retryWaiting()
    if let found = state.solver.checkRequired() {
      let owners = state.owners
      throw .unsatisfiable(
        UnsatisfiableConstraints(LayoutEngine.members(of: found, in: &state.solver, owners)))
    }
  }

  /// Breaks constraints until the required ones can hold together.
  ///
  /// A contradiction breaks its last member in the order in which constraints are kept, and what
  /// has been broken is tried again in that order. So in the end each that is broken contradicts
  /// some that hold and are kept rather, and those that hold are the same whichever contradiction
  /// was found first. Which members are needed has no say in it and is found out when somebody
  /// asks.
  ///
  /// - Parameter found: a contradiction that is known already.
  func giveWay(_ found: LayoutSolver.Conflict? = nil) {
    settleReports()
    var found = found ?? state.solver.checkRequired()
    var hasNews = false
    var tried: LayoutConstraint?
    while true {
      if let conflict = found {
        breakLast(of: tried.map { earlier(conflict, with: $0) } ?? conflict)
        hasNews = true
      } else if let next = state.waiting.popLast() {
        if state.isRefuted(next, isNews: onReport != nil) {
          hasNews = true
          continue
        }
        require(next)
        tried = next
      } else {
        break
      }
      found = state.solver.checkRequired()
    }
    if hasNews && onReport != nil { reportNews() }
  }

  /// The members of a contradiction that someone owns, by serial, each of them needed.
  static func members(
    of conflict: LayoutSolver.Conflict, in solver: inout LayoutSolver,
    _ owners: [LayoutConstraint?]
  ) -> [LayoutConstraint] {
    let found = solver.irreducible(conflict, preferred(conflict.constraints, owners))
    return found.constraints.compactMap { owners[Int($0.symbol)] }.sorted { $0.serial < $1.serial }
  }

  /// Constraints that someone owns, what is rather kept first.
  private static func preferred(
    _ constraints: [LayoutSolver.Constraint], _ owners: [LayoutConstraint?]
  ) -> [LayoutSolver.Constraint] {
    var ordered: [(order: UInt64, handle: LayoutSolver.Constraint)] = []
    for handle in constraints {
      if let owner = owners[Int(handle.symbol)] { ordered.append((owner.keptOrder, handle)) }
    }
    ordered.sort { $0.order < $1.order }
    return ordered.map(\.handle)
  }

  /// A contradiction that may end earlier than the one that was found when a constraint was tried.
  ///
  /// Members beyond the constraint hold already. One that is not needed would be broken, tried
  /// again and found to hold, and so would hundreds in a chain of views that are idle.
  private func earlier(
    _ found: LayoutSolver.Conflict, with tried: LayoutConstraint
  ) -> LayoutSolver.Conflict {
    guard let (place, last) = state.last(of: found), last !== tried,
      !state.solver.isNeeded(found.constraints[place], in: found)
    else { return found }
    var search = ContradictionSearch()
    let members = LayoutEngine.preferred(found.constraints, state.owners)
    return search.early(members, in: state.solver) ?? found
  }

  /// Breaks the member of a contradiction that gives way.
  private func breakLast(of conflict: LayoutSolver.Conflict) {
    guard let (place, last) = state.last(of: conflict) else {
      preconditionFailure("a contradiction has active members")
    }
    weaken(last)
    retry(touching: last)
    state.conflictNumber += 1
    let broken = ConflictFamily.Broken(
      constraint: last, number: state.conflictNumber, isNews: onReport != nil)
    state.note(state.family(of: conflict, breaking: place, broken))
  }

  /// Lets a required constraint count below every priority.
  private func weaken(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    onRollback { constraint.isBroken = false }
    constraint.isBroken = true
    state.solver.change(.broken, of: handle)
  }

  /// Lets broken constraints wait to be tried again, for another member of their set has changed.
  ///
  /// - Parameters:
  ///   - constraint: the member.
  ///   - old: its former constant, if only that has changed; a contradiction that lasts for certain
  ///     is then neither sought nor reported again.
  func retry(touching constraint: LayoutConstraint, movedFrom old: Double? = nil) {
    for (members, broken) in state.takeConflicts(with: constraint, movedFrom: old) {
      let reported = broken.filter { !$0.isNews }
      if onReport != nil && !reported.isEmpty {
        retried.append(
          RetriedConflicts(
            members: state.serials(of: members), broken: Set(reported.map(\.constraint.serial)),
            wereRead: reported.contains(where: \.wasRead)))
      }
      for broken in broken where broken.constraint.isBroken { state.wait(for: broken.constraint) }
    }
  }

  /// Leaves out of the contradictions that last what is not needed for them.
  func refreshConflicts() {
    var search = ContradictionSearch()
    var narrowed: [ConflictFamily] = []
    for index in state.conflicts.indices {
      if state.conflicts[index].broken.allSatisfy({ !$0.isStale }) { continue }
      let members = LayoutEngine.preferred(state.conflicts[index].members, state.owners)
      let count = narrowed.count
      for place in state.conflicts[index].broken.indices
      where state.conflicts[index].broken[place].isStale {
        state.conflicts[index].broken[place].confirm()
        let broken = state.conflicts[index].broken[place]
        guard let handle = broken.constraint.handle else { continue }
        guard let found = search.irreducible(members + [handle], in: state.solver),
          found.constraints.count <= members.count,
          let own = found.constraints.firstIndex(of: handle)
        else { continue }
        narrowed.append(state.family(of: found, breaking: own, broken))
      }
      for family in narrowed[count...] { state.conflicts[index].remove(family.broken[0]) }
    }
    if narrowed.isEmpty { return }
    state.dropEmptyFamilies()
    for family in narrowed { state.note(family) }
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
  private func reportNews() {
    // Members that have been read are compared with those that would be read now.
    if retried.contains(where: \.wereRead) { refreshConflicts() }
    var news: [Int] = []
    for index in state.conflicts.indices {
      let family = state.conflicts[index]
      if !family.broken.contains(where: \.isNews) { continue }
      state.conflicts[index].endNews()
      let members = retried.isEmpty ? [] : state.serials(of: family.members)
      let same = retried.filter { $0.members == members }
      for broken in family.broken where broken.isNews {
        let serial = broken.constraint.serial
        if !same.contains(where: { $0.broken.contains(serial) }) { news.append(broken.number) }
      }
    }
    reports += news.sorted().map { .conflict($0) }
  }
}

extension LayoutEngine.State {
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
