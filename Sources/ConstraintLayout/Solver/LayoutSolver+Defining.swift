// A free variable that has just become basic never leaves the basis while required constraints and
// levels are looked at: no bound stops it, no cost counts it. If an equality has made it so, its row is
// given up at once, and the equality says what the row would: see `PeeledPairs`. A chain of views that
// has to fill a length is solved like this without any row as long as the chain but that of the length.
extension LayoutSolver {
  /// A pivot on less than this would multiply rounding errors.
  private static let smallestDefinition = 1e-3

  /// Lets a required equality that is basic give a free variable its value, if nothing is in the way.
  ///
  /// - Returns: whether the two are a pair now.
  mutating func define(by equality: Int32) -> Bool {
    guard let (index, rank) = definable(by: equality) else { return false }
    let entry = tableau.entries[index]
    let variable = tableau.columns[entry.column].symbol
    let change = -tableau.rows[entry.row].value / entry.value
    if change != 0 {
      guard isFreeToMove(column: entry.column, by: change) else { return false }
      move(column: entry.column, by: change)
    }
    exchange(index, value: change)
    tableau.removeRow(entry.row)
    pair(equality, variable, column: entry.column, rank: rank)
    return true
  }

  /// The entry of an equality's row that stands in the shortest column of those whose variables it
  /// mentions and can be a pair with, and their rank.
  private func definable(by equality: Int32) -> (entry: Int32, rank: Int)? {
    var best: (entry: Int32, rank: Int)?
    var bestCost = Double.infinity
    var index = tableau.rows[symbols[equality].place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let column = tableau.columns[entry.column]
      let record = symbols[column.symbol]
      if record.isVariable && record.requirement.isEmpty && record.bounds.isEmpty
        && abs(entry.value) > LayoutSolver.smallestDefinition
      {
        let cost = cost(of: entry, in: column)
        if cost < bestCost, mentions(equality, column.symbol),
          let rank = rankForPair(equality, column.symbol)
        {
          best = (index, rank)
          bestCost = cost
        }
      }
      index = entry.nextInRow
    }
    return best
  }

  private func mentions(_ equality: Int32, _ variable: Int32) -> Bool {
    sources[Int(equality)].contains {
      $0.variable.symbol == variable && abs($0.coefficient) > LayoutSolver.smallestDefinition
    }
  }

  /// Whether a symbol can move without taking others where they may not be.
  private func isFreeToMove(column: Int32, by change: Double) -> Bool {
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let row = tableau.rows[entry.row]
      let record = symbols[row.symbol]
      let broken = Symbol.broken(by: row.value + entry.value * change, record.tolerance)
      if !record.bounds.isDisjoint(with: broken) { return false }
      index = entry.nextInColumn
    }
    return true
  }

  // MARK: Ranks

  /// The distance of neighbouring ranks, so that there is room for others in between.
  static let rankStep = 1 << 16
  /// How far above all others the variables peeled off together are.
  static let rankLeap = 1 << 40

  /// A rank after those of what the equality mentions and before those that mention the variable.
  func rankForPair(_ equality: Int32, _ variable: Int32) -> Int? {
    let upper = symbols[variable].rankLimit
    guard let lower = highestRank(mentionedBy: equality) else {
      return min(peeled.lowest, upper) - LayoutSolver.rankStep
    }
    if upper == .max { return max(lower, peeled.highest) + LayoutSolver.rankStep }
    let room = upper - lower
    return room < 2 ? nil : lower + min(room / 2, LayoutSolver.rankStep)
  }

  /// The highest rank of variables that an equality mentions and others give their values.
  func highestRank(mentionedBy equality: Int32) -> Int? {
    var highest: Int?
    for term in sources[Int(equality)] where symbols[term.variable.symbol].peer >= 0 {
      highest = max(highest ?? .min, symbols[term.variable.symbol].rank)
    }
    return highest
  }

  /// Numbers all pairs anew, before ranks get too large to add to.
  mutating func renumberPairs() {
    for symbol in 0..<symbols.capacity { symbols[symbol].rankLimit = .max }
    var rank = 0
    let list = peeled.list
    peeled = PeeledPairs()
    for pair in list {
      rank += LayoutSolver.rankStep
      note(pair.equality, symbols[pair.equality].peer, rank: rank)
    }
  }
}
