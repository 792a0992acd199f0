extension LayoutEngine {
  /// Activates constraints, all or none; those that are active already stay so.
  ///
  /// - Throws: `LayoutError.illegal` for a constraint the specification does not allow,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`; nothing has changed then.
  public func activate(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    try check(constraints)
    try perform { () throws(LayoutError) in
      for constraint in constraints where !constraint.isActive { self.activate(constraint) }
    }
  }

  /// Deactivates constraints; those that are not active stay so.
  ///
  /// - Throws: `LayoutError.illegal` for a constraint of another engine.
  public func deactivate(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    for constraint in constraints where constraint.first.engine !== self {
      throw .illegal("\(constraint) belongs to another engine, deactivate it there.")
    }
    try perform { () throws(LayoutError) in
      for constraint in constraints { self.deactivate(constraint) }
    }
  }

  /// Gives constraints their serials without activating them, so that their order is known.
  ///
  /// - Throws: `LayoutError.illegal` for a constraint the specification does not allow.
  public func registerForTracking(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    try check(constraints)
    try perform { () throws(LayoutError) in constraints.forEach(self.number) }
  }

  /// Checks whether constraints could be activated, as far as that does not depend on others.
  ///
  /// - Throws: `LayoutError.illegal` for a constraint the specification does not allow.
  public func check(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    for constraint in constraints {
      try constraint.checkForm()
      try constraint.checkPlaces(in: self)
      if constraint.source == .user { try constraint.checkIdentifier(constraint.identifier) }
    }
  }

  /// The active constraints by serial, those the engine makes itself included.
  public var activeConstraints: [LayoutConstraint] {
    state.owners.compactMap { $0 }.sorted { $0.serial < $1.serial }
  }

  /// The active constraint with a serial, if there is one.
  public func constraint(serial: Int) -> LayoutConstraint? {
    activeConstraints.first { $0.serial == serial }
  }

  /// The conflicts that last, oldest first; computed with the last change.
  public var conflicts: [LayoutConflict] {
    layoutIfNeeded()
    return state.conflicts
  }

  // MARK: Inside a change

  private func number(_ constraint: LayoutConstraint) {
    guard constraint.serial == 0 else { return }
    onRollback { constraint.serial = 0 }
    constraint.serial = state.nextSerial
    state.nextSerial += 1
  }

  func activate(_ constraint: LayoutConstraint) {
    guard !constraint.isActive else { return }
    number(constraint)
    onRollback {
      constraint.isActive = false
      constraint.handle = nil
    }
    constraint.isActive = true
    countLinks(of: constraint, 1)
    constraint.lowered = constraint.loweredForm(state.direction)
    add(constraint)
  }

  private func countLinks(of constraint: LayoutConstraint, _ change: Int) {
    guard let second = constraint.second else { return }
    onRollback {
      constraint.first.linkCount -= change
      second.linkCount -= change
    }
    constraint.first.linkCount += change
    second.linkCount += change
  }

  func deactivate(_ constraint: LayoutConstraint) {
    guard constraint.isActive, let handle = constraint.handle else { return }
    retry(touching: constraint)
    state.conflicts.removeAll { $0.broken === constraint }
    let (lowered, isBroken) = (constraint.lowered, constraint.isBroken)
    onRollback {
      constraint.isActive = true
      constraint.handle = handle
      constraint.lowered = lowered
      constraint.isBroken = isBroken
    }
    countLinks(of: constraint, -1)
    constraint.isActive = false
    constraint.isBroken = false
    constraint.handle = nil
    state.solver.remove(handle)
    state.owners[Int(handle.symbol)] = nil
  }

  /// Tells the solver about an active constraint.
  private func add(_ constraint: LayoutConstraint) {
    let handle = state.solver.add(
      constraint.lowered.terms, constraint.relation, -constraint.lowered.constant,
      priority: constraint.isBroken ? .broken : constraint.priority, order: constraint.tieOrder)
    constraint.handle = handle
    while state.owners.count <= Int(handle.symbol) { state.owners.append(nil) }
    state.owners[Int(handle.symbol)] = constraint
  }

  /// Tells the solver what has become of an active constraint's sides.
  func lower(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    let form = constraint.loweredForm(state.direction)
    let old = constraint.lowered
    if form == old { return }
    retry(touching: constraint)
    onRollback {
      constraint.lowered = old
      constraint.handle = handle
    }
    constraint.lowered = form
    if form.terms == old.terms {
      state.solver.setConstant(-form.constant, of: handle)
    } else {
      state.solver.remove(handle)
      state.owners[Int(handle.symbol)] = nil
      add(constraint)
    }
  }

  /// Tells the solver about all constraints that may have moved with some items.
  func lowerConstraints(movedWith areas: [LayoutArea]) {
    for case let constraint? in state.owners
    where areas.contains(where: { $0 === constraint.first || $0 === constraint.second }) {
      lower(constraint)
    }
  }

  /// Tells the solver about all constraints again.
  func lowerAllConstraints() {
    for case let constraint? in state.owners { lower(constraint) }
  }

  func updatePriority(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    retry(touching: constraint)
    state.solver.setPriority(constraint.priority, of: handle)
  }
}
