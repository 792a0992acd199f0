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
/// The solution is a function of the items, their order and the active constraints: first the
/// required ones, then level by level the least violation, then ties in the items' order, then
/// each item as small and as far to the start as it can be. Every change is all or nothing.
///
/// An engine belongs to one isolation domain; it is not `Sendable`.
public final class LayoutEngine {
  /// The target that asks for the smallest fitting size.
  public static let fittingCompressed = Size.zero
  /// The target that asks for the largest fitting size.
  public static let fittingExpanded = Size(width: 10_000, height: 10_000)

  /// The item that contains all others; its left and top are 0.
  public var root: LayoutItem {
    guard let rootStorage else { preconditionFailure("the root is made with the engine") }
    return rootStorage
  }
  /// The answer to required constraints that contradict each other.
  public let conflictPolicy: ConflictPolicy
  /// Receives the text of conflict logs and other reports, one by one, when the change or pass that
  /// they are about has ended; it may change the engine in turn.
  ///
  /// Standard error unless set, `nil` for silence.
  public var log: ((String) -> Void)?

  /// Called when a change has made the frames stale, once until they are computed again.
  ///
  /// A host asks for its next frame then; it must not change the engine.
  public var needsLayout: (() -> Void)?

  /// Everything a failed change has to put back.
  struct State {
    var solver = LayoutSolver()
    var areas: [LayoutArea] = []
    /// The active constraints by the solver's symbols.
    var owners: [LayoutConstraint?] = []
    var conflicts: [ConflictFamily] = []
    /// The number of all there have been.
    var conflictNumber = 0
    /// The number of these that each constraint is in, by the solver's symbols.
    var involvements: [Int32] = []
    /// Broken constraints that are about to be tried again, the one kept before all others last.
    var waiting: [LayoutConstraint] = []
    var nextSerial = 1
    var nextRank = 0
    var rootSize: Size
    var direction: ReadingDirection
    var safeAreaInsets = RectInsets.zero
    /// The views whose heights are measured, in the order of registration.
    var measured: [LayoutItem] = []
    /// The number of active constraints that relate a width with a height.
    var crossings = 0
    /// Whether any view has a safe-area inset.
    var hasSafeArea = false
    var isLaidOut = false
  }

  var state: State
  /// The steps that put items and constraints back, if the change under way can fail.
  var journal: [() -> Void]?
  var depth = 0
  /// Conflicts the change under way has put to the test again; they are not reported twice.
  ///
  /// They are the serials of the members of a family, and of those of its constraints that gave
  /// way.
  var retried: [(members: Set<Int>, broken: Set<Int>)] = []
  /// Reports for the log that wait until the engine is at rest.
  var reports: [String] = []
  var isTellingReports = false
  /// True while a pass is under way, with those who follow the frames.
  var isLayingOut = false
  /// True while a view is being measured; who asks for a frame then gets that of the pass under
  /// way.
  var isMeasuring = false
  /// The extreme solution shown by `exerciseAmbiguity`.
  var exercised: LayoutSolver?
  var exerciseStep = 0
  var rootConstraints: [LayoutConstraint] = []
  var weakFollowers: [WeakFollower] = []
  /// True if the change under way has changed the root's size, its safe area or the direction.
  var hasWindowChanged = false

  private var rootStorage: LayoutItem?
  let link = OwnerLink<LayoutEngine>()

  /// An engine with an empty root.
  ///
  /// - Parameters:
  ///   - rootSize: the root's size in points; numbers out of range count as 0.
  ///   - direction: which way leading and trailing point.
  ///   - conflictPolicy: what happens when required constraints contradict each other.
  ///   - rootName: the root's name in messages.
  ///   - log: receives conflict logs, one text per conflict; `nil` for silence.
  public init(
    rootSize: Size, direction: ReadingDirection = .leftToRight,
    conflictPolicy: ConflictPolicy = .breakAndReport, rootName: String = "view",
    log: ((String) -> Void)? = LayoutEngine.writeToStandardError
  ) {
    self.conflictPolicy = conflictPolicy
    self.log = log
    let size = Size(
      width: rootSize.width.isLength ? max(0, rootSize.width) : 0,
      height: rootSize.height.isLength ? max(0, rootSize.height) : 0)
    state = State(rootSize: size, direction: direction)
    let variables = LayoutArea.Variables(
      width: state.solver.makeVariable(isNonNegative: true), left: nil,
      height: state.solver.makeVariable(isNonNegative: true), top: nil)
    link.owner = self
    let root = LayoutItem(
      name: rootName, rank: 0, engine: self, superview: nil, placement: .free(variables))
    rootStorage = root
    state.areas = [root]
    state.nextRank = 1
    // Names written out: the attributes' own come by reflection, which takes longer than the rest.
    rootConstraints = [
      LayoutConstraint(
        root, .width, .equal, nil, constant: size.width, identifier: "KW-root-width",
        source: .root),
      LayoutConstraint(
        root, .height, .equal, nil, constant: size.height, identifier: "KW-root-height",
        source: .root),
    ]
    for constraint in rootConstraints { state.activate(constraint) }
    // The root's size comes first whatever comes with it: what contradicts it is then found view by
    // view from the outside, and no view further inside is blamed.
    _ = state.solver.checkRequired()
  }

  deinit {
    link.owner = nil
    for case let view as LayoutItem in state.areas { view.releaseConstraints(in: nil) }
  }

  // MARK: Items

  /// Registers a view.
  ///
  /// - Parameters:
  ///   - name: its name in messages.
  ///   - parent: the view it lies in; with none it is the top of its own tree, until a stack
  ///     arranges it or it is moved.
  /// - Returns: the view.
  /// - Throws: `LayoutError.illegal` if the parent belongs to another engine.
  public func makeItem(
    _ name: String, in parent: LayoutItem? = nil
  ) throws(LayoutError) -> LayoutItem {
    try register(name, in: parent) { rank, placement in
      LayoutItem(name: name, rank: rank, engine: self, superview: parent, placement: placement)
    }
  }

  /// Registers a layout guide in a view, placed by constraints like any item.
  ///
  /// - Throws: `LayoutError.illegal` if the owner belongs to another engine.
  public func makeGuide(_ name: String, in owner: LayoutItem) throws(LayoutError) -> LayoutGuide {
    try register(name, in: owner) { rank, placement in
      LayoutGuide(name: name, rank: rank, engine: self, superview: owner, placement: placement)
    }
  }

  /// Registers a layout guide whose rectangle its host sets, in the owner's bounds.
  ///
  /// - Throws: `LayoutError.illegal` if the owner belongs to another engine.
  public func makeGuide(
    _ name: String, in owner: LayoutItem, frame: Rect
  ) throws(LayoutError) -> LayoutGuide {
    try makePlacedGuide(name, in: owner, .fixed(frame))
  }

  func makePlacedGuide(
    _ name: String, in owner: LayoutItem, _ placement: LayoutArea.Placement
  ) throws(LayoutError) -> LayoutGuide {
    try register(name, in: owner, placement) { rank, placement in
      LayoutGuide(name: name, rank: rank, engine: self, superview: owner, placement: placement)
    }
  }

  func register<Area: LayoutArea>(
    _ name: String, in parent: LayoutItem?, _ placement: LayoutArea.Placement? = nil,
    _ make: (Int, LayoutArea.Placement) -> Area
  ) throws(LayoutError) -> Area {
    if let parent, parent.engine !== self || parent.isRemoved {
      throw .illegal("\(name) cannot go into \(parent.name), which is not an item of this engine.")
    }
    return try perform { () throws(LayoutError) in self.enroll(parent, placement, make) }
  }

  /// Registers a guide inside a change of its owner.
  func registerGuide(
    _ name: String, in owner: LayoutItem, _ placement: LayoutArea.Placement?
  ) -> LayoutGuide {
    enroll(owner, placement) { rank, placement in
      LayoutGuide(name: name, rank: rank, engine: self, superview: owner, placement: placement)
    }
  }

  private func enroll<Area: LayoutArea>(
    _ parent: LayoutItem?, _ placement: LayoutArea.Placement?,
    _ make: (Int, LayoutArea.Placement) -> Area
  ) -> Area {
    let area = make(state.nextRank, placement ?? state.solver.freePlacement())
    if canRollBack { onRollback { area.isGone = true } }
    state.enter(area)
    if let view = area as? LayoutItem, let parent { append(view, to: parent) }
    return area
  }

  func append(_ view: LayoutItem, to parent: LayoutItem) {
    keep(parent, \.subviews)
    parent.subviews.append(view)
  }
}

extension LayoutEngine.State {
  fileprivate mutating func enter(_ area: LayoutArea) {
    nextRank += 1
    areas.append(area)
  }
}

extension LayoutSolver {
  fileprivate mutating func freePlacement() -> LayoutArea.Placement {
    .free(
      LayoutArea.Variables(
        width: makeVariable(isNonNegative: true), left: makeVariable(),
        height: makeVariable(isNonNegative: true), top: makeVariable()))
  }
}

extension LayoutEngine {
  /// Removes an item, everything inside it, and every constraint that mentions any of these.
  ///
  /// - Throws: `LayoutError.illegal` for the root, a guide the engine keeps itself, or an item of
  ///   another engine.
  public func removeItem(_ item: LayoutArea) throws(LayoutError) {
    guard item !== root else { throw .illegal("The root \(item.name) cannot be removed.") }
    guard item.engine === self, !item.isRemoved else {
      throw .illegal("\(item.name) is not an item of this engine, so it cannot be removed.")
    }
    switch item.placement {
    case .inset, .margins: throw .illegal("\(item.name) belongs to its view: remove the view.")
    case .free, .fixed: break
    }
    try perform { () throws(LayoutError) in
      if let view = item as? LayoutItem, let superview = item.superview {
        self.detach(view, from: superview)
      }
      let doomed = self.state.areas.filter { area in area.ancestors.contains { $0 === item } }
      self.deactivateConstraints { doomed.contains(where: $0.mentions) }
      for area in doomed { self.forget(area) }
    }
  }

  /// Makes a view the last subview of another one; constraints stay as they are.
  ///
  /// - Throws: `LayoutError.illegal` if the view would contain itself, belongs to another engine,
  ///   or has a constraint to an item that is not in the same tree any more.
  public func move(_ view: LayoutItem, to parent: LayoutItem) throws(LayoutError) {
    for item in [view, parent] where item.engine !== self || item.isRemoved {
      throw .illegal("\(item.name) is not an item of this engine: use its own items.")
    }
    guard !parent.isInside(view), view !== root else {
      throw .illegal("\(view.name) cannot go into \(parent.name): it would contain itself.")
    }
    if view.superview === parent { return }
    try transaction { () throws(LayoutError) in
      if let superview = view.superview { self.detach(view, from: superview) }
      self.append(view, to: parent)
      self.keep(view, \.superviewLink)
      view.superviewLink = parent.link
      view.dropAutoresizing(in: self)
      for case let constraint? in self.state.owners where constraint.first.engine === self {
        try constraint.checkPlaces(in: self)
      }
      self.lowerAllConstraints()
    }
  }

  func deactivateConstraints(where isDoomed: (LayoutConstraint) -> Bool) {
    for case let constraint? in state.owners where isDoomed(constraint) { deactivate(constraint) }
  }

  private func detach(_ view: LayoutItem, from superview: LayoutItem) {
    if let stack = superview as? StackLayout { stack.forget(view, in: self) }
    keep(superview, \.subviews)
    superview.subviews.removeAll { $0 === view }
  }

  private func forget(_ area: LayoutArea) {
    keep(area, \.isGone)
    area.isGone = true
    if let view = area as? LayoutItem {
      state.measured.removeAll { $0 === view }
      view.releaseConstraints(in: self)
    }
    state.areas.removeAll { $0 === area }
    guard case .free(let variables) = area.placement else { return }
    for variable in [variables.width, variables.left, variables.height, variables.top] {
      if let variable { state.solver.discard(variable) }
    }
  }
}

extension LayoutConstraint {
  func mentions(_ area: LayoutArea) -> Bool { first === area || second === area }
}

extension LayoutEngine {
  /// Makes several changes as one: all of them, or none.
  ///
  /// Required constraints are checked together at the end, so that a constraint may be replaced by
  /// one that contradicts it. An inner transaction joins the outer one.
  ///
  /// - Throws: what `changes` throws, or `LayoutError.unsatisfiable` under `ConflictPolicy.fail`;
  ///   then every answer has the same bits as before.
  public func transaction<T>(
    _ changes: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    try perform(canFail: true, changes)
  }

  /// Makes a change that has been checked, so that it can fail only in a contradiction.
  func perform<T>(
    canFail: Bool = false, _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    if depth > 0 { return canFail ? try join(change) : try change() }
    depth = 1
    let wasLaidOut = state.isLaidOut
    defer {
      depth = 0
      if wasLaidOut && !state.isLaidOut { needsLayout?() }
      if !retried.isEmpty { retried = [] }
      hasWindowChanged = false
      sendReports()
    }
    let result =
      canFail || conflictPolicy == .fail ? try carryOutOrUndo(change) : try carryOut(change)
    // Breaking cannot fail, so the former state is gone by now: kept, it would cost a copy of the
    // whole tableau with the first pivot.
    if conflictPolicy == .breakAndReport { giveWay() }
    return result
  }

  private func carryOutOrUndo<T>(
    _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    let (saved, shown) = (state, exercised)
    journal = []
    defer { journal = nil }
    do throws(LayoutError) {
      return try carryOut(change)
    } catch {
      for undo in (journal ?? []).reversed() { undo() }
      (state, exercised) = (saved, shown)
      throw error
    }
  }

  private func carryOut<T>(_ change: () throws(LayoutError) -> T) throws(LayoutError) -> T {
    exercised = nil
    state.isLaidOut = false
    let result = try change()
    try followWindow()
    if conflictPolicy == .fail { try checkRequired() }
    return result
  }

  /// Runs an inner transaction; if it fails and the outer one goes on, its part is undone.
  private func join<T>(
    _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    guard let mark = journal?.count else { return try change() }
    let saved = state
    do throws(LayoutError) {
      return try change()
    } catch {
      while let count = journal?.count, count > mark { journal?.removeLast()() }
      state = saved
      throw error
    }
  }

  /// True if the change under way can fail, so that notes are taken; asked before a closure is
  /// made.
  var canRollBack: Bool { journal != nil }

  /// Notes how to put back what is about to change outside `state`; if nothing can fail, no note is
  /// taken.
  package func onRollback(_ undo: @escaping () -> Void) {
    journal?.append(undo)
  }

  /// Notes the value of a property that is about to change.
  package func keep<Object: AnyObject, Value>(
    _ object: Object, _ property: ReferenceWritableKeyPath<Object, Value>
  ) {
    guard canRollBack else { return }
    let old = object[keyPath: property]
    onRollback { object[keyPath: property] = old }
  }
}

/// Something that has to change together with a layout, such as a guide whose place its host
/// computes.
package protocol LayoutFollower: AnyObject {
  /// The guide whose place it computes.
  var guide: LayoutGuide { get }

  /// The root's size, its safe area or the direction has changed; called at the end of that change
  /// and as part of it.
  func windowHasChanged() throws(LayoutError)

  /// A layout pass has ended; returns whether the follower has changed something, so that there has
  /// to be another one.
  func layoutHasEnded() -> Bool
}

struct WeakFollower {
  weak var follower: (any LayoutFollower)?
}

extension LayoutEngine {
  /// The followers that are still there, in the order they were added.
  package var followers: [any LayoutFollower] { weakFollowers.compactMap(\.follower) }

  /// Adds a follower, which the engine does not keep alive.
  package func add(_ follower: any LayoutFollower) {
    weakFollowers.removeAll { $0.follower == nil }
    weakFollowers.append(WeakFollower(follower: follower))
  }

  /// Makes a change of the window, which fails as a whole where a follower cannot follow.
  func performFollowed(_ change: () throws(LayoutError) -> Void) throws(LayoutError) {
    try perform(canFail: !weakFollowers.isEmpty, change)
  }

  func followWindow() throws(LayoutError) {
    guard hasWindowChanged else { return }
    hasWindowChanged = false
    for follower in followers { try follower.windowHasChanged() }
  }

  /// Lets everything follow the frames of a layout pass; returns whether there has to be another
  /// one.
  func followLayout() -> Bool {
    if weakFollowers.isEmpty { return false }
    return followers.reduce(false) { $1.layoutHasEnded() || $0 }
  }
}
