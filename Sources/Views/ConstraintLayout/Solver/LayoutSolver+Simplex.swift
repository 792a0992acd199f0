extension LayoutSolver {
  /// The number of consecutive steps without progress after which the search could be in a cycle.
  ///
  /// The search then perturbs the symbols' values. If they are already perturbed, or must not be,
  /// it applies Bland's rule, which prevents cycles.
  var patience: Int { 24 + Int(tableau.columns.capacity) / 2 }

  /// Moves a basic symbol up (+1) or down (−1) until it is zero or bounds prevent a further move;
  /// returns false if the move has no limit.
  @discardableResult
  mutating func descend(_ symbol: Int32, toward direction: Double) -> Bool {
    var idle = 0
    var steps = 0
    var isStopped = true
    while symbols[symbol].place >= 0 {
      let byOrder = idle > patience
      if byOrder && allowsShifts && shifts.isEmpty {
        shiftApart(nil, except: symbol)
        idle = 0
        continue
      }
      guard let entry = entering(row: symbols[symbol].place, direction, byOrder: byOrder) else {
        break
      }
      let column = tableau.entries[entry].column
      let sign: Double = tableau.entries[entry].value * direction > 0 ? 1 : -1
      guard let stop = nearestStop(column: column, direction: sign, byOrder: byOrder) else {
        isStopped = false
        break
      }
      bringToZero(stop.entry)
      idle = stop.distance > 1e-12 ? 0 : idle + 1
      steps += 1
      if steps > stepLimit {
        isShaken = true
        break
      }
    }
    if !shifts.isEmpty && !unshift() { isShaken = true }
    return isStopped
  }

  /// The maximum number of steps of a search, which is more than any search needs.
  ///
  /// It prevents endless loops caused by rounding errors.
  var stepLimit: Int { 10_000 + 100 * (tableau.rows.count + tableau.columns.count) }

  /// Returns the estimated cost of a pivot, which is low for short columns and for free variables.
  ///
  /// A pivot changes every row in which the column has an entry. It makes the column's symbol
  /// basic, and later pivots are cheaper if that symbol is a free variable, because its row has no
  /// bounds or costs.
  func cost(of entry: Tableau.Entry, in column: Tableau.Column) -> Double {
    let isFree = symbols[column.symbol].isVariable && symbols[column.symbol].requirement.isEmpty
    return Double(column.count) / abs(entry.value) * (isFree ? 1 : 8)
  }

  @inline(__always)
  func cheapestEntry(
    inRow row: Int32, where matches: (_ entry: Tableau.Entry, _ symbol: Int32) -> Bool
  ) -> Int32? {
    var best: Int32?
    var bestCost = Double.infinity
    tableau.forEachEntry(inRow: row) { index, entry in
      let column = tableau.columns[entry.column]
      let cost = cost(of: entry, in: column)
      if cost < bestCost && matches(entry, column.symbol) { (best, bestCost) = (index, cost) }
    }
    return best
  }

  /// Returns the entry of a row whose column can move the row's symbol in a direction; `nil` if
  /// there is none.
  ///
  /// The entry with the cheapest pivot is chosen, to keep the tableau sparse; with `byOrder`, the
  /// entry with the earliest symbol.
  private func entering(row: Int32, _ direction: Double, byOrder: Bool) -> Int32? {
    var best = Tableau.none
    var bestScore = Double.infinity
    tableau.forEachEntry(inRow: row) { index, entry in
      let column = tableau.columns[entry.column]
      let forbidden: Bounds = entry.value * direction > 0 ? .notPositive : .notNegative
      if abs(entry.value) > LayoutSolver.epsilon,
        !symbols[column.symbol].bounds.contains(forbidden)
      {
        let score = byOrder ? 0 : cost(of: entry, in: column)
        if best < 0 || score < bestScore
          || score == bestScore
            && isBetterEntering(
              column.symbol, than: tableau.columns[tableau.entries[best].column].symbol, byOrder)
        {
          best = index
          bestScore = score
        }
      }
    }
    return best < 0 ? nil : best
  }

  /// True if `symbol` is a better choice than `other` to enter the basis.
  ///
  /// The symbol of lower priority is better. Of two symbols with equal priority, the later one is
  /// better. With `byOrder`, the earlier symbol is better, whatever the priorities.
  private func isBetterEntering(_ symbol: Int32, than other: Int32, _ byOrder: Bool) -> Bool {
    if byOrder { return precedes(symbol, other) }
    let (a, b) = (symbols[symbol].priority, symbols[other].priority)
    return a != b ? a < b : precedes(other, symbol)
  }

  static func tolerance(for constant: Double) -> Double { epsilon * max(1, abs(constant)) }

  mutating func insert(_ record: Symbol, _ source: [Term]) -> Int32 {
    let symbol = symbols.insert(record)
    if Int(symbol) == sources.count {
      sources.append(source)
      generations.append(0)
      values.append(0)
    } else {
      sources[Int(symbol)] = source
      values[Int(symbol)] = 0
    }
    return symbol
  }

  mutating func giveUp(_ symbol: Int32) {
    generations[Int(symbol)] &+= 1
    symbols[symbol].bounds = []
    symbols[symbol].isPending = false
    symbols[symbol].place = 0
    symbols.release(symbol)
  }

  mutating func putColumn(of symbol: Int32) {
    let column = tableau.columns.insert(
      .init(symbol: symbol, first: Tableau.none, count: 0, probe: probe(of: symbol)))
    symbols[symbol].place = ~column
    symbols[symbol].bounds = []
    openColumns += 1
    require(symbol)
  }

  mutating func makeRow(of symbol: Int32) {
    let row = insertRow(of: symbol, value: symbols[symbol].constant)
    symbols[symbol].place = row
    var presolvedTerms: [(symbol: Int32, coefficient: Double)] = []
    for term in sources[Int(symbol)] {
      let symbol = term.variable.symbol
      if symbols[symbol].place == LayoutSolver.presolvedPlace {
        presolvedTerms.append((symbol, term.coefficient))
      } else {
        addSymbol(symbol, term.coefficient, toLast: row)
      }
    }
    if !presolvedTerms.isEmpty {
      expand((0, presolvedTerms), into: row)
    }
  }

  mutating func insertRow(of symbol: Int32, value: Double) -> Int32 {
    let row = tableau.rows.insert(
      .init(symbol: symbol, first: Tableau.none, value: value, probe: probe(of: symbol)))
    tableau.noteUnproven(row)
    tableau.forgetAgreement(of: row)
    return row
  }

  @inline(__always)
  mutating func addSymbol(_ symbol: Int32, _ coefficient: Double, toLast row: Int32) {
    let place = symbols[symbol].place
    if place < 0 {
      tableau.add(coefficient, column: ~place, toLast: row)
    } else {
      tableau.rows[row].value += coefficient * tableau.rows[place].value
      tableau.add(coefficient, row: place, toLast: row)
    }
  }

  mutating func enter(_ symbol: Int32) {
    if symbols[symbol].isRequired {
      symbols[symbol].requirement = symbols[symbol].freeOfCost
      let isFound = restart < Stage.levels && keepsRequirement(symbol)
      if isFound { require(symbol) } else { want(symbol) }
    } else {
      symbols[symbol].requirement = []
      levels.insert(symbol, at: position(of: symbol, in: levels))
      if restart < symbols[symbol].priority { fit(symbol) }
    }
  }

  mutating func want(_ symbol: Int32) {
    restart(from: Stage.required)
    if !symbols[symbol].isPending {
      symbols[symbol].isPending = true
      pending.append(symbol)
    }
    if symbols[symbol].place >= 0 { symbols[symbol].bounds = [] }
  }

  func keepsRequirement(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    return record.requirement.isDisjoint(
      with: Symbol.broken(by: value(of: symbol), record.tolerance))
  }

  /// Takes a new optional constraint into account, and restarts its level only if the solution
  /// changes and a warm start is impossible.
  ///
  /// The solution does not change if it already satisfies the constraint, because it is still
  /// optimal. It does not change either if the levels above fix every symbol that the constraint
  /// depends on.
  private mutating func fit(_ symbol: Int32) {
    let record = symbols[symbol]
    let cost = record.freeOfCost
    guard record.place >= 0 else { return hold(symbol, to: cost, at: record.priority) }
    let value = tableau.rows[record.place].value
    let broken = Symbol.broken(by: value, record.tolerance)
    if cost.isDisjoint(with: broken) {
      hold(symbol, to: cost, at: record.priority)
      symbols[symbol].side = cost == .notPositive ? -1 : cost == .notNegative ? 1 : 0
    } else if isHeld(row: record.place, above: record.priority) {
      symbols[symbol].side = value > 0 ? 1 : -1
    } else if !warmStarts(symbol) {
      restart(from: record.priority)
    }
  }

  mutating func leave(_ symbol: Int32) {
    let record = symbols[symbol]
    if restart < Stage.required {
      if record.place < 0 {
        if record.isRequired || !canYield(symbol) {
          restart(from: strongestPull(on: symbol).stage)
          if !record.isRequired { restart(from: record.priority) }
        }
      } else if !record.isRequired && restart < record.priority && bears(symbol) {
        restart(from: record.priority)
      }
    }
    if !record.isRequired { levels.remove(at: position(of: symbol, in: levels)) }
    symbols[symbol].requirement = []
    symbols[symbol].isPending = false
    setFree(symbol)
  }

  /// True if the removal of a basic goal can change the solution.
  private func bears(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    let value = tableau.rows[record.place].value
    let broken = Symbol.broken(by: value, record.tolerance)
    if !broken.isEmpty && record.freeOfCost.isDisjoint(with: broken) { return false }
    return !isHeld(row: record.place, above: record.priority)
  }

  /// Returns the first stage that would move a nonbasic symbol if the symbol had no bounds.
  ///
  /// `slope` is the rate at which the violation of this stage changes as the symbol grows. It is 0
  /// if the rate is uncertain or if no level would move the symbol.
  func strongestPull(on symbol: Int32) -> (stage: Float, slope: Double) {
    var pulls: [(stage: Float, slope: Double)] = []
    var first = (stage: Stage.ties, slope: 0.0)
    tableau.forEachEntry(inColumn: ~symbols[symbol].place) { _, entry, place in
      let row = tableau.rows[place]
      let record = symbols[row.symbol]
      if record.priority <= first.stage || record.isRequired { return }
      let side = side(of: row.value, record.tolerance)
      // The rate is uncertain if the goal is zero, or if no stage up to its own has forbidden it to
      // cross zero.
      if side == 0 || lock(of: row.symbol, toward: -Double(side)) < record.priority {
        first.stage = record.priority
      } else {
        let slope = side > 0 ? record.positiveCost : -record.negativeCost
        if slope == 0 { return }
        if let known = pulls.firstIndex(where: { $0.stage == record.priority }) {
          pulls[known].slope += slope * entry.value
        } else {
          pulls.append((record.priority, slope * entry.value))
        }
      }
    }
    for pull in pulls where pull.stage > first.stage && abs(pull.slope) > LayoutSolver.epsilon {
      first = pull
    }
    return first
  }

  @inline(__always)
  mutating func noteChange(of row: Int32) {
    let value = tableau.rows[row].value
    let symbol = tableau.rows[row].symbol
    let broken = Symbol.broken(by: value, symbols[symbol].tolerance)
    if !symbols[symbol].bounds.isDisjoint(with: broken) { noteBreach(by: symbol, broken) }
  }

  private mutating func noteBreach(by symbol: Int32, _ broken: Bounds) {
    let record = symbols[symbol]
    if !record.requirement.isDisjoint(with: broken) { return want(symbol) }
    if isIdle(broken, of: symbol) {
      symbols[symbol].bounds.subtract(broken)
      symbols[symbol].side = broken == .notPositive ? 1 : -1
    } else {
      restart(from: record.stage(of: broken))
    }
  }

  /// True if a bound of a basic goal no longer has any effect.
  ///
  /// This is the case if the goal's own level has set the bound, and the levels above fix every
  /// symbol that the goal depends on.
  func isIdle(_ bound: Bounds, of symbol: Int32) -> Bool {
    let record = symbols[symbol]
    let stage = record.stage(of: bound)
    return stage == record.priority && isHeld(row: record.place, above: stage)
  }

  /// Returns the index at which a symbol belongs in a list, whether or not the list contains it.
  ///
  /// The list is sorted by descending priority, then by order.
  func position(of symbol: Int32, in list: [Int32]) -> Int {
    // A new symbol usually belongs at the end.
    if let last = list.last, isListed(last, before: symbol) { return list.count }
    return list.partitionIndex { isListed($0, before: symbol) }
  }

  @inline(__always)
  private func isListed(_ other: Int32, before symbol: Int32) -> Bool {
    let (a, b) = (symbols[other], symbols[symbol])
    if a.priority != b.priority { return a.priority > b.priority }
    return a.order != b.order ? a.order < b.order : other < symbol
  }
}

extension LayoutSolver {
  /// A move of a column's symbol that decreases the level's violation.
  ///
  /// The direction is +1 or −1. The rate is the change of the violation per unit, which is
  /// negative.
  typealias Descent = (column: Int32, direction: Double, rate: Double)

  /// Moves a nonbasic symbol until the level's violation no longer decreases or a bound is reached;
  /// returns the distance.
  ///
  /// The moved symbol becomes basic in place of the symbol that has reached zero. This is the
  /// long-step ratio test: when a goal reaches zero, the move continues if this still decreases the
  /// violation. The goal then changes sides.
  mutating func ratioStep(
    _ column: Int32, _ direction: Double, _ rate: Double, _ priority: Float, byOrder: Bool
  ) -> Double {
    var stop = nearestStop(column: column, direction: direction, byOrder: byOrder)
    collectKinks(column, direction, priority, limit: stop?.distance ?? .infinity)
    if let kink = turningKink(rate: rate, byOrder: byOrder) { stop = kink }
    passKinks(direction)
    guard let stop else {
      // The violation cannot decrease without limit: the rate was noise.
      tableau.columns[column].gradient = 0
      return 0
    }
    let change = tableau.changeToZero(stop.entry)
    step(column, by: change, priority)
    carryGradient(stop.entry, direction, priority)
    exchange(stop.entry, value: change)
    return stop.distance
  }

  private mutating func collectKinks(
    _ column: Int32, _ direction: Double, _ priority: Float, limit: Double
  ) {
    kinks.removeAll(keepingCapacity: true)
    tableau.forEachEntry(inColumn: column) { index, entry, row in
      let symbol = tableau.rows[row].symbol
      let rate = entry.value * direction
      if symbols[symbol].priority == priority && abs(rate) > LayoutSolver.epsilon {
        var jump = 0.0
        let side = symbols[symbol].side
        if rate > 0 && side <= 0 {
          jump = symbols[symbol].positiveCost + (side < 0 ? symbols[symbol].negativeCost : 0)
        } else if rate < 0 && side >= 0 {
          jump = symbols[symbol].negativeCost + (side > 0 ? symbols[symbol].positiveCost : 0)
        }
        let distance = max(0, -tableau.rows[row].value / rate)
        if jump > 0 && distance <= limit {
          kinks.append((distance, jump * abs(rate), index))
        }
      }
    }
  }

  private mutating func passKinks(_ direction: Double) {
    for kink in kinks {
      let row = tableau.row(of: kink.entry)
      let side: Int8 = tableau.entries[kink.entry].value * direction > 0 ? 1 : -1
      setSide(side, of: tableau.rows[row].symbol, row: row)
    }
  }

  /// Returns the breakpoint after which the level's violation no longer decreases, or with
  /// `byOrder` the first breakpoint; `nil` if there is none.
  ///
  /// The returned breakpoint and all later ones are removed from `kinks`.
  private mutating func turningKink(
    rate: Double, byOrder: Bool
  ) -> (entry: Int32, distance: Double)? {
    var rate = rate
    // Many goals often have one distance: scanning these again and again would take too long.
    let isSorted = kinks.count > 16 && !byOrder
    if isSorted { sortKinks() }
    for start in kinks.indices {
      var best = start
      for index in start..<(isSorted ? start : kinks.count)
      where isBetterStop(
        kinks[index].entry, kinks[index].distance, than: kinks[best].entry, kinks[best].distance,
        byOrder)
      { best = index }
      kinks.swapAt(start, best)
      let kink = kinks[start]
      rate += kink.jump
      if byOrder || rate >= -LayoutSolver.epsilon {
        kinks.removeLast(kinks.count - start)
        return (kink.entry, kink.distance)
      }
    }
    return nil
  }

  private mutating func sortKinks() {
    kinks = kinks.sorted { a, b in
      if a.distance != b.distance { return a.distance < b.distance }
      return precedes(
        tableau.rows[tableau.row(of: a.entry)].symbol,
        tableau.rows[tableau.row(of: b.entry)].symbol)
    }
  }

  /// Moves a column's symbol, and updates the values and sides of the goals that depend on it.
  ///
  /// A goal that stops at zero keeps the side from which it came.
  private mutating func step(_ column: Int32, by change: Double, _ priority: Float) {
    var cursor = tableau.columns[column].first
    while let (index, row) = tableau.next(inColumn: &cursor) {
      let value = tableau.rows[row].value + tableau.entries[index].value * change
      tableau.rows[row].value = value
      let symbol = tableau.rows[row].symbol
      if symbols[symbol].priority == priority {
        let new = side(of: value, symbols[symbol].tolerance)
        if new != 0 && new != symbols[symbol].side { setSide(new, of: symbol, row: row) }
      }
    }
  }

  /// Moves a goal to a side of zero, and adds the change of its slope to the gradient.
  @inline(__always)
  private mutating func setSide(_ side: Int8, of symbol: Int32, row: Int32) {
    let old = slope(of: symbol)
    symbols[symbol].side = side
    let difference = slope(of: symbol) - old
    if difference != 0 { addToGradient(difference, row: row) }
  }

  /// Updates the gradient for the basis after the exchange at the entry `index`, which the caller
  /// makes next.
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
    addToGradient(-factor, row: row)
    tableau.columns[pivot.column].gradient = factor
  }
}

// Symbols that are zero together are separated by small shifts (perturbations), so that every step
// makes progress: see Docs/AutoLayout.md.
extension LayoutSolver {
  /// The size of a perturbation relative to the symbol's value, or to 1 if the value is smaller.
  ///
  /// The size is a power of two, so that undoing a perturbation causes no rounding error.
  private static let shiftSize = 0x1p-20

  /// Perturbs the basic symbols that can stop a move or are goals of the level `priority`, so that
  /// they do not reach zero at the same distance.
  ///
  /// The symbol `kept` is not perturbed.
  mutating func shiftApart(_ priority: Float?, except kept: Int32 = -1) {
    tableau.agreements = []
    for row in 0..<tableau.rows.capacity {
      let symbol = tableau.rows[row].symbol
      if symbol < 0 || symbol == kept { continue }
      let record = symbols[symbol]
      guard record.bounds != .zero, record.priority == priority || !record.bounds.isEmpty else {
        continue
      }
      let value = tableau.rows[row].value
      let size =
        LayoutSolver.shiftSize * max(1, abs(value).binade) * LayoutSolver.fraction(record.order)
      let isDown = record.bounds.isEmpty ? record.side < 0 : record.bounds == .notPositive
      let amount = isDown ? -size : size
      tableau.rows[row].value += amount
      shifts.append((symbol, amount))
    }
  }

  /// Undoes the perturbations; returns whether the perturbed symbols are then within their bounds.
  mutating func unshift() -> Bool {
    for shift in shifts {
      let place = symbols[shift.symbol].place
      if place >= 0 {
        tableau.rows[place].value -= shift.amount
      } else {
        move(column: ~place, by: shift.amount)
      }
    }
    defer { shifts.removeAll(keepingCapacity: true) }
    return !shifts.contains { shift in
      let record = symbols[shift.symbol]
      guard record.place >= 0 else { return false }
      let value = tableau.rows[record.place].value
      return !record.bounds.isDisjoint(with: Symbol.broken(by: value, record.tolerance))
    }
  }

  /// A deterministic pseudo-random number in 0.5..<1.
  static func fraction(_ number: UInt64) -> Double {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return 0.5 + Double((bits ^ (bits >> 31)) >> 48) / Double(1 << 17)
  }
}
