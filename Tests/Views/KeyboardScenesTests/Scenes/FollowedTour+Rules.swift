@testable import KeyboardScenes

extension FollowedTour {
  var brokenRules: [String] {
    let engine = scene.engine
    let root = Rect(origin: .zero, size: engine.rootSize)
    let guide = engine.frame(of: scene.keyboard.guide)
    let near = scene.keyboard.nearEdges
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
    for key in scene.file.tracking.map(\.key) where !isSwitchedRight(key, near: near) {
      broken.append("“\(key)” is active exactly when it is due")
    }
    if !logs.isEmpty || !engine.conflicts.isEmpty { broken.append("no conflict: \(logs)") }
    return broken
  }

  /// True if the constraints of a key such as `away top` are active exactly when it needs
  /// them.
  private func isSwitchedRight(_ key: String, near: RectEdge) -> Bool {
    let names: [Substring: RectEdge] = [
      "top": .top, "leading": .leading, "bottom": .bottom, "trailing": .trailing,
    ]
    let words = key.split(separator: " ")
    let isNear = words[0] == "near"
    let edges = words[1].split(separator: "+").compactMap { names[$0] }
    let isDue = edges.allSatisfy { near.contains($0) == isNear }
    let constraints =
      isNear
      ? scene.keyboard.constraints(activeWhenNearEdge: RectEdge(edges))
      : scene.keyboard.constraints(activeWhenAwayFrom: RectEdge(edges))
    return !constraints.isEmpty && constraints.allSatisfy { $0.isActive == isDue }
  }

  private func holds(_ constraint: LayoutConstraint) -> Bool {
    guard let left = value(constraint.first, constraint.firstAttribute) else { return true }
    var right = constraint.constant
    if let second = constraint.second {
      guard let value = value(second, constraint.secondAttribute) else { return true }
      // In reading coordinates, constants of mirrored attributes point the other way.
      let isMirrored =
        scene.engine.direction == .rightToLeft
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
    let frame = scene.engine.absoluteFrame(of: area)
    let isLeftToRight = scene.engine.direction == .leftToRight
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
