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
      let link = tableau.links[Int(index)]
      tableau.rows[link.row].value += entry.value * change
      index = link.nextInColumn
    }
  }

  /// A pivot below this multiplies rounding errors so much that they are worth a look.
  static let smallPivot = 1e-4

  /// Exchanges the symbols of an entry's row and column, the column's having moved to `value`.
  mutating func exchange(_ entry: Int32, value: Double) {
    let row = tableau.row(of: entry)
    let column = tableau.entries[entry].column
    let former = tableau.entries[entry].value
    if abs(former) < LayoutSolver.smallPivot { isDoubtful = true }
    tableau.lostSum = 0
    tableau.pivot(row: row, column: column, entry: entry)
    let leaving = tableau.columns[column].symbol
    symbols[leaving].place = ~column
    symbols[tableau.rows[row].symbol].place = row
    tableau.rows[row].value = value
    watch(entry, former)
    if symbols[leaving].bounds == .zero { openColumns -= 1 }
    if !movableRows.isEmpty { noteMovableRows(of: tableau.columns[column].first) }
    pivotCount += 1
  }

  /// Tells whether a bounded symbol at `value` that moves with `rate` will be stopped by zero.
  @inline(__always)
  static func stops(_ bounds: Bounds, value: Double, rate: Double, tolerance: Double) -> Bool {
    rate > 0
      ? value <= tolerance && bounds.contains(.notPositive)
      : value >= -tolerance && bounds.contains(.notNegative)
  }

  /// Tells whether one symbol precedes another when nothing else decides.
  @inline(__always)
  func precedes(_ symbol: Int32, _ other: Int32) -> Bool {
    let isVariable = symbols[symbol].isVariable
    return isVariable != symbols[other].isVariable
      ? !isVariable : symbols[symbol].order < symbols[other].order
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
      let link = tableau.links[Int(index)]
      let symbol = tableau.rows[link.row].symbol
      let bounds = symbols[symbol].bounds
      let rate = entry.value * direction
      if !bounds.isEmpty && abs(rate) > LayoutSolver.epsilon
        && LayoutSolver.stops(
          bounds, value: tableau.rows[link.row].value, rate: rate,
          tolerance: symbols[symbol].tolerance)
      {
        let distance = max(0, -tableau.rows[link.row].value / rate)
        if best < 0 || isBetterStop(index, distance, than: best, bestDistance, byOrder) {
          best = index
          bestDistance = distance
        }
      }
      index = link.nextInColumn
    }
    return best < 0 ? nil : (best, bestDistance)
  }

  /// Tells whether a stop comes before another: nearer, or as near with the larger coefficient.
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
    return precedes(
      tableau.rows[tableau.row(of: entry)].symbol, tableau.rows[tableau.row(of: best)].symbol)
  }

  /// Lets a nonbasic symbol without bounds change places with the basic one that is nearest to
  /// zero.
  mutating func makeBasic(_ symbol: Int32) {
    var best = nearestZero(column: ~symbols[symbol].place)
    if best < 0 {
      // Every nonbasic symbol moves some variable; only rounding errors can hide that.
      refactorize()
      if symbols[symbol].place >= 0 { return }
      best = nearestZero(column: ~symbols[symbol].place)
    }
    precondition(best >= 0, "every nonbasic symbol moves some variable")
    let leaving = tableau.rows[tableau.row(of: best)].symbol
    if symbols[leaving].priority >= 0 && !symbols[leaving].isRequired {
      restart(from: symbols[leaving].priority)
    }
    let change = tableau.changeToZero(best)
    move(column: tableau.entries[best].column, by: change)
    exchange(best, value: change)
  }

  private func nearestZero(column: Int32) -> Int32 {
    var best = Tableau.none
    var bestDistance = Double.infinity
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      if abs(entry.value) > LayoutSolver.epsilon {
        let distance = abs(tableau.rows[link.row].value / entry.value)
        if distance < bestDistance
          || distance == bestDistance && isEarlier(link.row, than: tableau.row(of: best))
        {
          best = index
          bestDistance = distance
        }
      }
      index = link.nextInColumn
    }
    return best
  }

  /// Tells whether a row's symbol comes before another's: variables first, then by order.
  private func isEarlier(_ row: Int32, than other: Int32) -> Bool {
    let a = symbols[tableau.rows[row].symbol]
    let b = symbols[tableau.rows[other].symbol]
    return a.isVariable != b.isVariable ? a.isVariable : a.order < b.order
  }
}
