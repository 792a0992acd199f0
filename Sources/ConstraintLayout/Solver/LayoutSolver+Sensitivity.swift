/// The rates at which the solution follows the constant of one constraint while its basis is the
/// best.
struct Sensitivity: Sendable {
  /// A variable that follows: by how much per unit, and where it is without the change.
  struct Follower {
    var symbol: Int32
    var rate: Double
    var base: Double
  }

  let constraint: Int32
  /// The constraint's constant part that the tableau knows of.
  let origin: Double
  /// By how much it has changed since.
  var change = 0.0
  /// By how much it had when the variables were last told.
  var told = 0.0
  /// The changes after which no symbol is where its bounds do not allow it to be.
  var (lower, upper) = (-Double.infinity, Double.infinity)
  var followers: [Follower] = []

  init(constraint: Int32, origin: Double) {
    self.constraint = constraint
    self.origin = origin
  }

  /// Allows only changes that leave a symbol where its bounds allow it to be.
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

// Whoever drags an edge changes one constant many times, and mostly the basis stays the best: each
// variable then follows at a rate of its own. So these rates are noted, and the range in which they
// hold. A change inside the range takes one comparison and one multiplication for each variable
// that follows; the tableau hears of it when something else happens.
extension LayoutSolver {
  /// So many constants can be followed at a time.
  private static let followable = 8

  /// Lets the solution follow a constant part; tells whether that is all there is to do.
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

  /// The place of what is known of a constant; found out when it changes for the second time.
  private mutating func sensitivityIndex(of symbol: Int32) -> Int? {
    for index in sensitivities.indices where sensitivities[index].constraint == symbol {
      return index
    }
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

  /// Tells the variables of constants that have changed.
  mutating func tellFollowers() {
    for index in sensitivities.indices
    where sensitivities[index].change != sensitivities[index].told {
      let change = sensitivities[index].change
      sensitivities[index].told = change
      for place in sensitivities[index].followers.indices {
        let follower = sensitivities[index].followers[place]
        values[Int(follower.symbol)] = follower.base + follower.rate * change
      }
    }
  }

  /// Lets the tableau catch up with all constants; they are followed no longer.
  mutating func stopFollowing() {
    if sensitivities.isEmpty { return }
    tellFollowers()
    for known in sensitivities where known.change != 0 {
      carry(known.change, of: known.constraint)
      for follower in known.followers
      where symbols[follower.symbol].place == LayoutSolver.presolvedPlace {
        symbols[follower.symbol].constant = values[Int(follower.symbol)]
      }
    }
    sensitivities.removeAll(keepingCapacity: true)
  }

  /// Forgets which constants have changed, for the constraints are about to.
  mutating func forgetChanges() {
    stopFollowing()
    changed.removeAll(keepingCapacity: true)
    isCoupled = false
  }

  // MARK: Finding out

  /// The rates at which the solution follows a constant; `nil` if it follows another one as well.
  private mutating func sensitivity(of symbol: Int32) -> Sensitivity? {
    makeRoomForSums()
    var found = Sensitivity(constraint: symbol, origin: symbols[symbol].constant)
    var reached: [Int32] = []
    collectRows(into: &found, &reached)
    collectPairs(into: &found, &reached)
    let isAlone = !sensitivities.contains { isShared($0) }
    for symbol in reached { sums[Int(symbol)] = 0 }
    return isAlone ? found : nil
  }

  private mutating func collectRows(into found: inout Sensitivity, _ reached: inout [Int32]) {
    let place = symbols[found.constraint].place
    if place >= 0 {
      collect(row: place, 1, into: &found)
      reached.append(found.constraint)
      return
    }
    var index = tableau.columns[~place].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      collect(row: link.row, -entry.value, into: &found)
      reached.append(tableau.rows[link.row].symbol)
      index = link.nextInColumn
    }
  }

  private mutating func collect(row: Int32, _ rate: Double, into found: inout Sensitivity) {
    let (symbol, value) = (tableau.rows[row].symbol, tableau.rows[row].value)
    sums[Int(symbol)] = rate
    found.limit(value, rate, bindingBounds(of: symbol, row: row), symbols[symbol].tolerance)
    if symbols[symbol].isVariable {
      found.followers.append(.init(symbol: symbol, rate: rate, base: value))
    }
  }

  /// The bounds of a basic symbol that the solution may not break as it is.
  private func bindingBounds(of symbol: Int32, row: Int32) -> Bounds {
    let record = symbols[symbol]
    var bounds = record.bounds
    if record.isRequired { return bounds }
    for bound: Bounds in [.notPositive, .notNegative] where record.bounds.contains(bound) {
      if isIdle(bound, of: symbol, row: row) { bounds.subtract(bound) }
    }
    return bounds
  }

  private mutating func collectPairs(into found: inout Sensitivity, _ reached: inout [Int32]) {
    for pair in presolved.list {
      let variable = symbols[pair.equality].peer
      let rate = rate(of: pair, movedBy: found.constraint, perUnit: 1)
      if rate == 0 { continue }
      let value = symbols[variable].constant
      sums[Int(variable)] = rate
      reached.append(variable)
      found.limit(value, rate, symbols[variable].requirement, LayoutSolver.epsilon)
      found.followers.append(.init(symbol: variable, rate: rate, base: value))
    }
  }

  /// By how much a presolved variable changes, the rates of what its equality mentions standing in
  /// `sums`.
  ///
  /// - Parameters:
  ///   - pair: the variable's pair.
  ///   - moved: the constraint that is moved.
  ///   - unit: what the constant part of that constraint changes by.
  /// - Returns: the rate, zero if the variable stays.
  func rate(of pair: PresolvedPairs.Pair, movedBy moved: Int32, perUnit unit: Double) -> Double {
    let variable = symbols[pair.equality].peer
    var (sum, own) = (pair.equality == moved ? unit : 0, 1.0)
    for index in sources.range(of: pair.equality) {
      let term = sources[index]
      if term.variable.symbol == variable {
        own = term.coefficient
      } else {
        sum += term.coefficient * sums[Int(term.variable.symbol)]
      }
    }
    return sum == 0 ? 0 : -sum / own
  }

  /// Tells whether a symbol that has just been reached follows another constant as well.
  private func isShared(_ known: Sensitivity) -> Bool {
    if known.followers.contains(where: { sums[Int($0.symbol)] != 0 }) { return true }
    let place = symbols[known.constraint].place
    if place >= 0 { return sums[Int(known.constraint)] != 0 }
    var index = tableau.columns[~place].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      if sums[Int(tableau.rows[link.row].symbol)] != 0 { return true }
      index = link.nextInColumn
    }
    return false
  }
}
