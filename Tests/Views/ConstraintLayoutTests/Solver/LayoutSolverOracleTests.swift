import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// The solver beside the reference on random systems; the seeds are the systems' numbers.
///
/// `EditedSystemTests` compares edited systems with the reference.
@Suite struct LayoutSolverOracleTests {
  @Test func threeThousandSystemsHaveTheReferenceSolution() throws {
    let numbers = seeds(3_000)
    var contradictions = 0
    for seed in numbers {
      let system = RandomSystem.make(seed: seed)
      var (solver, variables, _) = try load(system)
      if !compare(&solver, variables, with: system, seed) { contradictions += 1 }
    }
    #expect((numbers.count / 50...numbers.count / 2).contains(contradictions))
  }

  @Test func conflictsAreIrreducible() throws {
    for seed in seeds(3_000) {
      var system = RandomSystem.make(seed: 300_000 + seed)
      var (solver, _, handles) = try load(system)
      guard let conflict = solver.solve() else { continue }
      let all = system.constraints
      let members = handles.indices.filter { conflict.constraints.contains(handles[$0]) }
      #expect(members.allSatisfy { all[$0].priority == 1000 })
      system.constraints = members.map { all[$0] }
      #expect(system.solution() == nil, "seed \(seed)")
      for left in members {
        system.constraints = members.filter { $0 != left }.map { all[$0] }
        #expect(system.solution() != nil, "seed \(seed)")
      }
    }
  }

  private func load(
    _ system: ExactSolver
  ) throws -> (
    solver: LayoutSolver, variables: [LayoutSolver.Variable], handles: [LayoutSolver.Constraint]
  ) {
    var solver = LayoutSolver()
    let variables = (0..<system.variables).map { _ in solver.makeVariable() }
    let handles = try system.constraints.enumerated().map {
      try solver.add($1, over: variables, order: UInt64($0))
    }
    return (solver, variables, handles)
  }

  /// True if there is a solution, which must be that of the reference.
  private func compare(
    _ solver: inout LayoutSolver, _ variables: [LayoutSolver.Variable], with system: ExactSolver,
    _ seed: UInt64
  ) -> Bool {
    let conflict = solver.solve()
    let expected = system.solution()
    #expect((conflict == nil) == (expected != nil), "seed \(seed): \(describe(system))")
    guard let expected, conflict == nil else { return false }
    let values = variables.map { solver.value(of: $0) }
    if !zip(values, expected).allSatisfy({ abs($0 - $1) < 1e-5 }) {
      Issue.record("seed \(seed): \(values), reference \(expected)\n\(describe(system))")
    }
    return true
  }

  private func describe(_ system: ExactSolver) -> String {
    system.constraints.map { "\($0.coefficients) \($0.relation) \($0.constant) @\($0.priority)" }
      .joined(separator: "\n")
  }
}
