/// The pairs that presolve has removed from the tableau, in the order in which the values of their
/// variables are computed.
///
/// A pair consists of a required equality and a variable that only this equality determines. No
/// level minimises the variable, and the variable has no bound or rarely violates its bound.
/// The variable therefore needs no row in the tableau. Presolve omits the row and makes the
/// equality a nonbasic symbol. Wherever the variable is needed, the solver substitutes the
/// variable's definition. Without presolve, the rows of a chain of nested views would be as long as
/// the chain.
///
/// A variable that must not be negative is checked after every solution. If the variable is
/// negative, the solver moves it back into the tableau.
struct PresolvedPairs: Sendable {
  /// An equality that defines a variable, and its rank in the order of computation.
  ///
  /// The rank is higher than the ranks of all pairs whose variables the equality mentions. The
  /// variable of a *bounded* pair must not be negative.
  typealias Pair = (rank: Int, equality: Int32, isBounded: Bool)

  private(set) var list: [Pair] = []

  var highest: Int { list.last?.rank ?? 0 }
  var lowest: Int { list.first?.rank ?? 0 }

  mutating func insert(_ pair: Pair) {
    list.insert(pair, at: place(of: pair.rank + 1))
  }

  mutating func remove(_ equality: Int32, rank: Int) {
    var place = place(of: rank)
    while list[place].equality != equality { place += 1 }
    list.remove(at: place)
  }

  func rank(after rank: Int) -> Int? {
    let next = place(of: rank + 1)
    let upper = next < list.count ? list[next].rank : rank + 2 * LayoutSolver.rankStep
    return upper - rank < 2 ? nil : rank + (upper - rank) / 2
  }

  func place(of rank: Int) -> Int {
    list.partitionIndex { $0.rank < rank }
  }
}

extension Array {
  /// The index of the first element that does not match; all matching elements must come first.
  @inline(__always)
  func partitionIndex(where matches: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// A free variable that has just become basic stays basic in the required and level stages: it has
// no bound and no cost. So it can form a pair immediately with the equality that made it basic.
extension LayoutSolver {
  /// The smallest coefficient of a variable in the equality that defines it.
  ///
  /// A smaller coefficient would magnify rounding errors.
  private static let smallestDefinition = 1e-3

  /// Pairs a basic required equality with a variable that the equality can define; returns false if
  /// no variable is suitable.
  mutating func define(by equality: Int32) -> Bool {
    guard let index = definable(by: equality) else { return false }
    let entry = tableau.entries[index]
    let variable = tableau.columns[entry.column].symbol
    let change = tableau.changeToZero(index)
    guard change == 0 || isClear(column: entry.column, by: change, above: Stage.none),
      let rank = rankForPair(equality, variable)
    else { return false }
    if change != 0 { move(column: entry.column, by: change) }
    exchange(index, value: change)
    tableau.removeRow(tableau.row(of: index))
    pair(equality, variable, column: entry.column, rank: rank)
    return true
  }

  private func definable(by equality: Int32) -> Int32? {
    cheapestEntry(inRow: symbols[equality].place) { entry, symbol in
      let record = symbols[symbol]
      return record.isVariable && record.bounds == record.requirement
        && abs(entry.value) > LayoutSolver.smallestDefinition
        && mentions(equality, symbol) && isRankable(equality, symbol)
    }
  }

  private func isRankable(_ equality: Int32, _ variable: Int32) -> Bool {
    let upper = symbols[variable].rankLimit
    return upper == .max || highestRank(mentionedBy: equality).map { $0 < upper } ?? true
  }

  private func mentions(_ equality: Int32, _ variable: Int32) -> Bool {
    sources[Int(equality)].contains {
      $0.variable.symbol == variable && abs($0.coefficient) > LayoutSolver.smallestDefinition
    }
  }

  /// Moves presolved variables that violate their bounds back into the tableau; returns whether any
  /// variable was moved.
  ///
  /// At most `limit` variables are moved, those with the lowest ranks first. Variables with higher
  /// ranks often depend on the moved variables, and may satisfy their bounds once the moved
  /// variables do.
  mutating func returnBreached(upTo limit: Int) -> Bool {
    if hasStaleValues { computePresolvedValues() }
    if !hasBreaches { return false }
    hasStaleValues = true
    var breached: [Int32] = []
    for pair in presolved.list where pair.isBounded {
      let variable = symbols[pair.equality].peer
      if keepsRequirement(variable) { continue }
      breached.append(variable)
      if breached.count == limit { break }
    }
    for variable in breached { claim(variable) }
    return !breached.isEmpty
  }

  mutating func claim(_ variable: Int32) {
    putBack(variable)
    if !keepsRequirement(variable) { want(variable) }
  }

  mutating func claimBounded() {
    for pair in presolved.list.reversed() where pair.isBounded {
      claim(symbols[pair.equality].peer)
    }
  }

  /// The distance between the ranks of neighbouring pairs, which leaves room for further ranks.
  static let rankStep = 1 << 32
  static let rankLimit = 1 << 61

  /// Returns a rank for a new pair of an equality and a variable; `nil` if no rank is possible.
  ///
  /// The rank is above the ranks of all presolved variables in the equality, and below the ranks of
  /// all pairs whose equalities mention the variable. The relative order of connected pairs does
  /// not depend on unconnected pairs.
  mutating func rankForPair(_ equality: Int32, _ variable: Int32) -> Int? {
    let upper = symbols[variable].rankLimit
    guard let lower = highestRank(mentionedBy: equality) else {
      return min(presolved.lowest, upper) - LayoutSolver.rankStep
    }
    if upper == .max { return presolved.highest + LayoutSolver.rankStep }
    if upper <= lower { return nil }
    if let rank = presolved.rank(after: lower) { return rank }
    renumberPairs()
    return highestRank(mentionedBy: equality).flatMap { presolved.rank(after: $0) }
  }

  func highestRank(mentionedBy equality: Int32) -> Int? {
    var highest: Int?
    for term in sources[Int(equality)] {
      let variable = term.variable.symbol
      if symbols[variable].peer >= 0 { highest = max(highest ?? .min, symbols[variable].rank) }
    }
    return highest
  }

  mutating func renumberPairs() {
    let list = presolved.list
    for symbol in 0..<symbols.capacity where symbols[symbol].rankLimit != .max {
      let place = presolved.place(of: symbols[symbol].rankLimit)
      symbols[symbol].rankLimit =
        place == list.count ? .max : (place + 1) * LayoutSolver.rankStep
    }
    presolved = PresolvedPairs()
    for (place, pair) in list.enumerated() {
      note(pair.equality, symbols[pair.equality].peer, rank: (place + 1) * LayoutSolver.rankStep)
    }
  }

  static let presolvedPlace = Int32.max

  mutating func presolve(_ equalities: [Int32]) {
    var work = equalities
    if max(presolved.highest, -presolved.lowest) > LayoutSolver.rankLimit { renumberPairs() }
    var rank = presolved.highest + (equalities.count + 1) * LayoutSolver.rankStep
    while let equality = work.popLast() {
      guard symbols[equality].requirement == .zero, symbols[equality].place >= 0,
        symbols[equality].isPending, let entry = loneEntry(of: symbols[equality].place)
      else { continue }
      let column = tableau.entries[entry].column
      let variable = tableau.columns[column].symbol
      guard let place = rankForPair(equality, variable, wanted: rank) else { continue }
      rank = min(rank, place) - LayoutSolver.rankStep
      var columns: [Int32] = []
      tableau.forEachEntry(inRow: symbols[equality].place) { _, entry in
        if entry.column != column { columns.append(entry.column) }
      }
      tableau.removeRow(symbols[equality].place)
      pair(equality, variable, column: column, rank: place)
      for column in columns where tableau.columns[column].count == 1 {
        let row = tableau.row(of: tableau.columns[column].first)
        work.append(tableau.rows[row].symbol)
      }
    }
  }

  /// Presolves an equality that is being added, if one of its free variables is in no other
  /// constraint; returns false if the equality cannot be presolved.
  ///
  /// The required constraints and the levels need not be solved again, because the free variable
  /// can take any value that satisfies the equality.
  mutating func presolveAtOnce(_ equality: Int32) -> Bool {
    guard allowsPresolve && restart < Stage.required else { return false }
    var found: Int32?
    for term in sources[Int(equality)] {
      let symbol = term.variable.symbol
      let record = symbols[symbol]
      if record.uses == 0 && record.requirement.isEmpty && record.place < 0 {
        if let other = found, precedes(symbol, other) { continue }
        found = symbol
      }
    }
    guard let variable = found else { return false }
    symbols[equality].requirement = .zero
    if symbols[variable].bounds == .zero { openColumns += 1 }
    pair(
      equality, variable, column: ~symbols[variable].place,
      rank: presolved.highest + LayoutSolver.rankStep)
    // The equality makes its variables depend on each other, so settling has to run again.
    if restart < Stage.settling && !isSettled(equality) { restart(from: Stage.settling) }
    return true
  }

  private func isSettled(_ equality: Int32) -> Bool {
    var waiting = [equality]
    var seen = Set(waiting)
    while let equality = waiting.popLast() {
      for term in sources[Int(equality)] {
        let symbol = term.variable.symbol
        let place = symbols[symbol].place
        if place == LayoutSolver.presolvedPlace {
          let inner = symbols[symbol].peer
          if seen.insert(inner).inserted { waiting.append(inner) }
        } else if !(place < 0
          ? isHeld(symbol, above: Stage.settling) : isHeld(row: place, above: Stage.settling))
        {
          return false
        }
      }
    }
    return true
  }

  mutating func pair(_ equality: Int32, _ variable: Int32, column: Int32, rank: Int) {
    symbols[equality].isPending = false
    symbols[equality].place = ~column
    symbols[equality].bounds = []
    require(equality)
    tableau.columns[column].symbol = equality
    tableau.columns[column].probe = probe(of: equality)
    symbols[equality].peer = variable
    symbols[variable].peer = equality
    symbols[variable].place = LayoutSolver.presolvedPlace
    symbols[variable].bounds = []
    note(equality, variable, rank: rank)
  }

  mutating func note(_ equality: Int32, _ variable: Int32, rank: Int) {
    symbols[equality].rank = rank
    symbols[variable].rank = rank
    for term in sources[Int(equality)] {
      let symbol = term.variable.symbol
      if symbol != variable { symbols[symbol].rankLimit = min(symbols[symbol].rankLimit, rank) }
    }
    let isBounded = !symbols[variable].requirement.isEmpty
    presolved.insert((rank, equality, isBounded))
    if hasStaleValues && newPairs.isEmpty { return }
    if symbols[variable].uses <= 1 { newPairs.append(equality) } else { hasStaleValues = true }
  }

  private mutating func rankForPair(_ equality: Int32, _ variable: Int32, wanted: Int) -> Int? {
    let lower = highestRank(mentionedBy: equality) ?? .min
    if lower < wanted && wanted < symbols[variable].rankLimit { return wanted }
    return rankForPair(equality, variable)
  }

  /// Returns the entry of a free variable that occurs in this row only; `nil` if the row has no
  /// such variable.
  private func loneEntry(of row: Int32) -> Int32? {
    var found: Int32?
    tableau.forEachEntry(inRow: row) { index, entry in
      let column = tableau.columns[entry.column]
      let symbol = symbols[column.symbol]
      if symbol.isVariable, column.count == 1, symbol.requirement.isEmpty,
        abs(entry.value) > LayoutSolver.epsilon,
        found.map({ precedes(tableau.columns[tableau.entries[$0].column].symbol, column.symbol) })
          ?? true
      {
        found = index
      }
    }
    return found
  }

  mutating func putBack(_ variable: Int32) {
    let equality = symbols[variable].peer
    presolved.remove(equality, rank: symbols[equality].rank)
    symbols[equality].peer = -1
    symbols[variable].peer = -1
    let row = insertRow(of: variable, value: 0)
    expand(definition(of: variable, by: equality), into: row)
    symbols[variable].place = row
    symbols[variable].bounds = []
    require(variable)
  }

  typealias Definition = (constant: Double, terms: [(symbol: Int32, coefficient: Double)])

  /// Solves an equality for a variable; the last term of the result is the equality's own symbol.
  private func definition(of variable: Int32, by equality: Int32) -> Definition {
    var own = 1.0
    for term in sources[Int(equality)] where term.variable.symbol == variable {
      own = term.coefficient
    }
    var result: Definition = (-symbols[equality].constant / own, [])
    result.terms.reserveCapacity(sources[Int(equality)].count)
    for term in sources[Int(equality)] where term.variable.symbol != variable {
      result.terms.append((term.variable.symbol, -term.coefficient / own))
    }
    result.terms.append((equality, 1 / own))
    return result
  }

  mutating func expand(_ sum: Definition, into row: Int32) {
    tableau.rows[row].value += sum.constant
    var waiting: [(symbol: Int32, factor: Double)] = []
    for (symbol, coefficient) in sum.terms { take(symbol, coefficient, row, &waiting) }
    while let (symbol, factor) = waiting.popLast() {
      if factor == 0 { continue }
      let inner = definition(of: symbol, by: symbols[symbol].peer)
      tableau.rows[row].value += factor * inner.constant
      for (symbol, coefficient) in inner.terms {
        take(symbol, coefficient * factor, row, &waiting)
      }
    }
  }

  /// Adds `coefficient × symbol` to the newest row or, if the symbol is presolved, to `waiting`,
  /// which is sorted by ascending rank.
  private mutating func take(
    _ symbol: Int32, _ coefficient: Double, _ row: Int32,
    _ waiting: inout [(symbol: Int32, factor: Double)]
  ) {
    if symbols[symbol].place != LayoutSolver.presolvedPlace {
      return addSymbol(symbol, coefficient, toLast: row)
    }
    var place = waiting.count
    while place > 0 && isRanked(symbol, before: waiting[place - 1].symbol) { place -= 1 }
    if place > 0 && waiting[place - 1].symbol == symbol {
      waiting[place - 1].factor += coefficient
    } else {
      waiting.insert((symbol, coefficient), at: place)
    }
  }

  private func isRanked(_ symbol: Int32, before other: Int32) -> Bool {
    let (a, b) = (symbols[symbol].rank, symbols[other].rank)
    return a != b ? a < b : symbol < other
  }

  mutating func computePresolvedValues() {
    hasNewValues = true
    if newPairs.isEmpty {
      hasBreaches = false
      for pair in presolved.list { computeValue(by: pair.equality, isBounded: pair.isBounded) }
    } else {
      for equality in newPairs where symbols[equality].peer >= 0 {
        let isBounded = !symbols[symbols[equality].peer].requirement.isEmpty
        computeValue(by: equality, isBounded: isBounded)
      }
    }
    hasStaleValues = false
  }

  @inline(__always)
  private mutating func computeValue(by equality: Int32, isBounded: Bool) {
    let solved = peerValue(of: equality, symbols[equality].constant) { self.value(of: $0) }
    symbols[symbols[equality].peer].constant = solved
    if isBounded && solved < -LayoutSolver.epsilon { hasBreaches = true }
  }

  /// Computes the value of an equality's presolved variable, with `constant` as the constant part
  /// of the equality; `value` returns the values of the variables in the other terms.
  @inline(__always)
  func peerValue(of equality: Int32, _ constant: Double, _ value: (Int32) -> Double) -> Double {
    let variable = symbols[equality].peer
    var (sum, own) = (constant, 1.0)
    for term in sources[Int(equality)] {
      if term.variable.symbol == variable {
        own = term.coefficient
      } else {
        sum += term.coefficient * value(term.variable.symbol)
      }
    }
    return -sum / own
  }

  /// True if a presolved variable depends on a symbol that can still move.
  ///
  /// `closed` is a cache: it is true, by symbol, for variables that depend on no such symbol.
  mutating func isOpenPair(_ variable: Int32, _ closed: inout [Bool]) -> Bool {
    if closed.isEmpty { closed = [Bool](repeating: false, count: Int(symbols.capacity)) }
    if closed[Int(variable)] { return false }
    var found: [Int32] = [variable]
    var next = 0
    closed[Int(variable)] = true
    while next < found.count {
      for term in sources[Int(symbols[found[next]].peer)] {
        let symbol = term.variable.symbol
        if closed[Int(symbol)] { continue }
        let place = symbols[symbol].place
        if place == LayoutSolver.presolvedPlace {
          closed[Int(symbol)] = true
          found.append(symbol)
        } else if place < 0 ? symbols[symbol].bounds != .zero : isStillMovable(row: place) {
          for symbol in found { closed[Int(symbol)] = false }
          return true
        }
      }
      next += 1
    }
    return false
  }
}
