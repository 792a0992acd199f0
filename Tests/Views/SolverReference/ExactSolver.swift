import ConstraintLayout

/// The specification's solution of a small system, by trying everything, in whole numbers.
///
/// Every violation and every distance from zero is linear wherever no constraint and no variable
/// passes its zero. So the best point is a crossing of as many of these zeros as there are
/// variables: compute all crossings, drop those that break a required constraint, and compare the
/// rest number by number. All numbers are multiples of 1/16; a crossing is kept as whole numbers
/// over a common denominator, so nothing is ever rounded.
public struct ExactSolver: Sendable {
  public struct Constraint: Sendable {
    public var coefficients: [Double]
    public var relation: LayoutRelation
    public var constant: Double
    public var priority: Float

    public init(
      coefficients: [Double], relation: LayoutRelation, constant: Double, priority: Float
    ) {
      self.coefficients = coefficients
      self.relation = relation
      self.constant = constant
      self.priority = priority
    }

    /// The difference of left and right side at a point, times 16 and the point's denominator.
    fileprivate func excess(at point: Point) -> Int128 {
      var sum = -ExactSolver.sixteenths(constant) * point.denominator
      for (coefficient, number) in zip(coefficients, point.numbers) where coefficient != 0 {
        sum += ExactSolver.sixteenths(coefficient) * number
      }
      return sum
    }

    fileprivate func violation(at point: Point) -> Int128 {
      let excess = excess(at: point)
      switch relation {
      case .equal: return abs(excess)
      case .lessThanOrEqual: return max(0, excess)
      case .greaterThanOrEqual: return max(0, -excess)
      }
    }
  }

  /// A point whose coordinates are whole numbers over a positive denominator.
  fileprivate struct Point {
    var numbers: [Int128]
    var denominator: Int128 = 1
  }

  /// Costs over their point's denominator.
  private struct Cost {
    var numbers: [Int128]
    var denominator: Int128

    func isLess(than other: Cost) -> Bool {
      for (a, b) in zip(numbers, other.numbers) {
        let (left, right) = (a * other.denominator, b * denominator)
        if left != right { return left < right }
      }
      return false
    }
  }

  public var variables: Int
  public var constraints: [Constraint]

  public init(variables: Int, constraints: [Constraint]) {
    self.variables = variables
    self.constraints = constraints
  }

  fileprivate static func sixteenths(_ number: Double) -> Int128 {
    precondition((number * 16).rounded() == number * 16, "\(number) is not a multiple of 1/16")
    return Int128(number * 16)
  }

  /// The solution, or `nil` if the required constraints contradict each other.
  public func solution() -> [Double]? {
    let ranked = constraints.indices.filter { constraints[$0].priority < 1000 }
      .sorted { (-constraints[$0].priority, $0) < (-constraints[$1].priority, $1) }
      .map { constraints[$0] }
    let required = constraints.filter { $0.priority == 1000 }
    var best: (point: Point, cost: Cost)?
    forEachCrossing { point in
      guard required.allSatisfy({ $0.violation(at: point) == 0 }) else { return }
      let cost = cost(of: point, ranked)
      if best.map({ cost.isLess(than: $0.cost) }) ?? true { best = (point, cost) }
    }
    return best.map { found in
      found.point.numbers.map { Double($0) / Double(found.point.denominator) }
    }
  }

  /// The level sums, then the single violations in tie order, then the distances from zero.
  private func cost(of point: Point, _ ranked: [Constraint]) -> Cost {
    let violations = ranked.map { $0.violation(at: point) }
    var sums: [Int128] = []
    for (index, violation) in violations.enumerated() {
      if index > 0 && ranked[index].priority == ranked[index - 1].priority {
        sums[sums.count - 1] += violation
      } else {
        sums.append(violation)
      }
    }
    return Cost(
      numbers: sums + violations + point.numbers.map { abs($0) }, denominator: point.denominator)
  }

  // MARK: Crossings

  /// A zero, reduced by the ones before it to hold no multiple of their pivots.
  private struct Plane {
    var pivot = 0
    var values: [Int128]
  }

  private func forEachCrossing(_ body: (Point) -> Void) {
    var planes = constraints.map { constraint in
      Plane(values: (constraint.coefficients + [constraint.constant]).map(Self.sixteenths))
    }
    for variable in 0..<variables {
      var plane = Plane(values: [Int128](repeating: 0, count: variables + 1))
      plane.values[variable] = 1
      planes.append(plane)
    }
    extend([], from: 0, planes, body)
  }

  /// Adds planes to those chosen until they fix a point.
  private func extend(
    _ chosen: [Plane], from start: Int, _ planes: [Plane], _ body: (Point) -> Void
  ) {
    if chosen.count == variables { return body(intersection(of: chosen)) }
    for index in start..<planes.count {
      var plane = planes[index]
      for done in chosen {
        let (factor, scale) = (plane.values[done.pivot], done.values[done.pivot])
        if factor == 0 { continue }
        for k in 0...variables {
          plane.values[k] = plane.values[k] * scale - factor * done.values[k]
        }
        Self.reduce(&plane.values)
      }
      guard let pivot = plane.values.prefix(variables).firstIndex(where: { $0 != 0 }) else {
        continue
      }
      plane.pivot = pivot
      extend(chosen + [plane], from: index + 1, planes, body)
    }
  }

  private func intersection(of planes: [Plane]) -> Point {
    var point = Point(numbers: [Int128](repeating: 0, count: variables))
    for plane in planes.reversed() {
      var number = plane.values[variables] * point.denominator
      for k in 0..<variables where k != plane.pivot {
        number -= plane.values[k] * point.numbers[k]
      }
      let pivot = plane.values[plane.pivot]
      for k in 0..<variables { point.numbers[k] *= pivot }
      point.numbers[plane.pivot] = number
      point.denominator *= pivot
      var all = point.numbers + [point.denominator]
      Self.reduce(&all)
      let sign: Int128 = all[variables] < 0 ? -1 : 1
      point = Point(
        numbers: all.prefix(variables).map { $0 * sign }, denominator: all[variables] * sign)
    }
    return point
  }

  private static func reduce(_ numbers: inout [Int128]) {
    var divisor: Int128 = 0
    for number in numbers where number != 0 {
      var (a, b) = (divisor, abs(number))
      while b != 0 { (a, b) = (b, a % b) }
      divisor = a
      if divisor == 1 { return }
    }
    if divisor > 1 { for index in numbers.indices { numbers[index] /= divisor } }
  }
}
