import SolverReference

@testable import ConstraintLayout

/// Random systems, small enough for the exact solver.
enum RandomSystem {
  static func make(seed: UInt64) -> ExactSolver {
    var random = SeededGenerator(seed: seed)
    let variables = [1, 2, 2, 3, 3, 3].randomElement(using: &random) ?? 2
    let count = Int.random(in: 1...(variables == 3 ? 7 : 9), using: &random)
    let range = [2, 20, 200].randomElement(using: &random) ?? 20
    let priorities: [Float] = [1000, 750, 750, 500, 250, 999.5]
    var constraints: [ExactSolver.Constraint] = []
    for _ in 0..<count {
      let choice: [Double] = [0, 0, 1, 1, -1, -1, 2, -0.5]
      var coefficients: [Double] = []
      for _ in 0..<variables {
        coefficients.append(choice.randomElement(using: &random) ?? 1)
      }
      if coefficients.allSatisfy({ $0 == 0 }) { coefficients[0] = 1 }
      constraints.append(
        ExactSolver.Constraint(
          coefficients: coefficients,
          relation: LayoutRelation.allCases.randomElement(using: &random) ?? .equal,
          constant: Double(Int.random(in: -range...range, using: &random)),
          priority: priorities.randomElement(using: &random) ?? 750))
    }
    return ExactSolver(variables: variables, constraints: constraints)
  }
}

extension LayoutSolver {
  @discardableResult
  mutating func add(
    _ constraint: ExactSolver.Constraint, over variables: [Variable], order: UInt64
  ) throws -> Constraint {
    let terms = zip(variables, constraint.coefficients).map { Term($0, $1) }
    return try add(
      terms, constraint.relation, constraint.constant,
      priority: LayoutPriority(constraint.priority),
      order: order)
  }
}
