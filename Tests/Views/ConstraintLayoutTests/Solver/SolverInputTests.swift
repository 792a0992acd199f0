import Testing

@testable import ConstraintLayout

/// Input the solver takes, and input it refuses without a trace.
@Suite struct SolverInputTests {
  typealias Refusal = LayoutSolver.Refusal

  @Test func removedHandlesAreRefused() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    let old = try solver.add([.init(x)], .equal, 1)
    try solver.remove(old)
    // The same place is used again, by another constraint.
    let new = try solver.add([.init(x)], .equal, 2)
    #expect(throws: Refusal.removed) { try solver.setConstant(9, of: old) }
    #expect(throws: Refusal.removed) { try solver.setPriority(.defaultLow, of: old) }
    #expect(throws: Refusal.removed) { try solver.remove(old) }
    solver.solve()
    #expect(solver.value(of: x) == 2)
    #expect(!solver.isCurrent(old) && solver.isCurrent(new))
  }

  @Test func removedVariablesAreRefused() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    let constraint = try solver.add([.init(x)], .equal, 1)
    #expect(throws: Refusal.mentioned) { try solver.remove(x) }
    try solver.remove(constraint)
    try solver.remove(x)
    let y = solver.makeVariable()
    #expect(throws: Refusal.removed) { try solver.add([.init(x)], .equal, 1) }
    #expect(throws: Refusal.removed) { try solver.remove(x) }
    solver.solve()
    #expect(solver.value(of: y) == 0)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func numbersThatAreNotFiniteAreRefused(number: Double) throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    let constraint = try solver.add([.init(x)], .equal, 3)
    #expect(throws: Refusal.notFinite) { try solver.add([.init(x, number)], .equal, 1) }
    #expect(throws: Refusal.notFinite) { try solver.add([.init(x)], .equal, number) }
    #expect(throws: Refusal.notFinite) { try solver.setConstant(number, of: constraint) }
    solver.solve()
    #expect(solver.value(of: x) == 3)
  }

  @Test(arguments: [1e-10, 1e-7, 1e7, -1e300, 1e-300])
  func coefficientsOutOfRangeAreRefused(number: Double) throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    #expect(throws: Refusal.coefficient(number)) { try solver.add([.init(x, number)], .equal, 10) }
    #expect(solver.solve() == nil)
  }

  @Test(arguments: [1e-6, 1e-5, 0.001, 0.1, 1, 7, 300, 1e6])
  func coefficientsInRangeAreSolved(number: Double) throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let goal = try solver.add([.init(x, number)], .equal, 3 * number, priority: .defaultHigh)
    try solver.add([.init(y, number), .init(x, -number)], .greaterThanOrEqual, 4 * number)
    #expect(solver.solve() == nil)
    #expect(abs(solver.value(of: x) - 3) < 1e-9 && abs(solver.value(of: y) - 7) < 1e-9)
    try solver.setConstant(5 * number, of: goal)
    try solver.add([.init(x)], .lessThanOrEqual, 4)
    solver.solve()
    #expect(abs(solver.violation(of: goal) - number) < 1e-9 * number)
    #expect(abs(solver.excess(of: goal) + number) < 1e-9 * number)
  }

  @Test func sizesOfCoefficientsBesideEachOtherAndOfConstantsAreLimited() throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    #expect(throws: Refusal.self) { try solver.add([.init(x, 1e4), .init(y, 1e-4)], .equal, 1) }
    #expect(throws: Refusal.constant(1e10)) { try solver.add([.init(x)], .equal, 1e10) }
    #expect(throws: Refusal.constant(1e5)) { try solver.add([.init(x, 1e-5)], .equal, 1e5) }
    try solver.add([.init(x, 1e-5)], .equal, 1e3)
    solver.solve()
    #expect(abs(solver.value(of: x) - 1e8) < 1e-4)
  }

  @Test func termsOfOneVariableAreAddedUp() throws {
    var solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    try solver.add(
      [.init(x, 0.1), .init(y), .init(x, 0.2), .init(x, -0.3), .init(y, 2)], .equal, 6)
    try solver.add([.init(x)], .equal, 5, priority: .defaultLow)
    solver.solve()
    #expect(solver.value(of: y) == 2 && solver.value(of: x) == 5)
    // 0.1 + 0.2 - 0.3 is rounding noise, no term.
    try solver.remove(try solver.add([.init(x, 0.1), .init(x, 0.2), .init(x, -0.3)], .equal, 0))
  }

  @Test func violationsOfAScaledConstraintCountAsTheyAreWritten() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    // A unit of x costs 96 on one side and 90 on the other.
    try solver.add([.init(x, 96)], .equal, 0, priority: .defaultHigh)
    try solver.add([.init(x, 50)], .equal, 50, priority: .defaultHigh)
    try solver.add([.init(x, 40)], .equal, 40, priority: .defaultHigh)
    solver.solve()
    #expect(solver.value(of: x) == 0)
    #expect(abs(solver.residuals()[0].violation - 90) < 1e-9)
  }
}
