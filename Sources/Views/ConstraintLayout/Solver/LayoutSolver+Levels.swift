extension LayoutSolver {
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

  private var firstOfLevels: Int {
    if restart >= Stage.levels { return 0 }
    return levels.partitionIndex { symbols[$0].priority > restart }
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

  /// Records for each goal of a level on which side of zero it is; returns whether any of these
  /// goals is violated.
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

  @inline(__always)
  func slope(of symbol: Int32) -> Double {
    let side = symbols[symbol].side
    return side > 0
      ? symbols[symbol].positiveCost : side < 0 ? -symbols[symbol].negativeCost : 0
  }

  /// Assigns a side to every goal that is zero, as Bland's rule requires.
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

  /// Returns a move that decreases the level's violation; with `byOrder`, the move whose symbol is
  /// first in order.
  ///
  /// Without `byOrder`, the moves found by the last check of all columns are tried first, the
  /// steepest first. If none of them still decreases the violation, all columns are checked again.
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
    return (column, gradient < 0 ? 1 : -1, rate)
  }

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

  /// Fixes a satisfied goal and the only symbol that the goal depends on, if the bounds of both
  /// leave the symbol no freedom.
  ///
  /// Two inequalities that keep a view near its natural size have this effect. The goal is fixed
  /// too, so that the solver solves this level again when the goal's constant changes.
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
  fileprivate var mirrored: LayoutSolver.Bounds {
    switch self {
    case .notPositive: .notNegative
    case .notNegative: .notPositive
    default: self
    }
  }
}

// The gradient of the current level: the sum of the rows of its goals, each multiplied by the
// goal's cost per unit on its current side.
extension LayoutSolver {
  mutating func sumGradient(_ range: Range<Int>) {
    for index in range where symbols[levels[index]].place >= 0 {
      let slope = slope(of: levels[index])
      if slope != 0 { addToGradient(slope, row: symbols[levels[index]].place) }
    }
  }

  mutating func clearGradient() {
    for column in touched {
      tableau.columns[column].gradient = 0
      tableau.columns[column].isTouched = false
    }
    touched.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func addToGradient(_ factor: Double, row: Int32) {
    var cursor = tableau.rows[row].first
    while let index = tableau.next(inRow: &cursor) {
      let entry = tableau.entries[index]
      touch(entry.column)
      tableau.columns[entry.column].gradient += factor * entry.value
    }
  }

  @inline(__always)
  mutating func touch(_ column: Int32) {
    if tableau.columns[column].isTouched { return }
    tableau.columns[column].isTouched = true
    touched.append(column)
  }
}

/// The rates at which the variables' values change with the constant of one constraint, as long as
/// the basis of the solution stays optimal.
struct Sensitivity: Sendable {
  let constraint: Int32
  /// The constraint's constant part when the rates were computed; `change` is relative to it.
  let origin: Double
  var change = 0.0
  var applied = 0.0
  /// The lowest change of the constant at which every symbol is still within its bounds.
  var lower = -Double.infinity
  /// The highest change of the constant at which every symbol is still within its bounds.
  var upper = Double.infinity
  /// The variables that change with the constant, their changes per unit, and their values without
  /// a change.
  var followers: [(symbol: Int32, rate: Double, base: Double)] = []

  mutating func limit(
    _ value: Double, _ rate: Double, _ bounds: LayoutSolver.Bounds, _ tolerance: Double
  ) {
    if rate == 0 { return }
    if bounds.contains(.notPositive) { stop((tolerance - value) / rate, isUpper: rate > 0) }
    if bounds.contains(.notNegative) { stop((-tolerance - value) / rate, isUpper: rate < 0) }
  }

  private mutating func stop(_ change: Double, isUpper: Bool) {
    if isUpper { upper = min(upper, change) } else { lower = max(lower, change) }
  }
}

// While a constant changes repeatedly, as in a drag, only the values of the variables that follow
// it are updated; see Docs/AutoLayout.md. The tableau is updated at the next change of another
// kind.
extension LayoutSolver {
  private static let followable = 8

  /// Records a constraint's new constant part, if the solution can be updated without the tableau.
  ///
  /// `updateFollowers()` then computes the new values from the rates in `sensitivities`.
  ///
  /// Returns false if the tableau has to be updated instead.
  mutating func follow(_ symbol: Int32, to constant: Double) -> Bool {
    guard isSolved && !isDoubtful else { return false }
    guard let index = sensitivityIndex(of: symbol) else { return false }
    let change = constant - sensitivities[index].origin
    guard change >= sensitivities[index].lower && change <= sensitivities[index].upper,
      abs(change) <= LayoutSolver.largeChange
    else { return false }
    sensitivities[index].change = change
    return true
  }

  /// Returns the index in `sensitivities` for the constraint of `symbol`.
  ///
  /// The sensitivity is computed when the constraint's constant changes for the second time. The
  /// result is `nil` at the first change, or if the tableau has to be updated instead.
  private mutating func sensitivityIndex(of symbol: Int32) -> Int? {
    if let known = sensitivities.firstIndex(where: { $0.constraint == symbol }) { return known }
    if isCoupled { return nil }
    guard changed.contains(symbol) else {
      if changed.count == LayoutSolver.followable { changed.removeFirst() }
      changed.append(symbol)
      return nil
    }
    guard let found = sensitivity(of: symbol) else {
      isCoupled = true
      return nil
    }
    sensitivities.append(found)
    return sensitivities.count - 1
  }

  mutating func updateFollowers() {
    for index in sensitivities.indices
    where sensitivities[index].change != sensitivities[index].applied {
      let change = sensitivities[index].change
      sensitivities[index].applied = change
      for place in sensitivities[index].followers.indices {
        let follower = sensitivities[index].followers[place]
        values[Int(follower.symbol)] = follower.base + follower.rate * change
      }
    }
  }

  mutating func stopFollowing() {
    if sensitivities.isEmpty { return }
    updateFollowers()
    for known in sensitivities where known.change != 0 {
      carry(known.change, of: known.constraint)
      for follower in known.followers
      where symbols[follower.symbol].place == LayoutSolver.presolvedPlace {
        symbols[follower.symbol].constant = values[Int(follower.symbol)]
      }
    }
    sensitivities.removeAll(keepingCapacity: true)
  }

  mutating func forgetChanges() {
    stopFollowing()
    changed.removeAll(keepingCapacity: true)
    isCoupled = false
  }

  /// Computes how the solution changes with the constant of the constraint of `symbol`.
  ///
  /// Returns `nil` if one of the symbols that would change already follows the constant of another
  /// constraint.
  private mutating func sensitivity(of symbol: Int32) -> Sensitivity? {
    makeRoomForSums()
    var found = Sensitivity(constraint: symbol, origin: symbols[symbol].constant)
    let reached = collectRates(of: symbol)
    for symbol in reached {
      let (value, rate, record) = (value(of: symbol), sums[Int(symbol)], symbols[symbol])
      let isPresolved = record.place == LayoutSolver.presolvedPlace
      let bounds = isPresolved ? record.requirement : bindingBounds(of: symbol)
      found.limit(value, rate, bounds, record.tolerance)
      if record.isVariable { found.followers.append((symbol, rate, value)) }
    }
    let isAlone = !sensitivities.contains { isShared($0) }
    for symbol in reached { sums[Int(symbol)] = 0 }
    return isAlone ? found : nil
  }

  private mutating func makeRoomForSums() {
    let missing = Int(symbols.capacity) - sums.count
    if missing > 0 { sums += [Double](repeating: 0, count: missing) }
  }

  /// Stores in `sums` the rates at which symbols follow the constant part of a constraint; returns
  /// these symbols.
  private mutating func collectRates(of constraint: Int32) -> [Int32] {
    let place = symbols[constraint].place
    var reached: [Int32] = []
    if place >= 0 {
      sums[Int(constraint)] = 1
      reached.append(constraint)
    } else {
      tableau.forEachEntry(inColumn: ~place) { _, entry, row in
        let symbol = tableau.rows[row].symbol
        sums[Int(symbol)] = -entry.value
        reached.append(symbol)
      }
    }
    for pair in presolved.list {
      let variable = symbols[pair.equality].peer
      let rate = peerValue(of: pair.equality, pair.equality == constraint ? 1 : 0) { sums[Int($0)] }
      if rate == 0 { continue }
      sums[Int(variable)] = rate
      reached.append(variable)
    }
    return reached
  }

  private func bindingBounds(of symbol: Int32) -> Bounds {
    let record = symbols[symbol]
    var bounds = record.bounds
    if record.isRequired { return bounds }
    for bound: Bounds in [.notPositive, .notNegative] where record.bounds.contains(bound) {
      if isIdle(bound, of: symbol) { bounds.subtract(bound) }
    }
    return bounds
  }

  /// True if a symbol with a rate in `sums` also changes with the constant of the constraint of
  /// `known`.
  private func isShared(_ known: Sensitivity) -> Bool {
    if known.followers.contains(where: { sums[Int($0.symbol)] != 0 }) { return true }
    let place = symbols[known.constraint].place
    if place >= 0 { return sums[Int(known.constraint)] != 0 }
    return tableau.contains(inColumn: ~place) { _, _, row in
      sums[Int(tableau.rows[row].symbol)] != 0
    }
  }
}
