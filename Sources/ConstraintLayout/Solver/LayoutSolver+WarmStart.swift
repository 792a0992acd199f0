// A warm start from the last basis. A goal that is added often does nothing but take over from a
// lower one: both want the same number to be something else. Then the two change places in the
// basis, and what depends on that number moves. Nothing else can have become better: the rates of
// all levels along any other column stay the same, for all others on which the two depend are held
// by higher levels. Removing the goal gives the number back in the same way. Where a bound of
// another stage is in the way, or more than one column could give way, the stages are gone through
// again as ever.
extension LayoutSolver {
  // MARK: When a goal is added

  /// Lets a goal that misses have its way at the cost of the one lower symbol it depends on.
  ///
  /// - Returns: whether it could; otherwise nothing has changed.
  mutating func warmStarts(_ symbol: Int32) -> Bool {
    let record = symbols[symbol]
    guard isSettled, record.freeOfCost == .zero,
      let index = loneMovable(row: record.place, above: record.priority)
    else { return false }
    let entry = tableau.entries[index]
    let change = tableau.changeToZero(index)
    let giving = tableau.columns[entry.column].symbol
    guard abs(entry.value) > LayoutSolver.smallPivot,
      lock(of: giving, toward: change) < record.priority,
      isClear(column: entry.column, by: change, above: record.priority, except: index)
    else { return false }
    if symbols[giving].bounds == .zero { openColumns += 1 }
    exchangeMoving(index, by: change)
    hold(symbol, to: .zero, at: record.priority)
    noteChange(of: symbols[giving].place)
    noteChanges(ofColumn: ~symbols[symbol].place)
    return true
  }

  /// Whether the last solution is complete and nothing has changed since.
  private var isSettled: Bool {
    restart <= Stage.none && shifts.isEmpty && !isShaken && pending.isEmpty
  }

  /// The one entry of a row whose column a stage or one after it can move.
  private func loneMovable(row: Int32, above stage: Float) -> Int32? {
    var found: Int32?
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if !isHeld(tableau.columns[entry.column].symbol, above: stage) {
        if found != nil { return nil }
        found = index
      }
      index = entry.nextInRow
    }
    return found
  }

  /// The stage that keeps a symbol from moving up or down.
  func lock(of symbol: Int32, toward change: Double) -> Float {
    let record = symbols[symbol]
    let bound: Bounds = change > 0 ? .notPositive : .notNegative
    if !record.bounds.contains(bound) { return Stage.none }
    return change > 0 ? record.upperStage : record.lowerStage
  }

  /// Tells whether a column can move without taking a symbol beyond a bound of a stage or one
  /// before it.
  private func isClear(
    column: Int32, by change: Double, above stage: Float, except kept: Int32
  ) -> Bool {
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      if index != kept {
        let row = tableau.rows[link.row]
        let record = symbols[row.symbol]
        let value = row.value + entry.value * change
        let broken = Symbol.broken(by: value, record.tolerance).intersection(record.bounds)
        if !broken.isEmpty
          && (broken == .notPositive ? record.upperStage : record.lowerStage) >= stage
        {
          return false
        }
      }
      index = link.nextInColumn
    }
    return true
  }

  /// Moves an entry's column, and exchanges its symbol with that of the entry's row.
  private mutating func exchangeMoving(_ index: Int32, by change: Double) {
    move(column: tableau.entries[index].column, by: change)
    exchange(index, value: change)
    hasStaleValues = true
  }

  /// Looks whether symbols that depend on a column have gone where their bounds do not allow it.
  private mutating func noteChanges(ofColumn column: Int32) {
    var index = tableau.columns[column].first
    while index >= 0 {
      let link = tableau.links[Int(index)]
      noteChange(of: link.row)
      index = link.nextInColumn
    }
  }

  // MARK: When a goal is removed

  /// Lets a goal of a lower level have what a nonbasic symbol kept from it.
  ///
  /// - Returns: whether nothing else will move the symbol once it is free; it is basic then.
  mutating func givesBack(_ symbol: Int32) -> Bool {
    guard isSettled else { return false }
    let column = ~symbols[symbol].place
    let pull = strongestPull(on: symbol)
    guard abs(pull.slope) > LayoutSolver.epsilon,
      let index = firstStop(column: column, pull)
    else { return false }
    let coefficient = tableau.entries[index].value
    let row = tableau.row(of: index)
    let goal = tableau.rows[row].symbol
    let record = symbols[goal]
    let jump = (record.positiveCost + record.negativeCost) * abs(coefficient)
    guard record.priority == pull.stage, jump > abs(pull.slope) + LayoutSolver.epsilon,
      abs(coefficient) > LayoutSolver.smallPivot,
      isHeld(row: row, except: index, above: pull.stage)
    else { return false }
    setFree(symbol)
    exchangeMoving(index, by: tableau.changeToZero(index))
    hold(goal, to: .zero, at: pull.stage)
    noteChanges(ofColumn: ~symbols[goal].place)
    return true
  }

  /// The first row that a move of a column in the direction of a pull takes to a bound of the
  /// pull's stage or one before it, if it is the only one there.
  private func firstStop(column: Int32, _ pull: Pull) -> Int32? {
    let direction: Double = pull.slope > 0 ? -1 : 1
    var found: Int32?
    var nearest = Double.infinity
    var index = tableau.columns[column].first
    while index >= 0 {
      let entry = tableau.entries[index]
      let link = tableau.links[Int(index)]
      let row = tableau.rows[link.row]
      let rate = entry.value * direction
      if lock(of: row.symbol, toward: rate) >= pull.stage {
        let distance = max(0, -row.value / rate)
        let margin = LayoutSolver.epsilon * (1 + distance)
        if abs(distance - nearest) <= margin {
          found = nil
          nearest = min(nearest, distance)
        } else if distance < nearest {
          (found, nearest) = (index, distance)
        }
      }
      index = link.nextInColumn
    }
    return found
  }

  /// Tells whether nothing a row depends on but one column can move in a stage or after it.
  private func isHeld(row: Int32, except kept: Int32, above stage: Float) -> Bool {
    var index = tableau.rows[row].first
    while index >= 0 {
      let entry = tableau.entries[index]
      if index != kept && !isHeld(tableau.columns[entry.column].symbol, above: stage) {
        return false
      }
      index = entry.nextInRow
    }
    return true
  }
}
