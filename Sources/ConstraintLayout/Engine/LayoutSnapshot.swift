import Geometry

/// The frames of all items at one moment, to tell what a change has moved.
///
///     let before = engine.snapshot()
///     try panel.setHidden(true)
///     for change in engine.changes(since: before) {
///       let start = change.old ?? change.new
///       draw(change.item.reference, in: start.moved(to: change.new, progress: 0.5))
///     }
///
/// A snapshot keeps its items alive, not their places: an item that was removed since is left out
/// of the changes, one that is new has no old frame.
public struct LayoutSnapshot {
  fileprivate var frames: [ObjectIdentifier: (item: LayoutArea, frame: Rect)]

  /// The frame an item had, in its superview's bounds, in points; `nil` for one that was not there.
  public func frame(of item: LayoutArea) -> Rect? { frames[ObjectIdentifier(item)]?.frame }
}

/// An item whose frame differs from that in a snapshot.
public struct LayoutChange {
  /// The item whose frame differs.
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
    let lines = tree(below: root) + activeConstraints.map { "\($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A view and those inside it with their frames, a line each; a mark may follow a frame.
  func tree(below view: LayoutItem, mark: (LayoutItem) -> String = { _ in "" }) -> [String] {
    ["\(view.name) \(frameText(of: view))\(mark(view))"]
      + view.subviews.flatMap { tree(below: $0, mark: mark).map { "  " + $0 } }
  }

  /// The frame of an area, exact, in its superview's bounds, as in 8,40,304,44.
  func frameText(of area: LayoutArea) -> String {
    let frame = frame(of: area)
    return [frame.x, frame.y, frame.width, frame.height].map(shortText).joined(separator: ",")
  }
}

extension Rect {
  fileprivate func isNear(_ other: Rect) -> Bool {
    let pairs = [(x, other.x), (y, other.y), (width, other.width), (height, other.height)]
    return pairs.allSatisfy { abs($0 - $1) <= 1e-6 }
  }
}
