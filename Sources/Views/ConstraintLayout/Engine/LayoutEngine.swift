import KeywardGeometry

/// Auto Layout without a screen: a tree of rectangles and the constraints between them.
///
///     let engine = LayoutEngine(rootSize: Size(width: 320, height: 480))
///     let bar = try engine.makeItem("bar", in: engine.root)
///     try engine.activate([
///       bar.leadingAnchor.constraint(equalTo: engine.root.leadingAnchor),
///       bar.trailingAnchor.constraint(equalTo: engine.root.trailingAnchor),
///       bar.bottomAnchor.constraint(equalTo: engine.root.bottomAnchor),
///       bar.heightAnchor.constraint(equalToConstant: 44),
///     ])
///     engine.frame(of: bar)  // 0, 436, 320, 44
///
/// The solution depends only on the items, their order and the active constraints. All required
/// constraints hold. The violations of optional constraints are minimised for each priority, from
/// the highest to the lowest. Ties are resolved in the order of the items. If several solutions
/// remain, each item is as small, and as close to the left and top edges of its superview, as
/// possible. A change that fails has no effect.
///
/// An engine belongs to one isolation domain; it is not `Sendable`.
public final class LayoutEngine {
  /// The target size that requests the smallest fitting size.
  public static let fittingCompressed = Size.zero
  /// The target size that requests the largest fitting size.
  public static let fittingExpanded = Size(width: 10_000, height: 10_000)

  /// The item that contains all others; its left and top are 0.
  public var root: LayoutItem {
    guard let rootStorage else { preconditionFailure("the root is created with the engine") }
    return rootStorage
  }
  /// The policy for required constraints that contradict each other.
  public let conflictPolicy: ConflictPolicy
  /// Receives conflict logs and other reports, one at a time, after the change or layout pass that
  /// caused them has ended.
  ///
  /// The closure may change the engine. By default, reports are printed to standard output, since
  /// this module names no C library; a program that writes its results there passes another
  /// closure. `nil` discards reports.
  public var log: ((String) -> Void)?

  /// Called after a change, if the frames are stale.
  ///
  /// It is not called again until the frames have been computed. The frames of a new engine are
  /// stale. A host schedules its next layout here. The closure must not change the engine.
  public var needsLayout: (() -> Void)? {
    didSet { hasRequestedLayout = false }
  }

  /// The part of the engine that is copied before a change and restored if the change fails.
  ///
  /// Changes outside this structure are undone by the steps in `journal`.
  struct State {
    var solver = LayoutSolver()
    var areas = RankedList<LayoutArea>()
    /// The active constraints, by solver symbol.
    var owners: [LayoutConstraint?] = []
    var conflicts: [ConflictFamily] = []
    var conflictNumber = 0
    /// Broken constraints to try again, in descending `keptOrder`.
    var waiting: [LayoutConstraint] = []
    /// The members of the conflicts that are checked again during the current change, by the serial
    /// number of the broken constraint.
    ///
    /// If such a conflict persists, it must not be reported a second time.
    var retried: [Int: [Int]] = [:]
    var nextSerial = 1
    var nextRank = 0
    var rootSize: Size
    var direction: ReadingDirection
    var safeAreaInsets = RectInsets.zero
    /// The number of views that add insets to the safe area.
    var insettingViews = 0
    var measured = RankedList<LayoutItem>()
    /// The guides whose rectangle is a view's less insets.
    var insetGuides = RankedList<LayoutGuide>()
    /// The number of active constraints that relate a width to a height.
    var crossings = 0
    var hasSafeArea = false
    /// Items whose links to other items of a visual format or a stack have changed.
    var unordered: [LayoutArea] = []
    /// True if a required constraint was added or changed since required constraints were checked.
    var isUnchecked = false
    var isLaidOut = false
  }

  var state: State
  /// Steps that undo changes of items and constraints; `nil` if the current change cannot fail.
  var journal: [() -> Void]?
  var depth = 0
  var reports: [String] = []
  var isTellingReports = false
  var isLayingOut = false
  /// True if `needsLayout` has been called since the frames were computed.
  var hasRequestedLayout = false
  /// True while views are measured; frames queried meanwhile are those of the current pass.
  var isMeasuring = false
  var exercised: LayoutSolver?
  var exerciseStep = 0
  var rootConstraints: [LayoutConstraint] = []
  var weakFollowers: [() -> (any LayoutFollower)?] = []
  var hasWindowChanged = false

  private var rootStorage: LayoutItem?
  let link = OwnerLink<LayoutEngine>()

  /// Creates an engine with an empty root.
  ///
  /// - Parameters:
  ///   - rootSize: the root's size in points; numbers out of range count as 0.
  ///   - direction: the reading direction, which determines leading and trailing.
  ///   - conflictPolicy: what happens when required constraints contradict each other.
  ///   - rootName: the root's name in messages.
  ///   - log: receives one message per conflict; `nil` discards the messages.
  public init(
    rootSize: Size, direction: ReadingDirection = .leftToRight,
    conflictPolicy: ConflictPolicy = .breakAndReport, rootName: String = "view",
    log: ((String) -> Void)? = LayoutEngine.printReport
  ) {
    self.conflictPolicy = conflictPolicy
    self.log = log
    let size = Size(
      width: rootSize.width.isLength ? max(0, rootSize.width) : 0,
      height: rootSize.height.isLength ? max(0, rootSize.height) : 0)
    state = State(rootSize: size, direction: direction)
    let width = state.solver.makeVariable(isNonNegative: true)
    let height = state.solver.makeVariable(isNonNegative: true)
    link.owner = self
    let root = LayoutItem(
      name: rootName, rank: 0, engine: self, superview: nil,
      placement: .free((width: width, left: nil, height: height, top: nil)))
    rootStorage = root
    state.areas.insert(root)
    state.nextRank = 1
    // Literal identifiers: deriving them from the attributes takes reflection, which is slow.
    rootConstraints = [
      LayoutConstraint(
        root, .width, .equal, nil, constant: size.width, identifier: "KW-root-width",
        source: .root),
      LayoutConstraint(
        root, .height, .equal, nil, constant: size.height, identifier: "KW-root-height",
        source: .root),
    ]
    for constraint in rootConstraints { state.activate(constraint) }
    // Check the root's size first: contradictions with it are then found view by view from the
    // outside in.
    _ = state.solver.checkRequired()
    state.isUnchecked = false
  }

  deinit {
    link.owner = nil
    for area in state.areas {
      area.links = []
      (area as? LayoutItem)?.releaseConstraints(in: nil)
    }
  }

  /// Registers a view.
  ///
  /// Without a parent, the view is the top of a separate tree until a stack arranges it or it is
  /// moved. The name is for messages.
  ///
  /// - Throws: `LayoutError.illegal` if the parent belongs to another engine.
  public func makeItem(
    _ name: String, in parent: LayoutItem? = nil
  ) throws(LayoutError) -> LayoutItem {
    try register(name, in: parent)
  }

  /// Registers a layout guide in a view; constraints determine the guide's rectangle.
  ///
  /// - Throws: `LayoutError.illegal` if the owner belongs to another engine.
  public func makeGuide(_ name: String, in owner: LayoutItem) throws(LayoutError) -> LayoutGuide {
    try register(name, in: owner)
  }

  /// Registers a layout guide whose rectangle is set by the host instead of by constraints.
  ///
  /// `frame` is in the owner's bounds, in points; ``LayoutGuide/setFrame(_:)`` changes it.
  ///
  /// - Throws: `LayoutError.illegal` if the owner belongs to another engine, for numbers that are
  ///   not finite, and for negative sizes.
  public func makeGuide(
    _ name: String, in owner: LayoutItem, frame: Rect
  ) throws(LayoutError) -> LayoutGuide {
    try LayoutGuide.check(frame, of: name)
    return try register(name, in: owner, .fixed(frame))
  }

  func register<Area: LayoutArea>(
    _ name: String, in parent: LayoutItem?, _ placement: LayoutArea.Placement? = nil
  ) throws(LayoutError) -> Area {
    if let parent, parent.engine !== self || parent.isRemoved {
      throw .illegal(
        "\(name) cannot be added to \(parent.name), which is not an item of this engine.")
    }
    return try perform { () throws(LayoutError) in self.enroll(name, in: parent, placement) }
  }

  func registerGuide(
    _ name: String, in owner: LayoutItem, _ placement: LayoutArea.Placement?
  ) -> LayoutGuide {
    let guide: LayoutGuide = enroll(name, in: owner, placement)
    guide.belongsToView = true
    if guide.insets != nil {
      state.insetGuides.insert(guide)
      if owner === root { fitRootGuides() }
    }
    return guide
  }

  private func enroll<Area: LayoutArea>(
    _ name: String, in parent: LayoutItem?, _ placement: LayoutArea.Placement?
  ) -> Area {
    let area = Area(
      name: name, rank: state.nextRank, engine: self, superview: parent,
      placement: placement ?? state.solver.freePlacement())
    if canRollBack { onRollback { area.isRemoved = true } }
    state.nextRank += 1
    state.areas.insert(area)
    if let parent {
      if let view = area as? LayoutItem { append(view, to: parent) }
      if let guide = area as? LayoutGuide {
        keep(parent, \.guides)
        parent.guides.append(guide)
      }
    }
    return area
  }

  func append(_ view: LayoutItem, to parent: LayoutItem) {
    keep(parent, \.subviews)
    parent.subviews.append(view)
  }
}

extension LayoutSolver {
  fileprivate mutating func freePlacement() -> LayoutArea.Placement {
    .free(
      (
        width: makeVariable(isNonNegative: true), left: makeVariable(),
        height: makeVariable(isNonNegative: true), top: makeVariable()
      ))
  }
}

extension LayoutEngine {
  /// Removes an item, everything inside it, and every constraint that refers to any of them.
  ///
  /// - Throws: `LayoutError.illegal` for the root, a view's safe-area or margins guide, or an item
  ///   of another engine.
  public func removeItem(_ item: LayoutArea) throws(LayoutError) {
    guard item !== root else { throw .illegal("The root \(item.name) cannot be removed.") }
    guard item.engine === self, !item.isRemoved else {
      throw .illegal("\(item.name) is not an item of this engine, so it cannot be removed.")
    }
    if let guide = item as? LayoutGuide, guide.belongsToView {
      throw .illegal("\(item.name) is part of its view and cannot be removed: remove the view.")
    }
    try perform { () throws(LayoutError) in
      if let superview = item.superview { self.detach(item, from: superview) }
      let doomed = item.subtree
      for area in doomed {
        for constraint in area.links { self.deactivate(constraint) }
      }
      for area in doomed { self.forget(area) }
    }
  }

  /// Moves a view into another view, as the last subview.
  ///
  /// The moved view keeps its constraints, except those derived from its autoresizing mask. If
  /// `parent` already is the superview, nothing changes.
  ///
  /// - Throws: `LayoutError.illegal` if the view would contain itself, belongs to another engine,
  ///   or has a constraint to an item that would no longer be in the same tree.
  public func move(_ view: LayoutItem, to parent: LayoutItem) throws(LayoutError) {
    for item in [view, parent] where item.engine !== self || item.isRemoved {
      throw .illegal("\(item.name) is not an item of this engine: use items of this engine.")
    }
    guard !parent.isInside(view), view !== root else {
      throw .illegal("\(view.name) cannot be moved into \(parent.name): it would contain itself.")
    }
    if view.superview === parent { return }
    let moved = view.subtree
    try checkLinks(of: moved, in: parent)
    try perform { () throws(LayoutError) in
      if let superview = view.superview { self.detach(view, from: superview) }
      self.append(view, to: parent)
      self.keep(view, \.superviewLink)
      view.superviewLink = parent.link
      view.dropAutoresizing(in: self)
      for area in moved {
        for constraint in area.links { self.lower(constraint) }
      }
    }
  }

  /// Checks that all constraints between items that are moved and others stay in one tree.
  private func checkLinks(
    of moved: [LayoutArea], in parent: LayoutItem
  ) throws(LayoutError) {
    let inside = Set(moved.map(ObjectIdentifier.init))
    let top = parent.top
    for area in moved {
      for constraint in area.links where constraint.source == .user {
        for other in [constraint.first, constraint.second ?? constraint.first]
        where !inside.contains(ObjectIdentifier(other)) && other.top !== top {
          throw constraint.withoutCommonAncestor
        }
      }
    }
  }

  private func detach(_ area: LayoutArea, from superview: LayoutItem) {
    if let guide = area as? LayoutGuide {
      keep(superview, \.guides)
      superview.guides.removeNearEnd(guide)
    }
    guard let view = area as? LayoutItem else { return }
    if let stack = superview as? StackLayout { stack.forget(view, in: self) }
    keep(superview, \.subviews)
    superview.subviews.removeNearEnd(view)
  }

  private func forget(_ area: LayoutArea) {
    keep(area, \.isRemoved)
    area.isRemoved = true
    state.areas.remove(area)
    if let guide = area as? LayoutGuide { state.insetGuides.remove(guide) }
    if let view = area as? LayoutItem {
      view.releaseConstraints(in: self)
      state.measured.remove(view)
      if view.additionalSafeAreaInsets != .zero { state.insettingViews -= 1 }
    }
    guard case .free(let variables) = area.placement else { return }
    for variable in [variables.width, variables.left, variables.height, variables.top] {
      if let variable { state.solver.discard(variable) }
    }
  }
}

extension Array where Element: AnyObject {
  /// Removes an element, which is found quickly if it is near the start or the end.
  fileprivate mutating func removeNearEnd(_ element: Element) {
    for index in indices {
      for place in [index, count - 1 - index] where self[place] === element {
        remove(at: place)
        return
      }
    }
  }
}

extension LayoutConstraint {
  func mentions(_ area: LayoutArea) -> Bool { first === area || second === area }
}

extension LayoutEngine {
  /// Makes several changes as one: all or none.
  ///
  /// Required constraints are checked together at the end, so a constraint can be replaced by one
  /// that contradicts it. In a nested transaction, these checks wait for the end of the outermost
  /// transaction. A nested transaction that throws undoes only its own changes.
  ///
  /// - Throws: any error of `changes`, or `LayoutError.unsatisfiable` under `ConflictPolicy.fail`;
  ///   the engine is then unchanged, bit for bit.
  public func transaction<T>(
    _ changes: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    try perform(canFail: true, changes)
  }

  /// Makes a change whose arguments the caller has checked.
  ///
  /// `canFail` is true if `change` or a follower can throw. Contradictions between required
  /// constraints are handled after the change, whatever the value of `canFail`.
  func perform<T>(
    canFail: Bool = false, _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    if depth > 0 { return canFail && canRollBack ? try undoing(change) : try change() }
    depth = 1
    defer {
      depth = 0
      requestLayout()
      if !state.retried.isEmpty { state.retried = [:] }
      hasWindowChanged = false
      sendReports()
    }
    let result =
      canFail || conflictPolicy == .fail
      ? try undoing { () throws(LayoutError) in try carryOut(change) } : try carryOut(change)
    // Breaking constraints cannot fail, so the saved state has already been released. If it still
    // existed, the first pivot would have to copy the whole tableau.
    let isUnchecked = state.isUnchecked || !state.waiting.isEmpty
    if conflictPolicy == .breakAndReport && isUnchecked { giveWay() }
    return result
  }

  private func requestLayout() {
    guard !state.isLaidOut, !hasRequestedLayout, let needsLayout else { return }
    hasRequestedLayout = true
    needsLayout()
  }

  private func carryOut<T>(_ change: () throws(LayoutError) -> T) throws(LayoutError) -> T {
    exercised = nil
    state.isLaidOut = false
    let result = try change()
    if hasWindowChanged {
      hasWindowChanged = false
      for follower in followers { try follower.windowHasChanged() }
    }
    if conflictPolicy == .fail { try checkRequired() }
    return result
  }

  /// Makes a change; if it fails, only its own changes are undone, so that an outer transaction can
  /// continue.
  private func undoing<T>(
    _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    let (saved, shown, isOutermost) = (state, exercised, journal == nil)
    let mark = journal?.count ?? 0
    if isOutermost { journal = [] }
    defer { if isOutermost { journal = nil } }
    do throws(LayoutError) {
      return try change()
    } catch {
      while let count = journal?.count, count > mark { journal?.removeLast()() }
      (state, exercised) = (saved, shown)
      throw error
    }
  }

  /// True if undo steps are recorded; check this before creating an undo closure.
  var canRollBack: Bool { journal != nil }

  /// Records a closure that restores a value outside `state` if the current change fails.
  package func onRollback(_ undo: @escaping () -> Void) {
    journal?.append(undo)
  }

  package func keep<Object: AnyObject, Value>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    guard canRollBack else { return }
    let old = object[keyPath: property]
    onRollback { object[keyPath: property] = old }
  }
}

/// An object that changes together with a layout, such as a guide whose position the host computes.
package protocol LayoutFollower: AnyObject {
  var guide: LayoutGuide { get }

  /// Called when the root's size, a safe area or the reading direction has changed.
  ///
  /// If the function throws, the whole change fails and is undone.
  func windowHasChanged() throws(LayoutError)

  /// Called after a layout pass; returns whether the follower has changed the engine.
  func layoutHasEnded() -> Bool
}

extension LayoutEngine {
  package var followers: [any LayoutFollower] { weakFollowers.compactMap { $0() } }

  package func add(_ follower: any LayoutFollower) {
    weakFollowers.removeAll { $0() == nil }
    weakFollowers.append { [weak follower] in follower }
  }

  func performFollowed(_ change: () throws(LayoutError) -> Void) throws(LayoutError) {
    try perform(canFail: !weakFollowers.isEmpty, change)
  }
}
