/// Contradictions that differ only in the constraint that gave way.
///
/// In a row of views that finds too little room, the widths that fit and the chain of edges
/// contradict every width beyond them. Members are kept once for all of these, and what the members
/// add up to refutes the next width without a search; see `WeightedSum`.
struct ConflictFamily {
  /// A constraint that gave way, and with it a contradiction.
  struct Broken {
    let constraint: LayoutConstraint
    /// The weight of its constant part beside those of the members.
    var weight = 0.0
    /// The contradiction's place among all there have been.
    let number: Int
    /// True until the log has been told.
    var isNews: Bool
    /// True if some member may not be needed, as long as nobody has looked.
    var isStale = true
    /// True if somebody has asked which members are needed.
    var wasRead = false
    /// The constraint that has moved, and between which of its constants every member is needed
    /// while the others stay where they are.
    ///
    /// If the members but one can hold at two constants, they can hold at all between.
    var looked: (mover: LayoutConstraint, constants: ClosedRange<Double>)?
  }

  /// Those that hold, of every contradiction.
  let members: [LayoutSolver.Constraint]
  /// The weight of each one's constant part; a contradiction lasts while the sum is above zero.
  let weights: [Double]
  /// The last member in the order in which constraints are kept.
  let lastOrder: UInt64
  var broken: [Broken]
  /// The members' weighted sum, once somebody has asked and while no constant changes.
  var sum: WeightedSum?

  /// A sum of constant parts beyond this is a contradiction for certain.
  static let clearSum = 1e-6

  /// Takes a contradiction out of the family.
  mutating func remove(_ other: Broken) { broken.removeAll { $0.number == other.number } }

  /// Notes that the log has been told of all.
  mutating func endNews() {
    for index in broken.indices where broken[index].isNews { broken[index].isNews = false }
  }
}

/// Contradictions of one family that the change under way has put to the test again.
struct RetriedConflicts {
  /// The serials of the members.
  let members: Set<Int>
  /// The serials of those that gave way.
  let broken: Set<Int>
  /// True if somebody has asked which members were needed.
  let wereRead: Bool
}

extension ConflictFamily.Broken {
  /// Notes that a member has another constant.
  mutating func note(_ mover: LayoutConstraint, from old: Double) {
    if let looked, looked.mover === mover {
      isStale = !looked.constants.contains(mover.lowered.constant)
    } else {
      looked = isStale ? nil : (mover, old...old)
      isStale = true
    }
  }

  /// Notes that every member is still needed.
  mutating func confirm() {
    (isStale, wasRead) = (false, true)
    guard let looked else { return }
    let constant = looked.mover.lowered.constant
    let (low, high) = (looked.constants.lowerBound, looked.constants.upperBound)
    self.looked = (looked.mover, min(low, constant)...max(high, constant))
  }
}

extension LayoutEngine.State {
  /// The member of a contradiction that is kept least, and its place among the others.
  func last(of conflict: LayoutSolver.Conflict) -> (place: Int, constraint: LayoutConstraint)? {
    var last: (place: Int, constraint: LayoutConstraint)?
    var order: UInt64 = 0
    for (place, handle) in conflict.constraints.enumerated() {
      guard let owner = owners[Int(handle.symbol)] else { continue }
      let own = owner.keptOrder
      if last == nil || own > order { (last, order) = ((place, owner), own) }
    }
    return last
  }

  /// A family of one contradiction, of which the member at a place has given way.
  func family(
    of conflict: LayoutSolver.Conflict, breaking place: Int, _ broken: ConflictFamily.Broken
  ) -> ConflictFamily {
    var (members, weights) = (conflict.constraints, conflict.weights)
    members.remove(at: place)
    var broken = broken
    broken.weight = weights.remove(at: place)
    let orders = members.lazy.compactMap { owners[Int($0.symbol)]?.keptOrder }
    return ConflictFamily(
      members: members, weights: weights, lastOrder: orders.max() ?? 0,
      broken: [broken])
  }

  /// Lists a family of contradictions.
  mutating func note(_ family: ConflictFamily) {
    conflicts.append(family)
    count(family.members, 1)
    for broken in family.broken { count(broken, 1) }
  }

  /// Counts how often constraints stand in contradictions.
  private mutating func count(_ handles: [LayoutSolver.Constraint], _ change: Int32) {
    if involvements.count < owners.count {
      involvements += [Int32](repeating: 0, count: owners.count - involvements.count)
    }
    for handle in handles { involvements[Int(handle.symbol)] += change }
  }

  private mutating func count(_ broken: ConflictFamily.Broken, _ change: Int32) {
    if let handle = broken.constraint.handle { count([handle], change) }
  }

  /// Tells whether a contradiction that lasts has a constraint among its members.
  func isInvolved(_ handle: LayoutSolver.Constraint) -> Bool {
    Int(handle.symbol) < involvements.count && involvements[Int(handle.symbol)] > 0
  }

  /// Lists a constraint that has given way as one more of the newest contradictions, if that is
  /// known without a search.
  ///
  /// - Returns: whether it contradicts what is kept rather.
  mutating func isRefuted(_ constraint: LayoutConstraint, isNews: Bool) -> Bool {
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
        constraint: constraint, weight: weight, number: conflictNumber, isNews: isNews)
      conflicts[index].broken.append(broken)
      count(broken, 1)
      return true
    }
    return false
  }

  /// So many families are looked at for one that refutes a constraint: those of two axes, and some.
  private static let fewFamilies = 4

  /// Takes contradictions off the list that have a constraint among their members.
  ///
  /// - Parameters:
  ///   - constraint: the constraint.
  ///   - old: its former constant if nothing else of it has changed; contradictions that last for
  ///     certain then stay on the list.
  /// - Returns: the members of each family concerned, and those taken off it.
  mutating func takeConflicts(
    with constraint: LayoutConstraint, movedFrom old: Double?
  ) -> [(members: [LayoutSolver.Constraint], broken: [ConflictFamily.Broken])] {
    guard let handle = constraint.handle, isInvolved(handle) else { return [] }
    var taken: [(members: [LayoutSolver.Constraint], broken: [ConflictFamily.Broken])] = []
    for index in conflicts.indices {
      var over: [ConflictFamily.Broken] = []
      if conflicts[index].members.contains(handle) {
        conflicts[index].sum = nil
        over = takeBroken(from: index, constraint, old) { _ in true }
      } else {
        over = takeBroken(from: index, constraint, old) { $0 === constraint }
      }
      if over.isEmpty { continue }
      for broken in over { count(broken, -1) }
      taken.append((conflicts[index].members, over))
    }
    if !taken.isEmpty { dropEmptyFamilies() }
    return taken
  }

  /// Takes the families off the list that have no contradiction left.
  mutating func dropEmptyFamilies() {
    for family in conflicts where family.broken.isEmpty { count(family.members, -1) }
    conflicts.removeAll { $0.broken.isEmpty }
  }

  /// Takes those of a family off the list that a constraint concerns and that do not last for
  /// certain.
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
        known + broken.weight * broken.constraint.lowered.constant > ConflictFamily.clearSum
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

  /// The weighted sum of the constant parts of a family's members.
  private func constantSum(of family: ConflictFamily) -> Double {
    var sum = 0.0
    for (member, weight) in zip(family.members, family.weights) {
      sum += weight * solver.constantPart(of: member)
    }
    return sum
  }

  /// A contradiction with its constraints by serial.
  func conflict(
    _ family: ConflictFamily, _ broken: ConflictFamily.Broken
  ) -> LayoutConflict {
    var constraints = family.members.compactMap { owners[Int($0.symbol)] }
    constraints.append(broken.constraint)
    constraints.sort { $0.serial < $1.serial }
    return LayoutConflict(constraints: constraints, broken: broken.constraint)
  }

  /// Contradictions that last, by their numbers.
  func numberedConflicts(where isListed: (Int) -> Bool) -> [Int: LayoutConflict] {
    var found: [Int: LayoutConflict] = [:]
    for family in conflicts {
      for broken in family.broken where isListed(broken.number) {
        found[broken.number] = conflict(family, broken)
      }
    }
    return found
  }

  /// The serials of a family's members.
  func serials(of members: [LayoutSolver.Constraint]) -> Set<Int> {
    Set(members.lazy.compactMap { owners[Int($0.symbol)]?.serial })
  }
}
