/// An equation or inequality between two attributes, or between a size and a constant.
///
/// A constraint has the form `first.attribute relation multiplier × second.attribute + constant`.
///
///     let gap = try LayoutConstraint(
///       item: send, attribute: .leading, relatedBy: .equal, to: field, attribute: .trailing,
///       constant: 8)
///     try engine.activate([gap])
///
/// A new constraint is inactive. Its constant, priority and identifier can be changed later; its
/// areas, attributes, relation and multiplier cannot. A constraint belongs to the same engine as
/// its areas.
public final class LayoutConstraint: Identifiable {
  /// The area on the left-hand side.
  public let first: LayoutArea
  /// The attribute on the left-hand side.
  public let firstAttribute: LayoutAttribute
  /// The comparison of the left-hand side with the right-hand side.
  public let relation: LayoutRelation
  /// The area on the right-hand side; `nil` if a size is compared with a constant.
  public let second: LayoutArea?
  /// The attribute on the right-hand side; `.notAnAttribute` if a size is compared with a constant.
  public let secondAttribute: LayoutAttribute
  /// The factor of the attribute on the right-hand side; 1 by default.
  public var multiplier: Double { values.multiplier }
  /// The constant added to the right-hand side, in points.
  ///
  ///     let edit = pane.leadingAnchor.constraint(equalTo: edge, priority: .dragThatCanResizeScene)
  ///     try engine.activate([edit])
  ///     edit.constant = 250  // the pane begins there, if stronger constraints allow
  ///
  /// An optional equality, as in this example, makes its anchor an *edit variable*. A *stay* is an
  /// optional equality whose constant is the anchor's current value.
  ///
  /// A failed change is reported to the engine's log and has no effect: NaN, infinities and numbers
  /// beyond 1,000,000,000, and what cannot be satisfied under `ConflictPolicy.fail`.
  public var constant: Double {
    get { values.constant }
    set { first.reporting { () throws(LayoutError) in try setConstant(newValue) } }
  }
  /// The priority of the constraint; required by default.
  ///
  /// If not all constraints can hold, those of lower priority are violated first.
  ///
  /// A failed change is reported to the engine's log and has no effect: a priority outside (0, 1000],
  /// or the change of an active constraint between required and optional.
  public var priority: LayoutPriority {
    get { values.priority }
    set { first.reporting { () throws(LayoutError) in try setPriority(newValue) } }
  }
  /// The constraint's name in messages and in the conflict reports of scenes.
  ///
  /// Names that begin with `KW` are reserved: a constraint with such a name cannot be activated.
  public var identifier: String?
  /// Whether the constraint is active in its engine.
  ///
  /// A failed change is reported to the engine's log and has no effect;
  /// ``LayoutEngine/activate(_:)`` throws instead.
  public var isActive: Bool {
    get { values.isActive }
    set { if newValue { Self.activate([self]) } else { Self.deactivate([self]) } }
  }
  /// The serial number, which the engine assigns when the constraint is first activated or
  /// registered with ``LayoutEngine/registerForTracking(_:)``; 0 until then.
  public var serial: Int { values.serial }

  struct Values {
    var multiplier: Double
    var constant: Double
    var priority: LayoutPriority
    var isActive = false
    var serial = 0
  }

  var values: Values

  enum Source {
    case user
    case contentSize
    case stack
    case autoresizing
    case root
  }

  var source: Source = .user
  /// Whether `first` precedes `second` in a visual format or a stack; `nil` for other constraints.
  var isForward: Bool?
  /// The fraction of the superview's size that an autoresizing constraint adds to the start edge.
  var superviewShare = 0.0
  var handle: LayoutSolver.Constraint?
  /// The indices of the active constraint in the `links` of its areas.
  var places = (first: 0, second: 0)
  var lowered = LinearForm()

  /// Creates `first.attribute relation multiplier × second.attribute + constant`.
  ///
  /// `second` is `nil` if a size is compared with a constant. The constant is in points. An
  /// identifier must not begin with `KW`.
  ///
  /// - Throws: `LayoutError.illegal` if the two attributes are incompatible, a position is
  ///   compared with a constant, a number is NaN, infinite or out of range, or the identifier is
  ///   reserved. Activation checks whether the items belong to the same engine.
  public convenience init(
    item first: LayoutArea, attribute firstAttribute: LayoutAttribute,
    relatedBy relation: LayoutRelation = .equal, to second: LayoutArea? = nil,
    attribute secondAttribute: LayoutAttribute = .notAnAttribute, multiplier: Double = 1,
    constant: Double = 0, priority: LayoutPriority = .required, identifier: String? = nil
  ) throws(LayoutError) {
    self.init(
      first, firstAttribute, relation, second, secondAttribute, multiplier: multiplier,
      constant: constant, priority: priority, identifier: identifier)
    try checkForm()
    try checkIdentifier(identifier)
  }

  /// Creates a constraint that is checked only when it is activated.
  package convenience init(
    unchecked first: LayoutArea, _ firstAttribute: LayoutAttribute, _ relation: LayoutRelation,
    _ second: LayoutArea?, _ secondAttribute: LayoutAttribute, multiplier: Double,
    constant: Double
  ) {
    self.init(
      first, firstAttribute, relation, second, secondAttribute, multiplier: multiplier,
      constant: constant)
  }

  init(
    _ first: LayoutArea, _ firstAttribute: LayoutAttribute, _ relation: LayoutRelation,
    _ second: LayoutArea?, _ secondAttribute: LayoutAttribute = .notAnAttribute,
    multiplier: Double = 1, constant: Double = 0, priority: LayoutPriority = .required,
    identifier: String? = nil, source: Source = .user
  ) {
    self.first = first
    self.firstAttribute = firstAttribute
    self.relation = relation
    self.second = second
    self.secondAttribute = secondAttribute
    values = Values(multiplier: multiplier, constant: constant, priority: priority)
    self.identifier = identifier
    self.source = source
  }

  private func setConstant(_ constant: Double) throws(LayoutError) {
    guard constant.isLength else {
      throw .illegal(
        "\(self) cannot have the constant \(constant): use a number between -1e9 and 1e9.")
    }
    try edit { engine in
      engine.keep(self, \.values.constant)
      self.values.constant = constant
      if self.isActive { engine.lower(self) }
    }
  }

  private func setPriority(_ priority: LayoutPriority) throws(LayoutError) {
    guard priority.isInRange else { throw .illegal(priority.refusal("\(self)")) }
    guard !isActive || priority.isRequired == self.priority.isRequired else {
      throw .illegal(
        "\(self) is active and cannot change between required and optional: deactivate it first.")
    }
    try edit { engine in
      engine.keep(self, \.values.priority)
      self.values.priority = priority
      engine.updatePriority(self)
    }
  }

  private func edit(_ change: (LayoutEngine) -> Void) throws(LayoutError) {
    guard let engine = first.engine else {
      throw .illegal(
        "The engine of \(self) was deallocated: keep a reference to the engine while you use its constraints."
      )
    }
    try engine.perform { () throws(LayoutError) in change(engine) }
  }
}

extension LayoutConstraint {
  /// Activates constraints, all or none; an error is reported to the engine's log.
  ///
  /// ``LayoutEngine/activate(_:)`` throws instead.
  public static func activate(_ constraints: [LayoutConstraint]) {
    guard let constraint = constraints.first else { return }
    constraint.first.reporting { () throws(LayoutError) in
      guard let engine = constraint.first.engine else {
        throw .illegal(
          "The engine of \(constraint) was deallocated: keep a reference to the engine while you use its items."
        )
      }
      try engine.activate(constraints)
    }
  }

  /// Deactivates constraints, all or none; an error is reported to the engine's log.
  public static func deactivate(_ constraints: [LayoutConstraint]) {
    guard let area = constraints.first?.first, let engine = area.engine else { return }
    area.reporting { () throws(LayoutError) in try engine.deactivate(constraints) }
  }
}

extension LayoutConstraint {
  /// Checks the numbers, and whether the attributes are compatible with each other and with their
  /// areas.
  ///
  /// `checkPlaces(in:)` checks whether the areas are in the same engine and tree.
  func checkForm() throws(LayoutError) {
    try checkNumbers()
    let pair = (firstAttribute.family, secondAttribute.family)
    if firstAttribute == .notAnAttribute {
      throw .illegal("\(equation) has no first attribute: name one.")
    }
    let isAlone = second == nil || secondAttribute == .notAnAttribute
    if firstAttribute.isSize && isAlone {
      if second != nil || secondAttribute != .notAnAttribute {
        throw .illegal(
          "\(equation) has an incomplete right-hand side: give an item and an attribute.")
      }
    } else if isAlone || !firstAttribute.isSize && multiplier == 0 {
      throw .illegal(
        "\(equation) compares a position with a constant: relate it to a position of another item.")
    } else if firstAttribute.isSize != secondAttribute.isSize {
      throw .illegal("\(equation) relates a size to a position: use two sizes or two positions.")
    } else if firstAttribute.isSize {
      // A width may be related to a height.
    } else if firstAttribute.axis != secondAttribute.axis {
      throw .illegal(
        "\(equation) relates a horizontal to a vertical position: use the same axis on both sides.")
    } else if pair == (.absoluteX, .directionalX) || pair == (.directionalX, .absoluteX) {
      throw .illegal(
        "\(equation) relates leading or trailing to left or right: use the same kind on "
          + "both sides.")
    }
    try checkItem(first, firstAttribute)
    if let second { try checkItem(second, secondAttribute) }
  }

  private func checkNumbers() throws(LayoutError) {
    guard constant.isFinite && multiplier.isFinite else {
      throw .illegal("\(equation) has a number that is NaN or infinite: use finite numbers.")
    }
    guard constant.isLength else {
      throw .illegal("\(equation) has a constant out of range: use a number between -1e9 and 1e9.")
    }
    guard multiplier.isMultiplier else {
      throw .illegal("\(equation) has a multiplier out of range: use 0.000001 to 1000000, or 0.")
    }
    guard priority.isInRange else { throw .illegal(priority.refusal(equation)) }
  }

  private func checkItem(
    _ area: LayoutArea, _ attribute: LayoutAttribute
  ) throws(LayoutError) {
    guard area is LayoutGuide else { return }
    if attribute.isBaseline {
      throw .illegal("\(equation) asks a layout guide for a baseline: use its top or bottom.")
    }
    if attribute.isMargin {
      throw .illegal("\(equation) asks a layout guide for a margin: use its edges.")
    }
  }

  func checkIdentifier(_ identifier: String?) throws(LayoutError) {
    if let identifier, identifier.hasPrefix("KW") {
      throw .illegal(
        "The identifier '\(identifier)' of \(equation) begins with KW, which is reserved: choose "
          + "another."
      )
    }
  }

  func checkPlaces(in engine: LayoutEngine) throws(LayoutError) {
    try checkPlace(of: first, in: engine)
    guard let second else { return }
    try checkPlace(of: second, in: engine)
    if first.commonAncestor(with: second) == nil { throw withoutCommonAncestor }
  }

  var withoutCommonAncestor: LayoutError {
    .illegal(
      "\(equation) relates items without a common ancestor: put both into one tree of views.")
  }

  private func checkPlace(of area: LayoutArea, in engine: LayoutEngine) throws(LayoutError) {
    guard area.engine === engine, !area.isRemoved else {
      throw .illegal(
        "\(equation) mentions \(area.name), which is not an item of this engine: use items of this "
          + "engine."
      )
    }
  }

  func loweredForm(_ direction: ReadingDirection) -> LinearForm {
    if source == .autoresizing { return loweredFrame() }
    guard let second, secondAttribute != .notAnAttribute else {
      var form = LinearForm(first.size(firstAttribute.axis))
      form.constant -= constant
      return form
    }
    guard let ancestor = first.commonAncestor(with: second) else { return LinearForm() }
    let isMirrored =
      direction == .rightToLeft && (firstAttribute.isDirectional || secondAttribute.isDirectional)
    var form: LinearForm
    if isMirrored {
      form = mirrored(first, firstAttribute, in: ancestor, direction)
      form.add(-multiplier, mirrored(second, secondAttribute, in: ancestor, direction))
    } else {
      form = LinearForm(capacity: 4)
      form.constant = first.add(firstAttribute, in: ancestor, direction, times: 1, to: &form)
      form.constant +=
        -multiplier
        * second.add(secondAttribute, in: ancestor, direction, times: -multiplier, to: &form)
    }
    form.constant -= constant
    return form
  }

  /// Returns the linear form of an autoresizing constraint.
  ///
  /// Autoresizing masks apply to frames, unlike all other constraints, which apply to alignment
  /// rectangles.
  private func loweredFrame() -> LinearForm {
    let axis = firstAttribute.axis
    var form = LinearForm(
      firstAttribute.isSize ? first.frameSize(axis) : first.frameStart(axis))
    if let second {
      let share = firstAttribute.isSize ? multiplier : superviewShare
      form.add(-share, second.frameSize(axis))
    }
    form.constant -= constant
    return form
  }

  /// Returns one side of the equation, with positions measured leftwards from the ancestor's right
  /// edge because the reading direction is from right to left.
  private func mirrored(
    _ area: LayoutArea, _ attribute: LayoutAttribute, in ancestor: LayoutItem,
    _ direction: ReadingDirection
  ) -> LinearForm {
    var side = LinearForm(capacity: 4)
    side.constant = area.add(attribute, in: ancestor, direction, times: 1, to: &side)
    var form = LinearForm(ancestor.frameSize(.horizontal))
    form.add(-1, side)
    return form
  }

  var tieOrder: UInt64 {
    var rank = UInt64(min(tieRank(of: first), second.map(tieRank) ?? Self.lastRank))
    if source == .contentSize, let ranks = (first as? LayoutItem)?.tieRanks,
      let known = ranks[firstAttribute.axis]
    {
      rank = UInt64(min(known, Self.lastRank))
    }
    var kind: UInt64 = source == .contentSize ? 0 : 4
    if source == .contentSize && relation == .lessThanOrEqual { kind += 2 }
    if firstAttribute.axis == .vertical { kind += 1 }
    return rank << 40 | kind << 37 | UInt64(serial)
  }

  /// The rank of the root and of layout guides when ties are broken: all other views precede them.
  private static let lastRank = 0xFF_FFFF

  private func tieRank(of area: LayoutArea) -> Int {
    area.rank > 0 && area is LayoutItem ? min(area.rank, Self.lastRank) : Self.lastRank
  }

  /// The rank that decides which constraint of a contradiction is broken: the one with the highest
  /// rank.
  ///
  /// Constraints from autoresizing masks and the root's size have the lowest ranks, then those of
  /// stacks, then all others. In each group, positions rank below sizes, and lower serial numbers
  /// below higher ones.
  var keptOrder: UInt64 {
    let kind: UInt64 =
      switch source {
      case .autoresizing, .root: 0
      case .stack: 1
      case .user, .contentSize: 2
      }
    let size: UInt64 = firstAttribute.isSize ? 1 : 0
    return kind << 62 | size << 61 | UInt64(serial)
  }

  var dependsOnInsets: Bool {
    firstAttribute.isMargin || secondAttribute.isMargin || first.insets != nil
      || second?.insets != nil
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint as conflict logs show it:
  /// `<LayoutConstraint:0x9 'wide' bar:0x2.width >= 400   (active)>`.
  public var description: String {
    var text = "<LayoutConstraint:0x\(String(serial, radix: 16)) "
    if let identifier { text += "'\(identifier)' " }
    if source == .autoresizing, let view = first as? LayoutItem {
      text += "\(view.autoresizingMask) "
    }
    return text + equation(numbered: true) + "   (\(isActive ? "active" : "inactive"))>"
  }

  /// The constraint as an equation: `bar.width == 0.25*view.width + 8 @750`.
  public var equation: String { equation(numbered: false) }

  private func equation(numbered: Bool) -> String {
    var text = name(of: first, numbered) + "." + firstAttribute.name + " \(relation) "
    if let second, secondAttribute != .notAnAttribute {
      if multiplier != 1 { text += shortText(multiplier) + "*" }
      text += name(of: second, numbered) + "." + secondAttribute.name
      if superviewShare != 0 {
        let size = firstAttribute.axis.size.name
        text += " + \(shortText(superviewShare))*" + name(of: second, numbered) + "." + size
      }
      if constant != 0 {
        text += (constant < 0 ? " - " : " + ") + shortText(abs(constant))
      }
    } else {
      text += shortText(constant)
    }
    if !priority.isRequired { text += " @" + shortText(priority) }
    return text
  }

  private func name(of area: LayoutArea, _ numbered: Bool) -> String {
    numbered ? area.name + ":0x" + String(area.rank + 1, radix: 16) : area.name
  }
}

extension Double {
  var isLength: Bool { abs(self) <= LayoutSolver.constantLimit }

  var isMultiplier: Bool { self == 0 || LayoutSolver.coefficientRange.contains(abs(self)) }
}
