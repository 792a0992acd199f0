extension LayoutEngine {
  /// Activates constraints, all or none; constraints that are already active stay active.
  ///
  /// - Throws: `LayoutError.illegal` for an invalid constraint, `LayoutError.unsatisfiable` under
  ///   `ConflictPolicy.fail`; nothing changes then.
  public func activate(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    try check(constraints)
    try perform { () throws(LayoutError) in
      for constraint in constraints { self.activate(constraint) }
    }
  }

  /// Deactivates constraints; inactive ones are ignored.
  ///
  /// - Throws: `LayoutError.illegal` for a constraint of another engine.
  public func deactivate(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    for constraint in constraints where constraint.first.engine !== self {
      throw .illegal("\(constraint) belongs to another engine: deactivate it there.")
    }
    try perform { () throws(LayoutError) in
      for constraint in constraints { self.deactivate(constraint) }
    }
  }

  /// Assigns serial numbers to constraints without activating the constraints.
  ///
  /// Serial numbers decide ties, the order in which constraints are listed, and which constraint of
  /// a conflict is broken. Registering makes all of this independent of the order of activation.
  ///
  /// - Throws: `LayoutError.illegal` for an invalid constraint.
  public func registerForTracking(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    try check(constraints)
    try perform { () throws(LayoutError) in constraints.forEach(self.number) }
  }

  /// Checks that each constraint is valid, without regard to other constraints.
  ///
  /// - Throws: `LayoutError.illegal` for an invalid constraint.
  public func check(_ constraints: [LayoutConstraint]) throws(LayoutError) {
    for constraint in constraints {
      try constraint.checkForm()
      try constraint.checkPlaces(in: self)
      if constraint.source == .user { try constraint.checkIdentifier(constraint.identifier) }
    }
  }

  /// The active constraints in the order of their serial numbers, including those the engine
  /// creates.
  public var activeConstraints: [LayoutConstraint] {
    state.owners.compactMap { $0 }.sorted { $0.serial < $1.serial }
  }

  /// The number of current conflicts; cheap once the frames are computed.
  public var conflictCount: Int {
    layout()
    return state.conflicts.reduce(0) { $0 + $1.broken.count }
  }

  /// The current conflicts, oldest first, without constraints that do not contribute to them.
  ///
  /// Reading this property can be slow, because it checks again every conflict in which a constant
  /// has changed. Use ``conflictCount`` if you need only the number of conflicts.
  public var conflicts: [LayoutConflict] {
    layout()
    return state.explainedConflicts()
  }

  private func number(_ constraint: LayoutConstraint) {
    keep(constraint, \.values.serial)
    state.number(constraint)
  }

  func activate(_ constraint: LayoutConstraint) {
    guard !constraint.isActive else { return }
    if canRollBack {
      let serial = constraint.serial
      onRollback {
        constraint.values.serial = serial
        constraint.values.isActive = false
        constraint.handle = nil
        constraint.unlink()
      }
    }
    state.activate(constraint)
  }

  func deactivate(_ constraint: LayoutConstraint) {
    guard constraint.isActive, let handle = constraint.handle else { return }
    state.retry(touching: constraint)
    if canRollBack {
      let lowered = constraint.lowered
      onRollback {
        constraint.values.isActive = true
        constraint.handle = handle
        constraint.lowered = lowered
        constraint.link()
      }
    }
    constraint.unlink()
    if constraint.isCrossing { state.crossings -= 1 }
    state.noteOrder(of: constraint)
    constraint.values.isActive = false
    constraint.handle = nil
    state.solver.discard(handle)
    state.owners[Int(handle.symbol)] = nil
  }

  func lower(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    let form = constraint.loweredForm(state.direction)
    let old = constraint.lowered
    if form == old { return }
    let isMoved = form.terms == old.terms
    if !isMoved { state.retry(touching: constraint) }
    if canRollBack {
      onRollback {
        constraint.lowered = old
        constraint.handle = handle
      }
    }
    constraint.lowered = form
    if isMoved {
      if constraint.priority.isRequired { state.isUnchecked = true }
      state.solver.change(-form.constant, of: handle)
      state.retry(touching: constraint, hasSameTerms: true)
    } else {
      state.solver.discard(handle)
      state.owners[Int(handle.symbol)] = nil
      state.add(constraint)
    }
  }

  func lowerConstraints(where hasChanged: (LayoutConstraint) -> Bool = { _ in true }) {
    for case let constraint? in state.owners where hasChanged(constraint) { lower(constraint) }
  }

  func updatePriority(_ constraint: LayoutConstraint) {
    guard let handle = constraint.handle else { return }
    state.retry(touching: constraint)
    if constraint.priority.isRequired { state.isUnchecked = true }
    state.solver.change(constraint.priority, of: handle)
  }
}

extension LayoutEngine.State {
  mutating func number(_ constraint: LayoutConstraint) {
    guard constraint.serial == 0 else { return }
    constraint.values.serial = nextSerial
    nextSerial += 1
  }

  mutating func activate(_ constraint: LayoutConstraint) {
    number(constraint)
    constraint.values.isActive = true
    constraint.link()
    if constraint.isCrossing { crossings += 1 }
    noteOrder(of: constraint)
    constraint.lowered = constraint.loweredForm(direction)
    add(constraint)
  }

  mutating func noteOrder(of constraint: LayoutConstraint) {
    if constraint.isForward == nil { return }
    unordered.append(constraint.first)
    if let second = constraint.second { unordered.append(second) }
  }

  mutating func add(_ constraint: LayoutConstraint) {
    let handle = solver.insert(
      constraint.lowered.terms, constraint.relation, -constraint.lowered.constant,
      priority: constraint.priority, order: constraint.tieOrder)
    constraint.handle = handle
    if constraint.priority.isRequired { isUnchecked = true }
    setOwner(constraint, of: handle)
  }

  mutating func setOwner(_ owner: LayoutConstraint?, of handle: LayoutSolver.Constraint) {
    while owners.count <= Int(handle.symbol) { owners.append(nil) }
    owners[Int(handle.symbol)] = owner
  }
}

extension LayoutConstraint {
  fileprivate var isCrossing: Bool {
    second != nil && secondAttribute.isSize && firstAttribute.axis != secondAttribute.axis
  }

  /// Enters the constraint into the lists of its areas.
  fileprivate func link() {
    places.first = first.links.count
    first.links.append(self)
    guard let second, second !== first else { return }
    places.second = second.links.count
    second.links.append(self)
  }

  fileprivate func unlink() {
    first.dropLink(at: places.first)
    if let second, second !== first { second.dropLink(at: places.second) }
  }
}

extension LayoutArea {
  fileprivate func dropLink(at place: Int) {
    let last = links.removeLast()
    if place == links.count { return }
    links[place] = last
    if last.first === self { last.places.first = place } else { last.places.second = place }
  }
}
