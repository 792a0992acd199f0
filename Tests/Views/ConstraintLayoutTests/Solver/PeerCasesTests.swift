import Testing

@testable import ConstraintLayout

/// Systems from the suites of kiwi, cassowary.js, cassowary-rs and amoeba, as numbers.
///
/// Their strengths are levels here: strong 750, medium 500, weak 250. Ties, which weights or the
/// order of pivots decide there, are left out.
@Suite struct PeerCasesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// `terms relation terms @priority`; a term is a number, a name, or a number times a name.
    var equations: [String]
    var values: [String: Double]
  }

  static let cases = [
    Case(
      testDescription: "cassowary.js simple1", equations: ["x == y", "x == 167 @250"],
      values: ["x": 167, "y": 167]),
    Case(
      testDescription: "cassowary.js justStay1", equations: ["x == 5 @250", "y == 10 @250"],
      values: ["x": 5, "y": 10]),
    Case(
      testDescription: "cassowary.js num <= var", equations: ["100 <= x", "x == 10 @250"],
      values: ["x": 100]),
    Case(
      testDescription: "cassowary.js exp >= num", equations: ["w == 10 @250", "x + w >= 100"],
      values: ["x": 90, "w": 10]),
    Case(
      testDescription: "cassowary.js exp == var",
      equations: ["w == 10 @250", "m == 100 @250", "x + w == m"],
      values: ["x": 90, "w": 10, "m": 100]),
    Case(
      testDescription: "cassowary.js exp == exp",
      equations: ["w == 10 @250", "v == 10 @250", "y == 100 @250", "x + w == y + v"],
      values: ["x": 100, "y": 100, "w": 10, "v": 10]),
    Case(
      testDescription: "cassowary.js addDelete1",
      equations: ["x == 100 @250", "x <= 10", "x <= 20"],
      values: ["x": 10]),
    Case(
      testDescription: "cassowary.js casso1",
      equations: ["x <= y", "y == x + 3", "x == 10 @250", "y == 10 @249"],
      values: ["x": 10, "y": 13]),
    Case(
      testDescription: "kiwi solving with strength, first",
      equations: ["v + w == 0", "v == 10", "w >= 0 @250"], values: ["v": 10, "w": -10]),
    Case(
      testDescription: "kiwi solving with strength, second",
      equations: ["v + w == 0", "v >= 10 @500", "w == 2 @750"], values: ["v": -2, "w": 2]),
    Case(
      testDescription: "kiwi under-constrained", equations: ["2v + 1 >= 0", "v == 10 @250"],
      values: ["v": 10]),
    Case(
      testDescription: "kiwi several rows",
      equations: ["v + w == 0", "w <= -1", "w >= 0 @250", "w == 0 @250"],
      values: ["v": 1, "w": -1]),
    Case(
      testDescription: "kiwi infeasible after an edit",
      equations: [
        "2m == l + r", "l + 20 <= r", "l >= -10", "r <= 100", "m == 90 @750", "r == 50 @250",
        "l == 30 @250",
      ],
      values: ["l": 80, "m": 90, "r": 100]),
    Case(
      testDescription: "kiwi violated constraint", equations: ["v >= 10", "v <= -5 @250"],
      values: ["v": 10]),
    Case(
      testDescription: "amoeba suggest 0",
      equations: ["2m == l + r", "l + 10 <= r", "r <= 100", "l >= 0", "m == 0 @500"],
      values: ["l": 0, "m": 5, "r": 10]),
    Case(
      testDescription: "amoeba suggest 100",
      equations: ["2m == l + r", "l + 10 <= r", "r <= 100", "l >= 0", "m == 100 @500"],
      values: ["l": 90, "m": 95, "r": 100]),
    Case(
      testDescription: "amoeba restore",
      equations: ["2m == l + r", "l + 10 <= r", "r <= 100", "l >= 0", "r == 10 @500"],
      values: ["l": 0, "m": 5, "r": 10]),
    Case(
      testDescription: "cassowary-rs quadrilateral, across",
      equations: [
        "a == 10 @250", "b == 10 @250", "c == 200 @250", "d == 200 @250", "2m == a + b",
        "2n == b + c", "2o == c + d", "2p == d + a", "a + 20 <= c @750", "a + 20 <= d @750",
        "b + 20 <= c @750", "b + 20 <= d @750", "a >= 0", "b >= 0", "c >= 0", "d >= 0", "a <= 500",
        "b <= 500", "c <= 500", "d <= 500", "c == 300 @750",
      ],
      values: ["a": 10, "b": 10, "c": 300, "d": 200, "m": 10, "n": 155, "o": 250, "p": 105]),
  ]

  /// The order in which constraints come, and solving in between, change nothing.
  @Test(arguments: cases, [false, true])
  func valuesAreThePeers(_ given: Case, isReversed: Bool) throws {
    var system = Equations()
    for name in given.equations.joined().filter(\.isLetter) { _ = system.variable(String(name)) }
    for equation in isReversed ? given.equations.reversed() : given.equations {
      try system.add(equation)
      if isReversed { system.solver.solve() }
    }
    #expect(system.solver.solve() == nil)
    for (name, value) in given.values {
      #expect(abs(system.value(of: name) - value) < 1e-9, "\(name)")
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
