import KeywardTestSupport
import SolverReference
import Testing

@testable import ConstraintLayout

/// Growth, degenerate systems, snapshots, and numbers that need care.
@Suite struct LayoutSolverTests {
  @Test(.tags(.slow)) func hundredThousandAdditionsAndRemovalsLeaveNoTrace() throws {
    var solver = LayoutSolver()
    let variables = (0..<6).map { _ in solver.makeVariable(isNonNegative: true) }
    for (a, b) in zip(variables, variables.dropFirst()) {
      try solver.add([.init(b), .init(a, -1)], .greaterThanOrEqual, 1)
    }
    func toggle() throws {
      let extra = try solver.add([.init(variables[5])], .equal, 100, priority: .defaultHigh)
      solver.solve()
      try solver.remove(extra)
      solver.solve()
    }
    try toggle()
    let extent = solver.extent
    let capacity = solver.symbols.capacity
    for _ in seeds(50_000) { try toggle() }
    #expect(solver.extent == extent)
    #expect(solver.symbols.capacity == capacity)
    #expect(variables.map { solver.value(of: $0) } == [0, 1, 2, 3, 4, 5])
  }

  @Test func degenerateSystemsEnd() throws {
    // Many equal minimums that exactly fill a length, entered in many ways.
    for count in [2, 10, 60] {
      var solver = LayoutSolver()
      let lengths = (0..<count).map { _ in solver.makeVariable(isNonNegative: true) }
      for length in lengths {
        for _ in 0..<3 { try solver.add([.init(length)], .greaterThanOrEqual, 10) }
        try solver.add([.init(length)], .equal, 10, priority: .defaultLow)
        try solver.add([.init(length)], .lessThanOrEqual, 10, priority: .defaultHigh)
      }
      try solver.add(lengths.map { .init($0) }, .equal, Double(10 * count))
      try solver.add(lengths.map { .init($0) }, .lessThanOrEqual, Double(10 * count))
      #expect(solver.solve() == nil)
      #expect(lengths.allSatisfy { abs(solver.value(of: $0) - 10) < 1e-9 })
    }
  }

  @Test func knownCyclingExampleEnds() throws {
    // Beale's linear program, which cycles under Dantzig's rule.
    var solver = LayoutSolver()
    let x = (0..<4).map { _ in solver.makeVariable(isNonNegative: true) }
    try solver.add(
      [.init(x[0], 0.25), .init(x[1], -60), .init(x[2], -0.04), .init(x[3], 9)],
      .lessThanOrEqual, 0)
    try solver.add(
      [.init(x[0], 0.5), .init(x[1], -90), .init(x[2], -0.02), .init(x[3], 3)],
      .lessThanOrEqual, 0)
    try solver.add([.init(x[2])], .lessThanOrEqual, 1)
    try solver.add(
      [.init(x[0], 0.75), .init(x[1], -150), .init(x[2], 0.02), .init(x[3], -6)],
      .greaterThanOrEqual, 100, priority: .defaultHigh)
    solver.solve()
    #expect(abs(solver.residuals()[0].violation - 99.95) < 1e-6)
  }

  @Test func dumpHasValuesAndConstraintsAsGiven() throws {
    var solver = LayoutSolver()
    let (left, width) = (solver.makeVariable(), solver.makeVariable(isNonNegative: true))
    let gone = solver.makeVariable()
    let removed = try solver.add([.init(gone)], .equal, 5)
    try solver.add([.init(left), .init(width)], .equal, 320)
    try solver.add([.init(width)], .greaterThanOrEqual, 120, priority: .defaultHigh)
    try solver.add([.init(width, 1000), .init(left, -2.5)], .lessThanOrEqual, 100)
    let wish = try solver.add([.init(left, -1)], .equal, -150, priority: .defaultLow)
    try solver.remove(removed)
    try solver.remove(gone)
    solver.solve()
    let lines = solver.dump { $0 == left ? "left" : nil }.split(separator: "\n").map(String.init)
    #expect(lines.count == 6 && lines[0].hasPrefix("left = ") && lines[1].hasPrefix("x2 = "))
    #expect(lines.contains("left + x2 == 320"))
    #expect(lines.contains { $0.hasPrefix("x2 >= 120 @750, violated by ") })
    #expect(lines.contains("1000*x2 - 2.5*left <= 100"))
    #expect(lines.contains { $0.hasPrefix("-left == -150 @250, violated by ") })
    try solver.remove(wish)
    #expect(solver.dump().split(separator: "\n").count == 5)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func copiesGoTheirOwnWaysWhateverIsDoneToEither(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var solvers = [LayoutSolver()]
    var variables: [LayoutSolver.Variable] = []
    var wanted: [[Double]] = []
    for index in 0..<6 { variables.append(solvers[0].makeVariable(isNonNegative: index % 2 == 0)) }
    solvers[0].solve()
    wanted.append(variables.map(solvers[0].value))
    for _ in 0..<40 {
      // A copy of any of them changes, is solved or not; all the others keep their values.
      let source = Int.random(in: 0..<solvers.count, using: &random)
      var copy = solvers[source]
      for _ in 0..<Int.random(in: 1...3, using: &random) { try change(&copy, variables, &random) }
      #expect(variables.map(solvers[source].value) == wanted[source])
      copy.solve()
      for (solver, values) in zip(solvers, wanted) {
        #expect(variables.map(solver.value) == values)
      }
      wanted.append(variables.map(copy.value))
      solvers.append(copy)
    }
  }

  private func change(
    _ solver: inout LayoutSolver, _ variables: [LayoutSolver.Variable],
    _ random: inout SeededGenerator
  ) throws {
    let pair = variables.shuffled(using: &random).prefix(2).map { LayoutSolver.Term($0) }
    let constraint = try solver.add(
      pair, LayoutRelation.allCases.randomElement(using: &random) ?? .equal,
      Double(Int.random(in: -9...9, using: &random)), priority: LayoutPriority(500))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try solver.remove(constraint)
    case 1: try solver.setConstant(3, of: constraint)
    case 2: try solver.setPriority(LayoutPriority(250), of: constraint)
    case 3: solver.solve()
    default: solver.refactorize()
    }
  }

  @Test func largeAndSmallNumbersTogether() throws {
    var solver = LayoutSolver()
    let x = solver.makeVariable()
    try solver.add([.init(x)], .lessThanOrEqual, 16_777_200, priority: LayoutPriority(700))
    try solver.add([.init(x)], .greaterThanOrEqual, 119, priority: LayoutPriority(700))
    let edit = try solver.add([.init(x)], .equal, 1e-3, priority: .defaultLow)
    solver.solve()
    #expect(solver.value(of: x) == 119)
    try solver.setConstant(2e7, of: edit)
    solver.solve()
    #expect(solver.value(of: x) == 16_777_200)
  }
}
