import Geometry

/// A rectangle that constraints can speak about: a view, a stack, or a layout guide.
public class LayoutArea {
  /// The name in messages and logs.
  public let name: String
  /// The place in the order of registration, the root's 0; earlier items are satisfied first.
  package let rank: Int
  /// The engine the item belongs to.
  public var engine: LayoutEngine? { engineLink.engine }
  /// The view the item lies in, for a guide its owner, for the root nothing.
  public var superview: LayoutItem? { superviewLink?.view }
  /// Whether the item has been removed from its engine.
  public var isRemoved: Bool { isGone }

  /// The source of the item's numbers.
  enum Placement {
    /// The solver chooses them.
    case free(Variables)
    /// At zero, the solver chooses the size.
    case root(Variables)
    /// The owner's bounds less these insets.
    case inset(RectInsets)
    /// The owner's alignment rectangle less its margins.
    case margins
    /// This rectangle, in the owner's bounds.
    case fixed(Rect)
  }

  /// The numbers of a rectangle, relative to the superview's alignment rectangle.
  struct Variables {
    var width: LayoutSolver.Variable
    var left: LayoutSolver.Variable?
    var height: LayoutSolver.Variable
    var top: LayoutSolver.Variable?
  }

  /// The host's own object for the item, such as its view; the item keeps it alive.
  public var reference: AnyObject?
  var isGone = false
  private let engineLink: EngineLink
  var superviewLink: ViewLink?
  var placement: Placement
  /// The number of active constraints that relate the item with others.
  var linkCount = 0

  init(
    name: String, rank: Int, engine: LayoutEngine, superview: LayoutItem?, placement: Placement
  ) {
    self.name = name
    self.rank = rank
    engineLink = engine.link
    superviewLink = superview?.link
    self.placement = placement
  }

  var variables: Variables? {
    switch placement {
    case .free(let variables), .root(let variables): variables
    case .inset, .margins, .fixed: nil
    }
  }

  /// The distances by which the frame extends beyond the alignment rectangle.
  var outset: RectInsets { .zero }

  /// The items from this one up to the top of its tree.
  var ancestors: some Sequence<LayoutArea> {
    sequence(first: self as LayoutArea) { $0.superview }
  }

  /// The nearest item that contains both, which may be one of them.
  func commonAncestor(with other: LayoutArea) -> LayoutItem? {
    // Neighbours and parents first: nearly every constraint is between such.
    if self !== other, let parent = superview {
      if parent === other || parent === other.superview { return parent }
    } else if let parent = other.superview, parent === self {
      return parent
    }
    var (a, b) = (self as LayoutArea?, other as LayoutArea?)
    let difference = ancestorCount - other.ancestorCount
    for _ in 0..<max(0, difference) { a = a?.superview }
    for _ in 0..<max(0, -difference) { b = b?.superview }
    while a !== b { (a, b) = (a?.superview, b?.superview) }
    // A guide contains nothing but itself: what it shares lies in its owner.
    return a as? LayoutItem ?? a?.superview
  }

  private var ancestorCount: Int { ancestors.reduce(0) { count, _ in count + 1 } }

  /// Tells whether the item is `view` or lies anywhere inside it.
  func isInside(_ view: LayoutItem) -> Bool { ancestors.contains { $0 === view } }
}

/// A rectangle in a view, without content, margins or baselines.
public final class LayoutGuide: LayoutArea {
  /// Sets the rectangle of a guide that a host moves, in its owner's bounds.
  ///
  /// - Throws: `LayoutError.illegal` for a guide the solver places, or numbers that are NaN,
  ///   infinite or negative sizes; `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setFrame(_ frame: Rect) throws(LayoutError) {
    guard case .fixed(let old) = placement, let engine else {
      throw .illegal("The guide \(name) is placed by constraints, change those instead.")
    }
    guard frame.x.isLength, frame.y.isLength, frame.width.isLength, frame.height.isLength,
      frame.width >= 0, frame.height >= 0
    else {
      throw .illegal("The guide \(name) cannot have the frame \(frame), give it finite numbers.")
    }
    if old == frame { return }
    try engine.perform { () throws(LayoutError) in
      engine.onRollback { self.placement = .fixed(old) }
      self.placement = .fixed(frame)
      engine.lowerConstraints(movedWith: [self])
    }
  }
}
