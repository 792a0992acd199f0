import ConstraintLayout

extension KeyboardLayoutGuide {
  /// Keeps constraints active while the keyboard is near every edge of a set.
  ///
  /// - Parameters:
  ///   - constraints: replace those of the same set; none forgets them.
  ///   - edges: at least one edge.
  /// - Throws: `LayoutError.illegal` for the empty set or an illegal constraint.
  public func setConstraints(
    _ constraints: [LayoutConstraint], activeWhenNear edges: RectEdge
  ) throws(LayoutError) {
    try set(Entry(isNear: true, edges: edges, constraints: constraints))
  }

  /// Keeps constraints active while the keyboard is away from every edge of a set.
  ///
  /// - Parameters:
  ///   - constraints: replace those of the same set; none forgets them.
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
    try engine.deactivate(entries.flatMap(\.constraints))
    entries = []
  }

  /// Whether the constraints of a set are active now.
  func isActive(isNear: Bool, edges: RectEdge) -> Bool {
    isTracking && (isNear ? edges.isSubset(of: nearEdges) : edges.isDisjoint(with: nearEdges))
  }

  private func set(_ entry: Entry) throws(LayoutError) {
    guard !entry.edges.isEmpty, entry.edges.isSubset(of: .all) else {
      throw .illegal(
        "Tracked constraints need at least one edge, name top, leading, bottom or trailing.")
    }
    let old = entries
    let index = entries.firstIndex { $0.isNear == entry.isNear && $0.edges == entry.edges }
    let leaving = index.map { entries[$0].constraints } ?? []
    do throws(LayoutError) {
      try engine.transaction { () throws(LayoutError) in
        try self.engine.registerForTracking(entry.constraints)
        if let index { self.entries.remove(at: index) }
        if !entry.constraints.isEmpty {
          self.entries.insert(entry, at: index ?? self.entries.count)
        }
        try self.exchange(near: self.nearEdges, isTracking: self.isTracking, leaving: leaving)
      }
    } catch {
      entries = old
      throw error
    }
  }

  /// Deactivates all that leave, then activates all that enter.
  func exchange(
    near: RectEdge, isTracking: Bool, leaving: [LayoutConstraint] = []
  ) throws(LayoutError) {
    let wanted = entries.filter { entry in
      isTracking
        && (entry.isNear ? entry.edges.isSubset(of: near) : entry.edges.isDisjoint(with: near))
    }.flatMap(\.constraints)
    let identifiers = Set(wanted.map(ObjectIdentifier.init))
    let tracked = leaving + entries.flatMap(\.constraints)
    try engine.deactivate(tracked.filter { !identifiers.contains(ObjectIdentifier($0)) })
    try engine.activate(wanted)
  }
}
