extension LayoutSolver {
  /// A call that cannot be carried out; the solver has not changed.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The handle's variable or constraint was removed, or belongs to another solver.
    case removed
    /// A constraint still mentions the variable.
    case mentioned
    /// A number is NaN or infinite.
    case notFinite
    /// A coefficient is out of range, or too small beside another one.
    case coefficient(Double)
    /// A constant is out of range.
    case constant(Double)

    package var description: String {
      switch self {
      case .removed:
        "This variable or constraint was removed, use one that still belongs to the solver."
      case .mentioned:
        "A constraint still mentions this variable, remove the constraint first."
      case .notFinite:
        "A number is NaN or infinite, give it a finite one."
      case .coefficient(let number):
        "The coefficient \(number) is out of range, use 0 or 0.000001 to 1000000 times the others."
      case .constant(let number):
        "The constant \(number) is out of range, use at most 1000000000 times the coefficients."
      }
    }
  }

  /// The absolute value of a coefficient that is not 0, and how much the largest one of a
  /// constraint may exceed the smallest.
  package static let coefficientRange = 1e-6...1e6
  /// The largest absolute value of a constant, divided by the constraint's largest coefficient
  /// where that is below 1.
  package static let constantLimit = 1e9

  /// A change of a constant beyond this leaves rounding errors behind that are worth a look.
  static let largeChange = 1e6

  /// The terms with each variable once, none of them zero.
  func accepted(_ terms: [Term], _ constant: Double) throws(Refusal) -> [Term] {
    for term in terms {
      guard isCurrent(term.variable) else { throw .removed }
      guard term.coefficient.isFinite else { throw .notFinite }
    }
    let terms = LayoutSolver.combined(terms)
    var (smallest, largest) = (Double.infinity, 0.0)
    for term in terms {
      let size = abs(term.coefficient)
      guard LayoutSolver.coefficientRange.contains(size) else {
        throw .coefficient(term.coefficient)
      }
      smallest = min(smallest, size)
      largest = max(largest, size)
    }
    guard largest <= smallest * LayoutSolver.coefficientRange.upperBound else {
      throw .coefficient(smallest)
    }
    try check(constant, scale: largest == 0 ? 1 : 1 / largest)
    return terms
  }

  func check(_ constant: Double, scale: Double) throws(Refusal) {
    guard constant.isFinite else { throw .notFinite }
    guard abs(constant) * max(1, scale) <= LayoutSolver.constantLimit else {
      throw .constant(constant)
    }
  }

  /// Terms with each variable once; a sum that vanishes leaves none.
  static func combined(_ terms: [Term]) -> [Term] {
    var known: [Variable: Int] = [:]
    var result: [Term] = []
    result.reserveCapacity(terms.count)
    for term in terms where term.coefficient != 0 {
      let found =
        terms.count > 8
        ? known[term.variable] : result.firstIndex { $0.variable == term.variable }
      guard let found else {
        if terms.count > 8 { known[term.variable] = result.count }
        result.append(term)
        continue
      }
      let sum = result[found].coefficient + term.coefficient
      let noise = Tableau.noise * (abs(result[found].coefficient) + abs(term.coefficient))
      result[found].coefficient = abs(sum) <= noise ? 0 : sum
    }
    if result.contains(where: { $0.coefficient == 0 }) { result.removeAll { $0.coefficient == 0 } }
    return result
  }

  /// The power of two that brings a constraint's largest coefficient near 1; 1 where it is.
  ///
  /// Columns are not scaled: that would move the number of points within which a variable's value
  /// counts as zero.
  static func scale(of terms: [Term]) -> Double {
    var largest = 0.0
    for term in terms { largest = max(largest, abs(term.coefficient)) }
    if (1.0 / 16...16).contains(largest) || largest == 0 { return 1 }
    return 1 / largest.binade
  }
}
