import KeywardGeometry

extension LayoutEngine {
  /// The root's safe-area insets, as set by the host, in points.
  public var safeAreaInsets: RectInsets { state.safeAreaInsets }

  /// Changes the root's safe-area insets.
  ///
  /// - Throws: `LayoutError.illegal` for NaN, infinite and negative numbers,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setSafeAreaInsets(_ insets: RectInsets) throws(LayoutError) {
    for number in [insets.top, insets.left, insets.bottom, insets.right]
    where !number.isLength || number < 0 {
      throw .illegal("The safe area cannot have an inset of \(number): use 0 or more.")
    }
    if insets == state.safeAreaInsets { return }
    try performFollowed { () throws(LayoutError) in
      self.state.safeAreaInsets = insets
      self.hasWindowChanged = true
      self.updateInsets()
      self.lowerConstraints(where: \.dependsOnInsets)
    }
  }

  /// The safe-area insets of a view, in points; a removed view keeps its last insets.
  public func safeAreaInsets(of view: LayoutItem) -> RectInsets {
    layout()
    return view.safeAreaInsetsStorage
  }

  @discardableResult
  func updateInsets() -> Bool {
    let hasSafeArea =
      state.safeAreaInsets != .zero
      || state.areas.contains { ($0 as? LayoutItem)?.additionalSafeAreaInsets ?? .zero != .zero }
    guard hasSafeArea || state.hasSafeArea else { return false }
    state.hasSafeArea = hasSafeArea
    var hasMoved = false
    for case let view as LayoutItem in state.areas where view.superview == nil {
      let outer = view === root ? state.safeAreaInsets : .zero
      setInsets(outer.adding(view.additionalSafeAreaInsets), of: view, &hasMoved)
    }
    return hasMoved
  }

  private func setInsets(_ insets: RectInsets, of view: LayoutItem, _ hasMoved: inout Bool) {
    if !insets.isClose(to: view.safeAreaInsetsStorage) {
      hasMoved = true
      keep(view, \.safeAreaInsetsStorage)
      view.safeAreaInsetsStorage = insets
      if let guide = view.safeAreaGuideStorage {
        keep(guide, \.placement)
        guide.placement = .inset(insets)
      }
    }
    for child in view.subviews {
      let inner = state.hasSafeArea ? overlap(of: child, insets, in: view) : .zero
      setInsets(inner.adding(child.additionalSafeAreaInsets), of: child, &hasMoved)
    }
  }

  private func overlap(
    of child: LayoutItem, _ insets: RectInsets, in view: LayoutItem
  ) -> RectInsets {
    let size = exactFrame(of: view).size
    let frame = exactFrame(of: child)
    return RectInsets(
      top: clamp(insets.top - frame.minY, frame.height),
      left: clamp(insets.left - frame.minX, frame.width),
      bottom: clamp(frame.maxY - (size.height - insets.bottom), frame.height),
      right: clamp(frame.maxX - (size.width - insets.right), frame.width))
  }

  private func clamp(_ inset: Double, _ size: Double) -> Double { min(max(0, inset), max(0, size)) }
}

extension RectInsets {
  func adding(_ other: RectInsets) -> RectInsets {
    RectInsets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom,
      right: right + other.right)
  }

  package func isClose(to other: RectInsets) -> Bool {
    abs(top - other.top) <= 1e-6 && abs(left - other.left) <= 1e-6
      && abs(bottom - other.bottom) <= 1e-6 && abs(right - other.right) <= 1e-6
  }
}

extension Rect {
  package func isClose(to other: Rect) -> Bool {
    abs(minX - other.minX) <= 1e-6 && abs(minY - other.minY) <= 1e-6
      && abs(maxX - other.maxX) <= 1e-6 && abs(maxY - other.maxY) <= 1e-6
  }
}
