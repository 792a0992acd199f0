extension LayoutEngine {
  /// Removes an item, everything inside it, and every constraint that mentions any of these.
  ///
  /// - Throws: `LayoutError.illegal` for the root, a guide the engine keeps itself, or an item of
  ///   another engine.
  public func removeItem(_ item: LayoutArea) throws(LayoutError) {
    guard item !== root else { throw .illegal("The root \(item.name) cannot be removed.") }
    guard item.engine === self, !item.isRemoved else {
      throw .illegal("\(item.name) is not an item of this engine, so it cannot be removed.")
    }
    switch item.placement {
    case .inset, .margins: throw .illegal("\(item.name) belongs to its view, remove the view.")
    case .free, .root, .fixed: break
    }
    try perform { () throws(LayoutError) in
      if let view = item as? LayoutItem, let superview = item.superview {
        self.detach(view, from: superview)
      }
      let doomed = self.state.areas.filter { area in area.ancestors.contains { $0 === item } }
      self.deactivateConstraints { doomed.contains(where: $0.mentions) }
      for area in doomed { self.forget(area) }
    }
  }

  /// Makes a view the last subview of another one; constraints stay as they are.
  ///
  /// - Throws: `LayoutError.illegal` if the view would contain itself, belongs to another engine,
  ///   or has a constraint to an item that is not in the same tree any more.
  public func move(_ view: LayoutItem, to parent: LayoutItem) throws(LayoutError) {
    for item in [view, parent] where item.engine !== self || item.isRemoved {
      throw .illegal("\(item.name) is not an item of this engine, use its own items.")
    }
    guard !parent.isInside(view), view !== root else {
      throw .illegal("\(view.name) cannot go into \(parent.name), it would contain itself.")
    }
    if view.superview === parent { return }
    try transaction { () throws(LayoutError) in
      if let superview = view.superview { self.detach(view, from: superview) }
      self.append(view, to: parent)
      let old = view.superviewLink
      self.onRollback { view.superviewLink = old }
      view.superviewLink = parent.link
      view.dropAutoresizing(in: self)
      for case let constraint? in self.state.owners where constraint.first.engine === self {
        try constraint.checkPlaces(in: self)
      }
      self.lowerAllConstraints()
    }
  }

  /// Deactivates every constraint that fits a description.
  func deactivateConstraints(where isDoomed: (LayoutConstraint) -> Bool) {
    for case let constraint? in state.owners where isDoomed(constraint) { deactivate(constraint) }
  }

  private func detach(_ view: LayoutItem, from superview: LayoutItem) {
    if let stack = superview as? StackLayout { stack.forget(view, in: self) }
    let old = superview.subviews
    onRollback { superview.subviews = old }
    superview.subviews.removeAll { $0 === view }
  }

  private func forget(_ area: LayoutArea) {
    onRollback { area.isGone = false }
    area.isGone = true
    if let view = area as? LayoutItem {
      state.measured.removeAll { $0 === view }
      view.releaseConstraints(in: self)
    }
    state.areas.removeAll { $0 === area }
    guard case .free(let variables) = area.placement else { return }
    for variable in [variables.width, variables.left, variables.height, variables.top] {
      if let variable { state.solver.discard(variable) }
    }
  }
}

extension LayoutConstraint {
  /// Tells whether one of the sides is this item.
  func mentions(_ area: LayoutArea) -> Bool { first === area || second === area }
}
