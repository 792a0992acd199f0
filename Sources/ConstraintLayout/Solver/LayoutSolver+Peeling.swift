/// A required equality that does nothing but give one variable its value.
///
/// If a free variable occurs in one row only, and that row is a required equality, the rest of the
/// system can be solved without both; the variable follows from the others. Removing such pairs
/// makes the next ones free: a long chain of positions is peeled off from its end, and the tableau
/// never sees a row that is as long as the chain.
///
/// Pairs are kept in a stack. What a pair refers to was peeled after it or not at all, so values
/// are computed from the top down, and any pair can be put back by putting back those above it.
struct PeeledPair {
  var variable: Int32
  var equality: Int32
  /// The variable's coefficient in the equality.
  var coefficient: Double
  /// The part of the equality that is no variable.
  var constant: Double
  /// Where the pair's other terms begin in `peeledTerms`.
  var start: Int
  var value = 0.0
}

/// A symbol in the equality of a peeled pair.
struct PeeledTerm {
  var symbol: Int32
  var coefficient: Double
}

extension LayoutSolver {
  /// The `place` of a variable that is peeled off.
  static let peeledPlace = Int32.max

  /// Peels off what can be, beginning with the given equalities.
  mutating func peel(_ equalities: [Int32]) {
    var work = equalities
    while let equality = work.popLast() {
      let row = symbols[equality].place
      guard symbols[equality].requirement == .zero, row >= 0, let entry = loneEntry(of: row) else {
        continue
      }
      let pivot = tableau.entries[entry]
      let variable = tableau.columns[pivot.column].symbol
      var pair = PeeledPair(
        variable: variable, equality: equality, coefficient: pivot.value,
        constant: tableau.rows[row].value, start: peeledTerms.count)
      var index = tableau.rows[row].first
      var columns: [Int32] = []
      while index >= 0 {
        let other = tableau.entries[index]
        if index != entry {
          let symbol = tableau.columns[other.column].symbol
          peeledTerms.append(PeeledTerm(symbol: symbol, coefficient: other.value))
          columns.append(other.column)
        }
        index = other.nextInRow
      }
      tableau.removeRow(row)
      tableau.columns[pivot.column].symbol = equality
      symbols[equality].place = ~pivot.column
      symbols[variable].place = LayoutSolver.peeledPlace
      symbols[variable].peel = Int32(truncatingIfNeeded: peeled.count)
      symbols[equality].peel = symbols[variable].peel
      symbols[equality].bounds = .zero
      openColumns -= 1
      pair.value = 0
      peeled.append(pair)
      for column in columns where tableau.columns[column].count == 1 {
        let last = tableau.entries[tableau.columns[column].first]
        work.append(tableau.rows[last.row].symbol)
      }
    }
  }

  /// The entry of a free variable that no other row has, if the row is one of variables only.
  private func loneEntry(of row: Int32) -> Int32? {
    var found: Int32?
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let column = tableau.columns[entry.column]
      let symbol = symbols[column.symbol]
      guard symbol.isVariable else { return nil }
      if column.count == 1, symbol.requirement.isEmpty, abs(entry.value) > LayoutSolver.epsilon,
        found.map({ precedes(tableau.columns[tableau.entries[$0].column].symbol, column.symbol) })
          ?? true
      {
        found = index
      }
      index = entry.nextInRow
    }
    return found
  }

  /// Puts a pair back into the tableau, and all above it.
  mutating func putBack(from index: Int32) {
    while peeled.count > Int(index), let pair = peeled.popLast() {
      peeledTerms.removeLast(peeledTerms.count - pair.start)
      let column = ~symbols[pair.equality].place
      tableau.columns[column].symbol = pair.variable
      symbols[pair.variable].place = ~column
      symbols[pair.variable].peel = -1
      symbols[pair.equality].peel = -1
      makeRow(of: pair.equality, sources[Int(pair.equality)])
      isFeasible = false
      isSolved = false
    }
  }

  /// Computes the values of the variables that are peeled off.
  mutating func computePeeledValues() {
    var end = peeledTerms.count
    for index in peeled.indices.reversed() {
      let pair = peeled[index]
      var sum = pair.constant
      for place in pair.start..<end {
        sum += peeledTerms[place].coefficient * value(of: peeledTerms[place].symbol)
      }
      peeled[index].value = -sum / pair.coefficient
      end = pair.start
    }
    hasStaleValues = false
  }

  /// Whether a variable that is peeled off depends on one that may still move.
  func isPeeledOpen() -> Bool {
    var open = [Bool](repeating: false, count: peeled.count)
    var end = peeledTerms.count
    for index in peeled.indices.reversed() {
      let start = peeled[index].start
      open[index] = (start..<end).contains { place in
        let symbol = symbols[peeledTerms[place].symbol]
        if symbol.place == LayoutSolver.peeledPlace { return open[Int(symbol.peel)] }
        return symbol.place < 0 ? symbol.bounds != .zero : isMovable(row: symbol.place)
      }
      if open[index] { return true }
      end = start
    }
    return false
  }
}
