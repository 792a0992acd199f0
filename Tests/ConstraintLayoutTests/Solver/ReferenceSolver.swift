@testable import ConstraintLayout

/// The specification's solution of a small system, by trying everything.
///
/// Every violation and every distance from zero is linear wherever no constraint and no variable
/// passes its zero. So the one best point lies where as many of these zeros cross as there are
/// variables: compute all crossings, drop those that break a required constraint, and compare what
/// is left number by number.
struct ReferenceSolver {
  struct Constraint {
    var coefficients: [Double]
    var relation: LayoutRelation
    var constant: Double
    var priority: Float

    func excess(at point: [Double]) -> Double {
      var sum = -constant
      for index in point.indices { sum += coefficients[index] * point[index] }
      return sum
    }

    func violation(at point: [Double]) -> Double {
      let excess = excess(at: point)
      switch relation {
      case .equal: return abs(excess)
      case .lessThanOrEqual: return max(0, excess)
      case .greaterThanOrEqual: return max(0, -excess)
      }
    }
  }

  var variables: Int
  var constraints: [Constraint]

  static let tolerance = 1e-6

  /// The solution, or `nil` if the required constraints contradict each other.
  func solution() -> [Double]? {
    let ranked = constraints.indices.filter { constraints[$0].priority < 1000 }
      .sorted { (-constraints[$0].priority, $0) < (-constraints[$1].priority, $1) }
      .map { constraints[$0] }
    let required = constraints.filter { $0.priority == 1000 }
    var best: (point: [Double], cost: [Double])?
    forEachCrossing { point in
      guard required.allSatisfy({ $0.violation(at: point) < ReferenceSolver.tolerance }) else {
        return
      }
      let cost = cost(of: point, ranked)
      if best.map({ isLess(cost, $0.cost) }) ?? true { best = (point, cost) }
    }
    return best?.point
  }

  /// The level sums, then the single violations in tie order, then the distances from zero.
  private func cost(of point: [Double], _ ranked: [Constraint]) -> [Double] {
    let violations = ranked.map { $0.violation(at: point) }
    var sums: [Double] = []
    for (index, violation) in violations.enumerated() {
      if index > 0 && ranked[index].priority == ranked[index - 1].priority {
        sums[sums.count - 1] += violation
      } else {
        sums.append(violation)
      }
    }
    return sums + violations + point.map(abs)
  }

  private func isLess(_ a: [Double], _ b: [Double]) -> Bool {
    for (x, y) in zip(a, b) where abs(x - y) > ReferenceSolver.tolerance { return x < y }
    return false
  }

  /// A zero, reduced by the ones before it to hold no multiple of their pivots.
  private struct Plane {
    var pivot = 0
    var values: [Double]
  }

  /// Calls `body` with every point where `variables` of the zeros cross.
  private func forEachCrossing(_ body: ([Double]) -> Void) {
    var planes = constraints.map { Plane(values: $0.coefficients + [$0.constant]) }
    for variable in 0..<variables {
      var plane = Plane(values: [Double](repeating: 0, count: variables + 1))
      plane.values[variable] = 1
      planes.append(plane)
    }
    extend([], from: 0, planes, body)
  }

  /// Adds planes to those chosen until they fix a point.
  private func extend(
    _ chosen: [Plane], from start: Int, _ planes: [Plane], _ body: ([Double]) -> Void
  ) {
    if chosen.count == variables {
      body(intersection(of: chosen))
      return
    }
    for index in start..<planes.count {
      var plane = planes[index]
      for done in chosen {
        let factor = plane.values[done.pivot]
        if factor == 0 { continue }
        for k in 0...variables { plane.values[k] -= factor * done.values[k] }
      }
      for k in 0..<variables where abs(plane.values[k]) > abs(plane.values[plane.pivot]) {
        plane.pivot = k
      }
      let pivot = plane.values[plane.pivot]
      if abs(pivot) < 1e-9 { continue }
      for k in 0...variables { plane.values[k] /= pivot }
      extend(chosen + [plane], from: index + 1, planes, body)
    }
  }

  private func intersection(of planes: [Plane]) -> [Double] {
    var point = [Double](repeating: 0, count: variables)
    for plane in planes.reversed() {
      var value = plane.values[variables]
      for k in 0..<variables where k != plane.pivot { value -= plane.values[k] * point[k] }
      point[plane.pivot] = value
    }
    return point
  }
}
