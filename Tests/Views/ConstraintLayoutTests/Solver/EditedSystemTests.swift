import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// Answers after thousands of edits; `make soak` goes on for any number of minutes.
@Suite struct EditedSystemTests {
  @Test(arguments: EditedSystem.families.indices, seeds(3))
  func valuesAreThoseOfAFreshSolver(family: Int, seed: UInt64) throws {
    let found = try EditedSystem.firstDifference(
      variables: 12, constraints: 30, family: family, seed: seed, edits: 3000, every: 30)
    #expect(found == nil)
  }

  @Test("Edited systems have the exact values", arguments: EditedSystem.families.indices, seeds(5))
  func valuesAreExact(family: Int, seed: UInt64) throws {
    let found = try EditedSystem.firstDifference(
      variables: 3, constraints: 7, family: family, seed: seed, edits: 1500, every: 10)
    #expect(found == nil)
  }

  /// Forty variables, a hundred constraints: edits that once did not end.
  @Test(arguments: EditedSystem.families.indices)
  func largerSystemsEndAndAreRight(family: Int) throws {
    let found = try EditedSystem.firstDifference(
      variables: 40, constraints: 100, family: family, seed: 11, edits: 1500, every: 150)
    #expect(found == nil)
  }

  /// A wrong coefficient anywhere is seen, and mended.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func wrongCoefficientIsSeenAndMended(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var solver = LayoutSolver()
    let x = (0..<8).map { _ in solver.makeVariable() }
    for (a, b) in zip(x, x.dropFirst()) {
      try solver.add([.init(b), .init(a, -0.75)], .equal, 7, priority: .defaultHigh)
      try solver.add([.init(b), .init(a)], .lessThanOrEqual, 90, priority: .defaultLow)
    }
    let edit = try solver.add([.init(x[0])], .equal, 20, priority: .defaultHigh)
    solver.solve()
    let wanted = x.map(solver.value)
    let entry = Int32.random(in: 0..<solver.tableau.entries.capacity, using: &random)
    guard solver.tableau.row(of: entry) >= 0 else { return }
    solver.tableau.entries[entry].value += 1e-6
    #expect(solver.tableauError() > 1e-9)
    solver.isDoubtful = true
    try solver.setConstant(10, of: edit)
    solver.restart(from: LayoutSolver.Stage.levels)
    solver.solve()
    try solver.setConstant(20, of: edit)
    solver.solve()
    #expect(zip(x, wanted).allSatisfy { abs(solver.value(of: $0) - $1) < 1e-9 })
    #expect(solver.isProven && solver.refactorizationCount > 0)
  }
}
