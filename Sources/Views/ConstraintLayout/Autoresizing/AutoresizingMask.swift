import KeywardGeometry

/// The parts of a frame that are flexible when the superview is resized; raw values are UIKit's.
public struct AutoresizingMask: OptionSet, Hashable, Sendable {
  /// The flexible parts as bits, from 1 (left) to 32 (bottom).
  public let rawValue: Int

  /// Creates a mask from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The distance from the superview's left edge is flexible.
  public static let flexibleLeft = AutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let flexibleWidth = AutoresizingMask(rawValue: 2)
  /// The distance from the superview's right edge is flexible.
  public static let flexibleRight = AutoresizingMask(rawValue: 4)
  /// The distance from the superview's top edge is flexible.
  public static let flexibleTop = AutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  /// The distance from the superview's bottom edge is flexible.
  public static let flexibleBottom = AutoresizingMask(rawValue: 32)

  func parts(_ axis: LayoutAxis) -> [Bool] {
    axis == .horizontal
      ? [contains(.flexibleLeft), contains(.flexibleWidth), contains(.flexibleRight)]
      : [contains(.flexibleTop), contains(.flexibleHeight), contains(.flexibleBottom)]
  }
}

extension AutoresizingMask: CustomStringConvertible {
  /// The mask in the notation of UIKit's logs, such as `h=&-- v=--&`.
  ///
  /// The three characters of an axis represent the margin at the left or top, the size, and the
  /// margin at the right or bottom. `&` means flexible, `-` means fixed.
  public var description: String {
    LayoutAxis.allCases.map { axis in
      (axis == .horizontal ? "h=" : "v=") + parts(axis).map { $0 ? "&" : "-" }.joined()
    }.joined(separator: " ")
  }
}

extension AutoresizingMask {
  /// Returns a frame adapted to its superview's new size.
  ///
  /// On each axis, the change in the superview's size is divided among the flexible parts of the
  /// frame in proportion to their lengths. If the lengths add up to 0, the parts change equally.
  /// The frame's size never becomes negative. Then all edges are rounded down to multiples of
  /// `grid`; `nil`, or a step that is not a finite number above 0, means no rounding.
  ///
  /// Frames are in the superview's bounds. All numbers are in points.
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
    let newEnd = newStart + newSize
    guard let grid, grid > 0, (newStart / grid).isFinite, (newEnd / grid).isFinite, grid.isFinite
    else { return (newStart, newSize) }
    let first = grid * (newStart / grid + 1e-9).rounded(.down)
    let last = grid * (newEnd / grid + 1e-9).rounded(.down)
    return (first, last - first)
  }

  /// Returns how far the start edge moves, and how much the size grows, for each point by which the
  /// superview grows.
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

extension LayoutItem {
  /// The parts of the frame that are flexible; empty if no frame has been set.
  public var autoresizingMask: AutoresizingMask {
    get { autoresizing?.mask ?? [] }
    @available(*, unavailable, message: "Use setFrame(_:autoresizing:superviewSize:)")
    set {}
  }

  /// Whether required constraints derived from the frame and the autoresizing mask are active.
  ///
  /// The value is false until ``setFrame(_:autoresizing:superviewSize:)`` sets a frame, which makes
  /// it true. A failed change is reported to the engine's log and has no effect.
  public var translatesAutoresizingMaskIntoConstraints: Bool {
    get { autoresizing?.isTranslated ?? false }
    set { reporting { () throws(LayoutError) in try setTranslatesAutoresizingMask(newValue) } }
  }

  /// Sets the frame that the view has while its superview has the size `superviewSize`.
  ///
  /// For other sizes of the superview, the parts of the frame listed in `mask` change. The frame is
  /// in the superview's bounds. All numbers are in points.
  ///
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
        "\(name) cannot have the frame \(frame): use finite numbers and sizes of at least 0.")
    }
    guard let superview, let engine, !isRemoved else {
      throw .illegal("\(name) has no superview for its frame to follow: add it to a view first.")
    }
    try engine.perform { () throws(LayoutError) in
      self.dropAutoresizing(in: engine)
      engine.keep(self, \.autoresizing)
      let constraints = self.constraints(
        keeping: frame, mask, superviewSize: superviewSize, in: superview)
      self.autoresizing = (mask, true, constraints)
      constraints.forEach(engine.activate)
    }
  }

  private func setTranslatesAutoresizingMask(_ isTranslated: Bool) throws(LayoutError) {
    guard let current = autoresizing, let engine, !isRemoved else {
      if isTranslated { throw .illegal("\(name) has no frame to translate: set one first.") }
      return
    }
    try engine.perform { () throws(LayoutError) in
      engine.keep(self, \.autoresizing)
      self.autoresizing?.isTranslated = isTranslated
      current.constraints.forEach(isTranslated ? engine.activate : engine.deactivate)
    }
  }

  func dropAutoresizing(in engine: LayoutEngine) {
    guard let old = autoresizing else { return }
    engine.keep(self, \.autoresizing)
    old.constraints.forEach(engine.deactivate)
    autoresizing = nil
  }

  private func constraints(
    keeping frame: Rect, _ mask: AutoresizingMask, superviewSize: Size, in superview: LayoutItem
  ) -> [LayoutConstraint] {
    LayoutAxis.allCases.flatMap { axis in
      let isHorizontal = axis == .horizontal
      let start = isHorizontal ? frame.x : frame.y
      let size = isHorizontal ? frame.width : frame.height
      let old = isHorizontal ? superviewSize.width : superviewSize.height
      let shares = mask.shares(axis, start: start, size: size, superviewSize: old)
      let edge: LayoutAttribute = isHorizontal ? .left : .top
      let position = LayoutConstraint(
        self, edge, .equal, superview, edge,
        constant: start - shares.start * old, source: .autoresizing)
      position.superviewShare = shares.start
      let follows = shares.size != 0
      let extent = LayoutConstraint(
        self, axis.size, .equal, follows ? superview : nil, follows ? axis.size : .notAnAttribute,
        multiplier: follows ? shares.size : 1, constant: size - shares.size * old,
        source: .autoresizing)
      return [position, extent]
    }
  }
}
