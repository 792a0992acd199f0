/// The reason why a layout change was rejected; the rejected change has had no effect.
@nonexhaustive public enum LayoutError: Error, CustomStringConvertible {
  /// An illegal constraint, item or number; the sentence describes the problem and the remedy.
  case illegal(String)
  /// Contradicting required constraints, under `ConflictPolicy.fail`.
  case unsatisfiable(UnsatisfiableConstraints)

  /// A sentence that explains what to change.
  public var description: String {
    switch self {
    case .illegal(let sentence): sentence
    case .unsatisfiable(let error): error.description
    }
  }
}

/// Required constraints that contradict each other; if any one were removed, the others could hold.
///
/// The error contains descriptions of the constraints, because an error must be `Sendable` and
/// `LayoutConstraint` is not.
public struct UnsatisfiableConstraints: Error, Hashable, CustomStringConvertible {
  /// A constraint as it was when the change was rejected.
  public struct Member: Hashable, Sendable {
    /// The serial number that identifies the constraint while it is active.
    public let serial: Int
    /// The constraint's name in messages; `nil` if it has none.
    public let identifier: String?
    /// The constraint as an equation, such as `bar.width >= 400`.
    public let equation: String
    /// The constraint as conflict logs show it.
    public let description: String
  }

  /// The members of the contradiction, in the order of their serial numbers.
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
  /// The members of the contradiction, in the order of their serial numbers.
  public let constraints: [LayoutConstraint]
  /// The member that was broken.
  ///
  /// It stays active with the lowest priority, so it holds as far as all other constraints allow.
  public let broken: LayoutConstraint
}

extension LayoutConflict {
  /// Returns a description of the conflict for the log.
  ///
  /// `lines` caches each constraint's line, by serial number, so that other conflicts can reuse it.
  func logText(_ lines: inout [Int: String]) -> String {
    var text = "Unable to simultaneously satisfy constraints.\n"
    text +=
      "\tOne of the constraints below is probably unintended: find the code or the scene line that created it, and change it.\n"
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
