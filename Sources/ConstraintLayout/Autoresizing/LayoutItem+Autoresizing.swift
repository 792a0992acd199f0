import Geometry

/// A frame that follows the superview's size, and the constraints that say so.
struct Autoresizing {
  var frame: Rect
  var mask: AutoresizingMask
  /// The superview's size that the frame belongs to.
  var superviewSize: Size
  var isTranslated = true
  var constraints: [LayoutConstraint] = []
}

extension LayoutItem {
  /// The parts of the frame that are flexible; none without a frame.
  public var autoresizingMask: AutoresizingMask { autoresizing?.mask ?? [] }

  /// Whether required constraints hold the view at its frame; true once it has one.
  public var translatesAutoresizingMask: Bool { autoresizing?.isTranslated ?? false }

  /// Gives the view a frame that follows its superview's size.
  ///
  /// - Parameters:
  ///   - frame: in the superview's bounds, in points.
  ///   - mask: what gives way when the superview's size changes.
  ///   - superviewSize: the superview's size that the frame belongs to.
  /// - Throws: `LayoutError.illegal` for numbers that are not finite, a negative size, or a view
  ///   without superview; `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setFrame(
    _ frame: Rect, autoresizing mask: AutoresizingMask = [], superviewSize: Size
  ) throws(LayoutError) {
    let numbers = [
      frame.x, frame.y, frame.width, frame.height, superviewSize.width, superviewSize.height,
    ]
    guard numbers.allSatisfy(\.isLength), frame.width >= 0, frame.height >= 0 else {
      throw .illegal(
        "\(name) cannot have the frame \(frame), give it finite numbers, sizes from 0.")
    }
    guard let superview, let engine, !isRemoved else {
      throw .illegal("\(name) has no superview its frame could follow, put it into a view first.")
    }
    try engine.perform { () throws(LayoutError) in
      self.dropAutoresizing(in: engine)
      let old = self.autoresizing
      engine.onRollback { self.autoresizing = old }
      var new = Autoresizing(frame: frame, mask: mask, superviewSize: superviewSize)
      new.constraints = self.translate(new, in: superview)
      self.autoresizing = new
      new.constraints.forEach(engine.activate)
    }
  }

  /// Turns the constraints made from the frame and its mask on or off.
  ///
  /// - Throws: `LayoutError.illegal` for a view without frame, `LayoutError.unsatisfiable` under
  ///   `ConflictPolicy.fail`.
  public func setTranslatesAutoresizingMask(_ isTranslated: Bool) throws(LayoutError) {
    guard let current = autoresizing, let engine, !isRemoved else {
      if isTranslated { throw .illegal("\(name) has no frame to translate, set one first.") }
      return
    }
    try engine.perform { () throws(LayoutError) in
      engine.onRollback { self.autoresizing = current }
      self.autoresizing?.isTranslated = isTranslated
      current.constraints.forEach(isTranslated ? engine.activate : engine.deactivate)
    }
  }

  /// Takes the frame away, as when the view leaves its superview.
  func dropAutoresizing(in engine: LayoutEngine) {
    guard let old = autoresizing else { return }
    engine.onRollback { self.autoresizing = old }
    old.constraints.forEach(engine.deactivate)
    autoresizing = nil
  }

  /// Two required constraints per axis that say the same as the mask, without rounding.
  private func translate(
    _ autoresizing: Autoresizing, in superview: LayoutItem
  ) -> [LayoutConstraint] {
    LayoutAxis.allCases.flatMap { axis in
      let isHorizontal = axis == .horizontal
      let start = isHorizontal ? autoresizing.frame.x : autoresizing.frame.y
      let size = isHorizontal ? autoresizing.frame.width : autoresizing.frame.height
      let old =
        isHorizontal ? autoresizing.superviewSize.width : autoresizing.superviewSize.height
      let shares = autoresizing.mask.shares(
        axis, start: start, size: size, superviewSize: old)
      let edge: LayoutAttribute = isHorizontal ? .left : .top
      let position = LayoutConstraint(
        self, edge, .equal, superview, edge,
        constant: start - shares.start * old, source: .autoresizing)
      position.superviewShare = shares.start
      let constant = size - shares.size * old
      let extent: LayoutConstraint
      if shares.size == 0 {
        extent = LayoutConstraint(
          self, axis.size, .equal, nil, constant: constant, source: .autoresizing)
      } else {
        extent = LayoutConstraint(
          self, axis.size, .equal, superview, axis.size, multiplier: shares.size,
          constant: constant, source: .autoresizing)
      }
      return [position, extent]
    }
  }
}
