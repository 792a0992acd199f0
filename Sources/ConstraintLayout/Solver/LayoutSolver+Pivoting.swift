/// A symbol that reaches zero on the way of a step.
struct Kink {
  var distance: Double
  /// By how much the rate of the level under way grows behind it.
  var jump: Double
  var entry: Int32
}

extension LayoutSolver {
  /// Moves a nonbasic symbol away from zero, and all basic ones that depend on it.
  @inline(__always)
  mutating func move(column: Int32, by change: Double) {
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      tableau.rows[entry.row].value += entry.value * change
      index = entry.nextInColumn
    }
  }

  /// Exchanges the symbols of an entry's row and column, the column's having moved to `value`.
  mutating func exchange(_ entry: Int32, value: Double) {
    let row = tableau.entries[entry].row
    let column = tableau.entries[entry].column
    tableau.pivot(row: row, column: column, entry: entry)
    let leaving = tableau.columns[column].symbol
    symbols[leaving].place = ~column
    symbols[tableau.rows[row].symbol].place = row
    tableau.rows[row].value = value
    if symbols[leaving].bounds == .zero { openColumns -= 1 }
    pivotsSinceRebuild += 1
  }

  /// Forbids a symbol one or both sides of zero until the next solution.
  @inline(__always)
  mutating func restrict(_ symbol: Int32, to bounds: Bounds) {
    let old = symbols[symbol].bounds
    let new = old.union(bounds)
    guard new != old else { return }
    symbols[symbol].bounds = new
    if new == .zero && symbols[symbol].place < 0 { openColumns -= 1 }
  }

  /// Whether a bounded symbol at `value` that moves with `rate` will be stopped by zero.
  @inline(__always)
  static func stops(_ bounds: Bounds, value: Double, rate: Double, tolerance: Double) -> Bool {
    rate > 0
      ? value <= tolerance && bounds.contains(.notPositive)
      : value >= -tolerance && bounds.contains(.notNegative)
  }

  /// Whether one symbol precedes another when nothing else decides.
  @inline(__always)
  func precedes(_ symbol: Int32, _ other: Int32) -> Bool {
    let a = symbols[symbol]
    let b = symbols[other]
    return a.isVariable != b.isVariable ? b.isVariable : a.order < b.order
  }

  /// The entry of a column whose row is the first to stop a move, and how far that is.
  func nearestStop(
    column: Int32, direction: Double, byOrder: Bool
  ) -> (entry: Int32, distance: Double)? {
    var best = Tableau.none
    var bestDistance = Double.infinity
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let row = tableau.rows[entry.row]
      let symbol = symbols[row.symbol]
      let rate = entry.value * direction
      if !symbol.bounds.isEmpty && abs(rate) > LayoutSolver.epsilon
        && LayoutSolver.stops(
          symbol.bounds, value: row.value, rate: rate, tolerance: symbol.tolerance)
      {
        let distance = max(0, -row.value / rate)
        if best < 0 || isBetterStop(index, distance, than: best, bestDistance, byOrder) {
          best = index
          bestDistance = distance
        }
      }
      index = entry.nextInColumn
    }
    return best < 0 ? nil : (best, bestDistance)
  }

  /// Whether a stop comes before another: nearer, or as near with the larger coefficient.
  func isBetterStop(
    _ entry: Int32, _ distance: Double, than best: Int32, _ bestDistance: Double, _ byOrder: Bool
  ) -> Bool {
    let margin = 1e-12 * (1 + abs(bestDistance))
    if distance < bestDistance - margin { return true }
    if distance > bestDistance + margin { return false }
    let new = tableau.entries[entry]
    let old = tableau.entries[best]
    let difference = abs(new.value) - abs(old.value)
    if !byOrder && abs(difference) > LayoutSolver.epsilon { return difference > 0 }
    return precedes(tableau.rows[new.row].symbol, tableau.rows[old.row].symbol)
  }
}
