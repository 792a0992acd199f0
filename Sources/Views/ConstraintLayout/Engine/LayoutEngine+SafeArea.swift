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
      self.fitRootGuides()
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
    let hasSafeArea = state.safeAreaInsets != .zero || state.insettingViews > 0
    guard hasSafeArea || state.hasSafeArea else { return false }
    state.hasSafeArea = hasSafeArea
    var hasMoved = false
    var waiting: [(view: LayoutItem, outer: RectInsets)] = []
    for case let view as LayoutItem in state.areas where view.superview == nil {
      waiting.append((view, view === root ? state.safeAreaInsets : .zero))
    }
    while let (view, outer) = waiting.popLast() {
      let insets = outer.adding(view.additionalSafeAreaInsets)
      if !insets.isClose(to: view.safeAreaInsetsStorage) {
        hasMoved = true
        keep(view, \.safeAreaInsetsStorage)
        view.safeAreaInsetsStorage = insets
      }
      for child in view.subviews {
        waiting.append((child, state.hasSafeArea ? overlap(of: child, insets, in: view) : .zero))
      }
    }
    return hasMoved
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

// A guide whose view is smaller than its insets.
extension LayoutEngine {
  /// Cuts the insets of guides whose edges would cross, and restores insets that have room again.
  ///
  /// Returns true if an inset has changed.
  func fitInsetGuides() -> Bool {
    state.insetGuides.reduce(false) { hasMoved, guide in
      let view = guide.superview ?? root
      let size = Size(
        width: value(of: view.size(.horizontal)), height: value(of: view.size(.vertical)))
      return fit(guide, in: view, size) || hasMoved
    }
  }

  /// Does the same for the guides of the root, whose size is known before a layout.
  @discardableResult
  func fitRootGuides() -> Bool {
    state.insetGuides.filter { $0.superview === root }.reduce(false) { hasMoved, guide in
      fit(guide, in: root, state.rootSize) || hasMoved
    }
  }

  /// Cuts the insets of a guide if a view whose alignment rectangle has the size `size` is smaller.
  ///
  /// The guide is then empty: it is in the middle between its crossed edges, or at the edge of the
  /// view that is nearest to this point.
  private func fit(_ guide: LayoutGuide, in view: LayoutItem, _ size: Size) -> Bool {
    let old = guide.cut
    guide.cut = .zero
    let insets = guide.insets ?? .zero
    guide.cut = old
    let outset = guide.isInBounds ? view.outset : .zero
    func cut(_ axis: LayoutAxis, _ length: Double) -> (start: Double, end: Double) {
      let (start, end) = (insets.start(axis), insets.end(axis))
      let length = length + outset.start(axis) + outset.end(axis)
      guard start + end > length else { return (0, 0) }
      let place = min(max(0, (start + length - end) / 2), max(0, length))
      return (start - place, end - (length - place))
    }
    let (x, y) = (cut(.horizontal, size.width), cut(.vertical, size.height))
    let new = RectInsets(top: y.start, left: x.start, bottom: y.end, right: x.end)
    guard !new.isClose(to: old) else { return false }
    keep(guide, \.cut)
    guide.cut = new
    return true
  }
}

extension RectInsets {
  func adding(_ other: RectInsets) -> RectInsets {
    RectInsets(
      top: top + other.top, left: left + other.left, bottom: bottom + other.bottom,
      right: right + other.right)
  }

  func subtracting(_ other: RectInsets) -> RectInsets {
    RectInsets(
      top: top - other.top, left: left - other.left, bottom: bottom - other.bottom,
      right: right - other.right)
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
