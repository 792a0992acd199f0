/// The beginning of a stage's part of the trail.
struct StageMark: Sendable {
  var stage: Float
  var start: Int
}

// Every bound knows the stage that set it, and the trail knows the bounds of every stage. So a
// change that concerns a level goes back to the beginning of that level, not to the beginning of
// all.
extension LayoutSolver {
  /// Begins a stage: bounds set from now on are its own.
  mutating func begin(_ stage: Float) {
    if stages.last?.start == trail.count { stages.removeLast() }
    stages.append(StageMark(stage: stage, start: trail.count))
  }

  /// Forbids a symbol one or both sides of zero, as a result of the stage under way.
  @inline(__always)
  mutating func restrict(_ symbol: Int32, to bounds: Bounds) {
    let old = symbols[symbol].bounds
    let new = old.union(bounds)
    guard new != old else { return }
    trail.append(symbol)
    setBounds(new, of: symbol, stages[stages.count - 1].stage)
  }

  /// Notes bounds that a stage which is over would have set.
  mutating func hold(_ symbol: Int32, to bounds: Bounds, at stage: Float) {
    guard stage > restart, !symbols[symbol].bounds.isSuperset(of: bounds) else { return }
    if strays.count > 64 + 2 * symbols.count { dropStrays() }
    strays.append(symbol)
    setBounds(symbols[symbol].bounds.union(bounds), of: symbol, stage)
  }

  @inline(__always)
  private mutating func setBounds(_ new: Bounds, of symbol: Int32, _ stage: Float) {
    let added = new.subtracting(symbols[symbol].bounds)
    symbols[symbol].bounds = new
    if added.contains(.notPositive) { symbols[symbol].upperStage = stage }
    if added.contains(.notNegative) { symbols[symbol].lowerStage = stage }
    if new == .zero && symbols[symbol].place < 0 { openColumns -= 1 }
  }

  /// Bounds a symbol by what is required of it.
  mutating func require(_ symbol: Int32) {
    let requirement = symbols[symbol].requirement
    let old = symbols[symbol].bounds
    if requirement.contains(.notPositive) { symbols[symbol].upperStage = Stage.required }
    if requirement.contains(.notNegative) { symbols[symbol].lowerStage = Stage.required }
    symbols[symbol].bounds.formUnion(requirement)
    if symbols[symbol].place < 0 && old != .zero && symbols[symbol].bounds == .zero {
      openColumns -= 1
    }
  }

  /// Lets go of everything a symbol was forbidden.
  mutating func setFree(_ symbol: Int32) {
    if symbols[symbol].bounds == .zero && symbols[symbol].place < 0 { openColumns += 1 }
    symbols[symbol].bounds = []
  }

  /// Notes that a stage, and all after it, have to be gone through again.
  @inline(__always)
  mutating func restart(from stage: Float) {
    if stage > restart { goBack(to: stage) }
  }

  private mutating func goBack(to stage: Float) {
    restart = stage
    // Required bounds stay.
    let stage = min(stage, Stage.levels)
    while let mark = stages.last, mark.stage <= stage {
      for index in mark.start..<trail.count { release(trail[index], mark.stage) }
      trail.removeLast(trail.count - mark.start)
      stages.removeLast()
    }
    if strays.isEmpty { return }
    var kept = 0
    for index in strays.indices {
      let symbol = strays[index]
      release(symbol, stage)
      if hasLock(symbol) {
        strays[kept] = symbol
        kept += 1
      }
    }
    strays.removeLast(strays.count - kept)
  }

  /// Lifts the bounds that a stage, or one after it, has set on a symbol.
  @inline(__always)
  private mutating func release(_ symbol: Int32, _ stage: Float) {
    let old = symbols[symbol].bounds
    var lifted: Bounds = []
    if old.contains(.notPositive) && symbols[symbol].upperStage <= stage {
      lifted.insert(.notPositive)
    }
    if old.contains(.notNegative) && symbols[symbol].lowerStage <= stage {
      lifted.insert(.notNegative)
    }
    if lifted.isEmpty { return }
    symbols[symbol].bounds = old.subtracting(lifted)
    if symbols[symbol].priority <= stage {
      // The side a goal at zero was on lets the solution be recognised for what it is.
      symbols[symbol].side = lifted == .notNegative ? 1 : lifted == .notPositive ? -1 : 0
    }
    if old == .zero && symbols[symbol].place < 0 { openColumns += 1 }
  }

  /// Tells whether a symbol has a bound that is not required.
  private func hasLock(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    return record.bounds.contains(.notPositive) && record.upperStage < Stage.required
      || record.bounds.contains(.notNegative) && record.lowerStage < Stage.required
  }

  /// Forgets strays that are gone and those that stand there twice.
  private mutating func dropStrays() {
    var seen = [Bool](repeating: false, count: Int(symbols.capacity))
    strays = strays.filter { symbol in
      defer { seen[Int(symbol)] = true }
      return !seen[Int(symbol)] && hasLock(symbol)
    }
  }

  /// Tells whether a stage and all after it cannot move a nonbasic symbol.
  @inline(__always)
  func isHeld(_ symbol: Int32, above stage: Float) -> Bool {
    symbols[symbol].bounds == .zero
      && min(symbols[symbol].upperStage, symbols[symbol].lowerStage) > stage
  }

  /// Tells whether nothing a row depends on can move in a stage or after it.
  func isHeld(row: Int32, above stage: Float) -> Bool {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if abs(entry.value) > LayoutSolver.epsilon,
        !isHeld(tableau.columns[entry.column].symbol, above: stage)
      {
        return false
      }
      index = entry.nextInRow
    }
    return true
  }
}
