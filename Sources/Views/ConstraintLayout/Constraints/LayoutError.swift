/// A change of a layout was refused; nothing has changed.
public enum LayoutError: Error, CustomStringConvertible {
  /// A constraint, item or number that no layout can have; one sentence that names it and describes
  /// what to do instead.
  case illegal(String)
  /// Contradicting required constraints, under `ConflictPolicy.fail`.
  case unsatisfiable(UnsatisfiableConstraints)

  /// A sentence with what to change.
  public var description: String {
    switch self {
    case .illegal(let sentence): sentence
    case .unsatisfiable(let error): error.description
    }
  }
}

/// Required constraints that contradict each other; without any one of them the others could hold.
///
/// An error can travel anywhere, so it describes the constraints instead of holding them;
/// `LayoutEngine.activeConstraints` has those that are active.
public struct UnsatisfiableConstraints: Error, Hashable, CustomStringConvertible {
  /// A constraint as it was when the change was refused.
  public struct Member: Hashable, Sendable {
    /// The number that finds the constraint while it is active.
    public let serial: Int
    /// The name it was given for messages; `nil` if it has none.
    public let identifier: String?
    /// As in `bar.width >= 400`.
    public let equation: String
    /// As conflict logs show it.
    public let description: String
  }

  /// The contradiction's members by serial.
  public let members: [Member]

  init(_ constraints: [LayoutConstraint]) {
    members = constraints.map {
      Member(
        serial: $0.serial, identifier: $0.identifier, equation: $0.equation,
        description: $0.description)
    }
  }

  /// A sentence that lists the members.
  public var description: String {
    "These constraints cannot all hold; remove or change one of them: "
      + members.map(\.description).joined(separator: ", ") + "."
  }
}

/// A contradiction that was resolved by breaking one of its members.
public struct LayoutConflict {
  /// The contradiction's members by serial.
  public let constraints: [LayoutConstraint]
  /// The member that gave way; it stays active and counts below every priority.
  public let broken: LayoutConstraint
}

extension LayoutConflict {
  /// The conflict as text for a log, in the form readers of Auto Layout's logs know, with the lines
  /// of constraints that others have in common, by serial.
  func logText(_ lines: inout [Int: String]) -> String {
    var text = "Unable to simultaneously satisfy constraints.\n"
    text +=
      "\tOne of the constraints below is probably not meant: find the code or the scene line that made it, and change that.\n"
    if constraints.contains(where: { $0.source == .autoresizing }) {
      text +=
        "\tSome come from autoresizing masks: turn translatesAutoresizingMaskIntoConstraints off for a view that has its own constraints.\n"
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
