extension LayoutSolver {
  mutating func move(column: Int32, by change: Double) {
    if !isLone(column) { hasStaleValues = true }
    var cursor = tableau.columns[column].first
    while let (index, row) = tableau.next(inColumn: &cursor) {
      tableau.rows[row].value += tableau.entries[index].value * change
    }
  }

  /// True if no presolved variable can depend on a column's symbol or on the rows that it changes:
  /// on the only constraint that mentions a new variable.
  private func isLone(_ column: Int32) -> Bool {
    guard tableau.columns[column].count == 1, symbols[tableau.columns[column].symbol].uses <= 1
    else { return false }
    let row = tableau.row(of: tableau.columns[column].first)
    return !symbols[tableau.rows[row].symbol].isVariable
  }

  /// The size of a pivot below which its rounding errors require a check.
  static let smallPivot = 1e-4

  /// Makes the symbol of the entry's column basic, with the given value, and the symbol of the
  /// entry's row nonbasic.
  mutating func exchange(_ entry: Int32, value: Double) {
    let row = tableau.row(of: entry)
    let column = tableau.entries[entry].column
    let former = tableau.entries[entry].value
    if abs(former) < LayoutSolver.smallPivot { isDoubtful = true }
    tableau.lostSum = 0
    tableau.pivot(entry)
    let leaving = tableau.columns[column].symbol
    symbols[leaving].place = ~column
    symbols[tableau.rows[row].symbol].place = row
    tableau.rows[row].value = value
    watch(entry, former)
    if symbols[leaving].bounds == .zero { openColumns -= 1 }
    if !movableRows.isEmpty { noteMovableRows(of: column) }
    pivotCount += 1
  }

  /// Moves the symbol of the entry's column until the symbol of the entry's row is zero, then
  /// exchanges the two symbols.
  mutating func bringToZero(_ entry: Int32) {
    let change = tableau.changeToZero(entry)
    move(column: tableau.entries[entry].column, by: change)
    exchange(entry, value: change)
  }

  @inline(__always)
  static func stops(_ bounds: Bounds, value: Double, rate: Double, tolerance: Double) -> Bool {
    rate > 0
      ? value <= tolerance && bounds.contains(.notPositive)
      : value >= -tolerance && bounds.contains(.notNegative)
  }

  @inline(__always)
  func precedes(_ symbol: Int32, _ other: Int32) -> Bool {
    let isVariable = symbols[symbol].isVariable
    return isVariable != symbols[other].isVariable
      ? !isVariable : symbols[symbol].order < symbols[other].order
  }

  func nearestStop(
    column: Int32, direction: Double, byOrder: Bool
  ) -> (entry: Int32, distance: Double)? {
    var best = Tableau.none
    var bestDistance = Double.infinity
    tableau.forEachEntry(inColumn: column) { index, entry, row in
      let symbol = tableau.rows[row].symbol
      let bounds = symbols[symbol].bounds
      let rate = entry.value * direction
      if !bounds.isEmpty && abs(rate) > LayoutSolver.epsilon
        && LayoutSolver.stops(
          bounds, value: tableau.rows[row].value, rate: rate, tolerance: symbols[symbol].tolerance)
      {
        let distance = max(0, -tableau.rows[row].value / rate)
        if best < 0 || isBetterStop(index, distance, than: best, bestDistance, byOrder) {
          best = index
          bestDistance = distance
        }
      }
    }
    return best < 0 ? nil : (best, bestDistance)
  }

  static func tieMargin(at distance: Double) -> Double { 1e-12 * (1 + abs(distance)) }

  /// True if the breakpoint of `entry` is a better stop than the breakpoint of `best`.
  ///
  /// The nearer breakpoint is better. Of two equally near breakpoints, the one with the larger
  /// pivot element is better. If the pivot elements are equal too, or if `byOrder` is true, the
  /// breakpoint whose row has the earlier symbol is better.
  func isBetterStop(
    _ entry: Int32, _ distance: Double, than best: Int32, _ bestDistance: Double, _ byOrder: Bool
  ) -> Bool {
    let margin = LayoutSolver.tieMargin(at: bestDistance)
    if distance < bestDistance - margin { return true }
    if distance > bestDistance + margin { return false }
    let new = tableau.entries[entry]
    let old = tableau.entries[best]
    let difference = abs(new.value) - abs(old.value)
    if !byOrder && abs(difference) > LayoutSolver.epsilon { return difference > 0 }
    return precedes(
      tableau.rows[tableau.row(of: entry)].symbol, tableau.rows[tableau.row(of: best)].symbol)
  }

  /// Makes an unbounded nonbasic symbol basic.
  ///
  /// The symbol replaces the basic symbol that reaches zero first as the symbol moves.
  mutating func makeBasic(_ symbol: Int32) {
    var best = nearestZero(column: ~symbols[symbol].place)
    if best < 0 {
      // Every nonbasic symbol moves some variable; only rounding errors can hide the entry.
      refactorize()
      if symbols[symbol].place >= 0 { return }
      best = nearestZero(column: ~symbols[symbol].place)
    }
    precondition(best >= 0, "every nonbasic symbol moves some variable")
    let leaving = tableau.rows[tableau.row(of: best)].symbol
    if symbols[leaving].priority >= 0 && !symbols[leaving].isRequired {
      restart(from: symbols[leaving].priority)
    }
    bringToZero(best)
  }

  private func nearestZero(column: Int32) -> Int32 {
    var best = Tableau.none
    var bestDistance = Double.infinity
    tableau.forEachEntry(inColumn: column) { index, entry, row in
      if abs(entry.value) <= LayoutSolver.epsilon { return }
      let distance = abs(tableau.rows[row].value / entry.value)
      if distance < bestDistance
        || distance == bestDistance && isEarlier(row, than: tableau.row(of: best))
      {
        (best, bestDistance) = (index, distance)
      }
    }
    return best
  }

  /// True if the symbol of `row` comes before the symbol of `other`.
  ///
  /// In this order, unlike in that of `precedes`, variables come before constraints.
  private func isEarlier(_ row: Int32, than other: Int32) -> Bool {
    let a = symbols[tableau.rows[row].symbol]
    let b = symbols[tableau.rows[other].symbol]
    return a.isVariable != b.isVariable ? a.isVariable : a.order < b.order
  }

  /// Recomputes the tableau from the original constraints, for the same nonbasic symbols.
  ///
  /// All stages then run again. They take few steps, because the basis is already optimal unless
  /// rounding errors have misled the search.
  mutating func refactorize() {
    restart(from: Stage.required)
    let nonbasic = startOver()
    for symbol in nonbasic.constraints {
      if let best = stablePivot(row: symbols[symbol].place, nonbasic.isVariable) {
        bringToZero(best)
      }
    }
    openColumns = 0
    for column in tableau.columns.storage
    where column.symbol >= 0 && symbols[column.symbol].bounds != .zero {
      openColumns += 1
    }
    for row in tableau.rows.storage where row.symbol >= 0 && !keepsRequirement(row.symbol) {
      want(row.symbol)
    }
    isDoubtful = false
    refactorizationCount += 1
  }

  /// Returns the entry of a row that is best suited as the pivot; `nil` if no entry is suitable.
  ///
  /// Only entries in the columns of variables are suitable, and only if they are not small compared
  /// with the largest of these entries. Large entries in short columns are preferred. Variables
  /// that were nonbasic before the recomputation are avoided.
  private func stablePivot(row: Int32, _ wasNonbasic: [Bool]) -> Int32? {
    func isVariable(_ entry: Tableau.Entry) -> Bool {
      symbols[tableau.columns[entry.column].symbol].isVariable
    }
    var largest = 0.0
    tableau.forEachEntry(inRow: row) { _, entry in
      if isVariable(entry) { largest = max(largest, abs(entry.value)) }
    }
    var best: Int32?
    var bestScore = Double.infinity
    tableau.forEachEntry(inRow: row) { index, entry in
      let column = tableau.columns[entry.column]
      let isLarge = abs(entry.value) > max(LayoutSolver.epsilon, 1e-2 * largest)
      guard isVariable(entry), isLarge else { return }
      let penalty = wasNonbasic[Int(column.symbol)] ? 1e6 : 0
      let score = Double(column.count) * largest / abs(entry.value) + penalty
      if score < bestScore { (best, bestScore) = (index, score) }
    }
    return best
  }

  /// Makes all variables nonbasic and all constraints basic, except presolved pairs.
  ///
  /// Returns the constraints that were nonbasic, in order, and for each symbol whether it was a
  /// nonbasic variable.
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

// A pivot on a short row can change many long rows, each only a little. Testing all of them after
// every solution would take longer than everything else. But the error that a pivot causes in a row
// is bounded: the pivot adds a multiple of the pivot row, which is tested immediately, and rounds
// the sums. So in a large tableau these bounds are added up for each row. A row that has passed its
// test is tested again only when its total reaches the limit of the test, or when a pivot may have
// discarded one of its entries as noise.
extension LayoutSolver {
  /// Whether each pivot updates error bounds of the rows, so that most changed rows need no test.
  ///
  /// The solver begins to use error bounds when the tableau has `watchedSize` entries. It stops
  /// when the tableau has fewer than half as many entries.
  private var isWatching: Bool {
    tableau.entries.count >= (tableau.agreements.isEmpty ? watchedSize : watchedSize / 2)
  }

  private static let shortRow = 24

  /// Updates the error bounds of the rows that a pivot has changed.
  ///
  /// `former` is the value of the pivot's entry before the pivot.
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
    let added = agreement(of: row)
    tableau.agreements[Int(row)] = added
    var cursor = tableau.columns[tableau.entries[pivot].column].first
    while let (index, row) = tableau.next(inColumn: &cursor) {
      if index == pivot { continue }
      let factor = abs(tableau.entries[index].value * former)
      tableau.agreements[Int(row)].coefficients.add(factor, added.coefficients)
      tableau.agreements[Int(row)].value.add(factor, added.value)
    }
  }

  private func isLong(row: Int32) -> Bool {
    var count = 0
    return tableau.contains(inRow: row) { _, _ in
      count += 1
      return count > LayoutSolver.shortRow
    }
  }

  private mutating func forgetRows(ofColumn column: Int32) {
    if tableau.agreements.isEmpty { return }
    if 8 * Int(tableau.columns[column].count) > tableau.rows.count {
      tableau.agreements = []
      return
    }
    var cursor = tableau.columns[column].first
    while let (_, row) = tableau.next(inColumn: &cursor) { tableau.forgetAgreement(of: row) }
  }

  @inline(__always)
  mutating func watchShift(of row: Int32, by number: Double) {
    if Int(row) < tableau.agreements.count {
      tableau.agreements[Int(row)].value.shift(by: number)
    }
  }

  /// Removes from `unproven` the rows whose error bounds show that they need no test.
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

// All tests of the tableau use the same numbers, so an unchanged row need not be tested again; see
// Docs/AutoLayout.md.
extension LayoutSolver {
  /// The relative error above which the tableau is recomputed: `epsilon` / 10,000.
  static let allowedError = 1e-13
  private static let largestError = 1e-9

  /// Tests the solution for rounding errors; returns false if the stages have to run again.
  ///
  /// `attempt` is the number of solutions that were rejected before this one. The third solution is
  /// always accepted, and `isProven` is false if its error is too large.
  mutating func prove(attempt: Int) -> Bool {
    if isShaken {
      isShaken = false
      isProven = attempt < 2
      if isProven {
        allowsShifts = false
        refactorize()
      }
      return !isProven
    }
    let error = isDoubtful ? tableauError() : unprovenError()
    isDoubtful = false
    if error <= LayoutSolver.allowedError { return true }
    if attempt < 2 {
      refactorize()
      return false
    }
    isProven = error <= LayoutSolver.largestError
    return true
  }

  /// Returns the number that is substituted for a symbol in tests of the tableau.
  ///
  /// It is pseudo-random for a variable. For a constraint, it is the sum of the constraint's terms
  /// with these numbers.
  func probe(of symbol: Int32) -> Double {
    if symbols[symbol].isVariable { return LayoutSolver.fraction(UInt64(symbol)) }
    var sum = 0.0
    for term in sources[Int(symbol)] {
      sum += term.coefficient * LayoutSolver.fraction(UInt64(term.variable.symbol))
    }
    return sum
  }

  func tableauError() -> Double {
    var worst = 0.0
    for row in 0..<tableau.rows.capacity where tableau.rows[row].symbol >= 0 {
      worst = max(worst, agreement(of: row).relativeError)
    }
    return worst
  }

  private mutating func unprovenError() -> Double {
    passWatchedRows()
    var worst = 0.0
    for row in tableau.unproven where tableau.rows[row].isUnproven {
      tableau.rows[row].isUnproven = false
      if tableau.rows[row].symbol >= 0 {
        let found = agreement(of: row)
        worst = max(worst, found.relativeError)
        if Int(row) < tableau.agreements.count { tableau.agreements[Int(row)] = found }
      }
    }
    tableau.unproven.removeAll(keepingCapacity: true)
    return worst
  }

  /// Computes how closely a row agrees with the original constraints.
  @inline(__always)
  func agreement(of index: Int32) -> RowAgreement {
    let row = tableau.rows[index]
    var (sum, size) = (-row.probe, abs(row.probe))
    let own = symbols[row.symbol].isVariable ? 0 : symbols[row.symbol].constant
    var (value, valueSize) = (row.value - own, abs(row.value) + abs(own))
    tableau.forEachEntry(inRow: index) { _, entry in
      let column = tableau.columns[entry.column]
      let addend = entry.value * column.probe
      sum += addend
      size += abs(addend)
      if column.symbol < 0 || symbols[column.symbol].isVariable { return }
      let part = entry.value * symbols[column.symbol].constant
      value += part
      valueSize += abs(part)
    }
    return RowAgreement(
      coefficients: Agreement(size: size, error: abs(sum)),
      value: Agreement(size: valueSize, error: abs(value)))
  }
}

/// An upper bound for the error of a row: the result of its last test, plus bounds for the changes
/// since.
struct Agreement: Sendable {
  var size = 0.0
  /// The largest possible change of `size` since the last test.
  var change = 0.0
  var error = Double.infinity

  var relativeError: Double { error / max(1, size - change) }

  /// Updates the bounds of a row after a multiple of another row has been added to it.
  ///
  /// For each coefficient, the addition rounds one product and one sum.
  mutating func add(_ factor: Double, _ other: Agreement) {
    let added = factor * other.size
    change += added
    error += factor * other.error + .ulpOfOne * (size + change + added)
  }

  mutating func shift(by number: Double) {
    change += 2 * abs(number)
    error += .ulpOfOne * (size + change)
  }
}

struct RowAgreement: Sendable {
  var coefficients = Agreement()
  var value = Agreement()

  var relativeError: Double { max(coefficients.relativeError, value.relativeError) }
}

extension LayoutSolver {
  /// The variables with their values, then the constraints, as lines of text for debugging.
  ///
  ///     x1 = 200
  ///     x2 = 120
  ///     x1 + x2 == 320
  ///     x2 == 100 @250, violated by 20
  ///
  /// A variable without a name is `x` and its number in the order of creation.
  package func dump(_ name: (Variable) -> String? = { _ in nil }) -> String {
    var names: [Int32: String] = [:]
    var lines: [String] = []
    for (index, symbol) in settling.enumerated() {
      let variable = Variable(symbol: symbol, generation: generations[Int(symbol)])
      let word = name(variable) ?? "x\(index + 1)"
      names[symbol] = word
      lines.append("\(word) = \(shortText(value(of: variable)))")
    }
    for symbol in 0..<symbols.capacity where !symbols[symbol].isVariable {
      let constraint = Constraint(symbol: symbol, generation: generations[Int(symbol)])
      // A removed constraint has no terms left.
      if let line = line(of: constraint, names) { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(of constraint: Constraint, _ names: [Int32: String]) -> String? {
    let record = symbols[constraint.symbol]
    var text = ""
    for term in sources[Int(constraint.symbol)] {
      let factor = term.coefficient / record.scale
      let sign = factor < 0 ? (text.isEmpty ? "-" : " - ") : text.isEmpty ? "" : " + "
      let size = abs(factor) == 1 ? "" : shortText(abs(factor)) + "*"
      text += sign + size + (names[term.variable.symbol] ?? "?")
    }
    if text.isEmpty { return nil }
    text += " \(record.relation) \(shortText(0 - record.constant / record.scale))"
    if !record.isRequired { text += " @\(shortText(Double(record.priority)))" }
    let missing = violation(of: constraint)
    return missing > LayoutSolver.epsilon ? text + ", violated by \(shortText(missing))" : text
  }
}
