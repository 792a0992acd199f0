import ConstraintLayout

/// One solver under random edits, compared with fresh ones and, where it is small enough, with
/// exact arithmetic.
///
/// Every second variable may not be negative. In systems of more than four variables those between
/// are positions, and a third of the constraints are links: the next position is this one and what
/// lies between. The solver of an odd seed watches its rows, as it does in large systems.
public struct EditedSystem {
  /// Sets of coefficients.
  ///
  /// Signs; halves and quarters; whole numbers whose quotients are not exact;
  /// numbers of different sizes. All are multiples of 1/16, so that ties are ties.
  public static let families: [[Double]] = [
    [1, -1], [1, -1, 2, -0.5, 0.25], [1, -1, 3, -7, 5],
    [0.125, -0.375, 0.75, 1.0625, -0.3125, 13.75],
  ]

  private static let tolerance = 1e-6

  struct Item {
    var terms: [(variable: Int, coefficient: Double)]
    var relation: LayoutRelation
    var constant: Double
    var priority: LayoutPriority
    var order: UInt64
    var handle: LayoutSolver.Constraint
  }

  private static let priorities = [1000, 750, 750, 500, 500, 250].map { LayoutPriority($0) }

  private var random: SeededGenerator
  private let coefficients: [Double]
  private let size: Int
  private var solver = LayoutSolver()
  private let variables: [LayoutSolver.Variable]
  private var items: [Item] = []
  private var order: UInt64 = 1000

  private init(variables: Int, constraints: Int, family: Int, seed: UInt64) {
    var solver = LayoutSolver()
    self.variables = Self.makeVariables(variables, in: &solver)
    if !seed.isMultiple(of: 2) { solver.watchedSize = 0 }
    self.solver = solver
    coefficients = Self.families[family]
    size = constraints
    random = SeededGenerator(seed: seed)
  }

  private static func makeVariables(
    _ count: Int, in solver: inout LayoutSolver
  ) -> [LayoutSolver.Variable] {
    (0..<count).map { solver.makeVariable(isNonNegative: !$0.isMultiple(of: 2)) }
  }

  private mutating func edit() throws {
    let choice = Int.random(in: 0..<9, using: &random)
    if items.count < size / 2 || choice < 2 && items.count < size + size / 4 {
      items.append(try makeItem())
    } else if choice < 3 {
      let index = Int.random(in: items.indices, using: &random)
      try solver.remove(items.remove(at: index).handle)
    } else if choice < 7 {
      let index = Int.random(in: items.indices, using: &random)
      try set(constant: Double(Int.random(in: -100...100, using: &random)), at: index)
    } else if choice < 8 {
      try drag()
    } else {
      let index = Int.random(in: items.indices, using: &random)
      try set(priority: drawPriority(), at: index)
    }
    try solve()
  }

  /// Changes a few constants again and again, mostly by little.
  private mutating func drag() throws {
    let dragged = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Int.random(in: items.indices, using: &random)
    }
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      for index in dragged {
        let reach = Bool.random(using: &random) ? 3 : 60
        let change = Double(Int.random(in: -reach...reach, using: &random))
        try set(constant: max(-100, min(100, items[index].constant + change)), at: index)
      }
      try solve()
    }
  }

  /// Solves, and makes the last constraint of each contradiction optional.
  private mutating func solve() throws {
    while let conflict = solver.solve() {
      guard let index = items.firstIndex(where: { $0.handle == conflict.constraints.last }) else {
        return
      }
      try set(priority: .defaultLow, at: index)
    }
  }

  private mutating func set(constant: Double, at index: Int) throws {
    items[index].constant = constant
    try solver.setConstant(constant, of: items[index].handle)
  }

  private mutating func set(priority: LayoutPriority, at index: Int) throws {
    items[index].priority = priority
    try solver.setPriority(priority, of: items[index].handle)
  }

  private mutating func drawPriority() -> LayoutPriority {
    Self.priorities.randomElement(using: &random) ?? .required
  }

  private mutating func makeItem() throws -> Item {
    if variables.count > 4 && Int.random(in: 0..<3, using: &random) == 0 { return try makeLink() }
    var terms: [(variable: Int, coefficient: Double)] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let variable = Int.random(in: variables.indices, using: &random)
      if terms.contains(where: { $0.variable == variable }) { continue }
      terms.append((variable, coefficients.randomElement(using: &random) ?? 1))
    }
    let relation = LayoutRelation.allCases.randomElement(using: &random) ?? .equal
    let constant = Double(Int.random(in: -100...100, using: &random))
    return try add(terms, relation, constant, drawPriority())
  }

  private mutating func makeLink() throws -> Item {
    let first = 2 * Int.random(in: 0..<(variables.count - 1) / 2, using: &random)
    let gap = Double(Int.random(in: 0...8, using: &random))
    return try add([(first + 2, 1), (first, -1), (first + 1, -1)], .equal, gap, .required)
  }

  private mutating func add(
    _ terms: [(variable: Int, coefficient: Double)], _ relation: LayoutRelation,
    _ constant: Double, _ priority: LayoutPriority
  ) throws -> Item {
    order += 1
    let handle = try solver.add(
      terms.map { .init(variables[$0.variable], $0.coefficient) }, relation, constant,
      priority: priority, order: order)
    return Item(
      terms: terms, relation: relation, constant: constant, priority: priority, order: order,
      handle: handle)
  }

  // MARK: Comparing

  /// Edits a new system; returns the first edit after which it has wrong values, and the largest
  /// difference.
  ///
  /// Its values are compared after every `interval` edits; with exact arithmetic only if there are
  /// fewer than five variables.
  public static func firstDifference(
    variables: Int, constraints: Int, family: Int, seed: UInt64, edits: Int, every interval: Int
  ) throws -> (edit: Int, difference: Double)? {
    var system = EditedSystem(
      variables: variables, constraints: constraints, family: family, seed: seed)
    for edit in 1...edits {
      try system.edit()
      if edit % interval != 0 { continue }
      let difference = max(
        try system.differenceFromFresh(), variables < 5 ? system.differenceFromExact() : 0)
      guard difference <= tolerance else { return (edit, difference) }
    }
    return nil
  }

  private var values: [Double] { variables.map(solver.value) }

  private func differenceFromFresh() throws -> Double {
    var fresh = LayoutSolver()
    let others = Self.makeVariables(variables.count, in: &fresh)
    for item in items {
      try fresh.add(
        item.terms.map { .init(others[$0.variable], $0.coefficient) }, item.relation,
        item.constant, priority: item.priority, order: item.order)
    }
    if fresh.solve() != nil { return .infinity }
    return difference(from: others.map(fresh.value))
  }

  private func differenceFromExact() -> Double {
    let sorted = items.sorted { $0.order < $1.order }
    var constraints = sorted.map { item in
      ExactSolver.Constraint(
        coefficients: coefficients(item.terms), relation: item.relation, constant: item.constant,
        priority: item.priority.rawValue)
    }
    for variable in variables.indices where !variable.isMultiple(of: 2) {
      constraints.append(
        .init(
          coefficients: coefficients([(variable, 1)]), relation: .greaterThanOrEqual, constant: 0,
          priority: 1000))
    }
    let exact = ExactSolver(variables: variables.count, constraints: constraints)
    return exact.solution().map(difference) ?? .infinity
  }

  private func coefficients(_ terms: [(variable: Int, coefficient: Double)]) -> [Double] {
    var coefficients = [Double](repeating: 0, count: variables.count)
    for term in terms { coefficients[term.variable] = term.coefficient }
    return coefficients
  }

  private func difference(from wanted: [Double]) -> Double {
    let scale = max(1, wanted.map { abs($0) }.max() ?? 1)
    return zip(values, wanted).reduce(0) { max($0, abs($1.0 - $1.1)) } / scale
  }
}
