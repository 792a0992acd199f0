import Testing

@testable import ConstraintLayout

/// Systems from the suites of kiwi, cassowary.js, cassowary-rs and amoeba, as numbers.
///
/// Their strengths are levels here: strong 750, medium 500, weak 250. Ties, which weights or the
/// order of pivots decide there, are left out.
@Suite struct PeerCasesTests {
  /// Name, equations and values: an equation is `terms relation terms @priority`; a term is a
  /// number, a name, or a number times a name.
  static let cases = """
    cassowary.js simple1 | x == y, x == 167 @250 | x 167, y 167
    cassowary.js justStay1 | x == 5 @250, y == 10 @250 | x 5, y 10
    cassowary.js num <= var | 100 <= x, x == 10 @250 | x 100
    cassowary.js exp >= num | w == 10 @250, x + w >= 100 | x 90, w 10
    cassowary.js exp == var | w == 10 @250, m == 100 @250, x + w == m | x 90, w 10, m 100
    cassowary.js exp == exp | w == 10 @250, v == 10 @250, y == 100 @250, x + w == y + v | x \
    100, y 100, w 10, v 10
    cassowary.js addDelete1 | x == 100 @250, x <= 10, x <= 20 | x 10
    cassowary.js casso1 | x <= y, y == x + 3, x == 10 @250, y == 10 @249 | x 10, y 13
    kiwi solving with strength, first | v + w == 0, v == 10, w >= 0 @250 | v 10, w -10
    kiwi solving with strength, second | v + w == 0, v >= 10 @500, w == 2 @750 | v -2, w 2
    kiwi under-constrained | 2v + 1 >= 0, v == 10 @250 | v 10
    kiwi several rows | v + w == 0, w <= -1, w >= 0 @250, w == 0 @250 | v 1, w -1
    kiwi infeasible after an edit | 2m == l + r, l + 20 <= r, l >= -10, r <= 100, m == 90 \
    @750, r == 50 @250, l == 30 @250 | l 80, m 90, r 100
    kiwi violated constraint | v >= 10, v <= -5 @250 | v 10
    amoeba suggest 0 | 2m == l + r, l + 10 <= r, r <= 100, l >= 0, m == 0 @500 | l 0, m 5, r 10
    amoeba suggest 100 | 2m == l + r, l + 10 <= r, r <= 100, l >= 0, m == 100 @500 | l 90, m \
    95, r 100
    amoeba restore | 2m == l + r, l + 10 <= r, r <= 100, l >= 0, r == 10 @500 | l 0, m 5, r 10
    cassowary-rs quadrilateral, across | a == 10 @250, b == 10 @250, c == 200 @250, d == 200 \
    @250, 2m == a + b, 2n == b + c, 2o == c + d, 2p == d + a, a + 20 <= c @750, a + 20 <= d \
    @750, b + 20 <= c @750, b + 20 <= d @750, a >= 0, b >= 0, c >= 0, d >= 0, a <= 500, b <= \
    500, c <= 500, d <= 500, c == 300 @750 | a 10, b 10, c 300, d 200, m 10, n 155, o 250, p 105
    """.split(separator: "\n").map(String.init)

  /// The order in which constraints come, and solving in between, change nothing.
  @Test("Values are those of the peers", arguments: cases, [false, true])
  func valuesAreThePeers(_ given: String, isReversed: Bool) throws {
    let parts = given.split(separator: " | ").map { part in
      part.split(separator: ", ").map(String.init)
    }
    var system = Equations()
    for name in parts[1].joined().filter(\.isLetter) { _ = system.variable(String(name)) }
    for equation in isReversed ? parts[1].reversed() : parts[1] {
      try system.add(equation)
      if isReversed { system.solver.solve() }
    }
    #expect(system.solver.solve() == nil)
    for value in parts[2] {
      let words = value.split(separator: " ")
      let wanted = try #require(Double(words[1]))
      #expect(abs(system.value(of: String(words[0])) - wanted) < 1e-9, "\(value)")
    }
  }

  @Test func kiwiAndAmoebaRefuseTheSameContradictions() throws {
    for equations in [
      ["v >= 1", "v <= 0"], ["l == 10", "l == 0"], ["x == y", "x >= 1", "y <= 0"],
    ] {
      var system = Equations()
      for equation in equations { try system.add(equation) }
      #expect(system.solver.solve()?.constraints.count == equations.count)
    }
  }
}

/// A solver whose constraints are written as equations.
struct Equations {
  var solver = LayoutSolver()
  private var variables: [String: LayoutSolver.Variable] = [:]

  mutating func variable(_ name: String) -> LayoutSolver.Variable {
    if let known = variables[name] { return known }
    let made = solver.makeVariable()
    variables[name] = made
    return made
  }

  func value(of name: String) -> Double { variables[name].map(solver.value) ?? .nan }

  /// Adds `2m == l + r @750`.
  mutating func add(_ equation: String) throws {
    var words = equation.split(separator: " ").map(String.init)
    var priority = LayoutPriority.required
    if let last = words.last, last.hasPrefix("@") {
      priority = LayoutPriority(Float(last.dropFirst()) ?? 1000)
      words.removeLast()
    }
    var (terms, constant, side, sign) = ([LayoutSolver.Term](), 0.0, 1.0, 1.0)
    var relation = LayoutRelation.equal
    for word in words {
      if let found = LayoutRelation.allCases.first(where: { $0.description == word }) {
        (relation, side, sign) = (found, -1, 1)
      } else if word == "+" || word == "-" {
        sign = word == "+" ? 1 : -1
      } else if let name = word.last, name.isLetter {
        let factor = word.count > 1 ? Double(word.dropLast()) ?? 1 : 1
        terms.append(.init(variable(String(name)), side * sign * factor))
      } else {
        constant -= side * sign * (Double(word) ?? 0)
      }
    }
    try solver.add(terms, relation, constant, priority: priority)
  }
}
