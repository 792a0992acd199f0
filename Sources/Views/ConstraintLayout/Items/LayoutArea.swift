import KeywardGeometry

/// A rectangle that constraints can refer to: a view, a stack, or a layout guide.
public class LayoutArea {
  /// The name in messages and logs.
  public let name: String
  /// The position in the order of registration; earlier items take precedence in ties.
  package let rank: Int
  /// The engine the item belongs to.
  public var engine: LayoutEngine? { engineLink.owner }
  /// The view that contains the item; for a layout guide, the view that owns the guide.
  ///
  /// The value is `nil` for the root and for a view that has not been added to another view.
  public var superview: LayoutItem? { superviewLink?.owner }
  /// Whether the item has been removed from its engine.
  public internal(set) var isRemoved = false

  enum Placement {
    /// The solver computes the rectangle; for the root, only its size.
    case free(Variables)
    /// The rectangle is the owner's bounds less the owner's safe-area insets.
    case safeArea
    /// The rectangle is the owner's alignment rectangle less the owner's margins.
    case margins
    /// The host sets the rectangle, in the owner's bounds.
    case fixed(Rect)
  }

  /// The solver's variables of a rectangle, relative to the superview's alignment rectangle; `nil`
  /// for a left or top that is always 0.
  typealias Variables = (
    width: LayoutSolver.Variable, left: LayoutSolver.Variable?, height: LayoutSolver.Variable,
    top: LayoutSolver.Variable?
  )

  /// The host's object for the item, such as its view; retained by the item.
  public var reference: AnyObject?
  private let engineLink: OwnerLink<LayoutEngine>
  var superviewLink: OwnerLink<LayoutItem>?
  var placement: Placement
  /// The active constraints that refer to the item, in no particular order.
  var links: [LayoutConstraint] = []

  required init(
    name: String, rank: Int, engine: LayoutEngine, superview: LayoutItem?, placement: Placement
  ) {
    self.name = name
    self.rank = rank
    engineLink = engine.link
    superviewLink = superview?.link
    self.placement = placement
  }

  var variables: Variables? {
    if case .free(let variables) = placement { variables } else { nil }
  }

  var outset: RectInsets { .zero }

  /// The insets of a guide whose rectangle is its owner's less insets; otherwise `nil`.
  var insets: RectInsets? { nil }

  /// Whether insets are subtracted from the owner's bounds, and not from its alignment rectangle.
  var isInBounds: Bool { if case .safeArea = placement { true } else { false } }

  var ancestors: some Sequence<LayoutArea> {
    sequence(first: self as LayoutArea) { $0.superview }
  }

  /// The topmost view of the item's tree.
  var top: LayoutArea { ancestors.reduce(self) { $1 } }

  func commonAncestor(with other: LayoutArea) -> LayoutItem? {
    // First test siblings and parents: nearly every constraint relates such items.
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
    // A guide contains nothing, so its owner is the ancestor.
    return a as? LayoutItem ?? a?.superview
  }

  private var ancestorCount: Int { ancestors.reduce(0) { count, _ in count + 1 } }

  func isInside(_ area: LayoutArea) -> Bool { ancestors.contains { $0 === area } }

  /// The item and everything inside it.
  var subtree: [LayoutArea] {
    var found = [self]
    var next = 0
    while next < found.count {
      if let view = found[next] as? LayoutItem {
        found += view.guides as [LayoutArea]
        found += view.subviews as [LayoutArea]
      }
      next += 1
    }
    return found
  }

  /// Makes a change and reports its error, if any, to the engine's log.
  ///
  /// Property setters use this because they cannot throw.
  func reporting(_ change: () throws(LayoutError) -> Void) {
    do throws(LayoutError) { try change() } catch {
      guard let engine else { return LayoutEngine.printReport("\(error)\n") }
      engine.log?("\(error)\n")
    }
  }
}

/// A rectangle in a view, without content, margins or baselines.
public final class LayoutGuide: LayoutArea {
  var belongsToView = false
  /// The parts of the insets for which the owner is too small.
  var cut = RectInsets.zero

  override var insets: RectInsets? {
    switch placement {
    case .safeArea: superview?.safeAreaInsetsStorage.subtracting(cut)
    case .margins: superview?.effectiveMargins.subtracting(cut)
    case .free, .fixed: nil
    }
  }

  /// Sets the rectangle of a guide that was created with a frame.
  ///
  /// The rectangle is in the bounds of the guide's owner, in points.
  ///
  /// - Throws: `LayoutError.illegal` for a guide placed by constraints, numbers that are not
  ///   finite, or negative sizes; `LayoutError.unsatisfiable` under `ConflictPolicy.fail`.
  public func setFrame(_ frame: Rect) throws(LayoutError) {
    guard case .fixed(let old) = placement, let engine else {
      throw .illegal("The guide \(name) is placed by constraints: change the constraints instead.")
    }
    try LayoutGuide.check(frame, of: name)
    if old == frame { return }
    try engine.perform { () throws(LayoutError) in
      engine.keep(self, \.placement)
      self.placement = .fixed(frame)
      for constraint in self.links { engine.lower(constraint) }
    }
  }

  static func check(_ frame: Rect, of name: String) throws(LayoutError) {
    guard frame.x.isLength, frame.y.isLength, frame.width.isLength, frame.height.isLength,
      frame.width >= 0, frame.height >= 0
    else {
      throw .illegal(
        "The guide \(name) cannot have the frame \(frame): "
          + "use finite numbers and sizes of at least 0.")
    }
  }
}

/// The value of an edge or size: a constant, or the sum of a solver variable and a constant.
struct Measure {
  var variable: LayoutSolver.Variable?
  var constant = 0.0
}

extension LayoutArea {
  /// The start edge, relative to the superview's alignment rectangle.
  func start(_ axis: LayoutAxis) -> Measure {
    switch placement {
    case .free(let variables):
      return Measure(variable: axis == .horizontal ? variables.left : variables.top)
    case .safeArea:
      let outset = superview?.outset ?? .zero
      return Measure(constant: (insets ?? .zero).start(axis) - outset.start(axis))
    case .margins:
      return Measure(constant: (insets ?? .zero).start(axis))
    case .fixed(let rect):
      let start = axis == .horizontal ? rect.x : rect.y
      return Measure(constant: start - (superview?.outset.start(axis) ?? 0))
    }
  }

  func size(_ axis: LayoutAxis) -> Measure {
    switch placement {
    case .free(let variables):
      return Measure(variable: axis == .horizontal ? variables.width : variables.height)
    case .safeArea, .margins:
      var size = (isInBounds ? superview?.frameSize(axis) : superview?.size(axis)) ?? Measure()
      let insets = insets ?? .zero
      size.constant -= insets.start(axis) + insets.end(axis)
      return size
    case .fixed(let rect):
      return Measure(constant: axis == .horizontal ? rect.width : rect.height)
    }
  }

  /// The frame's start edge, in the superview's bounds.
  func frameStart(_ axis: LayoutAxis) -> Measure {
    var start = start(axis)
    if let superview { start.constant += superview.outset.start(axis) - outset.start(axis) }
    return start
  }

  func frameSize(_ axis: LayoutAxis) -> Measure {
    var size = size(axis)
    size.constant += outset.start(axis) + outset.end(axis)
    return size
  }

  /// Adds `factor` times the variables of the start edge, relative to an ancestor, to `form`.
  ///
  /// Returns the edge's constant, which is neither multiplied nor added to `form`.
  private func addStart(
    _ axis: LayoutAxis, in ancestor: LayoutItem, times factor: Double, to form: inout LinearForm
  ) -> Double {
    var constant = ancestor.outset.start(axis)
    var area: LayoutArea = self
    var known = form.terms.count
    while area !== ancestor, let superview = area.superview {
      let start = area.start(axis)
      if let variable = start.variable { form.add(factor, variable, among: &known) }
      constant += start.constant
      area = superview
    }
    return constant
  }

  /// Adds `factor` times the variables of an attribute, relative to an ancestor, to `form`.
  ///
  /// Returns the attribute's constant, which is neither multiplied nor added to `form`.
  func add(
    _ attribute: LayoutAttribute, in ancestor: LayoutItem, _ direction: ReadingDirection,
    times factor: Double, to form: inout LinearForm
  ) -> Double {
    let axis = attribute.axis
    if attribute.isSize { return form.add(factor, variableOf: size(axis)) }
    var constant = addStart(axis, in: ancestor, times: factor, to: &form)
    switch attribute.resolved(direction) {
    case .right, .bottom: constant += form.add(factor, variableOf: size(axis))
    case .centerX, .centerY: constant += 0.5 * form.add(0.5 * factor, variableOf: size(axis))
    case .leftMargin, .topMargin: constant += margins.start(axis)
    case .rightMargin, .bottomMargin:
      constant += form.add(factor, variableOf: size(axis))
      constant -= margins.end(axis)
    case .centerXWithinMargins, .centerYWithinMargins:
      constant += 0.5 * form.add(0.5 * factor, variableOf: size(axis))
      constant += (margins.start(axis) - margins.end(axis)) / 2
    case .firstBaseline:
      constant += (self as? LayoutItem)?.firstBaselineOffset ?? 0
    case .lastBaseline:
      constant += form.add(factor, variableOf: size(axis))
      constant -= (self as? LayoutItem)?.lastBaselineOffset ?? 0
    default: break
    }
    return constant
  }

  private var margins: RectInsets { (self as? LayoutItem)?.effectiveMargins ?? .zero }
}

extension LayoutAttribute {
  func resolved(_ direction: ReadingDirection) -> LayoutAttribute {
    let isMirrored = direction == .rightToLeft
    return switch self {
    case .leading: isMirrored ? .right : .left
    case .trailing: isMirrored ? .left : .right
    case .leadingMargin: isMirrored ? .rightMargin : .leftMargin
    case .trailingMargin: isMirrored ? .leftMargin : .rightMargin
    default: self
    }
  }
}

extension RectInsets {
  func start(_ axis: LayoutAxis) -> Double { axis == .horizontal ? left : top }
  func end(_ axis: LayoutAxis) -> Double { axis == .horizontal ? right : bottom }
}

extension LayoutArea: CustomStringConvertible {
  /// The name, the frame and the superview: `bar 0,436,320,44 in view`.
  public var description: String {
    guard let engine, !isRemoved else { return "\(name), removed" }
    let place = superview.map { " in \($0.name)" } ?? ""
    return "\(name) \(engine.frameText(of: self))\(place)"
  }
}

extension LayoutItem {
  /// This view and its descendants, one per line, indented by depth: the name, the frame in the
  /// superview, and whether the view is hidden or its layout ambiguous.
  ///
  /// The deepest views are indented by 40 columns.
  ///
  ///     print(engine.root.layoutTrace)
  ///     // view 0,0,320,480
  ///     //   bar 0,436,320,44
  ///     //     field 8,0,200,44 (ambiguous)
  ///
  /// Use this only for debugging, because the search for ambiguous layouts is slow.
  public var layoutTrace: String {
    guard let engine, !isRemoved else { return "\(self)" }
    engine.layout()
    let ambiguous = Set(engine.ambiguousItems().map(ObjectIdentifier.init))
    return engine.tree(below: self) { view in
      (view.isHidden ? " (hidden)" : "")
        + (ambiguous.contains(ObjectIdentifier(view)) ? " (ambiguous)" : "")
    }
    .joined(separator: "\n")
  }
}

/// The link from an area to its engine or superview.
///
/// Areas use their links constantly, in one isolation domain. A weak reference would be slower:
/// loading it takes atomic operations, and the object's reference counts move to a side table.
final class OwnerLink<Owner: AnyObject> {
  /// The engine or superview, which must set this property to `nil` in its `deinit`.
  ///
  /// Reading an `unowned` reference to a deallocated object traps.
  unowned var owner: Owner?

  init(_ owner: Owner? = nil) { self.owner = owner }
}

struct LinearForm: Equatable, Sendable {
  var terms: [LayoutSolver.Term] = []
  var constant = 0.0

  init() {}

  init(capacity: Int) { terms.reserveCapacity(capacity) }

  init(_ measure: Measure) {
    if let variable = measure.variable { terms = [.init(variable)] }
    constant = measure.constant
  }

  mutating func add(_ coefficient: Double, _ variable: LayoutSolver.Variable) {
    var known = terms.count
    add(coefficient, variable, among: &known)
  }

  /// Adds a term, or adds to the coefficient if one of the first `known` terms has the variable.
  ///
  /// Later terms are not searched, because the caller knows that their variables are different.
  mutating func add(
    _ coefficient: Double, _ variable: LayoutSolver.Variable, among known: inout Int
  ) {
    if let index = terms.prefix(known).firstIndex(where: { $0.variable == variable }) {
      terms[index].coefficient = Tableau.sum(terms[index].coefficient, coefficient)
      if terms[index].coefficient == 0 {
        terms.remove(at: index)
        known -= 1
      }
    } else if coefficient != 0 {
      terms.append(.init(variable, coefficient))
    }
  }

  /// Adds the variable of a measure, multiplied by `factor`; returns the measure's constant, which
  /// is not added.
  mutating func add(_ factor: Double, variableOf measure: Measure) -> Double {
    if let variable = measure.variable { add(factor, variable) }
    return measure.constant
  }

  mutating func add(_ factor: Double, _ measure: Measure) {
    constant += factor * add(factor, variableOf: measure)
  }

  mutating func add(_ factor: Double, _ other: LinearForm) {
    var known = terms.count
    for term in other.terms { add(factor * term.coefficient, term.variable, among: &known) }
    constant += factor * other.constant
  }
}
