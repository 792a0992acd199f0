@testable import ConstraintLayout

/// A small generator whose numbers are the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Random systems, small enough for the reference solver.
enum RandomSystem {
  static func make(seed: UInt64) -> ReferenceSolver {
    var random = SeededGenerator(seed: seed)
    let variables = [1, 2, 2, 3, 3, 3].randomElement(using: &random) ?? 2
    let count = Int.random(in: 1...(variables == 3 ? 7 : 9), using: &random)
    let range = [2, 20, 200].randomElement(using: &random) ?? 20
    let priorities: [Float] = [1000, 750, 750, 500, 250, 999.5]
    var constraints: [ReferenceSolver.Constraint] = []
    for _ in 0..<count {
      let choice: [Double] = [0, 0, 1, 1, -1, -1, 2, -0.5]
      var coefficients: [Double] = []
      for _ in 0..<variables {
        coefficients.append(choice.randomElement(using: &random) ?? 1)
      }
      if coefficients.allSatisfy({ $0 == 0 }) { coefficients[0] = 1 }
      constraints.append(
        ReferenceSolver.Constraint(
          coefficients: coefficients,
          relation: LayoutRelation.allCases.randomElement(using: &random) ?? .equal,
          constant: Double(Int.random(in: -range...range, using: &random)),
          priority: priorities.randomElement(using: &random) ?? 750))
    }
    return ReferenceSolver(variables: variables, constraints: constraints)
  }
}

extension LayoutSolver {
  /// Adds a constraint of a reference system.
  @discardableResult
  mutating func add(
    _ constraint: ReferenceSolver.Constraint, over variables: [Variable], order: UInt64
  ) -> Constraint {
    let terms = zip(variables, constraint.coefficients).map { Term($0, $1) }
    return add(
      terms, constraint.relation, constraint.constant, priority: .level(constraint.priority),
      order: order)
  }
}
