extension LayoutSolver {
  static func tolerance(for constant: Double) -> Double { epsilon * max(1, abs(constant)) }

  mutating func insert(_ record: Symbol, _ source: [Term]) -> Int32 {
    let symbol = symbols.insert(record)
    if Int(symbol) == sources.count {
      sources.append(source)
      generations.append(0)
      values.append(0)
    } else {
      sources.set(source, of: symbol)
      values[Int(symbol)] = 0
    }
    return symbol
  }

  /// Frees a symbol for others; its handles are void from now on.
  mutating func giveUp(_ symbol: Int32) {
    generations[Int(symbol)] &+= 1
    symbols[symbol].bounds = []
    symbols[symbol].isPending = false
    symbols[symbol].place = 0
    symbols.release(symbol)
  }

  /// Makes a symbol nonbasic in a new column, without entries.
  mutating func putColumn(of symbol: Int32) {
    let column = tableau.columns.insert(
      .init(symbol: symbol, first: Tableau.none, count: 0, probe: probe(of: symbol)))
    symbols[symbol].place = ~column
    symbols[symbol].bounds = []
    openColumns += 1
    require(symbol)
  }

  /// Expresses a constraint by the nonbasic symbols, in a new row.
  mutating func makeRow(of symbol: Int32) {
    let row = insertRow(of: symbol, value: symbols[symbol].constant)
    symbols[symbol].place = row
    var presolvedTerms: [(symbol: Int32, coefficient: Double)] = []
    for index in sources.range(of: symbol) {
      let term = sources[index]
      let symbol = term.variable.symbol
      if symbols[symbol].place == LayoutSolver.presolvedPlace {
        presolvedTerms.append((symbol, term.coefficient))
      } else {
        addSymbol(symbol, term.coefficient, toLast: row)
      }
    }
    if !presolvedTerms.isEmpty {
      expand(Definition(constant: 0, terms: presolvedTerms), into: row)
    }
  }

  /// Makes a row without entries.
  mutating func insertRow(of symbol: Int32, value: Double) -> Int32 {
    let row = tableau.rows.insert(
      .init(symbol: symbol, first: Tableau.none, value: value, probe: probe(of: symbol)))
    tableau.noteUnproven(row)
    tableau.forgetAgreement(of: row)
    return row
  }

  /// Adds `coefficient × symbol` to the row made last.
  @inline(__always)
  mutating func addSymbol(_ symbol: Int32, _ coefficient: Double, toLast row: Int32) {
    let place = symbols[symbol].place
    if place < 0 {
      tableau.add(coefficient, column: ~place, toLast: row)
    } else {
      tableau.rows[row].value += coefficient * tableau.rows[place].value
      tableau.add(coefficient, row: place, toLast: row)
    }
  }

  /// Puts a constraint among the required ones or into its level.
  mutating func enter(_ symbol: Int32) {
    if symbols[symbol].isRequired {
      symbols[symbol].requirement = symbols[symbol].freeOfCost
      let isFound = restart < Stage.levels && keepsRequirement(symbol)
      if isFound { require(symbol) } else { want(symbol) }
    } else {
      symbols[symbol].requirement = []
      levels.insert(symbol, at: position(of: symbol, in: levels))
      if restart < symbols[symbol].priority { fit(symbol) }
    }
  }

  /// Lists a required symbol among those that have to be looked at.
  mutating func want(_ symbol: Int32) {
    restart(from: Stage.required)
    if !symbols[symbol].isPending {
      symbols[symbol].isPending = true
      pending.append(symbol)
    }
    if symbols[symbol].place >= 0 { symbols[symbol].bounds = [] }
  }

  func keepsRequirement(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    return record.requirement.isDisjoint(
      with: Symbol.broken(by: value(of: symbol), record.tolerance))
  }

  /// Finds out whether an optional constraint moves the solution its level is part of.
  ///
  /// One that holds cannot: the solution was the best without it, and costs no more with it. Nor
  /// can one that depends only on what the levels above have fixed.
  private mutating func fit(_ symbol: Int32) {
    let record = symbols[symbol]
    let cost = record.freeOfCost
    guard record.place >= 0 else { return hold(symbol, to: cost, at: record.priority) }
    let value = tableau.rows[record.place].value
    let broken = Symbol.broken(by: value, record.tolerance)
    if cost.isDisjoint(with: broken) {
      hold(symbol, to: cost, at: record.priority)
      symbols[symbol].side = cost == .notPositive ? -1 : cost == .notNegative ? 1 : 0
    } else if isHeld(row: record.place, above: record.priority) {
      symbols[symbol].side = value > 0 ? 1 : -1
    } else if !warmStarts(symbol) {
      restart(from: record.priority)
    }
  }

  /// Takes a constraint from the required ones or out of its level.
  mutating func leave(_ symbol: Int32) {
    let record = symbols[symbol]
    if restart < Stage.required {
      if record.place < 0 {
        if record.isRequired || !givesBack(symbol) {
          restart(from: strongestPull(on: symbol).stage)
          if !record.isRequired { restart(from: record.priority) }
        }
      } else if !record.isRequired && restart < record.priority && bears(symbol) {
        restart(from: record.priority)
      }
    }
    if !record.isRequired { levels.remove(at: position(of: symbol, in: levels)) }
    symbols[symbol].requirement = []
    symbols[symbol].isPending = false
    setFree(symbol)
  }

  /// Tells whether a basic goal has a part in where the solution is.
  private func bears(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    let value = tableau.rows[record.place].value
    let broken = Symbol.broken(by: value, record.tolerance)
    if !broken.isEmpty && record.freeOfCost.isDisjoint(with: broken) { return false }
    return !isHeld(row: record.place, above: record.priority)
  }

  /// The force that would move a nonbasic symbol if that were free.
  struct Pull {
    /// The first stage that would.
    var stage: Float
    /// The rate of that level when the symbol grows; zero if it is not known for certain.
    var slope: Double
  }

  /// The first stage in which something would move a nonbasic symbol if that were free.
  func strongestPull(on symbol: Int32) -> Pull {
    var pulls: [Pull] = []
    var first = Pull(stage: Stage.ties, slope: 0)
    var index = tableau.columns[~symbols[symbol].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      index = link.nextInColumn
      let row = tableau.rows[link.row]
      let record = symbols[row.symbol]
      if record.priority <= first.stage || record.isRequired { continue }
      let side = side(of: row.value, record.tolerance)
      // A goal without a bound of its own level could do nothing about where it was.
      if side == 0 || lock(of: row.symbol, toward: -Double(side)) < record.priority {
        first.stage = record.priority
      } else {
        let slope = side > 0 ? record.positiveCost : -record.negativeCost
        if slope == 0 { continue }
        if let known = pulls.firstIndex(where: { $0.stage == record.priority }) {
          pulls[known].slope += slope * entry.value
        } else {
          pulls.append(Pull(stage: record.priority, slope: slope * entry.value))
        }
      }
    }
    for pull in pulls where pull.stage > first.stage && abs(pull.slope) > LayoutSolver.epsilon {
      first = pull
    }
    return first
  }

  /// Looks whether a row's symbol has gone where its bounds do not allow it to be.
  @inline(__always)
  mutating func noteChange(of row: Int32) {
    let value = tableau.rows[row].value
    let symbol = tableau.rows[row].symbol
    let broken = Symbol.broken(by: value, symbols[symbol].tolerance)
    if !symbols[symbol].bounds.isDisjoint(with: broken) { noteBreach(by: symbol, broken) }
  }

  private mutating func noteBreach(by symbol: Int32, _ broken: Bounds) {
    let record = symbols[symbol]
    if !record.requirement.isDisjoint(with: broken) { return want(symbol) }
    if isIdle(broken, of: symbol, row: record.place) {
      symbols[symbol].bounds.subtract(broken)
      symbols[symbol].side = broken == .notPositive ? 1 : -1
    } else {
      restart(from: broken == .notPositive ? record.upperStage : record.lowerStage)
    }
  }

  /// Tells whether a basic goal's level has set a bound and can do nothing about its being broken,
  /// whatever that costs.
  func isIdle(_ bound: Bounds, of symbol: Int32, row: Int32) -> Bool {
    let record = symbols[symbol]
    let stage = bound == .notPositive ? record.upperStage : record.lowerStage
    return stage == record.priority && isHeld(row: row, above: stage)
  }

  /// The place of a symbol, present or not, in a list sorted by falling priority, then by order.
  func position(of symbol: Int32, in list: [Int32]) -> Int {
    var low = 0
    var high = list.count
    // A new symbol mostly belongs at the end.
    if high > 0 && isListed(list[high - 1], before: symbol) { return high }
    while low < high {
      let middle = (low + high) / 2
      if isListed(list[middle], before: symbol) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  private func isListed(_ other: Int32, before symbol: Int32) -> Bool {
    let (a, b) = (symbols[other], symbols[symbol])
    if a.priority != b.priority { return a.priority > b.priority }
    return a.order != b.order ? a.order < b.order : other < symbol
  }
}
