import Testing

@testable import ConstraintLayout

/// A goal that is added and removed again changes places with the one it takes over from.
@Suite struct TakingOverTests {
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
          [.init(box)], .equal, 60 + Double(number), priority: Row.level(100 - Float(number)))
      }
      solver.solve()
    }

    static func level(_ number: Float) -> LayoutPriority {
      LayoutPriority(rawValue: number) ?? .required
    }

    var values: [Double] { boxes.map(solver.value) }
  }

  @Test func goalAndItsOpponentChangePlacesInOneStep() throws {
    var row = try Row()
    let steps = row.solver.pivotCount
    let extra = try row.solver.add([.init(row.width)], .equal, 500, priority: Row.level(760))
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 254])
    try row.solver.remove(extra)
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 154])
    #expect(row.solver.pivotCount == steps + 2)
  }

  /// What the move would take beyond a bound gives way, level by level.
  @Test(arguments: [246.0, 200, 100, 0])
  func otherGoalsGiveWayToTheMove(size: Double) throws {
    var row = try Row()
    let extra = try row.solver.add([.init(row.width)], .equal, size, priority: Row.level(760))
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

  /// Two of a level that want different things share: the sum of both is what counts.
  @Test func equalsDoNotTakeOver() throws {
    var row = try Row()
    let extra = try row.solver.add([.init(row.width)], .equal, 500, priority: .defaultHigh)
    row.solver.solve()
    #expect(row.solver.value(of: row.width) == 400)
    try row.solver.remove(extra)
    row.solver.solve()
    #expect(row.values == [60, 61, 62, 63, 154])
  }
}
