extension LayoutSolver {
  /// Computes the tableau anew from the constraints as given, for the same nonbasic symbols.
  ///
  /// Pivots add up rounding errors; every few thousand of them the slate is wiped.
  mutating func rebuild() {
    putBack(from: 0)
    let constraints = startOver()
    for symbol in constraints {
      var best = Tableau.none
      var bestScore = Double.infinity
      var index = tableau.rows[symbols[symbol].place].first
      while index >= 0 {
        let entry = tableau.entries[index]
        let column = tableau.columns[entry.column]
        let other = symbols[column.symbol]
        if other.isVariable && abs(entry.value) > LayoutSolver.epsilon {
          let score = Double(column.count) / abs(entry.value) + (other.side != 0 ? 1e6 : 0)
          if score < bestScore {
            best = index
            bestScore = score
          }
        }
        index = entry.nextInRow
      }
      guard best >= 0 else { continue }
      let entry = tableau.entries[best]
      let change = -tableau.rows[entry.row].value / entry.value
      move(column: entry.column, by: change)
      exchange(best, value: change)
    }
    pivotsSinceRebuild = 0
    hasHugeValues = false
  }

  /// Makes all variables nonbasic and all constraints basic, as if they had just been added.
  ///
  /// - Returns: the constraints that were nonbasic, in their order. Variables that were have a
  ///   `side` to tell them from the others.
  private mutating func startOver() -> [Int32] {
    var nonbasic: [Int32] = []
    var constraints: [Int32] = []
    for column in 0..<tableau.columns.capacity where tableau.columns[column].symbol >= 0 {
      let symbol = tableau.columns[column].symbol
      if symbols[symbol].isVariable {
        symbols[symbol].side = 1
      } else {
        nonbasic.append(symbol)
        constraints.append(symbol)
      }
    }
    for row in 0..<tableau.rows.capacity where tableau.rows[row].symbol >= 0 {
      let symbol = tableau.rows[row].symbol
      symbols[symbol].side = 0
      if !symbols[symbol].isVariable { constraints.append(symbol) }
    }
    constraints.sort { precedes($0, $1) }
    nonbasic.sort { precedes($0, $1) }
    tableau = Tableau()
    for symbol in settling {
      symbols[symbol].place = ~tableau.columns.insert(
        .init(symbol: symbol, first: Tableau.none, count: 0))
    }
    for symbol in constraints {
      let row = tableau.rows.insert(
        .init(symbol: symbol, first: Tableau.none, value: symbols[symbol].constant))
      symbols[symbol].place = row
      for term in sources[Int(symbol)] where term.coefficient != 0 {
        tableau.add(
          term.coefficient, column: ~symbols[term.variable.symbol].place, toLast: row)
      }
    }
    return nonbasic
  }
}
