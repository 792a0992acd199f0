extension LayoutSolver {
  /// After this many steps that led nowhere, symbols are shifted apart; and where that may not be,
  /// the order of the symbols alone decides the next step.
  ///
  /// The latter is Bland's rule; it cannot go round in circles.
  var patience: Int { 24 + Int(tableau.columns.capacity) / 2 }

  /// Moves a basic symbol up (+1) or down (−1) as far as the bounds allow.
  ///
  /// - Returns: how it ended: the symbol left the basis, nothing can move it further, or nothing
  ///   stops it.
  @discardableResult
  mutating func descend(_ symbol: Int32, toward direction: Double) -> DescentEnd {
    var idle = 0
    var steps = 0
    var end = DescentEnd.reachedZero
    while symbols[symbol].place >= 0 {
      let byOrder = idle > patience
      if byOrder && allowsShifts && shifts.isEmpty {
        shiftApart(nil, except: symbol)
        idle = 0
        continue
      }
      guard let entry = entering(row: symbols[symbol].place, direction, byOrder: byOrder) else {
        end = .blocked
        break
      }
      let column = tableau.entries[entry].column
      let sign: Double = tableau.entries[entry].value * direction > 0 ? 1 : -1
      guard let stop = nearestStop(column: column, direction: sign, byOrder: byOrder) else {
        end = .unbounded
        break
      }
      let change = tableau.changeToZero(stop.entry)
      move(column: column, by: change)
      exchange(stop.entry, value: change)
      idle = stop.distance > 1e-12 ? 0 : idle + 1
      steps += 1
      if steps > stepLimit {
        isShaken = true
        end = .blocked
        break
      }
    }
    if !shifts.isEmpty && !unshift() { isShaken = true }
    return end
  }

  enum DescentEnd {
    case reachedZero
    case blocked
    case unbounded
  }

  /// More steps than any search needs; a guard against rounding errors without end.
  var stepLimit: Int { 10_000 + 100 * (tableau.rows.count + tableau.columns.count) }

  /// The cost of a pivot on an entry: long columns are dear, for every row of theirs changes.
  ///
  /// Positions, which may have any value, are better expressed by sizes than the other way round:
  /// no bound and no goal of theirs gets longer.
  func cost(of entry: Tableau.Entry, in column: Tableau.Column) -> Double {
    let isFree = symbols[column.symbol].isVariable && symbols[column.symbol].requirement.isEmpty
    return Double(column.count) / abs(entry.value) * (isFree ? 1 : 8)
  }

  /// The entry of a row whose column can move the row's symbol in a direction.
  ///
  /// Short columns are preferred, for they are cheap to pivot and keep the tableau sparse.
  private func entering(row: Int32, _ direction: Double, byOrder: Bool) -> Int32? {
    var best = Tableau.none
    var bestScore = Double.infinity
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let column = tableau.columns[entry.column]
      let forbidden: Bounds = entry.value * direction > 0 ? .notPositive : .notNegative
      if abs(entry.value) > LayoutSolver.epsilon,
        !symbols[column.symbol].bounds.contains(forbidden)
      {
        let score = byOrder ? 0 : cost(of: entry, in: column)
        if best < 0 || score < bestScore
          || score == bestScore
            && isBetterEntering(
              column.symbol, than: tableau.columns[tableau.entries[best].column].symbol, byOrder)
        {
          best = index
          bestScore = score
        }
      }
      index = entry.nextInRow
    }
    return best < 0 ? nil : best
  }

  /// Tells whether a symbol is to leave its zero rather than another one whose column is as short.
  ///
  /// Levels and ties will let the lowest priority and what comes last give way in the end.
  private func isBetterEntering(_ symbol: Int32, than other: Int32, _ byOrder: Bool) -> Bool {
    if byOrder { return precedes(symbol, other) }
    let (a, b) = (symbols[symbol].priority, symbols[other].priority)
    return a != b ? a < b : precedes(other, symbol)
  }
}
