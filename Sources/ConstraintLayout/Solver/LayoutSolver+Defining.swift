// A free variable that has just become basic never leaves the basis while required constraints and
// levels are looked at: no bound stops it, no cost counts it. If an equality has made it so, its
// row is given up at once, and the equality says what the row would: see `PresolvedPairs`. A chain of
// views that has to fill a length is solved like this without any row as long as the chain but that
// of the length.
extension LayoutSolver {
  /// A pivot on less than this would multiply rounding errors.
  private static let smallestDefinition = 1e-3

  /// Lets a required equality that is basic give a free variable its value, if nothing is in the
  /// way.
  ///
  /// - Returns: whether the two are a pair now.
  mutating func define(by equality: Int32) -> Bool {
    guard let index = definable(by: equality) else { return false }
    let entry = tableau.entries[index]
    let variable = tableau.columns[entry.column].symbol
    let change = tableau.changeToZero(index)
    guard isFreeToMove(column: entry.column, by: change),
      let rank = rankForPair(equality, variable)
    else { return false }
    if change != 0 { move(column: entry.column, by: change) }
    exchange(index, value: change)
    tableau.removeRow(tableau.row(of: index))
    pair(equality, variable, column: entry.column, rank: rank)
    return true
  }

  /// The entry of an equality's row that stands in the shortest column of those whose variables it
  /// mentions and can be a pair with.
  private func definable(by equality: Int32) -> Int32? {
    var best: Int32?
    var bestCost = Double.infinity
    var index = tableau.rows[symbols[equality].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let column = tableau.columns[entry.column]
      let record = symbols[column.symbol]
      if record.isVariable && record.bounds == record.requirement
        && abs(entry.value) > LayoutSolver.smallestDefinition
      {
        let cost = cost(of: entry, in: column)
        if cost < bestCost && mentions(equality, column.symbol)
          && isRankable(equality, column.symbol)
        {
          best = index
          bestCost = cost
        }
      }
      index = entry.nextInRow
    }
    return best
  }

  private func isRankable(_ equality: Int32, _ variable: Int32) -> Bool {
    let upper = symbols[variable].rankLimit
    return upper == .max || highestRank(mentionedBy: equality).map { $0 < upper } ?? true
  }

  private func mentions(_ equality: Int32, _ variable: Int32) -> Bool {
    sources[equality].contains {
      $0.variable.symbol == variable && abs($0.coefficient) > LayoutSolver.smallestDefinition
    }
  }

  /// Tells whether a symbol can move without taking others where they may not be.
  private func isFreeToMove(column: Int32, by change: Double) -> Bool {
    if change == 0 { return true }
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      let row = tableau.rows[link.row]
      let record = symbols[row.symbol]
      let broken = Symbol.broken(by: row.value + entry.value * change, record.tolerance)
      if !record.bounds.isDisjoint(with: broken) { return false }
      index = link.nextInColumn
    }
    return true
  }

  // MARK: Breaches

  /// Puts variables back into the tableau that have gone where they may not be, the first to be
  /// computed first.
  ///
  /// - Parameter limit: how many at most; what comes later often depends on what came before.
  /// - Returns: whether there were any; then the required constraints have to be looked at again.
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

  /// Puts a variable back into the tableau, and has it looked at if it is where it may not be.
  mutating func claim(_ variable: Int32) {
    putBack(variable)
    if !keepsRequirement(variable) { want(variable) }
  }

  /// Puts all variables back into the tableau that may not be negative.
  mutating func claimBounded() {
    for pair in presolved.list.reversed() where pair.isBounded {
      claim(symbols[pair.equality].peer)
    }
  }

  // MARK: Ranks

  /// The distance of neighbouring ranks, so that there is room for others in between.
  static let rankStep = 1 << 32
  /// Ranks beyond this are too large to add to.
  static let rankLimit = 1 << 61

  /// A rank after those of what the equality mentions and before those that mention the variable.
  ///
  /// Its place among others depends on nothing but these, so that parts of a system which are not
  /// connected have no say in the order of each other's sums.
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

  /// The highest rank of variables that an equality mentions and others give their values.
  func highestRank(mentionedBy equality: Int32) -> Int? {
    var highest: Int?
    for index in sources.range(of: equality) {
      let variable = sources[index].variable.symbol
      if symbols[variable].peer >= 0 { highest = max(highest ?? .min, symbols[variable].rank) }
    }
    return highest
  }

  /// Numbers all pairs anew in their order, so that there is room between all of them.
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
}
