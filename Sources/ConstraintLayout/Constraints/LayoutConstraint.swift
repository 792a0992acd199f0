/// `first.attribute relation multiplier × second.attribute + constant`, with a priority.
///
///     let gap = try LayoutConstraint(
///       item: send, attribute: .leading, relatedBy: .equal, to: field, attribute: .trailing,
///       constant: 8)
///     try engine.activate([gap])
///
/// A new constraint is inactive. Its constant, priority and identifier can be changed later;
/// everything else is fixed. It belongs to the engine of its items.
public final class LayoutConstraint: Identifiable {
  /// The area on the left side.
  public let first: LayoutArea
  /// The attribute of the left side.
  public let firstAttribute: LayoutAttribute
  /// The comparison of the left side with the right side.
  public let relation: LayoutRelation
  /// The area on the right side; `nil` where a size is compared with a constant.
  public let second: LayoutArea?
  /// `.notAnAttribute` for a size that is compared with a constant.
  public let secondAttribute: LayoutAttribute
  /// The factor of the right side’s attribute; 1 unless given.
  public internal(set) var multiplier: Double {
    get { values.multiplier }
    set { values.multiplier = newValue }
  }
  /// In points.
  public internal(set) var constant: Double {
    get { values.constant }
    set { values.constant = newValue }
  }
  /// The rank among constraints that cannot all hold; required unless given.
  public internal(set) var priority: LayoutPriority {
    get { values.priority }
    set { values.priority = newValue }
  }
  /// A name for messages and scene output.
  public internal(set) var identifier: String?
  /// `true` while the engine keeps the constraint.
  public internal(set) var isActive: Bool {
    get { values.isActive }
    set { values.isActive = newValue }
  }
  /// The number the engine gave the constraint when it first saw it; 0 before.
  public internal(set) var serial: Int {
    get { values.serial }
    set { values.serial = newValue }
  }

  /// The parts that can change, kept out of other modules' sight: Swift checks every access to what
  /// they see.
  private struct Values {
    var multiplier: Double
    var constant: Double
    var priority: LayoutPriority
    var isActive = false
    var serial = 0
  }

  private var values: Values

  /// The maker of the constraint, which matters when one has to be broken.
  enum Source: Int {
    case user
    case contentSize
    case stack
    case autoresizing
    case root
  }

  var source: Source = .user
  /// For autoresizing: how much of the superview's size is added to the start.
  var superviewShare = 0.0
  /// The solver's handle for the constraint while it is active.
  var handle: LayoutSolver.Constraint?
  /// The form of the constraint that the solver was told.
  var lowered = LinearForm()
  /// Whether the constraint is required, but had to give way.
  var isBroken = false

  /// A constraint between any two attributes.
  ///
  /// - Parameters:
  ///   - first: the item on the left side.
  ///   - firstAttribute: its attribute.
  ///   - relation: how the sides compare.
  ///   - second: the item on the right side; none for a size compared with a constant.
  ///   - secondAttribute: its attribute.
  ///   - multiplier: what the second attribute is multiplied by.
  ///   - constant: what is added to the right side, in points.
  ///   - priority: the level at which violations count.
  ///   - identifier: a name; must not begin with `KW`.
  /// - Throws: `LayoutError.illegal` if the two attributes do not go together, a position has no
  ///   partner, a number is NaN, infinite or out of range, the items belong to different engines, or the
  ///   identifier is reserved.
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

  /// A constraint whose legality is checked when it is activated, or known.
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

  // MARK: Editing

  /// Changes the constant; also how values are suggested.
  ///
  ///     let edit = pane.leadingAnchor.equal(to: edge, priority: .dragThatCanResizeScene)
  ///     try engine.activate([edit])
  ///     try edit.setConstant(250)  // the pane begins there, if what is stronger allows
  ///
  /// Such an optional equality makes the anchor an *edit variable*; a *stay* is an equality whose
  /// constant is the value the anchor had.
  ///
  /// - Throws: `LayoutError.illegal` for NaN, infinities and numbers beyond 1,000,000,000,
  ///   `LayoutError.unsatisfiable` under `ConflictPolicy.fail`; the constant is then what it was.
  public func setConstant(_ constant: Double) throws(LayoutError) {
    guard constant.isLength else {
      throw .illegal(
        "\(self) cannot have the constant \(constant), give it a number between -1e9 and 1e9.")
    }
    try edit { engine in
      let old = self.constant
      engine.onRollback { self.constant = old }
      self.constant = constant
      if self.isActive { engine.lower(self) }
    }
  }

  /// Changes the priority.
  ///
  /// - Throws: `LayoutError.illegal` if an active constraint would become required or optional.
  public func setPriority(_ priority: LayoutPriority) throws(LayoutError) {
    guard !isActive || priority.isRequired == self.priority.isRequired else {
      throw .illegal(
        "\(self) is active and cannot change between required and optional, deactivate it first.")
    }
    try edit { engine in
      let old = self.priority
      engine.onRollback { self.priority = old }
      self.priority = priority
      engine.updatePriority(self)
    }
  }

  /// Changes the name.
  ///
  /// - Throws: `LayoutError.illegal` for a name that begins with `KW`.
  public func setIdentifier(_ identifier: String?) throws(LayoutError) {
    try checkIdentifier(identifier)
    try edit { engine in
      let old = self.identifier
      engine.onRollback { self.identifier = old }
      self.identifier = identifier
    }
  }

  private func edit(_ change: (LayoutEngine) -> Void) throws(LayoutError) {
    guard let engine = first.engine else {
      throw .illegal("\(self) has lost its engine, keep the engine as long as its constraints.")
    }
    try engine.perform { () throws(LayoutError) in change(engine) }
  }
}
