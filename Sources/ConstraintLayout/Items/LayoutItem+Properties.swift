import Geometry

extension LayoutItem {
  /// Sets the natural size in points; `noIntrinsicMetric` on an axis means none.
  ///
  /// If a height is measured (``setHeightForWidth(_:)``), that counts in place of this one, and is
  /// measured again.
  ///
  /// - Throws: `LayoutError.illegal` for a number that is NaN, infinite or negative.
  public func setIntrinsicSize(_ size: Size) throws(LayoutError) {
    for number in [size.width, size.height]
    where !number.isLength || number < 0 && number != LayoutItem.noIntrinsicMetric {
      throw .illegal(
        "\(name) cannot have the intrinsic size \(number), use 0 or more, or noIntrinsicMetric.")
    }
    try change { $0.intrinsicSize = size }
  }

  /// Sets how strongly the view resists growing beyond its natural size on an axis.
  public func setHuggingPriority(
    _ priority: LayoutPriority, _ axis: LayoutAxis
  ) throws(LayoutError) {
    try change { $0.hugging[axis] = priority }
  }

  /// Sets how strongly the view resists shrinking below its natural size on an axis.
  public func setCompressionResistance(
    _ priority: LayoutPriority, _ axis: LayoutAxis
  ) throws(LayoutError) {
    try change { $0.compression[axis] = priority }
  }

  /// Sets how far the frame extends beyond the alignment rectangle, in points.
  public func setAlignmentInsets(_ insets: RectInsets) throws(LayoutError) {
    try check(insets, "alignment insets")
    try change { $0.alignmentInsets = insets }
  }

  /// Sets the distances of the first baseline from the top and of the last from the bottom.
  public func setBaselines(first: Double, last: Double) throws(LayoutError) {
    guard first.isLength && last.isLength else {
      throw .illegal(
        "The baselines of \(name) are not finite numbers up to 1000000000, give them in points.")
    }
    try change {
      $0.firstBaseline = first
      $0.lastBaseline = last
    }
  }

  /// Sets the margins, in points.
  public func setLayoutMargins(_ margins: RectInsets) throws(LayoutError) {
    try check(margins, "margins")
    try change { $0.layoutMargins = margins }
  }

  /// Sets whether the view's own safe-area insets are added to its margins.
  public func setMarginsIncludeSafeArea(_ include: Bool) throws(LayoutError) {
    try change { $0.marginsIncludeSafeArea = include }
  }

  /// Sets what the view adds to the safe-area insets that come from outside, in points.
  public func setAdditionalSafeAreaInsets(_ insets: RectInsets) throws(LayoutError) {
    try check(insets, "additional safe-area insets")
    try change { $0.additionalSafeAreaInsets = insets }
  }

  /// Hides or shows the view; a stack closes the gap of a hidden one.
  public func setHidden(_ isHidden: Bool) throws(LayoutError) {
    try change { $0.isHidden = isHidden }
  }

  private func check(_ insets: RectInsets, _ what: String) throws(LayoutError) {
    guard insets.top.isLength, insets.left.isLength, insets.bottom.isLength, insets.right.isLength
    else {
      throw .illegal(
        "The \(what) of \(name) are not finite numbers up to 1000000000, give them in points.")
    }
  }

  /// Changes properties and what follows from them, all or nothing.
  func change(_ body: (inout Properties) -> Void) throws(LayoutError) {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is not in an engine any more, make a new item.")
    }
    let old = properties
    var new = old
    body(&new)
    let movesWindow = old.additionalSafeAreaInsets != new.additionalSafeAreaInsets
    // A guide that follows the window can refuse.
    let canFail = movesWindow && !engine.weakFollowers.isEmpty
    try engine.perform(canFail: canFail) { () throws(LayoutError) in
      engine.onRollback { self.properties = old }
      self.properties = new
      if old.intrinsicSize != new.intrinsicSize { self.forgetMeasuredWidth(in: engine) }
      self.updateContentSizes(in: engine)
      if let stack = self.superview as? StackLayout { stack.updateConstraints(in: engine) }
      self.lowerConstraints(after: old, in: engine)
    }
  }

  /// Tells the solver about the constraints that changed properties have moved.
  private func lowerConstraints(after old: Properties, in engine: LayoutEngine) {
    if old.alignmentInsets != properties.alignmentInsets { return engine.lowerAllConstraints() }
    if old.additionalSafeAreaInsets != properties.additionalSafeAreaInsets {
      engine.updateInsets()
      engine.hasWindowChanged = true
    }
    if old.additionalSafeAreaInsets != properties.additionalSafeAreaInsets
      || old.layoutMargins != properties.layoutMargins
      || old.marginsIncludeSafeArea != properties.marginsIncludeSafeArea
    {
      engine.lowerInsetConstraints()
    }
    let hasMoved =
      old.firstBaseline != properties.firstBaseline || old.lastBaseline != properties.lastBaseline
    if hasMoved && linkCount > 0 { engine.lowerConstraints(movedWith: [self]) }
  }

  // MARK: Content size

  /// Tells whether content-size constraints count on an axis: not along a stack that hides the
  /// view, which has no height to measure either.
  func usesContentSize(_ axis: LayoutAxis) -> Bool {
    guard isHidden, let stack = superview as? StackLayout else { return true }
    let isMeasured = measurement != nil && axis == .vertical
    return stack.axis != axis && !isMeasured || !stack.arrangedViews.contains { $0 === self }
  }

  /// The natural length on an axis, the measured one where there is one; below 0 for none.
  func metric(_ axis: LayoutAxis) -> Double {
    if axis == .vertical, let measurement { return measurement.height }
    return axis == .horizontal ? intrinsicSize.width : intrinsicSize.height
  }

  /// Makes the content-size constraints say what the properties say.
  func updateContentSizes(in engine: LayoutEngine) {
    for axis in LayoutAxis.allCases {
      let metric = metric(axis)
      if metric >= 0 {
        let pair = contentSizes[axis] ?? makeContentSize(axis, in: engine)
        update(pair.compression, metric, level(compressionResistance(axis), axis), axis, in: engine)
        update(pair.hugging, metric, level(huggingPriority(axis), axis), axis, in: engine)
      } else if let pair = contentSizes[axis] {
        engine.deactivate(pair.compression)
        engine.deactivate(pair.hugging)
      }
    }
  }

  /// A measured height is known when the widths are, too late to contradict anything: what is
  /// required of it counts just below all that is required.
  private func level(_ priority: LayoutPriority, _ axis: LayoutAxis) -> LayoutPriority {
    guard priority.isRequired, axis == .vertical, measurement != nil else { return priority }
    return .level(LayoutPriority.required.rawValue.nextDown)
  }

  private func makeContentSize(_ axis: LayoutAxis, in engine: LayoutEngine) -> ContentSize {
    let pair = ContentSize(
      compression: LayoutConstraint(
        self, axis.size, .greaterThanOrEqual, nil, source: .contentSize),
      hugging: LayoutConstraint(self, axis.size, .lessThanOrEqual, nil, source: .contentSize))
    let old = contentSizes
    engine.onRollback { self.contentSizes = old }
    contentSizes[axis] = pair
    return pair
  }

  private func update(
    _ constraint: LayoutConstraint, _ metric: Double, _ priority: LayoutPriority,
    _ axis: LayoutAxis, in engine: LayoutEngine
  ) {
    let (oldConstant, oldPriority) = (constraint.constant, constraint.priority)
    engine.onRollback {
      constraint.constant = oldConstant
      constraint.priority = oldPriority
    }
    constraint.constant = metric
    if priority != oldPriority {
      constraint.priority = priority
      engine.updatePriority(constraint)
    }
    if !usesContentSize(axis) {
      engine.deactivate(constraint)
    } else if constraint.isActive {
      engine.lower(constraint)
    } else {
      engine.activate(constraint)
    }
  }
}
