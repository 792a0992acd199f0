extension LayoutSolver {
  /// Refactorisation: computes the tableau again from the constraints as given, for the same
  /// nonbasic symbols.
  ///
  /// All stages have to be gone through again; they end soon, for the basis is the best already
  /// unless rounding errors have led astray.
  mutating func refactorize() {
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
    refactorizationCount += 1
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
    for symbol in settling where symbols[symbol].place != LayoutSolver.presolvedPlace {
      putColumn(of: symbol)
    }
    for pair in presolved.list { putColumn(of: pair.equality) }
    for symbol in constraints { makeRow(of: symbol) }
    return (nonbasic, isVariable)
  }
}

// When a row has to be compared with the constraints, and the tableau refactorised if it misses.
//
// A pivot on a short row changes little in each of many long rows; testing all of these after every
// solution would take longer than everything else. But what a pivot can do to a row is known: it adds
// the pivot's row, which is tested at once, and rounds. So in a large tableau these bounds are added
// up, and a row that has passed its test is tested again when they reach what the test allows. So is
// a row that a pivot may have taken a number from as noise.
extension LayoutSolver {
  /// Whether rows are watched; those of a small tableau are rather tested after each change.
  ///
  /// One that shrinks a little stays watched.
  private var isWatching: Bool {
    tableau.entries.count >= (tableau.agreements.isEmpty ? watchedSize : watchedSize / 2)
  }

  /// The number of entries of a row up to which it changes little in long ones.
  private static let shortRow = 24

  /// Notes what a pivot has done to the rows of its column.
  ///
  /// - Parameters:
  ///   - pivot: the entry it was made on.
  ///   - former: the coefficient that was there.
  @inline(__always)
  mutating func watch(_ pivot: Int32, _ former: Double) {
    if isWatching {
      watchRows(pivot, former)
    } else if !tableau.agreements.isEmpty {
      tableau.agreements = []
    }
  }

  private mutating func watchRows(_ pivot: Int32, _ former: Double) {
    if tableau.lostSum > 0 || isLong(row: tableau.row(of: pivot)) {
      return forgetRows(ofColumn: tableau.entries[pivot].column)
    }
    let missing = Int(tableau.rows.capacity) - tableau.agreements.count
    if missing > 0 { tableau.agreements += repeatElement(RowAgreement(), count: missing) }
    let row = tableau.row(of: pivot)
    let added = agreement(of: tableau.rows[row], [])
    tableau.agreements[Int(row)] = added
    var index = tableau.columns[tableau.entries[pivot].column].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      if index != pivot {
        let factor = abs(tableau.entries[index].value * former)
        tableau.agreements[Int(link.row)].coefficients.add(factor, added.coefficients)
        tableau.agreements[Int(link.row)].value.add(factor, added.value)
      }
      index = link.nextInColumn
    }
  }

  private func isLong(row: Int32) -> Bool {
    var count = 0
    var index = tableau.rows[row].first
    while index >= 0 && count <= LayoutSolver.shortRow {
      count += 1
      index = tableau.entries[index].nextInRow
    }
    return count > LayoutSolver.shortRow
  }

  /// Forgets what is known of the rows of a column; of all, if these are many.
  private mutating func forgetRows(ofColumn column: Int32) {
    if tableau.agreements.isEmpty { return }
    if 8 * Int(tableau.columns[column].count) > tableau.rows.count {
      tableau.agreements = []
      return
    }
    var index = tableau.columns[column].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      tableau.forgetAgreement(of: link.row)
      index = link.nextInColumn
    }
  }

  /// Notes that a constant part has changed, and a row's value with it.
  @inline(__always)
  mutating func watchShift(of row: Int32, by number: Double) {
    if Int(row) < tableau.agreements.count {
      tableau.agreements[Int(row)].value.shift(by: number)
    }
  }

  /// Takes the rows off the list of changed ones that certainly agree with the constraints.
  mutating func passWatchedRows() {
    if tableau.agreements.isEmpty { return }
    var kept = 0
    for index in tableau.unproven.indices {
      let row = tableau.unproven[index]
      if Int(row) < tableau.agreements.count
        && tableau.agreements[Int(row)].relativeError <= LayoutSolver.allowedError
      {
        tableau.rows[row].isUnproven = false
      } else {
        tableau.unproven[kept] = row
        kept += 1
      }
    }
    tableau.unproven.removeLast(tableau.unproven.count - kept)
  }
}
