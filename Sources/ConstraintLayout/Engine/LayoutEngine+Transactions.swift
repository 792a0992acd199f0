extension LayoutEngine {
  /// Makes several changes as one: all of them, or none.
  ///
  /// Required constraints are checked together at the end, so that a constraint may be replaced by
  /// one that contradicts it. An inner transaction joins the outer one.
  ///
  /// - Throws: what `changes` throws, or `LayoutError.unsatisfiable` under `ConflictPolicy.fail`;
  ///   then every answer has the same bits as before.
  public func transaction<T>(
    _ changes: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    try perform(canFail: true, changes)
  }

  /// Makes a change that has been checked, so that it can fail only in a contradiction.
  func perform<T>(
    canFail: Bool = false, _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    if depth > 0 { return canFail ? try join(change) : try change() }
    settleReports()
    depth = 1
    let wasLaidOut = state.isLaidOut
    defer {
      depth = 0
      if wasLaidOut && !state.isLaidOut { needsLayout?() }
      if !retried.isEmpty { retried = [] }
      hasWindowChanged = false
      tellReports()
    }
    let result =
      canFail || conflictPolicy == .fail ? try carryOutOrUndo(change) : try carryOut(change)
    // Breaking cannot fail, so the former state is gone by now: kept, it would cost a copy of the
    // whole tableau with the first pivot.
    if conflictPolicy == .breakAndReport { giveWay() }
    return result
  }

  /// Makes a change that can fail.
  private func carryOutOrUndo<T>(
    _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    let (saved, shown) = (state, exercised)
    journal = []
    defer { journal = nil }
    do throws(LayoutError) {
      return try carryOut(change)
    } catch {
      for undo in (journal ?? []).reversed() { undo() }
      (state, exercised) = (saved, shown)
      throw error
    }
  }

  private func carryOut<T>(_ change: () throws(LayoutError) -> T) throws(LayoutError) -> T {
    exercised = nil
    state.isLaidOut = false
    let result = try change()
    try followWindow()
    if conflictPolicy == .fail { try checkRequired() }
    return result
  }

  /// Runs an inner transaction; if it fails and the outer one goes on, its part is undone.
  private func join<T>(
    _ change: () throws(LayoutError) -> T
  ) throws(LayoutError) -> T {
    guard let mark = journal?.count else { return try change() }
    let saved = state
    do throws(LayoutError) {
      return try change()
    } catch {
      while let count = journal?.count, count > mark { journal?.removeLast()() }
      state = saved
      throw error
    }
  }

  /// True if the change under way can fail, so that notes are taken; asked before a closure is
  /// made.
  var canRollBack: Bool { journal != nil }

  /// Notes how to put back what is about to change outside `state`; if nothing can fail, no note is
  /// taken.
  package func onRollback(_ undo: @escaping () -> Void) {
    journal?.append(undo)
  }
}
