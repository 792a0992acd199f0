/// A host's measure of the height that a view's content needs in a width, and its last answer.
struct Measurement {
  let measure: (Double) -> Double
  /// The width that was measured last; `nil` if none was, or the content has changed since.
  var width: Double?
  /// The answer for that width.
  var told = 0.0
  /// The height in the content-size constraints.
  var height = 0.0
}

extension LayoutItem {
  /// Sets the measure of the height that the content needs in a width, as wrapped text does.
  ///
  ///     try label.setIntrinsicSize(Size(width: 320, height: LayoutItem.noIntrinsicMetric))
  ///     try label.setHeightForWidth { width in 16 * (320 / max(width, 8)).rounded(.up) }
  ///
  /// The height takes the place of the natural height: it is hugged, resists compression and gives
  /// way by the same priorities, except that a measured height never contradicts what is required.
  /// A layout solves for the widths, measures what has another width than before, and solves once
  /// more. Only where a constraint makes a width depend on a height can it take more rounds; after
  /// ten the log is told that the height does not settle.
  ///
  /// - Parameter measure: The height for a width, both of the alignment rectangle and in points;
  ///   `nil` for the natural height again. The width is 0 or more. The same width has to give the
  ///   same height until ``invalidateIntrinsicSize()``. A height that is NaN, infinite or negative
  ///   counts as 0, and the log is told. It is called while frames are computed and must not change
  ///   the engine.
  /// - Throws: `LayoutError.illegal` for a view that was removed.
  public func setHeightForWidth(_ measure: ((_ width: Double) -> Double)?) throws(LayoutError) {
    try changeMeasurement { old in
      measure.map { Measurement(measure: $0, height: old?.height ?? 0) }
    }
  }

  /// Says that the content has changed, so that its height is measured again at the next layout.
  ///
  /// - Throws: `LayoutError.illegal` for a view that was removed.
  public func invalidateIntrinsicSize() throws(LayoutError) {
    try changeMeasurement { old in
      old.map { Measurement(measure: $0.measure, height: $0.height) }
    }
  }

  private func changeMeasurement(
    _ change: (Measurement?) -> Measurement?
  ) throws(LayoutError) {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is not in an engine any more, make a new item.")
    }
    try engine.perform { () throws(LayoutError) in
      let old = self.measurement
      engine.onRollback { self.measurement = old }
      self.measurement = change(old)
      if (old == nil) != (self.measurement == nil) { engine.listMeasured() }
      self.updateContentSizes(in: engine)
      self.updateProportions(in: engine)
    }
  }

  /// Lets the height be measured again, if it is measured.
  func forgetMeasuredWidth(in engine: LayoutEngine) {
    guard let old = measurement else { return }
    engine.onRollback { self.measurement = old }
    measurement?.width = nil
  }

  /// The height the content needs in a width; one that no height can be is told to the log.
  func measuredHeight(in width: Double, _ engine: LayoutEngine) -> Double {
    guard let measurement else { return 0 }
    if measurement.width == width { return measurement.told }
    let height = measurement.measure(width)
    if height.isLength && height >= 0 { return height }
    engine.report(
      "\(name) measures a height of \(height) for a width of \(shortText(width)), which counts as 0; measure 0 or more.\n"
    )
    return 0
  }

  /// Takes over a measured height, as part of a layout.
  func adopt(height: Double, in engine: LayoutEngine) {
    measurement?.height = height
    updateContentSizes(in: engine)
    updateProportions(in: engine)
  }

  /// Lets a column that shares its length by natural heights share it anew.
  private func updateProportions(in engine: LayoutEngine) {
    guard let stack = superview as? StackLayout, stack.axis == .vertical,
      stack.distribution == .fillProportionally
    else { return }
    stack.updateConstraints(in: engine)
  }
}
