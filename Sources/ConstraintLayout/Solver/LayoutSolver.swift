/// A linear constraint solver whose priorities are an order, not weights.
///
///     var solver = LayoutSolver()
///     let width = solver.makeVariable()
///     try solver.add([.init(width)], .greaterThanOrEqual, 100, priority: .required)
///     try solver.add([.init(width)], .equal, 80, priority: .defaultHigh)
///     solver.solve()
///     solver.value(of: width)  // 100
///
/// The solution is unique. Required constraints hold exactly; then, level by level from the
/// highest priority down, the sum of violations is as small as the levels above allow; freedom
/// left after all levels goes to ties (each violation by itself, in the constraints' order) and
/// then to settling (each variable as close to zero as possible, in order of creation). So the
/// values depend on the variables, the constraints and their orders, not on how they came about.
///
/// The solver is a value: a copy is a snapshot that costs nothing until one of the two changes,
/// and assigning it back undoes everything since, to the last bit. Adding, removing and editing
/// start from the last solution; nothing is computed until `solve()`.
///
/// The method: every constraint and every variable is a *symbol*, a number that would like to be
/// zero or at least to stay on one side of it. The sparse `Tableau` expresses the basic symbols by
/// the nonbasic ones, which stand at zero. `LayoutSolver+Solving` walks through the steps above;
/// after each it *bounds* symbols, which forbids every move that would undo what was reached, so
/// that the next step searches only among the solutions of the former.
///
/// Cheap edits: each bound knows the step that set it. An optional constraint that holds cannot
/// move the solution when it is added, nor can one that depends only on what the levels above have
/// fixed; one that holds with room to spare cannot when it is removed. One that does nothing but
/// take over from a lower one changes places with it. Any other edit goes back to the first step it
/// concerns, never further. A constant that changes again and again is followed without any step
/// for as long as the basis stays the best: see `Sensitivity`.
///
/// Proven answers: a step ends when no symbol can move in a direction in which the step would gain.
/// That is a proof as long as the tableau says what the constraints say. So after every solution
/// the rows that have changed are compared with them: all variables are given numbers that look
/// drawn by lot, the constraints say what they exceed their right sides by then, and each row must
/// agree to within 1e-13. In large tableaus the rows that a pivot changes are not all compared again
/// at once, but when bounds for what pivots do to them add up to that. If a row does not agree, the
/// tableau is refactorised and the steps are gone through again. A contradiction is proven by the
/// weighted sum of its constraints as they were given; the same sum refutes others without a
/// search, see `WeightedSum`. Decisions take for zero what is below 1e-9, so that what the
/// comparison lets pass decides nothing. A search that stands still shifts symbols apart, takes the
/// shifts back and goes on from there; if rounding defeats even that after two fresh starts,
/// `isProven` is false.
///
/// Numbers: coefficients are 0 or between 0.000001 and 1,000,000 in size, those of one constraint
/// no further apart than a millionfold, and constants at most 1,000,000,000 (times the
/// coefficients, where these are small). Violations in a level are summed as the constraint is
/// written, so a constraint multiplied by 3 weighs three times as much as others of its level.
@usableFromInline package struct LayoutSolver: Sendable {
  /// A number the solver chooses.
  @usableFromInline package struct Variable: Hashable, Sendable {
    @usableFromInline let symbol: Int32
    @usableFromInline let generation: UInt32

    init(symbol: Int32, generation: UInt32) {
      self.symbol = symbol
      self.generation = generation
    }
  }

  /// A constraint that was added and not yet removed.
  package struct Constraint: Hashable, Sendable {
    let symbol: Int32
    let generation: UInt32
  }

  /// A variable times a coefficient.
  package struct Term: Hashable, Sendable {
    package var variable: Variable
    package var coefficient: Double

    /// `coefficient × variable`.
    package init(_ variable: Variable, _ coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// A rate or coefficient below this is rounding noise.
  static let epsilon = 1e-9

  var symbols = Slots<Symbol>()
  var tableau = Tableau()
  /// The terms of each constraint as given, by symbol, for refactorising the tableau.
  var sources = TermLists()
  /// The number of times each symbol has been given up, to tell its handles from former ones.
  @usableFromInline var generations: [UInt32] = []

  /// Optional constraints by falling priority, then by tie order.
  var levels: [Int32] = []
  /// Variables in settling order.
  var settling: [Int32] = []
  /// The number of nonbasic symbols that may still move in the step under way.
  var openColumns = 0
  /// The first stage that has to be gone through again.
  var restart = Stage.required
  /// Symbols in the order in which stages bounded them, and where each stage begins.
  var trail: [Int32] = []
  var stages: [StageMark] = []
  /// Symbols bounded after the stage in whose name they are.
  var strays: [Int32] = []
  /// Required symbols that have to be brought to where they must be.
  var pending: [Int32] = []
  /// The number of them that are sorted.
  var sortedPending = 0
  /// All pivots there have been, to watch the work.
  var pivotCount = 0
  /// True if something has happened that may leave large rounding errors behind.
  var isDoubtful = false
  /// True if the last solution is proven; see `LayoutSolver`.
  package internal(set) var isProven = true
  /// The number of times the tableau was refactorised, to watch rounding errors.
  package internal(set) var refactorizationCount = 0
  /// Equalities and variables taken out of the tableau.
  var presolved = PresolvedPairs()
  var allowsPresolve = true
  /// True if constants have changed since the values of presolved variables were computed.
  var hasStaleValues = false
  /// True if any of them was then where it may not be.
  var hasBreaches = false
  /// The distances by which symbols are shifted from where they belong, while zeros are kept apart.
  var shifts: [Shift] = []
  var allowsShifts = true
  /// True if a search has ended without having led where it should.
  var isShaken = false
  /// The stops on the way of one step, kept only for its storage.
  var kinks: [Kink] = []
  /// The ways in which the level under way fell when all columns were last looked at.
  var falls: [Descent] = []
  /// The columns on which the level under way depends.
  var touched: [Int32] = []
  /// Room for one sum per symbol, all zero.
  var sums: [Double] = []
  /// The rows that may have columns which may still move; empty but for the last two steps.
  var movableRows: [Bool] = []
  /// The values of the variables in the last solution, by symbol.
  @usableFromInline var values: [Double] = []
  /// True if the tableau has been solved since these were taken from it.
  var hasNewValues = false
  /// The rates at which the solution follows constants that have changed more than once, while its
  /// basis lasts.
  var sensitivities: [Sensitivity] = []
  /// The constraints whose constants have changed since the constraints themselves did.
  var changed: [Int32] = []
  /// True if two of their constants move the same symbol.
  var isCoupled = false
  /// The number of entries from which rows are watched; only a matter of speed.
  package var watchedSize = Tableau.fewEntries
  private var nextOrder: UInt64 = 0

  /// A solver without variables.
  package init() {}

  /// The numbers of rows, columns and coefficients in the tableau, to watch growth.
  package var extent: (rows: Int, columns: Int, coefficients: Int) {
    (tableau.rows.count, tableau.columns.count, tableau.entries.count)
  }

  /// Prepares for that many variables and constraints; only a matter of speed.
  package mutating func reserve(variables: Int, constraints: Int) {
    symbols.reserveCapacity(variables + constraints)
    sources.reserveCapacity(variables + constraints)
    generations.reserveCapacity(variables + constraints)
    values.reserveCapacity(variables + constraints)
    tableau.columns.reserveCapacity(variables)
    tableau.rows.reserveCapacity(constraints)
    tableau.entries.reserveCapacity(4 * constraints)
    tableau.links.reserveCapacity(4 * constraints)
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
  ///
  /// Asking for a variable that was removed is a programming error and ends the program.
  @inlinable
  package func value(of variable: Variable) -> Double {
    precondition(isCurrent(variable.symbol, variable.generation), "this variable was removed")
    return values[Int(variable.symbol)]
  }

  /// By how much the left side of a constraint exceeds the right one in the last solution.
  ///
  /// Asking for a constraint that was removed is a programming error and ends the program.
  package func excess(of constraint: Constraint) -> Double {
    precondition(isCurrent(constraint), "this constraint was removed")
    return excess(of: constraint.symbol) / symbols[constraint.symbol].scale
  }

  /// By how much a constraint misses in the last solution, zero if it holds.
  ///
  /// Asking for a constraint that was removed is a programming error and ends the program.
  package func violation(of constraint: Constraint) -> Double {
    precondition(isCurrent(constraint), "this constraint was removed")
    return violation(of: constraint.symbol)
  }

  /// Tells whether a variable belongs to this solver and has not been removed.
  package func isCurrent(_ variable: Variable) -> Bool {
    isCurrent(variable.symbol, variable.generation) && symbols[variable.symbol].isVariable
  }

  /// Tells whether a constraint belongs to this solver and has not been removed.
  package func isCurrent(_ constraint: Constraint) -> Bool {
    isCurrent(constraint.symbol, constraint.generation) && !symbols[constraint.symbol].isVariable
  }

  @inlinable
  func isCurrent(_ symbol: Int32, _ generation: UInt32) -> Bool {
    symbol >= 0 && Int(symbol) < generations.count && generations[Int(symbol)] == generation
  }

  /// The summed violation of every optional level, highest priority first.
  package func residuals() -> [(priority: Float, violation: Double)] {
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

  /// By how much a constraint's scaled left side exceeds the right one in the last solution.
  private func excess(of symbol: Int32) -> Double {
    if sensitivities.isEmpty || symbols[symbol].place < 0 { return value(of: symbol) }
    return sources[symbol].reduce(symbols[symbol].constant) {
      $0 + $1.coefficient * values[Int($1.variable.symbol)]
    }
  }

  /// The value of a symbol according to the tableau.
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
