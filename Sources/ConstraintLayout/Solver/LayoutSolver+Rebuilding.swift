extension LayoutSolver {
  /// Computes the tableau anew from the constraints as given, for the same nonbasic symbols.
  ///
  /// All stages have to be gone through again; they end soon, for the basis is the best already
  /// unless rounding errors have led astray.
  mutating func rebuild() {
    restart(from: Stage.required)
    let nonbasic = startOver()
    for symbol in nonbasic.constraints {
      guard let best = stablePivot(row: symbols[symbol].place, nonbasic.isVariable) else {
        continue
      }
      let change = tableau.changeToZero(best)
      move(column: tableau.entries[best].column, by: change)
      exchange(best, value: change)
    }
    openColumns = 0
    for column in tableau.columns.storage
    where column.symbol >= 0 && symbols[column.symbol].bounds != .zero {
      openColumns += 1
    }
    for row in tableau.rows.storage
    where row.symbol >= 0 && !keepsRequirement(row.symbol) {
      want(row.symbol)
    }
    isDoubtful = false
    rebuildCount += 1
  }

  /// The entry of a row that a pivot does least harm to: not small beside the others, in a short
  /// column, of a variable that was basic.
  private func stablePivot(row: Int32, _ wasNonbasic: [Bool]) -> Int32? {
    var largest = 0.0
    forEachVariable(inRow: row) { _, entry in largest = max(largest, abs(entry.value)) }
    var best: Int32?
    var bestScore = Double.infinity
    forEachVariable(inRow: row) { index, entry in
      let column = tableau.columns[entry.column]
      if abs(entry.value) <= max(LayoutSolver.epsilon, 1e-2 * largest) { return }
      let penalty = wasNonbasic[Int(column.symbol)] ? 1e6 : 0
      let score = Double(column.count) * largest / abs(entry.value) + penalty
      if score < bestScore { (best, bestScore) = (index, score) }
    }
    return best
  }

  private func forEachVariable(inRow row: Int32, _ body: (Int32, Tableau.Entry) -> Void) {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if symbols[tableau.columns[entry.column].symbol].isVariable { body(index, entry) }
      index = entry.nextInRow
    }
  }

  /// Makes all variables nonbasic and all constraints basic, as if they had just been added, except
  /// those in pairs.
  ///
  /// - Returns: the constraints that were nonbasic, in their order, and for every symbol whether it
  ///   was a nonbasic variable.
  private mutating func startOver() -> (constraints: [Int32], isVariable: [Bool]) {
    var nonbasic: [Int32] = []
    var constraints: [Int32] = []
    var isVariable = [Bool](repeating: false, count: Int(symbols.capacity))
    for column in tableau.columns.storage where column.symbol >= 0 {
      if symbols[column.symbol].isVariable {
        isVariable[Int(column.symbol)] = true
      } else if symbols[column.symbol].peer < 0 {
        nonbasic.append(column.symbol)
        constraints.append(column.symbol)
      }
    }
    for row in tableau.rows.storage where row.symbol >= 0 && !symbols[row.symbol].isVariable {
      constraints.append(row.symbol)
    }
    constraints.sort { precedes($0, $1) }
    nonbasic.sort { precedes($0, $1) }
    let old = tableau
    tableau = Tableau()
    tableau.stamp = old.stamp
    for symbol in settling where symbols[symbol].place != LayoutSolver.peeledPlace {
      putColumn(of: symbol)
    }
    for pair in peeled.list { putColumn(of: pair.equality) }
    for symbol in constraints { makeRow(of: symbol) }
    return (nonbasic, isVariable)
  }
}
