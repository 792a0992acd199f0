import Geometry

extension LayoutEngine {
  /// The size an item would take if it could choose; the engine does not change.
  ///
  /// Constraints that fix the item from outside are left out; its size is as close to the target as
  /// the constraints inside it allow.
  ///
  /// - Parameters:
  ///   - target: the size wished for, such as `LayoutEngine.fittingCompressed`.
  ///   - horizontal: how strongly the target's width is wished for.
  ///   - vertical: how strongly the target's height is wished for.
  ///   - item: the item to measure; the root by default.
  /// - Returns: the size of the alignment rectangle, in points.
  public func systemLayoutSizeFitting(
    _ target: Size, horizontal: LayoutPriority = .fittingSizeLevel,
    vertical: LayoutPriority = .fittingSizeLevel, of item: LayoutItem? = nil
  ) -> Size {
    layoutIfNeeded()
    let item = item ?? root
    guard let variables = item.variables else { return exactFrame(of: item).size }
    var copy = state.solver
    var owners: [LayoutConstraint?] = state.owners
    for case let constraint? in state.owners {
      guard let handle = constraint.handle else { continue }
      if !constraint.speaks(ofInsideOf: item) {
        copy.discard(handle)
        owners[Int(handle.symbol)] = nil
      } else if constraint.isBroken {
        copy.change(constraint.priority, of: handle)
      }
    }
    let wishes = [
      (variables.width, target.width, horizontal), (variables.height, target.height, vertical),
    ]
    for (variable, length, priority) in wishes {
      let handle = copy.insert(
        [.init(variable)], .equal, length.isLength ? length : 0, priority: priority, order: .max)
      while owners.count <= Int(handle.symbol) { owners.append(nil) }
    }
    settleHeights(of: &copy, inside: item) { copy in
      while let conflict = copy.solve() {
        let members = LayoutEngine.members(of: conflict, in: &copy, owners)
        let last = members.max { $0.keptOrder < $1.keptOrder }
        guard let handle = last?.handle else { break }
        copy.change(.broken, of: handle)
      }
    }
    return Size(
      width: copy.value(of: variables.width), height: copy.value(of: variables.height))
  }
}

extension LayoutConstraint {
  /// Tells whether the constraint would still be there if the item were the root.
  fileprivate func speaks(ofInsideOf item: LayoutItem) -> Bool {
    guard first.isInside(item), second?.isInside(item) ?? true else { return false }
    guard first === item else { return true }
    switch source {
    case .root, .autoresizing: return false
    case .stack:
      let outer = item.superview as? StackLayout
      return !(outer?.made.values.contains { $0 === self } ?? false)
    case .user, .contentSize: return true
    }
  }
}
