/// A view that lays other views out in a row or a column.
///
///     let bar = try engine.makeStack("bar", in: engine.root)
///     bar.spacing = 8
///     try bar.arrange(engine.makeItem("field"), engine.makeItem("send"))
///
/// Arranged views become subviews of the stack, and can be stacks themselves. A stack consists of
/// ordinary constraints. A change of the stack replaces the constraints that it affects, in one
/// transaction.
public final class StackLayout: LayoutItem {
  /// The distribution of views along the stack.
  public enum Distribution: String, CaseIterable, Hashable, Sendable {
    /// Views fill the length of the stack.
    ///
    /// If there is room left, the view with the lowest hugging priority grows. If there is too
    /// little room, the view with the lowest compression resistance priority shrinks.
    case fill
    /// Views fill the length and are equally long.
    case fillEqually
    /// Views fill the length in proportion to their intrinsic lengths.
    case fillProportionally
    /// Views keep their lengths; equal gaps between them, at least the spacing, fill the remaining
    /// length.
    case equalSpacing
    /// The centres of adjacent views are equally far apart, if the spacing leaves room for that.
    case equalCentering
  }

  /// The alignment of views across the stack; `leading` and `top` are equivalent, as are `trailing`
  /// and `bottom`.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// Views extend from one side of the stack to the other.
    case fill
    /// Views of a column begin at the leading side.
    case leading
    /// Views of a row begin at the top.
    case top
    /// The centres of the views are in the middle of the stack.
    case center
    /// Views of a column end at the trailing side.
    case trailing
    /// Views of a row end at the bottom.
    case bottom
    /// The first baselines of a row are aligned; invalid in a column.
    case firstBaseline
    /// The last baselines of a row are aligned; invalid in a column.
    case lastBaseline
  }

  /// The rule by which `fillProportionally` computes lengths.
  public enum Proportion: String, CaseIterable, Hashable, Sendable {
    /// As in UIKit, lengths are shares of the whole length, including the spacing; the last view is
    /// resized to fit.
    case uikit
    /// Lengths are shares of the length that remains when the spacing is subtracted.
    case exact
  }

  struct Settings {
    var axis = LayoutAxis.horizontal
    var distribution = Distribution.fill
    var alignment = Alignment.fill
    var spacing = 0.0
    var isMarginsRelative = false
    var isBaselineRelative = false
    var proportion = Proportion.uikit
    var arranged: [LayoutItem] = []
    /// The custom spacing after a view, by the view's rank.
    var customSpacing: [Int: Double] = [:]
  }

  var settings = Settings()
  /// The constraints created so far; they are reused, so that they keep their serial numbers.
  var made: [ConstraintKey: LayoutConstraint] = [:]
  var spanner: LayoutGuide?
  var spacer: LayoutGuide?
  var gaps: [LayoutGuide] = []
  var marginsGuide: LayoutGuide?

  deinit { settings.arranged = [] }

  override func takeSubviews() -> [LayoutItem] {
    settings.arranged = []
    return super.takeSubviews()
  }

  override func releaseConstraints(in engine: LayoutEngine?) {
    super.releaseConstraints(in: engine)
    engine?.keep(self, \.made)
    made = [:]
  }

  /// The axis along which views are arranged; horizontal by default.
  public var axis: LayoutAxis {
    get { settings.axis }
    set { editReporting { $0.axis = newValue } }
  }
  /// The distribution of views along the stack; `fill` by default.
  public var distribution: Distribution {
    get { settings.distribution }
    set { editReporting { $0.distribution = newValue } }
  }
  /// The alignment of views across the stack; `fill` by default.
  ///
  /// A column cannot align baselines: such a change is reported to the engine's log and has no
  /// effect.
  public var alignment: Alignment {
    get { settings.alignment }
    set { editReporting { $0.alignment = newValue } }
  }
  /// The distance between adjacent views in points; 0 by default.
  public var spacing: Double {
    get { settings.spacing }
    set { editReporting { $0.spacing = newValue } }
  }
  /// Whether the stack arranges its views inside its layout margins instead of its bounds.
  public var isLayoutMarginsRelativeArrangement: Bool {
    get { settings.isMarginsRelative }
    set { editReporting { $0.isMarginsRelative = newValue } }
  }
  /// Whether a column measures the distances between views from baseline to baseline.
  public var isBaselineRelativeArrangement: Bool {
    get { settings.isBaselineRelative }
    set { editReporting { $0.isBaselineRelative = newValue } }
  }
  /// The rule by which `fillProportionally` computes lengths.
  public var proportion: Proportion { settings.proportion }
  /// The views that the stack lays out, in order, including hidden ones.
  public var arrangedSubviews: [LayoutItem] { settings.arranged }

  /// The custom distance after a view in points; `nil` if the stack's spacing applies.
  public func customSpacing(after view: LayoutItem) -> Double? {
    settings.customSpacing[view.rank]
  }
}

extension LayoutEngine {
  /// Registers a stack without views.
  ///
  /// Without a parent, the stack is the root of a separate view tree until another stack arranges
  /// it or the host moves it. The name is for messages.
  ///
  /// - Throws: `LayoutError.illegal` if the parent belongs to another engine.
  public func makeStack(
    _ name: String, in parent: LayoutItem? = nil
  ) throws(LayoutError) -> StackLayout {
    try register(name, in: parent)
  }
}

extension StackLayout {
  /// Sets the distance after a view in points; `nil` restores the stack's spacing.
  ///
  /// - Throws: `LayoutError.illegal` for a view that the stack does not arrange.
  public func setCustomSpacing(
    _ spacing: Double?, after view: LayoutItem
  ) throws(LayoutError) {
    guard arrangedSubviews.contains(where: { $0 === view }) else {
      throw .illegal("\(view.name) is not arranged by \(name): arrange it first.")
    }
    try edit { $0.customSpacing[view.rank] = spacing }
  }

  /// Sets how `fillProportionally` computes lengths.
  public func setProportion(_ proportion: Proportion) throws(LayoutError) {
    try edit { $0.proportion = proportion }
  }

  /// Appends views to the arranged subviews; views already arranged move to the end.
  ///
  /// - Throws: `LayoutError.illegal` for a view that contains the stack or belongs to another
  ///   engine.
  public func arrange(_ views: LayoutItem...) throws(LayoutError) { try arrange(views) }

  /// Appends a view to the arranged subviews; an error is reported to the engine's log.
  public func addArrangedSubview(_ view: LayoutItem) {
    reporting { () throws(LayoutError) in try arrange(view) }
  }

  /// Inserts a view at an index of the arranged subviews, like ``insert(_:at:)``; an error goes to
  /// the engine's log.
  public func insertArrangedSubview(_ view: LayoutItem, at index: Int) {
    reporting { () throws(LayoutError) in try insert(view, at: index) }
  }

  /// Stops arranging a view, like ``unarrange(_:)``; an error goes to the engine's log.
  public func removeArrangedSubview(_ view: LayoutItem) {
    reporting { () throws(LayoutError) in try unarrange(view) }
  }

  /// Appends views to the arranged subviews; views already arranged move to the end.
  public func arrange(_ views: [LayoutItem]) throws(LayoutError) {
    try place(views, at: .max)
  }

  /// Arranges views at an index among the other arranged subviews.
  private func place(_ views: [LayoutItem], at index: Int) throws(LayoutError) {
    let engine = try currentEngine(orMake: "stack")
    var seen = Set<ObjectIdentifier>()
    let last = views.reversed().filter { seen.insert(ObjectIdentifier($0)).inserted }.reversed()
    let areSubviews = views.allSatisfy {
      $0.superview === self && $0.engine === engine && !$0.isRemoved
    }
    // Arranging the stack's own subviews cannot fail.
    try engine.perform(canFail: !areSubviews) { () throws(LayoutError) in
      for view in views { try engine.move(view, to: self) }
      try self.edit { settings in
        settings.arranged.removeAll { seen.contains(ObjectIdentifier($0)) }
        let place = min(max(0, index), settings.arranged.count)
        settings.arranged.insert(contentsOf: last, at: place)
      }
    }
  }

  /// Inserts a view into the arranged subviews; moves it if it is already arranged.
  ///
  /// The view becomes a subview. `index` is the number of other arranged subviews that precede the
  /// view; it is clamped to the valid range.
  ///
  /// - Throws: `LayoutError.illegal` for a view that contains the stack or belongs to another
  ///   engine.
  public func insert(_ view: LayoutItem, at index: Int) throws(LayoutError) {
    try place([view], at: index)
  }

  /// Removes a view from the arranged subviews; it remains a subview.
  public func unarrange(_ view: LayoutItem) throws(LayoutError) {
    try edit { settings in
      settings.arranged.removeAll { $0 === view }
      settings.customSpacing[view.rank] = nil
    }
  }

  private func editReporting(_ body: (inout Settings) -> Void) {
    reporting { () throws(LayoutError) in try edit(body) }
  }

  private func edit(_ body: (inout Settings) -> Void) throws(LayoutError) {
    let engine = try currentEngine(orMake: "stack")
    var new = settings
    body(&new)
    let isBaseline = new.alignment == .firstBaseline || new.alignment == .lastBaseline
    guard new.axis == .horizontal || !isBaseline else {
      throw .illegal("\(name) is a column and cannot align baselines: use leading or center.")
    }
    guard new.spacing.isLength, new.customSpacing.values.allSatisfy(\.isLength) else {
      throw .illegal("A spacing of \(name) is out of range: use a finite number of points.")
    }
    try engine.perform { () throws(LayoutError) in
      let old = self.settings
      engine.keep(self, \.settings)
      self.settings = new
      self.updateConstraints(in: engine)
      for view in old.arranged + new.arranged { view.updateContentSizes(in: engine) }
    }
  }

  func forget(_ view: LayoutItem, in engine: LayoutEngine) {
    engine.keep(self, \.settings)
    settings.arranged.removeAll { $0 === view }
    settings.customSpacing[view.rank] = nil
    updateConstraints(in: engine)
    engine.keep(self, \.made)
    for (key, constraint) in made where constraint.mentions(view) { made[key] = nil }
    // A view that was hidden in the stack has its natural size again.
    view.updateContentSizes(in: engine)
  }

  struct ConstraintKey: Hashable {
    var first: Int
    var firstAttribute: LayoutAttribute
    var relation: LayoutRelation
    var second: Int?
    var secondAttribute: LayoutAttribute
    var priority: LayoutPriority
    var identifier: String
  }

  struct Plan {
    var constraints:
      [(
        key: ConstraintKey, first: LayoutArea, second: LayoutArea?, multiplier: Double,
        constant: Double
      )] = []

    static let spacing = "spacing"

    mutating func add(
      _ identifier: String, _ first: LayoutArea, _ firstAttribute: LayoutAttribute,
      _ relation: LayoutRelation, _ second: LayoutArea?, _ secondAttribute: LayoutAttribute,
      multiplier: Double = 1, constant: Double = 0, at priority: Float = 1000
    ) {
      let key = ConstraintKey(
        first: first.rank, firstAttribute: firstAttribute, relation: relation,
        second: second?.rank, secondAttribute: secondAttribute, priority: LayoutPriority(priority),
        identifier: "KWSV-" + identifier)
      constraints.append((key, first, second, multiplier, constant))
    }

    /// Relates the start edge of the area `first` and the end edge of the area `last` to the same
    /// edges of the canvas.
    mutating func connect(
      _ identifier: String, _ first: LayoutArea, _ last: LayoutArea, to canvas: LayoutArea,
      on axis: LayoutAxis, _ relation: LayoutRelation = .equal
    ) {
      add(identifier, canvas, axis.start, relation, first, axis.start)
      add(identifier, last, axis.end, relation, canvas, axis.end)
    }

    mutating func shrink(
      _ identifier: String, _ area: LayoutArea, _ size: LayoutAttribute, at priority: Float = 1000
    ) {
      add(identifier, area, size, .equal, nil, .notAnAttribute, at: priority)
    }
  }

  func updateConstraints(in engine: LayoutEngine) {
    var plan = Plan()
    let canvas: LayoutArea =
      isLayoutMarginsRelativeArrangement ? guide(\.marginsGuide, "margins", in: engine) : self
    planAlong(canvas, &plan, engine)
    if !arrangedSubviews.isEmpty { planAcross(canvas, &plan, engine) }
    let wanted = Set(plan.constraints.map(\.key))
    for (key, constraint) in made.sorted(by: { $0.value.serial < $1.value.serial })
    where !wanted.contains(key) { engine.deactivate(constraint) }
    engine.keep(self, \.made)
    for (key, first, second, multiplier, constant) in plan.constraints {
      let constraint =
        made[key]
        ?? LayoutConstraint(
          first, key.firstAttribute, key.relation, second, key.secondAttribute,
          priority: key.priority, identifier: key.identifier, source: .stack)
      if key.identifier == "KWSV-" + Plan.spacing { constraint.isForward = false }
      made[key] = constraint
      engine.keep(constraint, \.values)
      constraint.values.multiplier = multiplier
      constraint.values.constant = constant
      if constraint.isActive { engine.lower(constraint) } else { engine.activate(constraint) }
    }
  }

  func guide(
    _ path: ReferenceWritableKeyPath<StackLayout, LayoutGuide?>, _ name: String,
    in engine: LayoutEngine
  ) -> LayoutGuide {
    if let guide = self[keyPath: path] { return guide }
    let guide = makeGuide(name, path == \.marginsGuide ? .margins : nil, in: engine)
    engine.keep(self, path)
    self[keyPath: path] = guide
    return guide
  }

  func gap(_ index: Int, in engine: LayoutEngine) -> LayoutGuide {
    if index < gaps.count { return gaps[index] }
    let guide = makeGuide("gap\(index + 1)", nil, in: engine)
    engine.keep(self, \.gaps)
    gaps.append(guide)
    return guide
  }

  private func makeGuide(
    _ name: String, _ placement: LayoutArea.Placement?, in engine: LayoutEngine
  ) -> LayoutGuide {
    engine.registerGuide(self.name + "." + name, in: self, placement)
  }
}

extension StackLayout {
  private var visible: [LayoutItem] { arrangedSubviews.filter { !$0.isHidden } }

  func planAlong(_ canvas: LayoutArea, _ plan: inout Plan, _ engine: LayoutEngine) {
    let visible = visible
    let first: LayoutArea = visible.first ?? guide(\.spacer, "spacer", in: engine)
    plan.connect("canvas-connection", first, visible.last ?? first, to: canvas, on: axis)
    let isEqual = distribution == .equalSpacing || distribution == .equalCentering
    planSpacing(isEqual ? .greaterThanOrEqual : .equal, &plan)
    for view in arrangedSubviews where view.isHidden { plan.shrink("hiding", view, axis.size) }
    switch distribution {
    case .fill: break
    case .fillEqually: planEqualSizes(visible, &plan)
    case .fillProportionally: planProportions(visible, canvas, &plan)
    case .equalSpacing, .equalCentering: planGaps(visible, canvas, &plan, engine)
    }
  }

  private func planSpacing(_ relation: LayoutRelation, _ plan: inout Plan) {
    let isBaselines = isBaselineRelativeArrangement && axis == .vertical
    for (index, distance) in distances.enumerated() {
      plan.add(
        Plan.spacing, arrangedSubviews[index + 1], isBaselines ? .firstBaseline : axis.start,
        relation,
        arrangedSubviews[index], isBaselines ? .lastBaseline : axis.end,
        constant: distance)
    }
  }

  /// The distances after the arranged views, without the last view.
  ///
  /// A distance is halved if one of the two adjacent views is hidden. It is 0 if both are hidden,
  /// or if all views before it or all views after it are hidden.
  private var distances: [Double] {
    let views = arrangedSubviews
    let first = views.firstIndex { !$0.isHidden } ?? views.count
    let last = views.lastIndex { !$0.isHidden } ?? 0
    return views.indices.dropLast().map { index in
      guard index + 1 > first, index < last else { return 0 }
      let base = customSpacing(after: views[index]) ?? spacing
      let hidden = (views[index].isHidden ? 1 : 0) + (views[index + 1].isHidden ? 1.0 : 0)
      return base - base / 2 * hidden
    }
  }

  private func planEqualSizes(_ visible: [LayoutItem], _ plan: inout Plan) {
    guard let first = visible.first else { return }
    for view in visible.dropFirst() {
      plan.add("fill-equally", view, axis.size, .equal, first, axis.size)
    }
  }

  private func planProportions(
    _ visible: [LayoutItem], _ canvas: LayoutArea, _ plan: inout Plan
  ) {
    let lengths = visible.map { max(0, $0.metric(axis)) }
    let sum = lengths.reduce(0, +)
    guard sum > 0 else { return planEqualSizes(visible, &plan) }
    let gaps = distances.reduce(0, +)
    for (index, view) in visible.enumerated() {
      if proportion == .exact {
        let share = lengths[index] / sum
        plan.add(
          "fill-proportionally", view, axis.size, .equal, canvas, axis.size, multiplier: share,
          constant: -share * gaps)
      } else {
        let isAlone = visible.count == 1 && gaps == 0
        plan.add(
          "fill-proportionally", view, axis.size, .equal, canvas, axis.size,
          multiplier: sum + gaps > 0 ? lengths[index] / (sum + gaps) : 0,
          at: isAlone ? 1000 : Float(max(1, 999 - index)))
      }
    }
  }

  private func planGaps(
    _ visible: [LayoutItem], _ canvas: LayoutArea, _ plan: inout Plan,
    _ engine: LayoutEngine
  ) {
    let isSpacing = distribution == .equalSpacing
    for index in visible.indices.dropLast() {
      let gap = gap(index, in: engine)
      plan.add(
        "distributing", gap, axis.start, .equal, visible[index],
        isSpacing ? axis.end : axis.center)
      plan.add(
        "distributing", gap, axis.end, .equal, visible[index + 1],
        isSpacing ? axis.start : axis.center)
      if index > 0 {
        plan.add(
          "distributing", gap, axis.size, .equal, self.gap(0, in: engine), axis.size,
          at: isSpacing ? 1000 : 149)
      }
    }
    plan.shrink("canvas-fit", canvas, axis.size, at: 49)
  }
}

extension StackLayout {
  private var crossAxis: LayoutAxis { axis == .horizontal ? .vertical : .horizontal }

  func planAcross(_ canvas: LayoutArea, _ plan: inout Plan, _ engine: LayoutEngine) {
    let visible = visible
    if alignment == .fill {
      planFill(canvas, &plan)
    } else if visible.count == 1 {
      planSingle(visible[0], canvas, &plan)
    } else {
      planAligned(canvas, &plan, engine)
    }
  }

  private func planFill(_ canvas: LayoutArea, _ plan: inout Plan) {
    let first = arrangedSubviews[0]
    for view in arrangedSubviews.dropFirst() {
      plan.add("alignment", view, crossAxis.start, .equal, first, crossAxis.start)
      plan.add("alignment", view, crossAxis.end, .equal, first, crossAxis.end)
    }
    plan.connect("alignment", first, first, to: canvas, on: crossAxis)
  }

  private func planSingle(
    _ view: LayoutItem, _ canvas: LayoutArea, _ plan: inout Plan
  ) {
    plan.connect("canvas-connection", view, view, to: canvas, on: crossAxis, .lessThanOrEqual)
    switch alignment {
    case .fill: break
    case .leading, .top, .firstBaseline:
      plan.add("alignment", canvas, crossAxis.start, .equal, view, crossAxis.start)
    case .trailing, .bottom, .lastBaseline:
      plan.add("alignment", view, crossAxis.end, .equal, canvas, crossAxis.end)
    case .center:
      plan.add("alignment", canvas, crossAxis.center, .equal, view, crossAxis.center)
    }
    plan.shrink("canvas-fit", canvas, crossAxis.size, at: 49)
    plan.shrink("ambiguity", view, crossAxis.size, at: 25)
  }

  private func planAligned(
    _ canvas: LayoutArea, _ plan: inout Plan, _ engine: LayoutEngine
  ) {
    let first = arrangedSubviews[0]
    let spanner = guide(\.spanner, "spanner", in: engine)
    let common = commonAttribute
    for view in arrangedSubviews.dropFirst() {
      plan.add("alignment", view, common, .equal, first, common)
    }
    for view in arrangedSubviews {
      if common == crossAxis.start {
        plan.add("spanning", spanner, crossAxis.start, .equal, view, crossAxis.start, at: 999.5)
      } else {
        plan.add("spanning", spanner, crossAxis.start, .lessThanOrEqual, view, crossAxis.start)
      }
      if common == crossAxis.end {
        plan.add("spanning", spanner, crossAxis.end, .equal, view, crossAxis.end, at: 999.5)
      } else {
        plan.add("spanning", spanner, crossAxis.end, .greaterThanOrEqual, view, crossAxis.end)
      }
    }
    plan.shrink("spanning", spanner, crossAxis.size, at: 51)
    plan.connect(
      "canvas-connection", common == crossAxis.start ? first : spanner,
      common == crossAxis.end ? first : spanner, to: canvas, on: crossAxis)
    if common == crossAxis.center {
      plan.add("canvas-connection", canvas, crossAxis.center, .equal, first, crossAxis.center)
    }
    if common.isBaseline { plan.shrink("canvas-fit", canvas, crossAxis.size, at: 49) }
    for view in arrangedSubviews { plan.shrink("ambiguity", view, crossAxis.size, at: 25) }
  }

  private var commonAttribute: LayoutAttribute {
    switch alignment {
    case .fill, .leading, .top: crossAxis.start
    case .trailing, .bottom: crossAxis.end
    case .center: crossAxis.center
    case .firstBaseline: .firstBaseline
    case .lastBaseline: .lastBaseline
    }
  }
}
