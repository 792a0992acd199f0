/// A way in which the level under way falls.
struct Descent {
  var column: Int32
  /// +1 if the column's symbol grows, −1 if it shrinks.
  var direction: Double
  /// The change of the level per unit, below zero.
  var rate: Double
}

extension LayoutSolver {
  /// Takes one step while a level is being minimised: moves a nonbasic symbol until the level no
  /// longer falls or a bound is met, and exchanges it with the symbol that is then at zero.
  ///
  /// The ratio test, in its long-step form: goals of the level that are passed change sides, and
  /// the step goes on after them as long as it still pays.
  ///
  /// - Returns: how far the step went.
  mutating func ratioStep(
    _ column: Int32, _ direction: Double, _ rate: Double, _ priority: Float, byOrder: Bool
  ) -> Double {
    var stop = nearestStop(column: column, direction: direction, byOrder: byOrder)
    collectKinks(column, direction, priority, limit: stop?.distance ?? .infinity)
    if let kink = turningKink(rate: rate, byOrder: byOrder) { stop = kink }
    passKinks(direction)
    guard let stop else {
      // Costs cannot fall for ever: the rate was noise.
      tableau.columns[column].gradient = 0
      return 0
    }
    let change = tableau.changeToZero(stop.entry)
    step(column, by: change, priority)
    carryGradient(stop.entry, direction, priority)
    exchange(stop.entry, value: change)
    return stop.distance
  }

  /// Lists where goals of the level under way reach zero before the limit.
  private mutating func collectKinks(
    _ column: Int32, _ direction: Double, _ priority: Float, limit: Double
  ) {
    kinks.removeAll(keepingCapacity: true)
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      let symbol = tableau.rows[link.row].symbol
      let rate = entry.value * direction
      if symbols[symbol].priority == priority && abs(rate) > LayoutSolver.epsilon {
        var jump = 0.0
        let side = symbols[symbol].side
        if rate > 0 && side <= 0 {
          jump = symbols[symbol].positiveCost + (side < 0 ? symbols[symbol].negativeCost : 0)
        } else if rate < 0 && side >= 0 {
          jump = symbols[symbol].negativeCost + (side > 0 ? symbols[symbol].positiveCost : 0)
        }
        let distance = max(0, -tableau.rows[link.row].value / rate)
        if jump > 0 && distance <= limit {
          kinks.append(Kink(distance: distance, jump: jump * abs(rate), entry: index))
        }
      }
      index = link.nextInColumn
    }
  }

  /// Lets the goals before the turning one change sides, also those that end up at zero with it.
  private mutating func passKinks(_ direction: Double) {
    for kink in kinks {
      let row = tableau.row(of: kink.entry)
      let symbol = tableau.rows[row].symbol
      let old = slope(of: symbol)
      symbols[symbol].side = tableau.entries[kink.entry].value * direction > 0 ? 1 : -1
      let difference = slope(of: symbol) - old
      if difference != 0 { addToGradient(difference, row: row) }
    }
  }

  /// The goal at whose zero the level stops falling; `kinks` keeps those before it.
  private mutating func turningKink(
    rate: Double, byOrder: Bool
  ) -> (entry: Int32, distance: Double)? {
    var rate = rate
    var start = 0
    let isSorted = kinks.count > 16 && !byOrder
    if isSorted { sortKinks() }
    while start < kinks.count {
      var best = start
      for index in start..<(isSorted ? start : kinks.count)
      where isBetterStop(
        kinks[index].entry, kinks[index].distance, than: kinks[best].entry, kinks[best].distance,
        byOrder)
      { best = index }
      kinks.swapAt(start, best)
      rate += kinks[start].jump
      if byOrder || rate >= -LayoutSolver.epsilon {
        let turning = kinks[start]
        kinks.removeLast(kinks.count - start)
        return (turning.entry, turning.distance)
      }
      start += 1
    }
    return nil
  }

  /// Puts many kinks in the order in which they are met.
  private mutating func sortKinks() {
    var sorted = kinks
    sorted.sort { a, b in
      if a.distance != b.distance { return a.distance < b.distance }
      return precedes(
        tableau.rows[tableau.row(of: a.entry)].symbol,
        tableau.rows[tableau.row(of: b.entry)].symbol)
    }
    kinks = sorted
  }

  /// Moves the column's symbol, and keeps the gradient right for goals that change sides.
  ///
  /// A goal that comes to rest at zero keeps the side it came from.
  private mutating func step(_ column: Int32, by change: Double, _ priority: Float) {
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      let value = tableau.rows[link.row].value + entry.value * change
      tableau.rows[link.row].value = value
      let symbol = tableau.rows[link.row].symbol
      if symbols[symbol].priority == priority {
        let new = side(of: value, symbols[symbol].tolerance)
        if new != 0 && new != symbols[symbol].side {
          let old = slope(of: symbol)
          symbols[symbol].side = new
          let difference = slope(of: symbol) - old
          if difference != 0 { addToGradient(difference, row: link.row) }
        }
      }
      index = link.nextInColumn
    }
  }

  /// Carries the gradient over to the basis after the exchange that follows.
  private mutating func carryGradient(
    _ index: Int32, _ direction: Double, _ priority: Float
  ) {
    let pivot = tableau.entries[index]
    let row = tableau.row(of: index)
    let leaving = tableau.rows[row].symbol
    if symbols[leaving].priority == priority {
      let slope = slope(of: leaving)
      if slope != 0 { addToGradient(-slope, row: row) }
    }
    let entering = tableau.columns[pivot.column].symbol
    if symbols[entering].priority == priority {
      symbols[entering].side = direction > 0 ? 1 : -1
      touch(pivot.column)
      tableau.columns[pivot.column].gradient += slope(of: entering)
    }
    let factor = tableau.columns[pivot.column].gradient / pivot.value
    guard factor != 0 else { return }
    var other = tableau.rows[row].first
    while other >= 0 {
      let entry = tableau.entries[other]
      touch(entry.column)
      if other == index {
        tableau.columns[entry.column].gradient = factor
      } else {
        tableau.columns[entry.column].gradient -= factor * entry.value
      }
      other = entry.nextInRow
    }
  }
}
