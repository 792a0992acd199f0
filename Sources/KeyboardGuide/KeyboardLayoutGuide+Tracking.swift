import ConstraintLayout

extension KeyboardLayoutGuide {
  /// Keeps constraints active while the keyboard is near every edge of a set.
  ///
  /// A constraint in several sets is active while one of them needs it; a constraint switched by
  /// hand is corrected when the keyboard next moves.
  ///
  /// - Parameters:
  ///   - constraints: the new constraints, replacing those of the same set; empty to forget them.
  ///   - edges: at least one edge.
  /// - Throws: `LayoutError.illegal` for the empty set or an illegal constraint.
  public func setConstraints(
    _ constraints: [LayoutConstraint], activeWhenNear edges: RectEdge
  ) throws(LayoutError) {
    try set(Entry(isNear: true, edges: edges, constraints: constraints))
  }

  /// Keeps constraints active while the keyboard is away from every edge of a set.
  ///
  /// A constraint in several sets is active while one of them needs it; a constraint switched by
  /// hand is corrected when the keyboard next moves.
  ///
  /// - Parameters:
  ///   - constraints: the new constraints, replacing those of the same set; empty to forget them.
  ///   - edges: at least one edge.
  /// - Throws: `LayoutError.illegal` for the empty set or an illegal constraint.
  public func setConstraints(
    _ constraints: [LayoutConstraint], activeWhenAwayFrom edges: RectEdge
  ) throws(LayoutError) {
    try set(Entry(isNear: false, edges: edges, constraints: constraints))
  }

  /// The constraints registered for being near a set of edges, active or not.
  public func constraints(activeWhenNear edges: RectEdge) -> [LayoutConstraint] {
    entries.first { $0.isNear && $0.edges == edges }?.constraints ?? []
  }

  /// The constraints registered for being away from a set of edges, active or not.
  public func constraints(activeWhenAwayFrom edges: RectEdge) -> [LayoutConstraint] {
    entries.first { !$0.isNear && $0.edges == edges }?.constraints ?? []
  }

  /// Deactivates and forgets all tracked constraints.
  ///
  /// - Throws: `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func removeAllTrackedConstraints() throws(LayoutError) {
    try engine.transaction { () throws(LayoutError) in
      let old = self.entries
      self.engine.onRollback { self.entries = old }
      self.entries = []
      try self.exchange(leaving: old.flatMap(\.constraints))
    }
  }

  /// Tells whether the constraints of a set are active now.
  package func isActive(isNear: Bool, edges: RectEdge) -> Bool {
    isTracking && (isNear ? edges.isSubset(of: nearEdges) : edges.isDisjoint(with: nearEdges))
  }

  private func set(_ entry: Entry) throws(LayoutError) {
    guard !entry.edges.isEmpty, entry.edges.isSubset(of: .all) else {
      throw .illegal(
        "Tracked constraints need at least one edge, name top, leading, bottom or trailing.")
    }
    try engine.transaction { () throws(LayoutError) in
      let old = self.entries
      self.engine.onRollback { self.entries = old }
      try self.engine.registerForTracking(entry.constraints)
      let index = old.firstIndex { $0.isNear == entry.isNear && $0.edges == entry.edges }
      if let index { self.entries.remove(at: index) }
      if !entry.constraints.isEmpty { self.entries.insert(entry, at: index ?? old.count) }
      try self.exchange(leaving: index.map { old[$0].constraints } ?? [])
    }
  }

  /// Deactivates all leaving constraints, then activates all entering ones.
  ///
  /// - Parameter leaving: the constraints just removed from the entries.
  /// - Throws: `LayoutError` for a constraint that has become illegal, for instance because its
  ///   items were moved.
  func exchange(leaving: [LayoutConstraint] = []) throws(LayoutError) {
    dropConstraintsOfRemovedItems()
    var wanted: Set<ObjectIdentifier> = []
    for entry in entries where isActive(isNear: entry.isNear, edges: entry.edges) {
      for constraint in entry.constraints { wanted.insert(ObjectIdentifier(constraint)) }
    }
    var off = leaving.filter { $0.isActive && !wanted.contains(ObjectIdentifier($0)) }
    var on: [LayoutConstraint] = []
    for entry in entries {
      for constraint in entry.constraints {
        let isWanted = wanted.contains(ObjectIdentifier(constraint))
        if isWanted, !constraint.isActive { on.append(constraint) }
        if !isWanted, constraint.isActive { off.append(constraint) }
      }
    }
    if !off.isEmpty { try engine.deactivate(off) }
    if !on.isEmpty { try engine.activate(on) }
  }

  /// Forgets constraints of items that the host has removed, like the engine.
  private func dropConstraintsOfRemovedItems() {
    func isLost(_ constraint: LayoutConstraint) -> Bool {
      constraint.first.isRemoved || constraint.second?.isRemoved ?? false
    }
    guard entries.contains(where: { $0.constraints.contains(where: isLost) }) else { return }
    let old = entries
    engine.onRollback { self.entries = old }
    for index in entries.indices { entries[index].constraints.removeAll(where: isLost) }
    entries.removeAll(where: \.constraints.isEmpty)
  }
}
