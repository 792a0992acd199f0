/// A sum of variables times coefficients, plus a constant.
struct LinearForm: Equatable, Sendable {
  var terms: [LayoutSolver.Term] = []
  var constant = 0.0

  /// Zero.
  init() {}

  /// Zero, with room for that many variables.
  init(capacity: Int) { terms.reserveCapacity(capacity) }

  /// At most one variable, and a constant.
  init(_ measure: Measure) {
    if let variable = measure.variable { terms = [.init(variable)] }
    constant = measure.constant
  }

  /// Adds a variable; a coefficient that becomes zero leaves no term.
  mutating func add(_ coefficient: Double, _ variable: LayoutSolver.Variable) {
    var known = terms.count
    add(coefficient, variable, among: &known)
  }

  /// Adds a variable that may only be one of the first `known` terms.
  ///
  /// A caller that adds many variables that differ from each other need not have them compared.
  mutating func add(
    _ coefficient: Double, _ variable: LayoutSolver.Variable, among known: inout Int
  ) {
    if let index = terms.prefix(known).firstIndex(where: { $0.variable == variable }) {
      let old = terms[index].coefficient
      let sum = old + coefficient
      terms[index].coefficient = sum
      if abs(sum) <= Tableau.noise * (abs(old) + abs(coefficient)) {
        terms.remove(at: index)
        known -= 1
      }
    } else if coefficient != 0 {
      terms.append(.init(variable, coefficient))
    }
  }

  /// Adds `factor ×` the variable of a measure.
  ///
  /// - Returns: the measure's constant, which is not added.
  mutating func add(_ factor: Double, variableOf measure: Measure) -> Double {
    if let variable = measure.variable { add(factor, variable) }
    return measure.constant
  }

  /// Adds `factor × measure`.
  mutating func add(_ factor: Double, _ measure: Measure) {
    constant += factor * add(factor, variableOf: measure)
  }

  /// Adds `factor × other`.
  mutating func add(_ factor: Double, _ other: LinearForm) {
    var known = terms.count
    for term in other.terms { add(factor * term.coefficient, term.variable, among: &known) }
    constant += factor * other.constant
  }
}
