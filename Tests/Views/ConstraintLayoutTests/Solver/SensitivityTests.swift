import Testing

@testable import ConstraintLayout

/// Constants that change again and again are followed without touching the tableau.
@Suite struct SensitivityTests {
  /// Two panes side by side: the left keeps at least 40, the right takes what is left.
  private struct Panes {
    var solver = LayoutSolver()
    let width, left, right: LayoutSolver.Variable
    let edge, minimum, natural: LayoutSolver.Constraint

    init() throws {
      width = solver.makeVariable()
      left = solver.makeVariable(isNonNegative: true)
      right = solver.makeVariable(isNonNegative: true)
      edge = try solver.add([.init(width)], .equal, 300, priority: .defaultHigh)
      try solver.add([.init(left), .init(right), .init(width, -1)], .equal, 0)
      minimum = try solver.add([.init(left)], .greaterThanOrEqual, 40)
      natural = try solver.add([.init(right)], .equal, 100, priority: .defaultLow)
      solver.solve()
    }

    mutating func drag(to size: Double) throws {
      try solver.setConstant(size, of: edge)
      solver.solve()
    }

    var values: [Double] { [width, left, right].map(solver.value) }
  }

  @Test func draggedEdgeIsFollowedWithoutSteps() throws {
    var panes = try Panes()
    try panes.drag(to: 310)
    let pivots = panes.solver.pivotCount
    for size in stride(from: 320.0, through: 500, by: 10) {
      try panes.drag(to: size)
      #expect(panes.values == [size, size - 100, 100])
      #expect(!panes.solver.sensitivities.isEmpty)
    }
    #expect(panes.solver.pivotCount == pivots)
  }

  /// Once the basis is the best no longer, steps are taken, and the way back leads to the same
  /// values.
  @Test func draggingBeyondARangeTakesSteps() throws {
    var panes = try Panes()
    for size in [310.0, 320, 130, 120, 60, 320, 330] { try panes.drag(to: size) }
    #expect(panes.values == [330, 230, 100])
    for size in [120.0, 110, 100] { try panes.drag(to: size) }
    #expect(panes.values == [100, 40, 60])
    #expect(panes.solver.violation(of: panes.natural) == 40)
  }

  @Test func excessIsThatOfTheValuesOnShow() throws {
    var panes = try Panes()
    for size in [310.0, 320, 330] { try panes.drag(to: size) }
    #expect(panes.solver.excess(of: panes.minimum) == 190)
    #expect(panes.solver.violation(of: panes.natural) == 0)
    #expect(panes.solver.residuals().allSatisfy { $0.violation == 0 })
  }

  /// A constraint added after a drag meets a tableau that knows of it, and so does a copy.
  @Test func otherEditsComeAfterTheDrag() throws {
    var panes = try Panes()
    for size in [310.0, 320, 330] { try panes.drag(to: size) }
    try panes.solver.setConstant(340, of: panes.edge)
    let copy = panes
    let extra = try panes.solver.add(
      [.init(panes.right)], .greaterThanOrEqual, 120, priority: .defaultHigh)
    panes.solver.solve()
    #expect(panes.values == [340, 220, 120])
    #expect(panes.solver.tableauError() < 1e-12)
    try panes.solver.remove(extra)
    panes.solver.solve()
    #expect(panes.values == [340, 240, 100])
    panes = copy
    panes.solver.solve()
    #expect(panes.values == [340, 240, 100])
  }

  /// Two constants that move the same variable cannot be followed separately.
  @Test func coupledConstantsAreSolved() throws {
    var panes = try Panes()
    for step in 1...5 {
      try panes.solver.setConstant(300 + Double(step) * 10, of: panes.edge)
      try panes.solver.setConstant(100 - Double(step), of: panes.natural)
      panes.solver.solve()
      #expect(
        panes.values == [300 + Double(step) * 10, 200 + Double(step) * 11, 100 - Double(step)])
    }
  }
}
