import Geometry

extension AutoresizingMask {
  /// A frame after its superview has changed its size.
  ///
  /// The change is shared among the flexible parts of each axis in proportion to what they are, or
  /// equally if they are all zero; a size stops at 0. Then both edges are rounded down to the grid.
  ///
  /// - Parameters:
  ///   - frame: the frame in the old superview, in points.
  ///   - oldSize: the superview's size before.
  ///   - newSize: the superview's size after.
  ///   - grid: the step edges are rounded down to; `nil` for none.
  /// - Returns: the frame in the new superview, in points.
  public func resized(
    _ frame: Rect, from oldSize: Size, to newSize: Size, grid: Double? = 1
  ) -> Rect {
    let x = resized(
      .horizontal, frame.x, frame.width, from: oldSize.width, to: newSize.width, grid)
    let y = resized(
      .vertical, frame.y, frame.height, from: oldSize.height, to: newSize.height, grid)
    return Rect(x: x.start, y: y.start, width: x.size, height: y.size)
  }

  private func resized(
    _ axis: LayoutAxis, _ start: Double, _ size: Double, from old: Double, to new: Double,
    _ grid: Double?
  ) -> (start: Double, size: Double) {
    let shares = shares(axis, start: start, size: size, superviewSize: old)
    let newStart = start + shares.start * (new - old)
    let newSize = max(0, size + shares.size * (new - old))
    guard let grid, grid > 0 else { return (newStart, newSize) }
    let first = grid * (newStart / grid + 1e-9).rounded(.down)
    let last = grid * ((newStart + newSize) / grid + 1e-9).rounded(.down)
    return (first, last - first)
  }

  /// The parts of a change of the superview's size that go to the start margin and to the size.
  func shares(
    _ axis: LayoutAxis, start: Double, size: Double, superviewSize: Double
  ) -> (start: Double, size: Double) {
    let flexible = parts(axis)
    let lengths = [start, size, superviewSize - start - size]
    let count = flexible.filter { $0 }.count
    guard count > 0 else { return (0, 0) }
    let sum = zip(flexible, lengths).reduce(0) { $1.0 ? $0 + $1.1 : $0 }
    func share(_ part: Int) -> Double {
      flexible[part] ? (sum == 0 ? 1 / Double(count) : lengths[part] / sum) : 0
    }
    return (share(0), share(1))
  }
}
