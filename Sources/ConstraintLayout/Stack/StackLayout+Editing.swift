extension StackLayout {
  /// Sets the direction views follow each other in.
  public func setAxis(_ axis: LayoutAxis) throws(LayoutError) {
    try edit { $0.axis = axis }
  }

  /// Sets how views share the length.
  public func setDistribution(_ distribution: Distribution) throws(LayoutError) {
    try edit { $0.distribution = distribution }
  }

  /// Sets how views stand across.
  ///
  /// - Throws: `LayoutError.illegal` for baselines in a column.
  public func setAlignment(_ alignment: Alignment) throws(LayoutError) {
    try edit { $0.alignment = alignment }
  }

  /// Sets the distance between neighbours, in points.
  public func setSpacing(_ spacing: Double) throws(LayoutError) {
    try edit { $0.spacing = spacing }
  }

  /// Sets the distance after a view in points; `nil` for the stack's.
  ///
  /// - Throws: `LayoutError.illegal` for a view the stack does not lay out.
  public func setCustomSpacing(
    _ spacing: Double?, after view: LayoutItem
  ) throws(LayoutError) {
    guard arrangedViews.contains(where: { $0 === view }) else {
      throw .illegal("\(view.name) is not arranged by \(name), arrange it before its spacing.")
    }
    try edit { $0.customSpacing[view.rank] = spacing }
  }

  /// Sets whether views stay inside the margins.
  public func setMarginsRelative(_ isMarginsRelative: Bool) throws(LayoutError) {
    try edit { $0.isMarginsRelative = isMarginsRelative }
  }

  /// Sets whether a column measures distances from baseline to baseline.
  public func setBaselineRelative(_ isBaselineRelative: Bool) throws(LayoutError) {
    try edit { $0.isBaselineRelative = isBaselineRelative }
  }

  /// Sets how `fillProportionally` shares.
  public func setProportion(_ proportion: Proportion) throws(LayoutError) {
    try edit { $0.proportion = proportion }
  }

  /// Makes views subviews, the last ones the stack lays out; one it lays out already moves.
  ///
  /// - Throws: `LayoutError.illegal` for a view that contains the stack or belongs to another
  ///   engine.
  public func arrange(_ views: LayoutItem...) throws(LayoutError) { try arrange(views) }

  /// Makes views subviews, the last ones the stack lays out; one it lays out already moves.
  public func arrange(_ views: [LayoutItem]) throws(LayoutError) {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is not in an engine any more, make a new stack.")
    }
    try engine.perform(canFail: !areSubviews(views)) { () throws(LayoutError) in
      for view in views { try self.insert(view, at: self.arrangedViews.count) }
    }
  }

  /// Tells whether all views are in the stack already, so that none has to move and nothing can
  /// fail.
  private func areSubviews(_ views: [LayoutItem]) -> Bool {
    views.allSatisfy { $0.superview === self && $0.engine === engine && !$0.isRemoved }
  }

  /// Puts a view among those the stack lays out; one it lays out already moves.
  ///
  /// - Parameters:
  ///   - view: a view of the same engine; becomes a subview.
  ///   - index: its place among the others; counts beyond the end mean the end.
  /// - Throws: `LayoutError.illegal` for a view that contains the stack or belongs to another
  ///   engine.
  public func insert(_ view: LayoutItem, at index: Int) throws(LayoutError) {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is not in an engine any more, make a new stack.")
    }
    try engine.perform(canFail: !areSubviews([view])) { () throws(LayoutError) in
      try engine.move(view, to: self)
      try self.edit { settings in
        settings.arranged.removeAll { $0 === view }
        settings.arranged.insert(view, at: min(max(0, index), settings.arranged.count))
      }
    }
  }

  /// Stops laying a view out; it stays a subview.
  public func unarrange(_ view: LayoutItem) throws(LayoutError) {
    try edit { settings in
      settings.arranged.removeAll { $0 === view }
      settings.customSpacing[view.rank] = nil
    }
  }

  private func edit(_ body: (inout Settings) -> Void) throws(LayoutError) {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is not in an engine any more, make a new stack.")
    }
    var new = settings
    body(&new)
    let isBaseline = new.alignment == .firstBaseline || new.alignment == .lastBaseline
    guard new.axis == .horizontal || !isBaseline else {
      throw .illegal("\(name) is a column and cannot align baselines, use leading or center.")
    }
    guard new.spacing.isLength, new.customSpacing.values.allSatisfy(\.isLength) else {
      throw .illegal("\(name) cannot have a spacing that is NaN or infinite, use points.")
    }
    try engine.perform { () throws(LayoutError) in
      let old = self.settings
      engine.onRollback { self.settings = old }
      self.settings = new
      self.updateConstraints(in: engine)
      for view in old.arranged + new.arranged { view.updateContentSizes(in: engine) }
    }
  }

  /// A view leaves the stack.
  func forget(_ view: LayoutItem, in engine: LayoutEngine) {
    let old = settings
    engine.onRollback { self.settings = old }
    settings.arranged.removeAll { $0 === view }
    settings.customSpacing[view.rank] = nil
    updateConstraints(in: engine)
    let made = made
    engine.onRollback { self.made = made }
    for (key, constraint) in made where constraint.mentions(view) { self.made[key] = nil }
    // A view that was hidden here has its natural size again.
    view.updateContentSizes(in: engine)
  }
}
