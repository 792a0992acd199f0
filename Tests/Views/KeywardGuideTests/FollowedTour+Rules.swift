import KeywardGuide

extension FollowedTour {
  var brokenRules: [String] {
    let root = Rect(origin: .zero, size: engine.rootSize)
    let guide = engine.frame(of: keyboard.guide)
    let near = keyboard.nearEdges
    var broken: [String] = []
    if !root.inset(by: -1e-9).contains(guide) || guide.width < 0 || guide.height < 0 {
      broken.append("the guide \(guide) lies inside the window \(root)")
    }
    if near.isSuperset(of: [.top, .bottom]) || near.isSuperset(of: [.leading, .trailing]) {
      broken.append("no opposite edges are near")
    }
    for constraint in engine.activeConstraints
    where constraint.priority == .required && !holds(constraint) {
      broken.append("\(constraint) holds")
    }
    for entry in tracking where !isSwitchedRight(entry, near: near) {
      let word = entry.isNear ? "near" : "away"
      broken.append("“\(word) \(entry.edges.names)” is active exactly when it is due")
    }
    if !logs.isEmpty || !engine.conflicts.isEmpty { broken.append("no conflict: \(logs)") }
    return broken
  }

  /// True if the constraints of an entry are active exactly when its edges need them.
  private func isSwitchedRight(_ entry: Tracking, near: RectEdge) -> Bool {
    let edges = [RectEdge.top, .leading, .bottom, .trailing].filter(entry.edges.contains)
    let isDue = edges.allSatisfy { near.contains($0) == entry.isNear }
    let kept =
      entry.isNear
      ? keyboard.constraints(activeWhenNearEdge: entry.edges)
      : keyboard.constraints(activeWhenAwayFrom: entry.edges)
    return kept.elementsEqual(entry.constraints, by: ===)
      && kept.allSatisfy { $0.isActive == isDue }
  }

  private func holds(_ constraint: LayoutConstraint) -> Bool {
    guard let left = value(constraint.first, constraint.firstAttribute) else { return true }
    var right = constraint.constant
    if let second = constraint.second {
      guard let value = value(second, constraint.secondAttribute) else { return true }
      // In reading coordinates, constants of mirrored attributes point the other way.
      let isMirrored =
        engine.direction == .rightToLeft
        && [.leading, .trailing].contains(constraint.firstAttribute)
      right = constraint.multiplier * value + (isMirrored ? -constraint.constant : right)
    }
    switch constraint.relation {
    case .equal: return abs(left - right) < 1e-6
    case .lessThanOrEqual: return left < right + 1e-6
    case .greaterThanOrEqual: return left > right - 1e-6
    }
  }

  private func value(_ area: LayoutArea, _ attribute: LayoutAttribute) -> Double? {
    let frame = engine.absoluteFrame(of: area)
    let isLeftToRight = engine.direction == .leftToRight
    switch attribute {
    case .left: return frame.minX
    case .right: return frame.maxX
    case .leading: return isLeftToRight ? frame.minX : frame.maxX
    case .trailing: return isLeftToRight ? frame.maxX : frame.minX
    case .top: return frame.minY
    case .bottom: return frame.maxY
    case .width: return frame.width
    case .height: return frame.height
    case .centerX: return frame.midX
    case .centerY: return frame.midY
    default: return nil
    }
  }
}
