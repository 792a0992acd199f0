// Keeping answers proven. Every pivot adds rounding errors to the tableau, and a decision made on a
// wrong coefficient is a wrong decision. So the tableau is compared with the constraints as they
// were given: all variables are given numbers that look drawn by lot, the constraints say what they
// exceed their right sides by then, and every row must agree. A wrong coefficient anywhere shows,
// for it would have to meet its opposite by chance. If a row differs, the tableau is computed anew
// from the constraints, and the stages are gone through again.
//
// The numbers stay the same for good, so a row that has not changed need not be looked at again.
extension LayoutSolver {
  /// The relative difference beyond which the tableau is computed anew; a ten-thousandth of what
  /// counts as zero in a decision.
  static let allowedError = 1e-13
  /// The relative difference beyond which a solution does not count as proven.
  private static let largestError = 1e-9

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
    let error = isDoubtful ? tableauError() : unprovenError()
    isDoubtful = false
    if error <= LayoutSolver.allowedError { return true }
    if attempt < 2 {
      startAnew(withShifts: allowsShifts)
      return false
    }
    isProven = error <= LayoutSolver.largestError
    return true
  }

  private mutating func startAnew(withShifts: Bool) {
    allowsShifts = withShifts
    refactorize()
  }

  /// The number a symbol is given when the tableau is put to the test.
  func probe(of symbol: Int32) -> Double {
    if symbols[symbol].isVariable { return LayoutSolver.fraction(UInt64(symbol)) }
    var sum = 0.0
    for index in sources.range(of: symbol) {
      let term = sources[index]
      sum += term.coefficient * LayoutSolver.fraction(UInt64(term.variable.symbol))
    }
    return sum
  }

  /// The largest difference between what a row and the constraints say, relative to the numbers it
  /// is computed from.
  func tableauError() -> Double {
    let columns = columnProbes
    var worst = 0.0
    for row in tableau.rows.storage where row.symbol >= 0 {
      worst = max(worst, agreement(of: row, columns).relativeError)
    }
    return worst
  }

  /// The same for the rows that have changed since they were last looked at.
  private mutating func unprovenError() -> Double {
    passWatchedRows()
    let areMany = 8 * tableau.unproven.count >= tableau.columns.capacity
    let columns = areMany ? columnProbes : []
    var worst = 0.0
    for row in tableau.unproven where tableau.rows[row].isUnproven {
      tableau.rows[row].isUnproven = false
      if tableau.rows[row].symbol >= 0 {
        let found = agreement(of: tableau.rows[row], columns)
        worst = max(worst, found.relativeError)
        if Int(row) < tableau.agreements.count { tableau.agreements[Int(row)] = found }
      }
    }
    tableau.unproven.removeAll(keepingCapacity: true)
    return worst
  }

  /// The numbers of a nonbasic symbol when the tableau is put to the test.
  struct ColumnProbe {
    var number: Double
    /// The symbol's constant part.
    var constant: Double
  }

  /// The numbers of all columns, close together for a walk along many rows.
  private var columnProbes: [ColumnProbe] { tableau.columns.storage.map(probe) }

  @inline(__always)
  private func probe(of column: Tableau.Column) -> ColumnProbe {
    let isConstraint = column.symbol >= 0 && !symbols[column.symbol].isVariable
    return ColumnProbe(
      number: column.probe, constant: isConstraint ? symbols[column.symbol].constant : 0)
  }

  /// Tests one row, with what all columns are or nothing.
  @inline(__always)
  func agreement(of row: Tableau.Row, _ columns: [ColumnProbe]) -> RowAgreement {
    var (sum, size) = (-row.probe, abs(row.probe))
    let own = symbols[row.symbol].isVariable ? 0 : symbols[row.symbol].constant
    var (value, valueSize) = (row.value - own, abs(row.value) + abs(own))
    tableau.forEachEntry(from: row.first) { entry in
      let column =
        columns.isEmpty ? probe(of: tableau.columns[entry.column]) : columns[Int(entry.column)]
      let addend = entry.value * column.number
      sum += addend
      size += abs(addend)
      let part = entry.value * column.constant
      value += part
      valueSize += abs(part)
    }
    return RowAgreement(
      coefficients: Agreement(size: size, error: abs(sum)),
      value: Agreement(size: valueSize, error: abs(value)))
  }
}
