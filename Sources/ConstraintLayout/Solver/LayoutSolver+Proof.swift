// How answers are kept proven. Every pivot adds rounding errors to the tableau, and a decision made
// on a wrong coefficient is a wrong decision. So the tableau is compared with the constraints as
// they were given: all nonbasic symbols are given numbers that look drawn by lot, the tableau says
// what the basic ones are then, and every constraint must say the same. A wrong coefficient anywhere
// shows, for it would have to meet its opposite by chance. If the two differ, the tableau is computed
// anew from the constraints, and the stages are gone through again.
extension LayoutSolver {
  /// How many pivots may pass between two comparisons: none.
  static let unprovenLimit = 0
  /// The relative difference beyond which the tableau is computed anew; a ten-thousandth of what
  /// counts as zero in a decision.
  private static let allowedError = 1e-13
  /// The relative difference beyond which a solution does not count as proven.
  private static let unprovenError = 1e-9

  /// Compares the tableau with the constraints if it is time to.
  ///
  /// - Parameter attempt: how often this solution has been rejected already.
  /// - Returns: whether the stages have led where they should; otherwise they are to be gone through
  ///   again.
  mutating func prove(attempt: Int) -> Bool {
    if isShaken {
      isShaken = false
      isProven = attempt < 2
      if isProven { startAnew(withShifts: false) }
      return !isProven
    }
    guard isDoubtful || unprovenPivots > LayoutSolver.unprovenLimit else { return true }
    unprovenPivots = 0
    isDoubtful = false
    let error = tableauError()
    if error <= LayoutSolver.allowedError { return true }
    if attempt < 2 {
      startAnew(withShifts: allowsShifts)
      return false
    }
    isProven = error <= LayoutSolver.unprovenError
    return true
  }

  private mutating func startAnew(withShifts: Bool) {
    allowsShifts = withShifts
    rebuild()
  }

  /// The largest difference between what the tableau and a constraint say, relative to the numbers
  /// it is computed from.
  func tableauError() -> Double {
    var probe = [Double](repeating: 0, count: Int(symbols.capacity))
    var values = probe
    for column in tableau.columns.storage where column.symbol >= 0 {
      probe[Int(column.symbol)] = LayoutSolver.fraction(UInt64(column.symbol))
    }
    for row in tableau.rows.storage where row.symbol >= 0 {
      var sum = 0.0
      var index = row.first
      while index >= 0 {
        let entry = tableau.entries[index]
        sum += entry.value * probe[Int(tableau.columns[entry.column].symbol)]
        index = entry.nextInRow
      }
      probe[Int(row.symbol)] = sum
      values[Int(row.symbol)] = row.value
    }
    probePairs(&probe, &values)
    var worst = 0.0
    for symbol in 0..<symbols.capacity where isListedConstraint(symbol) {
      worst = max(worst, difference(at: symbol, probe, values))
    }
    return worst
  }

  private func isListedConstraint(_ symbol: Int32) -> Bool {
    !sources[Int(symbol)].isEmpty && symbols[symbol].peer < 0
  }

  private func probePairs(_ probe: inout [Double], _ values: inout [Double]) {
    for pair in peeled.list {
      let variable = symbols[pair.equality].peer
      var (sum, value, own) = (-probe[Int(pair.equality)], symbols[pair.equality].constant, 1.0)
      for term in sources[Int(pair.equality)] {
        let symbol = Int(term.variable.symbol)
        if term.variable.symbol == variable {
          own = term.coefficient
        } else {
          sum += term.coefficient * probe[symbol]
          value += term.coefficient * values[symbol]
        }
      }
      probe[Int(variable)] = -sum / own
      values[Int(variable)] = -value / own
    }
  }

  private func difference(at constraint: Int32, _ probe: [Double], _ values: [Double]) -> Double {
    var (sum, size) = (-probe[Int(constraint)], abs(probe[Int(constraint)]))
    var (value, valueSize) = (-values[Int(constraint)], abs(values[Int(constraint)]))
    for term in sources[Int(constraint)] {
      let addend = term.coefficient * probe[Int(term.variable.symbol)]
      let valueAddend = term.coefficient * values[Int(term.variable.symbol)]
      sum += addend
      size += abs(addend)
      value += valueAddend
      valueSize += abs(valueAddend)
    }
    value += symbols[constraint].constant
    return max(abs(sum) / max(1, size), abs(value) / max(1, valueSize))
  }
}
