import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LayoutEngine {
  func checkRequired() throws(LayoutError) {
    retryWaiting()
    if let found = state.solver.checkRequired() {
      let needed = state.irreducible(found)
      let members = state.owners.constraints(of: needed.constraints)
      throw .unsatisfiable(UnsatisfiableConstraints(members.sorted { $0.serial < $1.serial }))
    }
  }

  /// Breaks required constraints until all other required constraints can hold.
  ///
  /// `found` is a contradiction that is already known. Docs/AutoLayout.md defines the choice of
  /// the broken constraints.
  func giveWay(_ found: LayoutSolver.Conflict? = nil) {
    var found = found ?? state.solver.checkRequired()
    var hasNew = false
    var tried: LayoutConstraint?
    while true {
      if let conflict = found {
        breakLast(of: tried.map { earlier(conflict, with: $0) } ?? conflict)
        hasNew = true
      } else if let next = state.waiting.popLast() {
        if state.isRefuted(next, isNew: log != nil) {
          hasNew = true
          continue
        }
        require(next)
        tried = next
      } else {
        break
      }
      found = state.solver.checkRequired()
    }
    if hasNew && log != nil { reportNewConflicts() }
  }

  /// Returns a contradiction that the engine can resolve by breaking the last member in
  /// `keptOrder`.
  ///
  /// The result is `found` if `found` needs its last member. Otherwise, the remaining members still
  /// contradict each other, and the function searches for a contradiction among the earliest
  /// members. `tried` is always needed, because all constraints except `tried` could hold together.
  private func earlier(
    _ found: LayoutSolver.Conflict, with tried: LayoutConstraint
  ) -> LayoutSolver.Conflict {
    guard let (place, last) = state.last(of: found), last !== tried,
      !state.solver.isNeeded(found.constraints[place], in: found)
    else { return found }
    var search = ContradictionSearch()
    let members = state.owners.inKeptOrder(found.constraints)
    return search.early(members, in: state.solver) ?? found
  }

  private func breakLast(of conflict: LayoutSolver.Conflict) {
    guard let (place, last) = state.last(of: conflict) else {
      preconditionFailure("a contradiction has active members")
    }
    weaken(last)
    retry(touching: last)
    state.conflictNumber += 1
    let broken = ConflictFamily.Broken(
      constraint: last, number: state.conflictNumber, isNew: log != nil)
    state.note(state.family(of: conflict, breaking: place, broken))
  }

  private func weaken(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    keep(constraint, \.isBroken)
    constraint.isBroken = true
    state.solver.change(.broken, of: handle)
  }

  /// Removes the conflicts that involve a changed constraint, and queues the broken constraints of
  /// these conflicts to be tried again.
  ///
  /// If only the constant has changed, `old` is the previous constant. Conflicts that certainly
  /// persist are then not removed.
  func retry(touching constraint: LayoutConstraint, movedFrom old: Double? = nil) {
    for (members, broken) in state.takeConflicts(with: constraint, movedFrom: old) {
      let reported = broken.filter { !$0.isNew }
      if log != nil && !reported.isEmpty {
        retried.append((state.serials(of: members), Set(reported.map(\.constraint.serial))))
      }
      for broken in broken where broken.constraint.isBroken { state.wait(for: broken.constraint) }
    }
  }

  func refreshConflicts() {
    var search = ContradictionSearch()
    var narrowed: [ConflictFamily] = []
    for index in state.conflicts.indices {
      if state.conflicts[index].broken.allSatisfy({ !$0.isStale }) { continue }
      let members = state.owners.inKeptOrder(state.conflicts[index].members)
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
      let moved = narrowed[count...].map { $0.broken[0].number }
      state.conflicts[index].broken.removeAll { moved.contains($0.number) }
    }
    if narrowed.isEmpty { return }
    state.dropEmptyFamilies()
    for family in narrowed { state.note(family) }
  }

  private func require(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle, constraint.isBroken else { return }
    keep(constraint, \.isBroken)
    constraint.isBroken = false
    state.solver.change(constraint.priority, of: handle)
  }

  private func retryWaiting() {
    while let next = state.waiting.popLast() { require(next) }
  }

  private func reportNewConflicts() {
    refreshConflicts()
    var new: Set<Int> = []
    for index in state.conflicts.indices {
      let family = state.conflicts[index]
      if !family.broken.contains(where: \.isNew) { continue }
      for place in family.broken.indices { state.conflicts[index].broken[place].isNew = false }
      let members = retried.isEmpty ? [] : state.serials(of: family.members)
      let same = retried.filter { $0.members == members }
      for broken in family.broken where broken.isNew {
        let serial = broken.constraint.serial
        if !same.contains(where: { $0.broken.contains(serial) }) { new.insert(broken.number) }
      }
    }
    let conflicts = state.numberedConflicts(where: new.contains)
    var lines: [Int: String] = [:]
    reports += new.sorted().compactMap { conflicts[$0]?.logText(&lines) }
  }
}

extension LayoutEngine.State {
  fileprivate mutating func wait(for constraint: LayoutConstraint) {
    let order = constraint.keptOrder
    waiting.insert(constraint, at: waiting.partitionIndex { $0.keptOrder > order })
  }
}

extension [LayoutConstraint?] {
  func constraints(of handles: [LayoutSolver.Constraint]) -> [LayoutConstraint] {
    handles.compactMap { self[Int($0.symbol)] }
  }

  func inKeptOrder(_ handles: [LayoutSolver.Constraint]) -> [LayoutSolver.Constraint] {
    constraints(of: handles).sorted { $0.keptOrder < $1.keptOrder }.compactMap(\.handle)
  }
}

extension LayoutConstraint {
  /// The rank that decides which constraint of a contradiction is broken: the one with the highest
  /// rank.
  ///
  /// Constraints from autoresizing masks and the root's size have the lowest ranks, then those of
  /// stacks, then all others. In each group, positions rank below sizes, and lower serial numbers
  /// below higher ones.
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

/// Contradictions that have all constraints in common except the broken one.
///
/// Another constraint that contradicts the weighted sum of the common constraints is added to the
/// family without a search; see `WeightedSum`.
struct ConflictFamily {
  struct Broken {
    let constraint: LayoutConstraint
    /// The weight of the broken constraint in the weighted sum that proves the contradiction.
    var weight = 0.0
    let number: Int
    /// True until the contradiction is logged.
    var isNew: Bool
    /// True if `refreshConflicts()` must check whether the contradiction still needs all members.
    var isStale = true
    /// A range of constants of the constraint `mover` for which the contradiction needs all
    /// members.
    ///
    /// `mover` is the constraint whose constant has changed. The range is valid until the constant
    /// of another constraint changes.
    var looked: (mover: LayoutConstraint, constants: ClosedRange<Double>)?
  }

  /// The members common to all contradictions of the family; all of them hold.
  let members: [LayoutSolver.Constraint]
  /// The weights of `members` in the weighted sum that proves a contradiction.
  ///
  /// A contradiction persists while the weighted sum of all constants, including that of the broken
  /// constraint, is positive.
  let weights: [Double]
  let lastOrder: UInt64
  var broken: [Broken]
  var sum: WeightedSum?
}

extension ConflictFamily.Broken {
  mutating func note(_ mover: LayoutConstraint, from old: Double) {
    if let looked, looked.mover === mover {
      isStale = !looked.constants.contains(mover.lowered.constant)
    } else {
      looked = isStale ? nil : (mover, old...old)
      isStale = true
    }
  }

  mutating func confirm() {
    isStale = false
    guard let looked else { return }
    let constant = looked.mover.lowered.constant
    let (low, high) = (looked.constants.lowerBound, looked.constants.upperBound)
    self.looked = (looked.mover, min(low, constant)...max(high, constant))
  }
}

extension LayoutEngine.State {
  mutating func irreducible(_ conflict: LayoutSolver.Conflict) -> LayoutSolver.Conflict {
    let owners = owners
    return solver.irreducible(conflict, owners.inKeptOrder(conflict.constraints))
  }

  /// Solves the constraints and breaks the last member of each contradiction, but logs nothing.
  mutating func solveQuietly() {
    while let conflict = solver.solve() {
      guard let handle = last(of: irreducible(conflict))?.constraint.handle else { return }
      solver.change(.broken, of: handle)
    }
  }

  func last(of conflict: LayoutSolver.Conflict) -> (place: Int, constraint: LayoutConstraint)? {
    conflict.constraints.enumerated().lazy
      .compactMap { place, handle in
        owners[Int(handle.symbol)].map { (place: place, constraint: $0) }
      }
      .max { $0.constraint.keptOrder < $1.constraint.keptOrder }
  }

  func family(
    of conflict: LayoutSolver.Conflict, breaking place: Int, _ broken: ConflictFamily.Broken
  ) -> ConflictFamily {
    var (members, weights) = (conflict.constraints, conflict.weights)
    members.remove(at: place)
    var broken = broken
    broken.weight = weights.remove(at: place)
    let orders = members.lazy.compactMap { owners[Int($0.symbol)]?.keptOrder }
    return ConflictFamily(
      members: members, weights: weights, lastOrder: orders.max() ?? 0, broken: [broken])
  }

  mutating func note(_ family: ConflictFamily) {
    conflicts.append(family)
    count(family.members, 1)
    for broken in family.broken { count(broken, 1) }
  }

  private mutating func count(_ handles: [LayoutSolver.Constraint], _ change: Int32) {
    if involvements.count < owners.count {
      involvements += [Int32](repeating: 0, count: owners.count - involvements.count)
    }
    for handle in handles { involvements[Int(handle.symbol)] += change }
  }

  private mutating func count(_ broken: ConflictFamily.Broken, _ change: Int32) {
    if let handle = broken.constraint.handle { count([handle], change) }
  }

  func isInvolved(_ handle: LayoutSolver.Constraint) -> Bool {
    Int(handle.symbol) < involvements.count && involvements[Int(handle.symbol)] > 0
  }

  /// Adds a broken constraint to a recent family whose weighted sum contradicts the constraint.
  ///
  /// Returns false if there is no such family; a search must then show whether the constraint can
  /// hold.
  mutating func isRefuted(_ constraint: LayoutConstraint, isNew: Bool) -> Bool {
    guard let handle = constraint.handle else { return false }
    for index in conflicts.indices.suffix(LayoutEngine.State.fewFamilies).reversed() {
      if conflicts[index].lastOrder > constraint.keptOrder { continue }
      let sum =
        conflicts[index].sum
        ?? solver.sum(of: conflicts[index].members, conflicts[index].weights)
      conflicts[index].sum = sum
      guard let weight = solver.weight(of: handle, against: sum) else { continue }
      conflictNumber += 1
      let broken = ConflictFamily.Broken(
        constraint: constraint, weight: weight, number: conflictNumber, isNew: isNew)
      conflicts[index].broken.append(broken)
      count(broken, 1)
      return true
    }
    return false
  }

  /// The number of recent families that are checked for each broken constraint.
  private static let fewFamilies = 4

  /// Removes and returns the contradictions that involve a constraint.
  ///
  /// If only the constant has changed, `old` is the previous constant. Contradictions that
  /// certainly persist are then not removed.
  mutating func takeConflicts(
    with constraint: LayoutConstraint, movedFrom old: Double?
  ) -> [(members: [LayoutSolver.Constraint], broken: [ConflictFamily.Broken])] {
    guard let handle = constraint.handle, isInvolved(handle) else { return [] }
    var taken: [(members: [LayoutSolver.Constraint], broken: [ConflictFamily.Broken])] = []
    for index in conflicts.indices {
      let isMember = conflicts[index].members.contains(handle)
      if isMember { conflicts[index].sum = nil }
      let over = takeBroken(from: index, constraint, old) { isMember || $0 === constraint }
      if over.isEmpty { continue }
      for broken in over { count(broken, -1) }
      taken.append((conflicts[index].members, over))
    }
    if !taken.isEmpty { dropEmptyFamilies() }
    return taken
  }

  mutating func dropEmptyFamilies() {
    for family in conflicts where family.broken.isEmpty { count(family.members, -1) }
    conflicts.removeAll { $0.broken.isEmpty }
  }

  private mutating func takeBroken(
    from index: Int, _ mover: LayoutConstraint, _ old: Double?,
    _ isConcerned: (LayoutConstraint) -> Bool
  ) -> [ConflictFamily.Broken] {
    if !conflicts[index].broken.contains(where: { isConcerned($0.constraint) }) { return [] }
    var kept: [ConflictFamily.Broken] = []
    var over: [ConflictFamily.Broken] = []
    let known = old == nil ? 0 : constantSum(of: conflicts[index])
    for var broken in conflicts[index].broken {
      if !isConcerned(broken.constraint) {
        kept.append(broken)
      } else if let old,
        known + broken.weight * broken.constraint.lowered.constant > LayoutSolver.clearMiss
      {
        broken.note(mover, from: old)
        kept.append(broken)
      } else {
        over.append(broken)
      }
    }
    conflicts[index].broken = kept
    return over
  }

  private func constantSum(of family: ConflictFamily) -> Double {
    zip(family.members, family.weights).reduce(0) { $0 + $1.1 * solver.constantPart(of: $1.0) }
  }

  func numberedConflicts(where isListed: (Int) -> Bool) -> [Int: LayoutConflict] {
    var found: [Int: LayoutConflict] = [:]
    for family in conflicts {
      for broken in family.broken where isListed(broken.number) {
        let constraints = owners.constraints(of: family.members) + [broken.constraint]
        found[broken.number] = LayoutConflict(
          constraints: constraints.sorted { $0.serial < $1.serial }, broken: broken.constraint)
      }
    }
    return found
  }

  func serials(of members: [LayoutSolver.Constraint]) -> Set<Int> {
    Set(members.lazy.compactMap { owners[Int($0.symbol)]?.serial })
  }
}

extension LayoutEngine {
  /// Writes a report to standard error; the default log of an engine.
  public static func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = unsafe platform_write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  private static let reportLimit = 1000

  /// Queues a report until no change is in progress, since the log closure may change the engine.
  func report(_ text: @autoclosure () -> String) {
    if log != nil { reports.append(text()) }
  }

  func sendReports() {
    guard !reports.isEmpty, !isTellingReports, !isLayingOut, depth == 0 else { return }
    isTellingReports = true
    defer { isTellingReports = false }
    var answers = 0
    while !reports.isEmpty, answers < LayoutEngine.reportLimit {
      let current = reports
      reports = []
      for text in current { log?(text) }
      answers += reports.count
    }
    dropReports()
  }

  func dropReports() {
    guard !reports.isEmpty else { return }
    let isInner = isTellingReports
    isTellingReports = true
    defer { isTellingReports = isInner }
    let count = reports.count
    reports = []
    log?(
      "The log handler responds to reports with changes that cause new reports (\(count) dropped). "
        + "Do not respond to every report with a change.\n")
    reports = []
  }
}
