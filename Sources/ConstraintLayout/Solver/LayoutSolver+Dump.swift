extension LayoutSolver {
  /// The variables with their values, then the constraints, as lines of text.
  ///
  ///     x1 = 200
  ///     x2 = 120
  ///     x1 + x2 == 320
  ///     x2 == 100 @250, misses by 20
  ///
  /// Values and misses are those of the last solution. For people: the form can change.
  ///
  /// - Parameter name: The name of a variable; `nil` for `x` and its place in the order of creation.
  /// - Returns: Lines with an end each.
  package func dump(_ name: (Variable) -> String? = { _ in nil }) -> String {
    var names: [Int32: String] = [:]
    var lines: [String] = []
    for (index, symbol) in settling.enumerated() {
      let variable = Variable(symbol: symbol, generation: generations[Int(symbol)])
      let word = name(variable) ?? "x\(index + 1)"
      names[symbol] = word
      lines.append("\(word) = \(shortText(value(of: variable)))")
    }
    for symbol in 0..<symbols.capacity where !symbols[symbol].isVariable {
      let constraint = Constraint(symbol: symbol, generation: generations[Int(symbol)])
      // A removed constraint has no terms left.
      if let line = line(of: constraint, names) { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A constraint as it was given, with what it misses.
  private func line(of constraint: Constraint, _ names: [Int32: String]) -> String? {
    let record = symbols[constraint.symbol]
    var text = ""
    for term in sources[constraint.symbol] {
      let factor = term.coefficient / record.scale
      let sign = factor < 0 ? (text.isEmpty ? "-" : " - ") : text.isEmpty ? "" : " + "
      let size = abs(factor) == 1 ? "" : shortText(abs(factor)) + "*"
      text += sign + size + (names[term.variable.symbol] ?? "?")
    }
    if text.isEmpty { return nil }
    let relation: LayoutRelation =
      record.positiveCost == 0
      ? .greaterThanOrEqual : record.negativeCost == 0 ? .lessThanOrEqual : .equal
    text += " \(relation) \(shortText(0 - record.constant / record.scale))"
    if !record.isRequired { text += " @\(shortText(Double(record.priority)))" }
    let missing = violation(of: constraint)
    return missing > LayoutSolver.epsilon ? text + ", misses by \(shortText(missing))" : text
  }
}

extension Array where Element == [LayoutSolver.Term] {
  /// The terms of a symbol.
  fileprivate subscript(symbol: Int32) -> [LayoutSolver.Term] { self[Int(symbol)] }
}
