import KeywardGeometry

/// A view: a rectangle with content, margins, and views and guides inside it.
public class LayoutItem: LayoutArea {
  /// The value for an axis on which a view has no natural size.
  public static let noIntrinsicMetric = -1.0

  /// The views inside this one, in the order in which they were added.
  public internal(set) var subviews: [LayoutItem] = []
  var guides: [LayoutGuide] = []

  var properties = Properties()
  /// The two inequalities that keep the view near its natural size.
  ///
  /// An axis on which the view has never had a natural size has no entry.
  var contentSizes: [LayoutAxis: (compression: LayoutConstraint, hugging: LayoutConstraint)] = [:]
  var autoresizing: (mask: AutoresizingMask, isTranslated: Bool, constraints: [LayoutConstraint])?
  var measurement: Measurement?
  /// The ranks that decide ties between natural sizes, on axes where the view has exchanged its rank.
  var tieRanks: [LayoutAxis: Int] = [:]
  var safeAreaGuideStorage: LayoutGuide?
  private var marginsGuideStorage: LayoutGuide?
  private var readableGuideStorage: LayoutGuide?
  var safeAreaInsetsStorage = RectInsets.zero

  private var linkStorage: OwnerLink<LayoutItem>?

  var link: OwnerLink<LayoutItem> {
    if let linkStorage { return linkStorage }
    let link = OwnerLink<LayoutItem>(self)
    linkStorage = link
    return link
  }

  deinit {
    linkStorage?.owner = nil
    // Views that nothing else retains lose their contents first: otherwise a deep tree would be
    // deallocated by recursion.
    var released = subviews
    subviews = []
    while var view = released.popLast() {
      if isKnownUniquelyReferenced(&view) { released += view.takeSubviews() }
    }
  }

  /// Removes and returns the views inside this one.
  func takeSubviews() -> [LayoutItem] {
    defer { subviews = [] }
    return subviews
  }

  /// The properties that are restored when a change fails, grouped in one value.
  struct Properties {
    var intrinsicSize = Size(
      width: LayoutItem.noIntrinsicMetric, height: LayoutItem.noIntrinsicMetric)
    var hugging: [LayoutAxis: LayoutPriority] = [:]
    var compression: [LayoutAxis: LayoutPriority] = [:]
    var alignmentInsets = RectInsets.zero
    var firstBaseline = 0.0
    var lastBaseline = 0.0
    var layoutMargins = RectInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The margins if `directionalLayoutMargins` was used to set them; otherwise `nil`.
    var directionalMargins: DirectionalInsets?
    var marginsIncludeSafeArea = true
    var additionalSafeAreaInsets = RectInsets.zero
    var isHidden = false
  }

  override var outset: RectInsets { properties.alignmentInsets }

  func releaseConstraints(in engine: LayoutEngine?) {
    engine?.keep(self, \.contentSizes)
    engine?.keep(self, \.autoresizing)
    engine?.keep(self, \.measurement)
    contentSizes = [:]
    autoresizing = nil
    measurement = nil
  }

  /// The natural size in points; `noIntrinsicMetric` on an axis without a natural length.
  public var intrinsicSize: Size { properties.intrinsicSize }
  /// The distances in points by which the frame extends beyond the alignment rectangle.
  public var alignmentInsets: RectInsets { properties.alignmentInsets }
  /// The first baseline's distance from the top, in points.
  public var firstBaselineOffset: Double { properties.firstBaseline }
  /// The last baseline's distance from the bottom, in points.
  public var lastBaselineOffset: Double { properties.lastBaseline }
  /// The margins without the safe area, in points; 8 on every side unless set.
  public var layoutMargins: RectInsets {
    get { properties.layoutMargins }
    set { reporting { () throws(LayoutError) in try setLayoutMargins(newValue, directional: nil) } }
  }
  /// The margins without the safe area, with leading and trailing instead of left and right.
  ///
  /// When the reading direction changes, margins that were set by this property swap sides; margins
  /// that were set by ``layoutMargins`` do not.
  public var directionalLayoutMargins: DirectionalInsets {
    get {
      properties.directionalMargins
        ?? DirectionalInsets(layoutMargins.turned(engine?.direction ?? .leftToRight))
    }
    set {
      reporting { () throws(LayoutError) in
        let margins = RectInsets(leftToRight: newValue)
        try setLayoutMargins(
          margins.turned(engine?.direction ?? .leftToRight), directional: newValue)
      }
    }
  }
  /// Whether the view's own safe-area insets are added to its margins.
  public var insetsLayoutMarginsFromSafeArea: Bool {
    get { properties.marginsIncludeSafeArea }
    set {
      reporting { () throws(LayoutError) in try change { $0.marginsIncludeSafeArea = newValue } }
    }
  }
  /// The insets that the view adds to the safe area inherited from its superview, in points.
  public var additionalSafeAreaInsets: RectInsets { properties.additionalSafeAreaInsets }
  /// Whether the view is hidden.
  ///
  /// A stack reserves no space for a hidden view. Outside stacks, the layout ignores this property.
  public var isHidden: Bool {
    get { properties.isHidden }
    set { reporting { () throws(LayoutError) in try change { $0.isHidden = newValue } } }
  }

  /// The priority at which the view resists growing beyond its natural size; 250 unless set.
  public func contentHuggingPriority(for axis: LayoutAxis) -> LayoutPriority {
    properties.hugging[axis] ?? .defaultLow
  }

  /// The priority at which the view resists shrinking below its natural size; 750 unless set.
  public func contentCompressionResistancePriority(for axis: LayoutAxis) -> LayoutPriority {
    properties.compression[axis] ?? .defaultHigh
  }

  var effectiveMargins: RectInsets {
    guard properties.marginsIncludeSafeArea else { return properties.layoutMargins }
    return properties.layoutMargins.adding(safeAreaInsetsStorage)
  }
}

extension RectInsets {
  func turned(_ direction: ReadingDirection) -> RectInsets {
    if direction == .leftToRight { return self }
    return RectInsets(top: top, left: right, bottom: bottom, right: left)
  }
}

extension LayoutItem {
  /// The view's bounds less its safe-area insets.
  ///
  /// If the insets are larger than the view, the guide's size is 0: it is in the middle between its
  /// crossed edges, or at the edge of the view that is nearest to this point. Only a
  /// layout finds the size of a view other than the root: required constraints that leave such a
  /// view no room for its insets are a conflict, as in UIKit.
  public var safeAreaLayoutGuide: LayoutGuide {
    kept(\.safeAreaGuideStorage) { engine in
      engine.registerGuide(
        self === engine.root ? "safeArea" : name + ".safeArea", in: self, .safeArea)
    }
  }

  /// The alignment rectangle less the view's margins.
  ///
  /// If the margins are larger than the view, the guide's size is 0, as described for
  /// ``safeAreaLayoutGuide``.
  public var layoutMarginsGuide: LayoutGuide {
    kept(\.marginsGuideStorage) { engine in
      engine.registerGuide(name + ".layoutMargins", in: self, .margins)
    }
  }

  /// A guide with a readable line length, centred within the margins: at most 672 points wide, as
  /// in UIKit with the default text size.
  public var readableContentGuide: LayoutGuide {
    let margins = layoutMarginsGuide
    return kept(\.readableGuideStorage) { engine in
      let guide = engine.registerGuide(name + ".readableContent", in: self, nil)
      for constraint in [
        LayoutConstraint(guide, .width, .lessThanOrEqual, nil, constant: 672, source: .stack),
        LayoutConstraint(guide, .width, .lessThanOrEqual, margins, .width, source: .stack),
        LayoutConstraint(
          guide, .width, .equal, margins, .width, priority: .almostRequired, source: .stack),
        LayoutConstraint(guide, .centerX, .equal, margins, .centerX, source: .stack),
        LayoutConstraint(guide, .top, .equal, margins, .top, source: .stack),
        LayoutConstraint(guide, .bottom, .equal, margins, .bottom, source: .stack),
      ] { engine.activate(constraint) }
      return guide
    }
  }

  private func kept(
    _ path: ReferenceWritableKeyPath<LayoutItem, LayoutGuide?>,
    _ make: (LayoutEngine) -> LayoutGuide
  ) -> LayoutGuide {
    if let guide = self[keyPath: path] { return guide }
    guard let engine, !isRemoved else {
      fatalError("\(name) is no longer in an engine and has no guides: make a new item.")
    }
    do throws(LayoutError) {
      return try engine.perform { () throws(LayoutError) in
        let guide = make(engine)
        engine.keep(self, path)
        self[keyPath: path] = guide
        return guide
      }
    } catch { fatalError("\(error)") }
  }
}

extension LayoutItem {
  /// Sets the natural size in points, or `noIntrinsicMetric` for an axis without a natural size.
  ///
  /// A measured height (``setHeightForWidth(_:)``) takes precedence over a natural height. A change
  /// of the natural size causes a new measurement.
  ///
  /// - Throws: `LayoutError.illegal` for a number that is NaN, infinite or negative.
  public func setIntrinsicSize(_ size: Size) throws(LayoutError) {
    for number in [size.width, size.height]
    where !number.isLength || number < 0 && number != LayoutItem.noIntrinsicMetric {
      throw .illegal(
        "\(name) cannot have the intrinsic size \(number): use 0 or more, or noIntrinsicMetric.")
    }
    try change { $0.intrinsicSize = size }
  }

  /// Sets how strongly the view resists growing beyond its natural size on an axis.
  ///
  /// A priority outside (0, 1000] is reported to the engine's log and changes nothing.
  public func setContentHuggingPriority(_ priority: LayoutPriority, for axis: LayoutAxis) {
    set(priority, "hugging") { $0.hugging[axis] = priority }
  }

  /// Sets how strongly the view resists shrinking below its natural size on an axis.
  ///
  /// A priority outside (0, 1000] is reported to the engine's log and changes nothing.
  public func setContentCompressionResistancePriority(
    _ priority: LayoutPriority, for axis: LayoutAxis
  ) {
    set(priority, "compression resistance") { $0.compression[axis] = priority }
  }

  private func set(
    _ priority: LayoutPriority, _ what: String, _ body: (inout Properties) -> Void
  ) {
    reporting { () throws(LayoutError) in
      guard priority.isInRange else { throw .illegal(priority.refusal("The \(what) of \(name)")) }
      try change(body)
    }
  }

  /// Sets how far the frame extends beyond the alignment rectangle, in points.
  public func setAlignmentInsets(_ insets: RectInsets) throws(LayoutError) {
    try check(insets, "alignment insets")
    try change { $0.alignmentInsets = insets }
  }

  /// Sets the distances of the first baseline from the top and of the last baseline from the
  /// bottom, in points.
  public func setBaselines(first: Double, last: Double) throws(LayoutError) {
    guard first.isLength && last.isLength else {
      throw .illegal(
        "The baselines of \(name) are out of range: use finite numbers up to 1000000000.")
    }
    try change {
      $0.firstBaseline = first
      $0.lastBaseline = last
    }
  }

  private func setLayoutMargins(
    _ margins: RectInsets, directional: DirectionalInsets?
  ) throws(LayoutError) {
    try check(margins, "margins")
    try change {
      $0.layoutMargins = margins
      $0.directionalMargins = directional
    }
  }

  /// Sets the insets that the view adds to the safe area inherited from its superview, in points.
  public func setAdditionalSafeAreaInsets(_ insets: RectInsets) throws(LayoutError) {
    try check(insets, "additional safe-area insets")
    try change { $0.additionalSafeAreaInsets = insets }
  }

  private func check(_ insets: RectInsets, _ what: String) throws(LayoutError) {
    guard insets.top.isLength, insets.left.isLength, insets.bottom.isLength, insets.right.isLength
    else {
      throw .illegal(
        "The \(what) of \(name) are out of range: use finite numbers up to 1000000000.")
    }
  }

  func currentEngine(orMake kind: String) throws(LayoutError) -> LayoutEngine {
    guard let engine, !isRemoved else {
      throw .illegal("\(name) is no longer in an engine: make a new \(kind).")
    }
    return engine
  }

  func change(_ body: (inout Properties) -> Void) throws(LayoutError) {
    let engine = try currentEngine(orMake: "item")
    let old = properties
    var new = old
    body(&new)
    let movesWindow = old.additionalSafeAreaInsets != new.additionalSafeAreaInsets
    // A follower of the window can reject the change.
    let canFail = movesWindow && !engine.weakFollowers.isEmpty
    try engine.perform(canFail: canFail) { () throws(LayoutError) in
      engine.keep(self, \.properties)
      self.properties = new
      if old.intrinsicSize != new.intrinsicSize {
        engine.keep(self, \.measurement)
        self.measurement?.width = nil
      }
      self.updateContentSizes(in: engine)
      if let stack = self.superview as? StackLayout { stack.updateConstraints(in: engine) }
      self.lowerConstraints(after: old, in: engine)
    }
  }

  private func lowerConstraints(after old: Properties, in engine: LayoutEngine) {
    if old.alignmentInsets != properties.alignmentInsets { return engine.lowerConstraints() }
    if old.additionalSafeAreaInsets != properties.additionalSafeAreaInsets {
      if old.additionalSafeAreaInsets == .zero { engine.state.insettingViews += 1 }
      if additionalSafeAreaInsets == .zero { engine.state.insettingViews -= 1 }
      engine.updateInsets()
      engine.hasWindowChanged = true
    }
    if old.additionalSafeAreaInsets != properties.additionalSafeAreaInsets
      || old.layoutMargins != properties.layoutMargins
      || old.marginsIncludeSafeArea != properties.marginsIncludeSafeArea
    {
      if self === engine.root { engine.fitRootGuides() }
      engine.lowerConstraints(where: \.dependsOnInsets)
    }
    let hasMoved =
      old.firstBaseline != properties.firstBaseline || old.lastBaseline != properties.lastBaseline
    if hasMoved { for constraint in links { engine.lower(constraint) } }
  }

  /// True if the view's content size applies on an axis.
  ///
  /// It does not apply along the axis of a stack in which the view is hidden. The measured height
  /// of a view that is hidden in a stack does not apply either.
  func usesContentSize(_ axis: LayoutAxis) -> Bool {
    guard let stack = hidingStack else { return true }
    let isMeasured = measurement != nil && axis == .vertical
    return stack.axis != axis && !isMeasured
  }

  /// The stack that arranges the view and reserves no space for it; `nil` if there is none.
  var hidingStack: StackLayout? {
    guard isHidden, let stack = superview as? StackLayout,
      stack.arrangedSubviews.contains(where: { $0 === self })
    else { return nil }
    return stack
  }

  /// The natural width or height; a measured height takes precedence over the natural height.
  ///
  /// A negative number means that the view has no natural size on the axis.
  func metric(_ axis: LayoutAxis) -> Double {
    if axis == .vertical, let measurement { return measurement.height }
    return axis == .horizontal ? intrinsicSize.width : intrinsicSize.height
  }

  func updateContentSizes(in engine: LayoutEngine) {
    for axis in LayoutAxis.allCases {
      let metric = metric(axis)
      if metric >= 0 {
        let pair = contentSizes[axis] ?? makeContentSize(axis, in: engine)
        update(
          pair.compression, metric, contentCompressionResistancePriority(for: axis), axis,
          in: engine)
        update(pair.hugging, metric, contentHuggingPriority(for: axis), axis, in: engine)
      } else if let pair = contentSizes[axis] {
        engine.deactivate(pair.compression)
        engine.deactivate(pair.hugging)
      }
    }
  }

  private func makeContentSize(
    _ axis: LayoutAxis, in engine: LayoutEngine
  ) -> (compression: LayoutConstraint, hugging: LayoutConstraint) {
    let pair = (
      compression: LayoutConstraint(
        self, axis.size, .greaterThanOrEqual, nil, source: .contentSize),
      hugging: LayoutConstraint(self, axis.size, .lessThanOrEqual, nil, source: .contentSize)
    )
    engine.keep(self, \.contentSizes)
    contentSizes[axis] = pair
    return pair
  }

  private func update(
    _ constraint: LayoutConstraint, _ metric: Double, _ wanted: LayoutPriority,
    _ axis: LayoutAxis, in engine: LayoutEngine
  ) {
    // A measured height is known only after required constraints have been checked, so it must not
    // conflict with them.
    let isMeasured = axis == .vertical && measurement != nil
    let priority = isMeasured ? min(wanted, .almostRequired) : wanted
    engine.keep(constraint, \.values.constant)
    constraint.values.constant = metric
    if priority != constraint.priority {
      engine.keep(constraint, \.values.priority)
      constraint.values.priority = priority
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

struct Measurement {
  let measure: (Double) -> Double
  /// The width of the last measurement; `nil` if the content has changed since.
  var width: Double?
  var reported = 0.0
  /// The height that the content-size constraints use.
  var height = 0.0
}

extension LayoutItem {
  /// Sets a closure that measures the height of the content for a width, as for wrapped text.
  ///
  ///     try label.setIntrinsicSize(Size(width: 320, height: LayoutItem.noIntrinsicMetric))
  ///     try label.setHeightForWidth { width in 16 * (320 / max(width, 8)).rounded(.up) }
  ///
  /// The measured height replaces the natural height, with the same hugging and compression
  /// priorities, but never conflicts with required constraints. A layout solves for the widths,
  /// measures the views whose width has changed, and solves again. Only a constraint that makes a
  /// width depend on a height can cause more rounds; after ten rounds the log reports that the
  /// height does not settle.
  ///
  /// - Parameter measure: Returns the height for a width of 0 or more, both of the alignment
  ///   rectangle, in points; `nil` restores the natural height. The same width must give the same
  ///   height until ``invalidateIntrinsicSize()``. A height that is NaN, infinite or negative
  ///   counts as 0 and is reported to the log. The closure is called while frames are computed and
  ///   must not change the engine.
  /// - Throws: `LayoutError.illegal` for a view that was removed.
  public func setHeightForWidth(_ measure: ((_ width: Double) -> Double)?) throws(LayoutError) {
    try changeMeasurement { old in
      measure.map { Measurement(measure: $0, height: old?.height ?? 0) }
    }
  }

  /// Marks the content as changed, so that its height is measured again at the next layout.
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
    let engine = try currentEngine(orMake: "item")
    try engine.perform { () throws(LayoutError) in
      let old = self.measurement
      engine.keep(self, \.measurement)
      self.measurement = change(old)
      if old == nil && self.measurement != nil { engine.state.measured.insert(self) }
      if self.measurement == nil { engine.state.measured.remove(self) }
      self.updateContentSizes(in: engine)
      self.updateProportions(in: engine)
    }
  }

  func measuredHeight(in width: Double, _ engine: LayoutEngine) -> Double {
    guard let measurement else { return 0 }
    if measurement.width == width { return measurement.reported }
    let height = measurement.measure(width)
    if height.isLength && height >= 0 { return height }
    engine.report(
      "\(name) measures an invalid height of \(height) for a width of \(shortText(width)); the "
        + "height counts as 0. Return a height of 0 or more.\n"
    )
    return 0
  }

  func adopt(height: Double, in engine: LayoutEngine) {
    measurement?.height = height
    updateContentSizes(in: engine)
    updateProportions(in: engine)
  }

  private func updateProportions(in engine: LayoutEngine) {
    guard let stack = superview as? StackLayout, stack.axis == .vertical,
      stack.distribution == .fillProportionally
    else { return }
    stack.updateConstraints(in: engine)
  }
}
