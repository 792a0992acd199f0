/// A weighted sum of required constraints, which is not positive if all of them hold.
///
/// If another constraint contradicts the sum, a comparison of their terms proves it, without a
/// search by the simplex method.
struct WeightedSum {
  fileprivate var coefficients: [Int32: Double] = [:]
  fileprivate var constant = 0.0
  /// The sums of the magnitudes of the constants and of the weights, which bound rounding errors.
  fileprivate var (size, weights) = (0.0, 0.0)
  /// The number of variables that can make the sum arbitrarily small.
  fileprivate var openCount = 0
}

extension LayoutSolver {
  /// The excess of a weighted sum above which the sum proves a contradiction without a search.
  static let clearMiss = 1e-6

  func constantPart(of constraint: Constraint) -> Double {
    symbols[constraint.symbol].constant / symbols[constraint.symbol].scale
  }

  /// Verifies a contradiction from the original constraints, independently of the tableau.
  ///
  /// The weighted sum of the left-hand sides minus the right-hand sides must always be positive,
  /// although it could not be positive if all constraints held: the free variables cancel out, the
  /// non-negative variables can only increase the sum, and its constant is positive.
  func isContradiction(_ conflict: Conflict) -> Bool {
    let areRequired = conflict.members.allSatisfy {
      symbols[$0.constraint.symbol].requirement.contains(.needed(for: $0.weight))
    }
    let sum = sum(of: conflict.members)
    return areRequired && sum.openCount == 0 && sum.constant > LayoutSolver.epsilon * sum.size
  }

  func sum(of members: [Conflict.Member]) -> WeightedSum {
    var sum = WeightedSum()
    for member in members {
      let record = symbols[member.constraint.symbol]
      let weight = member.weight / record.scale
      sum.constant += weight * record.constant
      sum.size += abs(weight) * max(1, abs(record.constant))
      sum.weights += abs(weight)
      for term in sources[Int(member.constraint.symbol)] {
        sum.coefficients[term.variable.symbol, default: 0] += weight * term.coefficient
      }
    }
    let noise = LayoutSolver.epsilon * sum.weights
    sum.coefficients = sum.coefficients.filter { abs($0.value) > noise }
    sum.openCount = sum.coefficients.count { isOpen($0.key, $0.value) }
    return sum
  }

  /// Returns a factor such that `sum` plus `factor × constraint` clearly proves a contradiction;
  /// `nil` if the function finds none.
  func weight(of constraint: Constraint, against sum: WeightedSum) -> Double? {
    let (record, terms) = (symbols[constraint.symbol], sources[Int(constraint.symbol)])
    func known(_ term: Term) -> Double { sum.coefficients[term.variable.symbol] ?? 0 }
    guard terms.count(where: { isOpen($0.variable.symbol, known($0)) }) == sum.openCount else {
      return nil
    }
    for term in terms where known(term) != 0 {
      let weight = -known(term) / term.coefficient
      let noise = LayoutSolver.epsilon * (sum.weights + abs(weight))
      let size = abs(weight) * max(1, abs(record.constant))
      let miss = sum.constant + weight * record.constant
      if miss > LayoutSolver.epsilon * (sum.size + size),
        miss > LayoutSolver.clearMiss * max(1, size),
        record.freeOfCost.contains(.needed(for: weight)),
        !terms.contains(where: {
          isOpen($0.variable.symbol, known($0) + weight * $0.coefficient, noise)
        })
      {
        return weight * record.scale
      }
    }
    return nil
  }

  private func isOpen(_ variable: Int32, _ coefficient: Double, _ noise: Double = 0) -> Bool {
    coefficient < -noise || coefficient > noise && symbols[variable].requirement.isEmpty
  }
}

extension LayoutSolver.Bounds {
  /// The requirement of a constraint that a weighted sum uses with a weight.
  fileprivate static func needed(for weight: Double) -> LayoutSolver.Bounds {
    weight > 0 ? .notPositive : .notNegative
  }
}
