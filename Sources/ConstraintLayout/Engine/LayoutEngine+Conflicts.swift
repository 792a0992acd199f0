extension LayoutEngine {
  /// Makes the required constraints hold together: fails, or breaks one of each contradiction.
  func enforceRequired() throws(LayoutError) {
    while let found = state.solver.checkRequired() {
      let members = members(of: found)
      guard let broken = LayoutEngine.victim(of: members) else { return }
      if conflictPolicy == .fail {
        throw .unsatisfiable(UnsatisfiableConstraints(members))
      }
      breakOne(broken, of: members)
    }
  }

  /// The members of a contradiction by serial.
  func members(of conflict: LayoutSolver.Conflict) -> [LayoutConstraint] {
    conflict.constraints.compactMap { state.owners[Int($0.symbol)] }
      .sorted { $0.serial < $1.serial }
  }

  /// The member that gives way: the user's before stacks' before the engine's, sizes before
  /// positions, then the latest.
  static func victim(of members: [LayoutConstraint]) -> LayoutConstraint? {
    func rank(_ constraint: LayoutConstraint) -> (Int, Int, Int) {
      let kind: Int
      switch constraint.source {
      case .user, .contentSize: kind = 2
      case .stack: kind = 1
      case .autoresizing, .root: kind = 0
      }
      return (kind, constraint.firstAttribute.isSize ? 1 : 0, constraint.serial)
    }
    return members.max { rank($0) < rank($1) }
  }

  func breakOne(_ broken: LayoutConstraint, of members: [LayoutConstraint]) {
    guard let handle = broken.handle else { return }
    let conflict = LayoutConflict(constraints: members, broken: broken)
    onRollback { broken.isBroken = false }
    broken.isBroken = true
    state.solver.setPriority(.broken, of: handle)
    retry(touching: broken)
    state.conflicts.append(conflict)
    if !retried.contains(where: { $0.isSame(as: conflict) }) { report(conflict.logText) }
  }

  /// Makes broken constraints required again, when another member of their set has changed.
  func retry(touching constraint: LayoutConstraint) {
    guard !state.conflicts.isEmpty else { return }
    for conflict in state.conflicts
    where conflict.constraints.contains(where: { $0 === constraint }) {
      state.conflicts.removeAll { $0.broken === conflict.broken }
      retried.append(conflict)
      let broken = conflict.broken
      guard let handle = broken.handle, broken.isBroken else { continue }
      onRollback { broken.isBroken = true }
      broken.isBroken = false
      state.solver.setPriority(broken.priority, of: handle)
    }
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
