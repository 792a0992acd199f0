extension LayoutSolver {
  // MARK: Step 2, levels

  /// Makes the sum of violations of each level as small as the levels above allow, beginning where
  /// something has changed.
  mutating func minimiseLevels() {
    var start = firstOfLevels
    while start < levels.count && openColumns > 0 {
      let priority = symbols[levels[start]].priority
      var end = start + 1
      while end < levels.count && symbols[levels[end]].priority == priority { end += 1 }
      begin(priority)
      minimiseLevel(start..<end, priority)
      start = end
    }
  }

  /// The place of the first goal whose level has to be gone through again.
  private var firstOfLevels: Int {
    if restart >= Stage.levels { return 0 }
    var (low, high) = (0, levels.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[levels[middle]].priority > restart { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func minimiseLevel(_ range: Range<Int>, _ priority: Float) {
    guard takeSides(range) else {
      lock(range, nonbasicToo: true)
      return
    }
    sumGradient(range)
    descendLevel(range, priority)
    if !shifts.isEmpty {
      let isKept = unshift()
      if !isKept { isShaken = true }
      clearGradient()
      _ = takeSides(range)
      sumGradient(range)
      let allowed = allowsShifts
      allowsShifts = false
      descendLevel(range, priority)
      allowsShifts = allowed
    }
    lockColumns(range, priority)
    clearGradient()
    lock(range, nonbasicToo: false)
  }

  /// Takes steps until no column falls any more.
  private mutating func descendLevel(_ range: Range<Int>, _ priority: Float) {
    var idle = 0
    var steps = 0
    var isStrict = false
    falls.removeAll(keepingCapacity: true)
    while let move = falling(priority, byOrder: isStrict) {
      let distance = ratioStep(move.column, move.direction, move.rate, priority, byOrder: isStrict)
      idle = distance > 1e-12 ? 0 : idle + 1
      steps += 1
      if steps % 32 == 0 { tableau.gatherIfScattered() }
      if steps > stepLimit {
        isShaken = true
        return
      }
      guard idle > patience else { continue }
      if allowsShifts && shifts.isEmpty {
        shiftApart(priority)
        clearGradient()
        _ = takeSides(range)
        sumGradient(range)
        falls.removeAll(keepingCapacity: true)
        idle = 0
      } else if !isStrict {
        isStrict = true
        takeStrictSides(range)
      }
    }
  }

  /// Notes on which side of zero each goal of a level is; tells whether any is violated.
  private mutating func takeSides(_ range: Range<Int>) -> Bool {
    var isCostly = false
    for index in range {
      let symbol = levels[index]
      let place = symbols[symbol].place
      guard place >= 0 else { continue }
      let side = side(of: tableau.rows[place].value, symbols[symbol].tolerance)
      if side != 0 { symbols[symbol].side = side }
      if slope(of: symbol) != 0 { isCostly = true }
    }
    return isCostly
  }

  @inline(__always)
  func side(of value: Double, _ tolerance: Double) -> Int8 {
    value > tolerance ? 1 : value < -tolerance ? -1 : 0
  }

  /// The cost of a unit of a basic goal's value on the side where it is.
  @inline(__always)
  func slope(of symbol: Int32) -> Double {
    let side = symbols[symbol].side
    return side > 0
      ? symbols[symbol].positiveCost : side < 0 ? -symbols[symbol].negativeCost : 0
  }

  /// Gives every goal at zero a side, for the rule that cannot go round in circles needs one.
  private mutating func takeStrictSides(_ range: Range<Int>) {
    for index in range where symbols[levels[index]].place >= 0 {
      let symbol = levels[index]
      if symbols[symbol].side == 0 {
        symbols[symbol].side = symbols[symbol].positiveCost == 0 ? 1 : -1
      }
    }
    clearGradient()
    sumGradient(range)
  }

  /// A column and direction in which the level falls; by order, the first that falls.
  ///
  /// All columns are looked at only when those found the last time, steepest first, no longer fall.
  private mutating func falling(_ priority: Float, byOrder: Bool) -> Descent? {
    while !byOrder, let column = falls.popLast()?.column {
      if let descent = descent(column, priority) { return descent }
    }
    var found: [Descent] = []
    swap(&found, &falls)
    found.removeAll(keepingCapacity: true)
    for column in touched {
      if let descent = descent(column, priority) { found.append(descent) }
    }
    if byOrder { return found.min { symbolPrecedes($0.column, $1.column) } }
    if found.count > 1 {
      found.sort {
        $0.rate != $1.rate ? $0.rate > $1.rate : symbolPrecedes($1.column, $0.column)
      }
    }
    swap(&found, &falls)
    return falls.popLast()
  }

  private func symbolPrecedes(_ column: Int32, _ other: Int32) -> Bool {
    precedes(tableau.columns[column].symbol, tableau.columns[other].symbol)
  }

  /// The direction in which a column's symbol can move so that the level falls.
  @inline(__always)
  private func descent(_ column: Int32, _ priority: Float) -> Descent? {
    let gradient = tableau.columns[column].gradient
    if abs(gradient) <= LayoutSolver.epsilon { return nil }
    let symbol = tableau.columns[column].symbol
    if symbols[symbol].bounds.contains(gradient < 0 ? .notPositive : .notNegative) { return nil }
    let own =
      symbols[symbol].priority != priority
      ? 0 : gradient < 0 ? symbols[symbol].positiveCost : symbols[symbol].negativeCost
    let rate = own - abs(gradient)
    if rate >= -LayoutSolver.epsilon { return nil }
    return Descent(column: column, direction: gradient < 0 ? 1 : -1, rate: rate)
  }

  // MARK: After a level

  /// Forbids every move of a nonbasic symbol that would make the level worse.
  private mutating func lockColumns(_ range: Range<Int>, _ priority: Float) {
    for column in touched { lockColumn(column, priority) }
    for index in range where symbols[levels[index]].place < 0 {
      lockColumn(~symbols[levels[index]].place, priority)
    }
  }

  private mutating func lockColumn(_ column: Int32, _ priority: Float) {
    let symbol = tableau.columns[column].symbol
    if symbol < 0 || symbols[symbol].bounds == .zero { return }
    let gradient = tableau.columns[column].gradient
    let isGoal = symbols[symbol].priority == priority
    if gradient + (isGoal ? symbols[symbol].positiveCost : 0) > LayoutSolver.epsilon {
      restrict(symbol, to: .notPositive)
    }
    if (isGoal ? symbols[symbol].negativeCost : 0) - gradient > LayoutSolver.epsilon {
      restrict(symbol, to: .notNegative)
    }
  }

  /// Keeps each goal of a finished level on its side of zero, or at zero.
  private mutating func lock(_ range: Range<Int>, nonbasicToo: Bool) {
    for index in range {
      let symbol = levels[index]
      let place = symbols[symbol].place
      if place >= 0 {
        let side = symbols[symbol].side
        if side > 0 || side == 0 && symbols[symbol].negativeCost > 0 {
          restrict(symbol, to: .notNegative)
        }
        if side < 0 || side == 0 && symbols[symbol].positiveCost > 0 {
          restrict(symbol, to: .notPositive)
        }
        passOnBounds(of: symbol, row: place)
      } else if nonbasicToo {
        restrict(symbol, to: symbols[symbol].freeOfCost)
      }
    }
  }

  /// Stops the one symbol on which a goal at zero depends, if the bounds of the two leave no room.
  ///
  /// The two inequalities around a natural size meet like this. The goal is stopped too: were its
  /// constant to change, there might be room again.
  private mutating func passOnBounds(of goal: Int32, row: Int32) {
    let first = tableau.rows[row].first
    guard first >= 0, abs(tableau.rows[row].value) <= symbols[goal].tolerance else { return }
    let entry = tableau.entries[first]
    guard entry.nextInRow < 0 else { return }
    let symbol = tableau.columns[entry.column].symbol
    let bounds = symbols[goal].bounds
    let passed = entry.value > 0 ? bounds : bounds.mirrored
    guard symbols[symbol].bounds.union(passed) == .zero else { return }
    restrict(symbol, to: .zero)
    restrict(goal, to: .zero)
  }
}

extension LayoutSolver.Bounds {
  /// The same bounds seen from the other side of zero.
  fileprivate var mirrored: LayoutSolver.Bounds {
    switch self {
    case .notPositive: .notNegative
    case .notNegative: .notPositive
    default: self
    }
  }
}
