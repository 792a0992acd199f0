/// The sum of some required constraints, each times a weight: what every solution obeys that holds
/// them all.
///
/// A contradiction without one of its members leaves such a sum. It refutes any constraint that
/// makes a contradiction of it in turn, which takes a look at that constraint's terms and no
/// search.
struct WeightedSum: Sendable {
  /// The coefficients that are not zero, by the variables' symbols.
  fileprivate var coefficients: [Int32: Double] = [:]
  fileprivate var constant = 0.0
  /// The sizes of all that was added up to the constant part.
  fileprivate var size = 0.0
  /// The sizes of the weights.
  fileprivate var weights = 0.0
  /// The number of variables that can still make the sum as small as one likes.
  fileprivate var openCount = 0
}

extension LayoutSolver {
  /// The constant part of a constraint's excess.
  func constantPart(of constraint: Constraint) -> Double {
    symbols[constraint.symbol].constant / symbols[constraint.symbol].scale
  }

  /// The sum of constraints, each times its weight as in a `Conflict`.
  mutating func sum(of constraints: [Constraint], _ weights: [Double]) -> WeightedSum {
    makeRoomForSums()
    var result = WeightedSum()
    for (constraint, weight) in zip(constraints, weights) {
      let record = symbols[constraint.symbol]
      let weight = weight / record.scale
      result.constant += weight * record.constant
      result.size += abs(weight) * max(1, abs(record.constant))
      result.weights += abs(weight)
      for index in sources.range(of: constraint.symbol) {
        let term = sources[index]
        sums[Int(term.variable.symbol)] += weight * term.coefficient
      }
    }
    for constraint in constraints {
      for index in sources.range(of: constraint.symbol) {
        let variable = sources[index].variable.symbol
        let sum = sums[Int(variable)]
        sums[Int(variable)] = 0
        if abs(sum) <= LayoutSolver.epsilon * result.weights { continue }
        result.coefficients[variable] = sum
        if isOpen(variable, sum, 0) { result.openCount += 1 }
      }
    }
    return result
  }

  /// The weight with which a constraint that is added to a sum makes a contradiction of it, or
  /// `nil` if none does for certain.
  func weight(of constraint: Constraint, against sum: WeightedSum) -> Double? {
    for index in sources.range(of: constraint.symbol) {
      let term = sources[index]
      guard let known = sum.coefficients[term.variable.symbol] else { continue }
      let weight = -known / term.coefficient
      if isContradiction(constraint.symbol, weight, sum) {
        return weight * symbols[constraint.symbol].scale
      }
    }
    return nil
  }

  /// A contradiction that misses by less than this is left to a search.
  private static let clearMiss = 1e-6

  private func isContradiction(_ symbol: Int32, _ weight: Double, _ sum: WeightedSum) -> Bool {
    let record = symbols[symbol]
    let needed: Bounds = weight > 0 ? .notPositive : .notNegative
    if !record.freeOfCost.contains(needed) { return false }
    let noise = LayoutSolver.epsilon * (sum.weights + abs(weight))
    var openCount = sum.openCount
    for index in sources.range(of: symbol) {
      let (variable, coefficient) = (sources[index].variable.symbol, sources[index].coefficient)
      let known = sum.coefficients[variable] ?? 0
      if isOpen(variable, known + weight * coefficient, noise) { return false }
      if isOpen(variable, known, 0) { openCount -= 1 }
    }
    let miss = sum.constant + weight * record.constant
    let size = sum.size + abs(weight) * max(1, abs(record.constant))
    return openCount == 0 && miss > LayoutSolver.epsilon * size && miss > LayoutSolver.clearMiss
      && miss > LayoutSolver.clearMiss * abs(weight) * max(1, abs(record.constant))
  }

  /// Tells whether a variable can make a sum with this coefficient as small as one likes.
  private func isOpen(_ variable: Int32, _ coefficient: Double, _ noise: Double) -> Bool {
    coefficient < -noise || coefficient > noise && symbols[variable].requirement.isEmpty
  }
}
