import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// Rows that are not tested after each change.
@Suite struct RefactorizationTests {
  /// No row is further off than is known of it.
  @Test(arguments: seeds(12))
  func boundsHold(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var solver = LayoutSolver()
    solver.watchedSize = 0
    let variables = (0..<12).map { solver.makeVariable(isNonNegative: $0 % 3 == 0) }
    var constraints: [LayoutSolver.Constraint] = []
    var watched = 0
    for edit in 0..<400 {
      let place = Int.random(in: 0..<40, using: &random)
      if place >= constraints.count {
        constraints.append(try add(to: &solver, variables, &random))
      } else if edit % 3 == 0 {
        try solver.remove(constraints.remove(at: place))
      } else {
        let constant = Double.random(in: -1000...1000, using: &random)
        try solver.setConstant(constant, of: constraints[place])
      }
      solver.solve()
      // The tableau does not know yet of constants that are followed.
      if solver.sensitivities.isEmpty { watched += check(solver, "edit \(edit)") }
    }
    #expect(watched > 100)
  }

  /// Adds a constraint whose coefficients leave rounding errors.
  private func add(
    to solver: inout LayoutSolver, _ variables: [LayoutSolver.Variable],
    _ random: inout SeededGenerator
  ) throws -> LayoutSolver.Constraint {
    let coefficients = [1, -1, 1.0 / 3, -0.3, 7].shuffled(using: &random)
    let terms = zip(variables.shuffled(using: &random).prefix(3), coefficients).map {
      LayoutSolver.Term($0, $1)
    }
    let relation = LayoutRelation.allCases.randomElement(using: &random) ?? .equal
    let priority: Float = [750, 500, 250].randomElement(using: &random) ?? 500
    return try solver.add(
      terms, relation, Double.random(in: -1000...1000, using: &random),
      priority: LayoutPriority(priority))
  }

  /// Compares the stored state of every row with a test of it; returns how many have changed since
  /// their last one.
  private func check(_ solver: LayoutSolver, _ comment: Comment) -> Int {
    var changed = 0
    for (row, known) in solver.tableau.agreements.enumerated()
    where solver.tableau.rows[Int32(row)].symbol >= 0 && known.coefficients.error.isFinite {
      let found = solver.agreement(of: Int32(row))
      if known.coefficients.change > 0 { changed += 1 }
      for (known, found) in [(known.coefficients, found.coefficients), (known.value, found.value)] {
        // A test rounds, too.
        let noise = 16 * .ulpOfOne * found.size
        #expect(found.error <= known.error + noise, comment)
        #expect(abs(found.size - known.size) <= known.change + noise, comment)
      }
    }
    return changed
  }

  /// In stacks in stacks an edit changes most of the rows, and few of them are tested again.
  @Test func mostRowsOfNestedStacksAreNotTestedAgain() throws {
    let engine = LayoutEngine(rootSize: .init(width: 500, height: 500), log: nil)
    engine.state.solver.watchedSize = 0
    var outer: StackLayout?
    for index in 0..<40 {
      let stack = try engine.makeStack("s\(index)", in: outer ?? engine.root)
      try outer?.arrange(stack)
      try stack.arrange(try engine.view("v\(index)", 10, 10, in: stack))
      engine.layout()
      outer = stack
    }
    let known = engine.state.solver.tableau.agreements
    #expect(known.count { $0.coefficients.change > 0 } > known.count / 4)
    #expect(engine.state.solver.isProven && engine.state.solver.refactorizationCount == 0)
  }
}
