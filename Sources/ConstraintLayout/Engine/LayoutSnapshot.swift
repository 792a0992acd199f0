import Geometry

/// The frames of all items at one moment, to tell what a change has moved.
///
///     let before = engine.snapshot()
///     try panel.setHidden(true)
///     for change in engine.changes(since: before) {
///       animate(change.item.reference, from: change.old, to: change.new)
///     }
///
/// A snapshot keeps its items alive, not their places: an item that was removed since is left out of
/// the changes, one that is new has no old frame.
public struct LayoutSnapshot {
  fileprivate var frames: [ObjectIdentifier: (item: LayoutArea, frame: Rect)]

  /// The frame an item had, in its superview's bounds, in points; `nil` for one that was not there.
  public func frame(of item: LayoutArea) -> Rect? { frames[ObjectIdentifier(item)]?.frame }
}

/// An item whose frame differs from that in a snapshot.
public struct LayoutChange {
  public let item: LayoutArea
  /// The frame in the snapshot; `nil` for an item that is new.
  public let old: Rect?
  /// The frame now.
  public let new: Rect
}

extension LayoutEngine {
  /// The frames of all items, exact, in their superviews' bounds; linear in their number.
  public func snapshot() -> LayoutSnapshot {
    layoutIfNeeded()
    var frames: [ObjectIdentifier: (item: LayoutArea, frame: Rect)] = [:]
    frames.reserveCapacity(state.areas.count)
    for area in state.areas { frames[ObjectIdentifier(area)] = (area, exactFrame(of: area)) }
    return LayoutSnapshot(frames: frames)
  }

  /// The items whose frames are not what they were, in the order of registration.
  ///
  /// - Parameter snapshot: the frames to compare with.
  /// - Returns: a change per item that has moved by more than 1e-6 points, or is new.
  public func changes(since snapshot: LayoutSnapshot) -> [LayoutChange] {
    layoutIfNeeded()
    return state.areas.compactMap { area in
      let (old, new) = (snapshot.frame(of: area), exactFrame(of: area))
      if let old, old.isNear(new) { return nil }
      return LayoutChange(item: area, old: old, new: new)
    }
  }

  /// The tree of views with their frames, and the active constraints, as lines of text.
  public func dump() -> String {
    layoutIfNeeded()
    var lines: [String] = []
    func list(_ view: LayoutItem, _ depth: Int) {
      let frame = exactFrame(of: view)
      let numbers = [frame.x, frame.y, frame.width, frame.height].map(shortText)
      lines.append(
        String(repeating: "  ", count: depth) + view.name + " "
          + numbers.joined(separator: ","))
      for subview in view.subviews { list(subview, depth + 1) }
    }
    list(root, 0)
    lines += activeConstraints.map { "\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    let pairs = [(x, other.x), (y, other.y), (width, other.width), (height, other.height)]
    return pairs.allSatisfy { abs($0 - $1) <= 1e-6 }
  }
}
