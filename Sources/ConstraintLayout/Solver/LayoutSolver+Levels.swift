extension LayoutSolver {
  // MARK: Step 2, levels

  /// Makes the sum of violations of each level as small as the levels above allow.
  mutating func minimiseLevels() {
    var start = 0
    while start < levels.count && openColumns > 0 {
      let priority = symbols[levels[start]].priority
      var end = start + 1
      while end < levels.count && symbols[levels[end]].priority == priority { end += 1 }
      minimiseLevel(start..<end, priority)
      start = end
    }
  }

  private mutating func minimiseLevel(_ range: Range<Int>, _ priority: Float) {
    guard takeSides(range) else {
      lock(range, nonbasicToo: true)
      return
    }
    sumGradient(range)
    var idle = 0
    var steps = 0
    var isStrict = false
    falls.removeAll(keepingCapacity: true)
    while let move = falling(priority, byOrder: isStrict) {
      let distance = walk(move.column, move.direction, move.rate, priority, byOrder: isStrict)
      idle = distance > 1e-12 ? 0 : idle + 1
      steps += 1
      if steps > stepLimit { break }
      if idle > LayoutSolver.patience && !isStrict {
        isStrict = true
        takeStrictSides(range)
      }
    }
    lockColumns(priority)
    lock(range, nonbasicToo: false)
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

  /// What a unit of a basic goal's value costs on the side where it is.
  @inline(__always)
  func slope(of symbol: Int32) -> Double {
    let record = symbols[symbol]
    return record.side > 0 ? record.positiveCost : record.side < 0 ? -record.negativeCost : 0
  }

  /// Computes the rate of a level for every column.
  private mutating func sumGradient(_ range: Range<Int>) {
    for column in 0..<tableau.columns.capacity { tableau.columns[column].gradient = 0 }
    for index in range where symbols[levels[index]].place >= 0 {
      let slope = slope(of: levels[index])
      if slope != 0 { addToGradient(slope, row: symbols[levels[index]].place) }
    }
  }

  @inline(__always)
  mutating func addToGradient(_ factor: Double, row: Int32) {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      tableau.columns[entry.column].gradient += factor * entry.value
      index = entry.nextInRow
    }
  }

  /// Gives every goal at zero a side, for the rule that cannot go round in circles needs one.
  private mutating func takeStrictSides(_ range: Range<Int>) {
    for index in range where symbols[levels[index]].place >= 0 {
      let symbol = levels[index]
      if symbols[symbol].side == 0 {
        symbols[symbol].side = symbols[symbol].positiveCost == 0 ? 1 : -1
      }
    }
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
    for column in 0..<tableau.columns.capacity {
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
    let symbol = symbols[tableau.columns[column].symbol]
    if symbol.bounds.contains(gradient < 0 ? .notPositive : .notNegative) { return nil }
    let own =
      symbol.priority != priority
      ? 0 : gradient < 0 ? symbol.positiveCost : symbol.negativeCost
    let rate = own - abs(gradient)
    if rate >= -LayoutSolver.epsilon { return nil }
    return Descent(column: column, direction: gradient < 0 ? 1 : -1, rate: rate)
  }

  // MARK: After a level

  /// Forbids every move of a nonbasic symbol that would make the level worse.
  private mutating func lockColumns(_ priority: Float) {
    for column in 0..<tableau.columns.capacity {
      let symbol = tableau.columns[column].symbol
      guard symbol >= 0 else { continue }
      let gradient = tableau.columns[column].gradient
      let record = symbols[symbol]
      let isGoal = record.priority == priority
      if gradient + (isGoal ? record.positiveCost : 0) > LayoutSolver.epsilon {
        restrict(symbol, to: .notPositive)
      }
      if (isGoal ? record.negativeCost : 0) - gradient > LayoutSolver.epsilon {
        restrict(symbol, to: .notNegative)
      }
    }
  }

  /// Keeps each goal of a finished level on its side of zero, or at zero.
  private mutating func lock(_ range: Range<Int>, nonbasicToo: Bool) {
    for index in range {
      let symbol = levels[index]
      let record = symbols[symbol]
      if record.place >= 0 {
        if record.side > 0 || record.side == 0 && record.negativeCost > 0 {
          restrict(symbol, to: .notNegative)
        }
        if record.side < 0 || record.side == 0 && record.positiveCost > 0 {
          restrict(symbol, to: .notPositive)
        }
        passOnBounds(of: symbol, row: record.place)
      } else if nonbasicToo {
        if record.positiveCost > 0 { restrict(symbol, to: .notPositive) }
        if record.negativeCost > 0 { restrict(symbol, to: .notNegative) }
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
