import SolverReference
import Testing

@testable import ConstraintLayout

/// Levels in which very many violations are as large as others.
@Suite struct DegenerateTests {
  /// Differences of neighbours wanted in `n` variables; the optima are those of a linear program
  /// solved by HiGHS.
  @Test(arguments: [(40, 540.0), (100, 1495), (160, 2445)])
  func sumsOfManyDifferencesAreTheSmallest(count: Int, optimum: Double) throws {
    var solver = LayoutSolver()
    let x = (0..<count).map { _ in solver.makeVariable() }
    for i in 0..<count {
      for j in i + 1..<min(count, i + 12) {
        try solver.add(
          [.init(x[j]), .init(x[i], -1)], .equal, Double((7 * i + 13 * j) % 5),
          priority: LayoutPriority(500))
      }
    }
    solver.solve()
    #expect(abs(solver.residuals()[0].violation - optimum) < 1e-6)
    #expect(solver.isProven)
  }

  /// All goals meet at one point.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func manyGoalsThroughOnePointAreMet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var solver = LayoutSolver()
    let x = (0..<12).map { _ in solver.makeVariable(isNonNegative: true) }
    for _ in 0..<150 {
      let terms = (0..<4).map { _ in
        LayoutSolver.Term(
          x[Int.random(in: 0..<12, using: &random)],
          [1, -1, 2].randomElement(using: &random) ?? 1)
      }
      let constant = terms.reduce(0) { $0 + 5 * $1.coefficient }
      try solver.add(
        terms, LayoutRelation.allCases.randomElement(using: &random) ?? .equal, constant,
        priority: LayoutPriority([750, 500].randomElement(using: &random) ?? 500))
    }
    solver.solve()
    #expect(solver.residuals().allSatisfy { $0.violation < 1e-6 })
    #expect(solver.isProven)
  }
}
