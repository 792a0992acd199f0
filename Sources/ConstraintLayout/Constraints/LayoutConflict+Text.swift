extension LayoutConflict {
  /// The conflict as text for a log, in the form readers of Auto Layout's logs know.
  public var logText: String {
    var lines: [Int: String] = [:]
    return logText(&lines)
  }

  /// The same with the lines of constraints that others have in common, by serial.
  func logText(_ lines: inout [Int: String]) -> String {
    var text = "Unable to simultaneously satisfy constraints.\n"
    text +=
      "\tOne of the constraints below is probably not meant: find the code or the scene line that made it, and change that.\n"
    if constraints.contains(where: { $0.source == .autoresizing }) {
      text +=
        "\tSome come from autoresizing masks: turn translatesAutoresizingMask off for a view that has constraints of its own.\n"
    }
    text += "("
    var separator = "\n"
    for constraint in constraints {
      let line = lines[constraint.serial] ?? "    \"\(constraint)\""
      lines[constraint.serial] = line
      text += separator
      text += line
      separator = ",\n"
    }
    return text + "\n)\n\nWill attempt to recover by breaking constraint\n\(broken)\n"
  }
}
