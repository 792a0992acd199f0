/// Something that has to change together with a layout, such as a guide whose place its host
/// computes.
package protocol LayoutFollower: AnyObject {
  /// The root's size, its safe area or the direction has changed; called at the end of that change
  /// and as part of it.
  func windowHasChanged() throws(LayoutError)

  /// A layout pass has ended.
  ///
  /// - Returns: whether the follower has changed something, so that there has to be another pass.
  func layoutHasEnded() -> Bool
}

/// Knows a follower without keeping it alive.
struct WeakFollower {
  weak var follower: (any LayoutFollower)?
}

extension LayoutEngine {
  /// The followers that are still there, in the order they were added.
  package var followers: [any LayoutFollower] { weakFollowers.compactMap(\.follower) }

  /// Adds a follower, which the engine does not keep alive.
  package func add(_ follower: any LayoutFollower) {
    weakFollowers.removeAll { $0.follower == nil }
    weakFollowers.append(WeakFollower(follower: follower))
  }

  /// Makes a change of the window, which fails as a whole where a follower cannot follow.
  func performFollowed(_ change: () throws(LayoutError) -> Void) throws(LayoutError) {
    try perform(canFail: !weakFollowers.isEmpty, change)
  }

  /// Lets everything follow a window that the change under way has changed.
  func followWindow() throws(LayoutError) {
    guard hasWindowChanged else { return }
    hasWindowChanged = false
    for follower in followers { try follower.windowHasChanged() }
  }

  /// Lets everything follow the frames of a layout pass.
  ///
  /// - Returns: whether there has to be another pass.
  func followLayout() -> Bool {
    if weakFollowers.isEmpty { return false }
    return followers.reduce(false) { $1.layoutHasEnded() || $0 }
  }
}
