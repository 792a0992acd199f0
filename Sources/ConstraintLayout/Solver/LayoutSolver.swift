/// A linear constraint solver whose priorities are an order, not weights.
///
///     var solver = LayoutSolver()
///     let width = solver.makeVariable()
///     solver.add([.init(width)], .greaterThanOrEqual, 100, priority: .required)
///     solver.add([.init(width)], .equal, 80, priority: .defaultHigh)
///     solver.solve()
///     solver.value(of: width)  // 100
///
/// What it finds is unique. Required constraints hold exactly; then, level by level from the
/// highest priority down, the sum of violations is as small as the levels above allow; freedom
/// left after all levels goes to ties (each violation by itself, in the constraints' order) and
/// then to settling (each variable as close to zero as possible, in order of creation). So the
/// values depend on the variables, the constraints and their orders, not on how they came about.
///
/// The solver is a value: a copy is a snapshot that costs nothing until one of the two changes,
/// and assigning it back undoes everything since, to the last bit. Adding, removing and editing
/// start from the last solution; nothing is computed until `solve()`.
///
/// How it works: every constraint and every variable is a *symbol*, a number that would like to be
/// zero or at least to stay on one side of it. The sparse `Tableau` expresses the basic symbols by
/// the nonbasic ones, which stand at zero. `LayoutSolver+Solving` walks through the steps above;
/// after each it *bounds* symbols, which forbids every move that would undo what was reached, so
/// that the next step searches only among the solutions of the former.
public struct LayoutSolver: Sendable {
  /// A number the solver chooses.
  public struct Variable: Hashable, Sendable {
    let symbol: Int32
  }

  /// A constraint that was added and not yet removed.
  public struct Constraint: Hashable, Sendable {
    let symbol: Int32
  }

  /// A variable times a coefficient.
  public struct Term: Hashable, Sendable {
    public var variable: Variable
    public var coefficient: Double

    /// `coefficient × variable`.
    public init(_ variable: Variable, _ coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// Which sides of zero a symbol may not go to for now.
  struct Bounds: OptionSet {
    let rawValue: UInt8
    static let notPositive = Bounds(rawValue: 1)
    static let notNegative = Bounds(rawValue: 2)
    static let zero = Bounds(rawValue: 3)
  }

  /// A variable, or the amount by which the left side of a constraint exceeds the right one.
  struct Symbol {
    /// The row of a basic symbol; the complement of the column of a nonbasic one.
    var place: Int32
    /// Where the symbol is in the stack of peeled pairs, −1 if it is not.
    var peel: Int32 = -1
    var isVariable: Bool
    /// What a positive value costs per unit: 1 for `==`, `<=` and variables.
    var positiveCost: Double
    /// What a negative value costs per unit: 1 for `==`, `>=` and variables.
    var negativeCost: Double
    /// Where the symbol may be whatever the optimum.
    var requirement: Bounds
    /// Where the symbol may be in the step under way.
    var bounds: Bounds
    /// Which of the two costs counts while a level is being minimised; 0 for neither, at zero.
    var side: Int8 = 0
    var priority: Float
    /// The rank among equals: the tie order of constraints, the order of creation of variables.
    var order: UInt64
    /// The part of a constraint that is no variable.
    var constant: Double
    /// How far from zero still counts as zero.
    var tolerance: Double
  }

  /// A rate or coefficient below this is rounding noise.
  static let epsilon = 1e-9

  var symbols = Slots<Symbol>()
  var tableau = Tableau()
  /// The terms of each constraint as given, by symbol, for rebuilding the tableau.
  var sources: [[Term]] = []
  /// Values beyond this leave rounding errors behind that smaller ones would not.
  static let hugeValue = 1e9
  /// Whether there has been a huge value since the tableau was computed.
  var hasHugeValues = false

  /// Optional constraints by falling priority, then by tie order.
  var levels: [Int32] = []
  /// Variables in settling order.
  var settling: [Int32] = []
  /// How many nonbasic symbols may still move in the step under way.
  var openColumns = 0
  var isSolved = true
  /// Whether every required constraint is known to hold.
  var isFeasible = true
  var pivotsSinceRebuild = 0
  /// Equalities and variables taken out of the tableau, and the terms of these equalities.
  var peeled: [PeeledPair] = []
  var peeledTerms: [PeeledTerm] = []
  var allowsPeeling = true
  /// Whether constants have changed since the values of peeled variables were computed.
  var hasStaleValues = false
  /// The stops on the way of one step, kept only for its storage.
  var kinks: [Kink] = []
  /// The ways in which the level under way fell when all columns were last looked at.
  var falls: [Descent] = []
  private var nextOrder: UInt64 = 0

  /// A solver without variables.
  public init() {}

  /// How many rows, columns and coefficients the tableau holds, to watch growth.
  public var extent: (rows: Int, columns: Int, coefficients: Int) {
    (tableau.rows.count, tableau.columns.count, tableau.entries.count)
  }

  /// Prepares for that many variables and constraints; only a matter of speed.
  public mutating func reserve(variables: Int, constraints: Int) {
    symbols.reserveCapacity(variables + constraints)
    sources.reserveCapacity(variables + constraints)
    tableau.columns.reserveCapacity(variables)
    tableau.rows.reserveCapacity(constraints)
    tableau.entries.reserveCapacity(4 * constraints)
    settling.reserveCapacity(variables)
    levels.reserveCapacity(constraints)
  }

  /// Prepares for that many more constraints, without giving up that arrays grow by their own size.
  mutating func reserve(moreConstraints count: Int) {
    guard count > 8 else { return }
    let room = symbols.storage.capacity
    let wanted = symbols.count + count
    if wanted > room { reserve(variables: 0, constraints: max(wanted, 2 * room)) }
  }

  /// The next number of the solver's own order, for those who give none.
  mutating func takeOrder() -> UInt64 {
    nextOrder += 1
    return nextOrder
  }

  // MARK: Answers

  /// The value of a variable in the last solution.
  public func value(of variable: Variable) -> Double { value(of: variable.symbol) }

  /// By how much the left side of a constraint exceeds the right one in the last solution.
  public func excess(of constraint: Constraint) -> Double { value(of: constraint.symbol) }

  /// By how much a constraint misses in the last solution, zero if it holds.
  public func violation(of constraint: Constraint) -> Double {
    violation(of: constraint.symbol)
  }

  /// The summed violation of every optional level, highest priority first.
  public func residuals() -> [(priority: Float, violation: Double)] {
    var result: [(priority: Float, violation: Double)] = []
    for symbol in levels {
      let priority = symbols[symbol].priority
      if result.last?.priority != priority { result.append((priority, 0)) }
      result[result.count - 1].violation += violation(of: symbol)
    }
    return result
  }

  /// The summed violation of one optional level.
  func residual(at priority: LayoutPriority) -> Double {
    var sum = 0.0
    for symbol in levels where symbols[symbol].priority == priority.rawValue {
      sum += violation(of: symbol)
    }
    return sum
  }

  @inline(__always)
  func value(of symbol: Int32) -> Double {
    let record = symbols[symbol]
    if record.place < 0 { return 0 }
    if record.place == LayoutSolver.peeledPlace { return peeled[Int(record.peel)].value }
    return tableau.rows[record.place].value
  }

  func violation(of symbol: Int32) -> Double {
    let value = value(of: symbol)
    let record = symbols[symbol]
    return value > 0 ? value * record.positiveCost : -value * record.negativeCost
  }
}
