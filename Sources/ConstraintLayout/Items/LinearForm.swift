/// A sum of variables times coefficients, plus a constant.
struct LinearForm: Equatable, Sendable {
  var terms: [LayoutSolver.Term] = []
  var constant = 0.0

  /// A form without variables.
  init(_ constant: Double = 0) { self.constant = constant }

  /// A single variable.
  init(_ variable: LayoutSolver.Variable) { terms = [.init(variable)] }

  /// Adds a variable; a coefficient that becomes zero leaves no term.
  mutating func add(_ coefficient: Double, _ variable: LayoutSolver.Variable) {
    if let index = terms.firstIndex(where: { $0.variable == variable }) {
      terms[index].coefficient += coefficient
      if terms[index].coefficient == 0 { terms.remove(at: index) }
    } else if coefficient != 0 {
      terms.append(.init(variable, coefficient))
    }
  }

  /// Adds `factor × other`.
  mutating func add(_ factor: Double, _ other: LinearForm) {
    for term in other.terms { add(factor * term.coefficient, term.variable) }
    constant += factor * other.constant
  }

  func adding(_ factor: Double, _ other: LinearForm) -> LinearForm {
    var sum = self
    sum.add(factor, other)
    return sum
  }
}
