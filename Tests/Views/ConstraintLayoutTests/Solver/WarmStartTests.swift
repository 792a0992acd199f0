import Testing

@testable import ConstraintLayout

/// A goal that is added and removed again changes places with the one it takes over from.
@Suite struct WarmStartTests {
  /// A row of boxes in a width that somebody wants to be 400: the last one takes what is left.
  private struct Row {
    var solver = LayoutSolver()
    var boxes: [LayoutSolver.Variable] = []
    let width: LayoutSolver.Variable

    init() throws {
      width = solver.makeVariable()
      for _ in 0..<5 { boxes.append(solver.makeVariable(isNonNegative: true)) }
      let sum = boxes.map { LayoutSolver.Term($0) }
      try solver.add(sum + [.init(width, -1)], .equal, 0)
      try solver.add([.init(width)], .equal, 400, priority: .defaultHigh)
      for (number, box) in boxes.enumerated() {
        try solver.add(
          [.init(box)], .equal, 60 + Double(number), priority: LayoutPriority(100 - Float(number)))
      }
      solver.solve()
    }

    var values: [Double] { boxes.map(solver.value) }
  }

  @Test func goalAndItsOpponentChangePlacesInOneStep() throws {
    var row = try Row()
    let steps = row.solver.pivotCount
    let extra = try row.solver.add([.init(row.width)], .equal, 500, priority: LayoutPriority(760))
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 254])
    try row.solver.remove(extra)
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 154])
    #expect(row.solver.pivotCount == steps + 2)
  }

  /// Goals that the move would take beyond a bound give way, level by level.
  @Test(arguments: [246.0, 200, 100, 0])
  func otherGoalsGiveWayToTheMove(size: Double) throws {
    var row = try Row()
    let extra = try row.solver.add([.init(row.width)], .equal, size, priority: LayoutPriority(760))
    row.solver.solve()
    var rest = size
    for (number, value) in row.values.enumerated() {
      #expect(value == min(60 + Double(number), rest))
      rest -= value
    }
    try row.solver.remove(extra)
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 154])
  }

  /// A goal that was broken without a remedy counts again when the number is restored.
  @Test func goalsThatWereIdleAreNotPassed() throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    _ = solver.makeVariable()
    let held = try solver.add([.init(x)], .equal, 10, priority: .defaultHigh)
    let idle = try solver.add([.init(x, 3)], .lessThanOrEqual, 60, priority: .defaultLow)
    try solver.add([.init(x, 2)], .equal, 60, priority: .defaultLow)
    try solver.add([.init(y)], .equal, 5, priority: LayoutPriority(100))
    solver.solve()
    for constant in [15.0, 30] {
      try solver.setConstant(constant, of: idle)
      solver.solve()
      #expect(solver.value(of: x) == 10)
    }
    // Ties are gone through again while the goal is zero.
    try solver.add([.init(y)], .lessThanOrEqual, 3, priority: LayoutPriority(150))
    solver.solve()
    try solver.setConstant(60, of: idle)
    solver.solve()
    try solver.remove(held)
    solver.solve()
    #expect(solver.value(of: x) == 20)
  }
}
