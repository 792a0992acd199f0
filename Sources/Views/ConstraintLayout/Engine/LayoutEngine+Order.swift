// The order of the views of a visual format or a stack, which decides ties between natural sizes.
extension LayoutEngine {
  /// Puts views into the order of their visual formats and stacks, after such links have changed.
  ///
  /// Views that are linked on an axis exchange their ranks on this axis: an earlier view has a lower
  /// rank. Contradictory links are ignored, so the order of creation decides there.
  func orderTies() {
    guard !state.unordered.isEmpty else { return }
    let areas = state.unordered.filter { !$0.isRemoved }
    state.unordered = []
    for axis in LayoutAxis.allCases {
      var seen = Set<ObjectIdentifier>()
      for area in areas where seen.insert(ObjectIdentifier(area)).inserted {
        order(linked(to: area, axis, &seen), axis)
      }
    }
  }

  private func linked(
    to area: LayoutArea, _ axis: LayoutAxis, _ seen: inout Set<ObjectIdentifier>
  ) -> [LayoutArea] {
    var found = [area]
    var next = 0
    while next < found.count {
      for constraint in found[next].links {
        guard let (earlier, later) = constraint.order(axis) else { continue }
        for area in [earlier, later] where seen.insert(ObjectIdentifier(area)).inserted {
          found.append(area)
        }
      }
      next += 1
    }
    return found
  }

  private func order(_ areas: [LayoutArea], _ axis: LayoutAxis) {
    let created = areas.sorted { $0.rank < $1.rank }
    let ranks = created.compactMap { $0 as? LayoutItem }.map(\.rank)
    let views = inOrder(created, axis).compactMap { $0 as? LayoutItem }
    for (view, rank) in zip(views, ranks) where view.tieRanks[axis] ?? view.rank != rank {
      view.tieRanks[axis] = rank
      guard let pair = view.contentSizes[axis] else { continue }
      for constraint in [pair.compression, pair.hugging] {
        guard let handle = constraint.handle else { continue }
        state.solver.change(order: constraint.tieOrder, of: handle)
      }
    }
  }

  /// Sorts linked areas so that earlier ones precede later ones, and otherwise by rank.
  ///
  /// If links form a circle, the area with the lowest rank is taken next.
  private func inOrder(_ created: [LayoutArea], _ axis: LayoutAxis) -> [LayoutArea] {
    var predecessors: [ObjectIdentifier: Int] = [:]
    var isCreatedInOrder = true
    for area in created {
      for constraint in area.links {
        guard let (earlier, later) = constraint.order(axis), earlier === area else { continue }
        predecessors[ObjectIdentifier(later), default: 0] += 1
        if earlier.rank > later.rank { isCreatedInOrder = false }
      }
    }
    if isCreatedInOrder { return created }
    // Ready areas, in descending order of rank.
    var ready = Array(created.filter { predecessors[ObjectIdentifier($0)] == nil }.reversed())
    var done = Set<ObjectIdentifier>()
    var ordered: [LayoutArea] = []
    var rest = created[...]
    while ordered.count < created.count {
      guard let area = ready.popLast() ?? rest.popFirst() else { break }
      guard done.insert(ObjectIdentifier(area)).inserted else { continue }
      ordered.append(area)
      for constraint in area.links {
        guard let (earlier, later) = constraint.order(axis), earlier === area else { continue }
        predecessors[ObjectIdentifier(later), default: 0] -= 1
        if predecessors[ObjectIdentifier(later)] == 0 {
          ready.insert(later, at: ready.partitionIndex { $0.rank > later.rank })
        }
      }
    }
    return ordered
  }
}

extension LayoutConstraint {
  /// The areas that a link of a visual format or a stack puts into an order on an axis.
  fileprivate func order(_ axis: LayoutAxis) -> (earlier: LayoutArea, later: LayoutArea)? {
    guard let isForward, let second, firstAttribute.axis == axis else { return nil }
    return isForward ? (first, second) : (second, first)
  }
}
