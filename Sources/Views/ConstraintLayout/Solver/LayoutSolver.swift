/// A linear constraint solver with strict priorities instead of weights.
///
///     var solver = LayoutSolver()
///     let width = solver.makeVariable()
///     try solver.add([.init(width)], .greaterThanOrEqual, 100, priority: .required)
///     try solver.add([.init(width)], .equal, 80, priority: .defaultHigh)
///     solver.solve()
///     solver.value(of: width)  // 100
///
/// The solution is unique. Required constraints hold exactly. The optional constraints of one
/// priority form a *level*. From the highest level down, the sum of the level's violations is as
/// small as the levels above allow. If several solutions remain, ties are broken: the violation of
/// each constraint is minimised, in the order of the constraints. Finally the variables settle:
/// each is as close to zero as possible, in the order of creation. The values therefore depend only
/// on the variables, the constraints and their orders, not on the history of changes.
///
/// The solver is a value type with copy-on-write storage. A copy takes constant time and serves as
/// a snapshot: assigning it back undoes all changes made since, bit for bit. A change keeps the
/// last basis, and the search in `solve()` starts from this basis.
///
/// The solver uses the simplex method. Every constraint and every variable is a *symbol*. An
/// optional constraint is also called a *goal*: its symbol should be zero, or on one side of zero.
/// The sparse `Tableau` expresses the basic symbols in terms of the nonbasic ones, which are zero.
/// The search has *stages*: the required constraints, each level, the ties, and settling. After
/// each stage, the solver sets *bounds* on symbols, which forbid every move that would undo the
/// result. The next stage therefore searches only among the solutions of the previous one.
///
/// After an edit, the first stage that the edit affects and all later stages run again. Every
/// answer is proven; see Docs/AutoLayout.md. If rounding errors prevent a proof even after two
/// fresh starts, `isProven` is false.
///
/// Coefficients are 0 or have a magnitude of 0.000001 to 1,000,000; those of one constraint differ
/// by at most a factor of 1,000,000. Constants have a magnitude of at most 1,000,000,000. If the
/// largest coefficient of a constraint is below 1, this limit is multiplied by that coefficient.
/// Violations are not normalised: a constraint multiplied by 3 weighs three times as much in its
/// level.
@usableFromInline package struct LayoutSolver: Sendable {
  @usableFromInline package struct Variable: Hashable, Sendable {
    @usableFromInline let symbol: Int32
    @usableFromInline let generation: UInt32
  }

  package struct Constraint: Hashable, Sendable {
    let symbol: Int32
    let generation: UInt32
  }

  package struct Term: Hashable, Sendable {
    package var variable: Variable
    package var coefficient: Double

    package init(_ variable: Variable, _ coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// A rate or coefficient below this is rounding noise.
  static let epsilon = 1e-9

  var symbols = Slots<Symbol>()
  var tableau = Tableau()
  /// The terms of each constraint, after scaling, by symbol.
  var sources: [[Term]] = []
  /// The number of times each symbol has been freed; a handle is valid only if it holds the same
  /// number.
  @usableFromInline var generations: [UInt32] = []

  /// Optional constraints by descending priority, then by tie order.
  var levels: [Int32] = []
  var settling: [Int32] = []
  /// The number of nonbasic symbols that can still move in the current stage.
  var openColumns = 0
  var restart = Stage.required
  /// Symbols in the order in which stages have set bounds on them; `stages` holds the index at
  /// which each stage begins.
  var trail: [Int32] = []
  var stages: [(stage: Float, start: Int)] = []
  /// Symbols that have received bounds of a stage after its end, so that `trail` does not list
  /// them.
  var strays: [Int32] = []
  /// Required symbols that may violate their bounds, and have to be checked.
  var pending: [Int32] = []
  var sortedPending = 0
  var pivotCount = 0
  /// True if large rounding errors are possible.
  var isDoubtful = false
  package internal(set) var isProven = true
  package internal(set) var refactorizationCount = 0
  var presolved = PresolvedPairs()
  var allowsPresolve = true
  /// The equalities of new pairs whose variables have no value yet; no other pair mentions these
  /// variables.
  var newPairs: [Int32] = []
  private var areAllStale = false
  /// True if values of presolved variables have to be computed again; setting it concerns all of
  /// them.
  var hasStaleValues: Bool {
    get { areAllStale || !newPairs.isEmpty }
    set {
      areAllStale = newValue
      newPairs.removeAll(keepingCapacity: true)
    }
  }
  /// True if a presolved variable violated its bound when its value was last computed.
  var hasBreaches = false
  /// The perturbations that break ties between symbols that are zero at the same time.
  var shifts: [(symbol: Int32, amount: Double)] = []
  var allowsShifts = true
  /// True if a search has reached the step limit, or if its result was invalid without
  /// perturbations.
  var isShaken = false
  /// The breakpoints of one move: the distances at which goals reach zero, and the increase of the
  /// level's violation rate at each distance.
  ///
  /// This is a property only so that the array's storage is reused.
  var kinks: [(distance: Double, jump: Double, entry: Int32)] = []
  /// The moves that the last check of all columns found and that have not been tried since.
  ///
  /// Each of them decreased the level's violation at the time of the check.
  var falls: [Descent] = []
  /// The columns whose `gradient` may be nonzero.
  var touched: [Int32] = []
  /// Scratch space for one sum per symbol, all zero between uses.
  var sums: [Double] = []
  /// True for rows that may depend on a symbol that can still move; empty except while ties are
  /// broken and variables settle.
  var movableRows: [Bool] = []
  @usableFromInline var values: [Double] = []
  var hasNewValues = false
  var sensitivities: [Sensitivity] = []
  /// The constraints whose constants have changed since the last change of any other kind.
  var changed: [Int32] = []
  /// True if the constants of two constraints in `changed` affect the same symbol.
  var isCoupled = false
  /// The number of tableau entries at which the solver begins to use error bounds of rows.
  ///
  /// The number affects only the speed of the solver.
  package var watchedSize = Tableau.fewEntries
  private var nextOrder: UInt64 = 0

  package init() {}

  package var extent: (rows: Int, columns: Int, coefficients: Int) {
    (tableau.rows.count, tableau.columns.count, tableau.entries.count)
  }

  mutating func takeOrder() -> UInt64 {
    nextOrder += 1
    return nextOrder
  }

  @inlinable
  package func value(of variable: Variable) -> Double {
    precondition(isCurrent(variable.symbol, variable.generation), "this variable was removed")
    return values[Int(variable.symbol)]
  }

  package func excess(of constraint: Constraint) -> Double {
    precondition(isCurrent(constraint), "this constraint was removed")
    return excess(of: constraint.symbol) / symbols[constraint.symbol].scale
  }

  package func violation(of constraint: Constraint) -> Double {
    precondition(isCurrent(constraint), "this constraint was removed")
    return violation(of: constraint.symbol)
  }

  package func isCurrent(_ variable: Variable) -> Bool {
    isCurrent(variable.symbol, variable.generation) && symbols[variable.symbol].isVariable
  }

  package func isCurrent(_ constraint: Constraint) -> Bool {
    isCurrent(constraint.symbol, constraint.generation) && !symbols[constraint.symbol].isVariable
  }

  @inlinable
  func isCurrent(_ symbol: Int32, _ generation: UInt32) -> Bool {
    symbol >= 0 && Int(symbol) < generations.count && generations[Int(symbol)] == generation
  }

  package func residuals() -> [(priority: Float, violation: Double)] {
    var result: [(priority: Float, violation: Double)] = []
    for symbol in levels {
      let priority = symbols[symbol].priority
      if result.last?.priority != priority { result.append((priority, 0)) }
      result[result.count - 1].violation += violation(of: symbol)
    }
    return result
  }

  private func excess(of symbol: Int32) -> Double {
    if sensitivities.isEmpty || symbols[symbol].place < 0 { return value(of: symbol) }
    return sources[Int(symbol)].reduce(symbols[symbol].constant) {
      $0 + $1.coefficient * values[Int($1.variable.symbol)]
    }
  }

  @inline(__always)
  func value(of symbol: Int32) -> Double {
    let place = symbols[symbol].place
    if place < 0 { return 0 }
    if place != LayoutSolver.presolvedPlace { return tableau.rows[place].value }
    return symbols[symbol].constant
  }

  func violation(of symbol: Int32) -> Double {
    let value = excess(of: symbol)
    let record = symbols[symbol]
    return value > 0 ? value * record.positiveCost : -value * record.negativeCost
  }
}

extension LayoutSolver {
  struct Bounds: OptionSet {
    let rawValue: UInt8
    static let notPositive = Bounds(rawValue: 1)
    static let notNegative = Bounds(rawValue: 2)
    static let zero = Bounds(rawValue: 3)
  }

  /// A stage of the search: the required constraints, a level, the ties, or settling.
  ///
  /// Stages are numbers; higher ones run earlier. The stage of a level is its priority.
  enum Stage {
    static let required: Float = 1000
    static let levels = Float(1000).nextDown
    static let ties: Float = -1
    static let settling: Float = -2
    /// The stage after all others, when nothing is left to do.
    static let none: Float = -3
  }

  /// A variable, or the left-hand side of a constraint minus the right-hand side.
  struct Symbol {
    /// The row of a basic symbol; the bitwise complement of the column of a nonbasic one.
    var place: Int32
    /// The other symbol of a presolved pair; −1 for a symbol that is not in a pair.
    var peer: Int32 = -1
    var rank = 0
    /// The lowest rank so far of a pair whose equality mentions this variable but defines another
    /// variable.
    var rankLimit = Int.max
    var uses: Int32 = 0
    var priority: Float
    /// The stage that set the bound `notPositive`.
    var upperStage = Stage.none
    /// The stage that set the bound `notNegative`.
    var lowerStage = Stage.none
    var isVariable: Bool
    var isPending = false
    /// The required bounds of the symbol, which apply in every stage.
    var requirement: Bounds
    var bounds: Bounds
    /// The side of zero whose cost applies while a level is minimised: 1, −1, or 0 for neither.
    var side: Int8 = 0
    /// The cost of a positive value per unit: 0 or 1, unless scaled.
    var positiveCost: Double
    /// The cost of a negative value per unit: 0 or 1, unless scaled.
    var negativeCost: Double
    /// The tie order of a constraint, or the settling order of a variable.
    var order: UInt64
    /// The constant part of a constraint, or the value of a presolved variable.
    var constant: Double
    var tolerance: Double
    /// The power of two by which a constraint's numbers were multiplied.
    var scale = 1.0

    @inline(__always)
    var isRequired: Bool { priority == Stage.required }

    var relation: LayoutRelation {
      positiveCost == 0 ? .greaterThanOrEqual : negativeCost == 0 ? .lessThanOrEqual : .equal
    }

    @inline(__always)
    static func broken(by value: Double, _ tolerance: Double) -> Bounds {
      value > tolerance ? .notPositive : value < -tolerance ? .notNegative : []
    }

    @inline(__always)
    func stage(of bound: Bounds) -> Float { bound == .notPositive ? upperStage : lowerStage }

    @inline(__always)
    var freeOfCost: Bounds {
      var bounds: Bounds = []
      if positiveCost > 0 { bounds.insert(.notPositive) }
      if negativeCost > 0 { bounds.insert(.notNegative) }
      return bounds
    }
  }

  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The variable or constraint was removed, or belongs to another solver.
    case removed
    case mentioned
    case notFinite
    /// The coefficient is out of range, or too small compared with another one.
    case coefficient(Double)
    case constant(Double)

    package var description: String {
      switch self {
      case .removed:
        "This variable or constraint was removed: use one that still belongs to the solver."
      case .mentioned:
        "A constraint still mentions this variable: remove the constraint first."
      case .notFinite:
        "A number is NaN or infinite: use finite numbers."
      case .coefficient(let number):
        "The coefficient \(number) is out of range: "
          + "use 0.000001 to 1000000, with a ratio of at most 1000000 in one constraint."
      case .constant(let number):
        "The constant \(number) is too large: use at most 1000000000, "
          + "or, if all coefficients are below 1, at most 1000000000 times the largest."
      }
    }
  }

  /// The allowed range of the magnitude of a coefficient, unless the coefficient is 0.
  ///
  /// The upper bound is also the largest allowed ratio of two coefficients in one constraint.
  package static let coefficientRange = 1e-6...1e6
  /// The largest allowed magnitude of a constant.
  ///
  /// If the largest coefficient of the constraint is below 1, the constant is first divided by this
  /// coefficient.
  package static let constantLimit = 1e9

  /// The change of a constant above which its rounding errors require a check.
  static let largeChange = 1e6

  /// Validates the terms and the constant of a constraint; returns the terms with each variable
  /// once and without zero coefficients.
  func accepted(_ terms: [Term], _ constant: Double) throws(Refusal) -> [Term] {
    for term in terms {
      guard isCurrent(term.variable) else { throw .removed }
      guard term.coefficient.isFinite else { throw .notFinite }
    }
    let terms = LayoutSolver.combined(terms)
    var (smallest, largest) = (Double.infinity, 0.0)
    for term in terms {
      let size = abs(term.coefficient)
      guard LayoutSolver.coefficientRange.contains(size) else {
        throw .coefficient(term.coefficient)
      }
      smallest = min(smallest, size)
      largest = max(largest, size)
    }
    guard largest <= smallest * LayoutSolver.coefficientRange.upperBound else {
      throw .coefficient(smallest)
    }
    try check(constant, scale: largest == 0 ? 1 : 1 / largest)
    return terms
  }

  func check(_ constant: Double, scale: Double) throws(Refusal) {
    guard constant.isFinite else { throw .notFinite }
    guard abs(constant) * max(1, scale) <= LayoutSolver.constantLimit else {
      throw .constant(constant)
    }
  }

  static func combined(_ terms: [Term]) -> [Term] {
    var known: [Variable: Int] = [:]
    var result: [Term] = []
    result.reserveCapacity(terms.count)
    for term in terms where term.coefficient != 0 {
      let found =
        terms.count > 8
        ? known[term.variable] : result.firstIndex { $0.variable == term.variable }
      guard let found else {
        if terms.count > 8 { known[term.variable] = result.count }
        result.append(term)
        continue
      }
      result[found].coefficient = Tableau.sum(result[found].coefficient, term.coefficient)
    }
    result.removeAll { $0.coefficient == 0 }
    return result
  }

  /// The power of two that brings a constraint's largest coefficient near 1.
  ///
  /// Columns are not scaled: that would change the tolerance, in points, of a variable's value.
  static func scale(of terms: [Term]) -> Double {
    let largest = terms.reduce(0) { max($0, abs($1.coefficient)) }
    if (1.0 / 16...16).contains(largest) || largest == 0 { return 1 }
    return 1 / largest.binade
  }
}
