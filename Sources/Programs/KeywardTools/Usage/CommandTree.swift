import KeywardEngine
import KeywardPrograms

enum CommandNode: Sendable {
  case command(any Command.Type)
  case group(CommandGroup)

  var name: String {
    switch self {
    case .command(let type): type.name
    case .group(let group): group.name
    }
  }

  var summary: String {
    switch self {
    case .command(let type): type.summary
    case .group(let group): group.summary
    }
  }
}

/// Commands with the same first word; the group without a name is `keyward` itself.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  let discussion: String
  let nodes: [CommandNode]

  static let root = CommandGroup(
    name: "",
    summary: """
      Type a secret on a keyboard in the terminal. The secret stays in locked memory until it is handed \
      over.
      """,
    discussion: """
      Without a command, keyward opens the typing screen (keyward type). To hand a secret to another \
      program, prefer `keyward exec -- COMMAND`: `S=$(keyward get)` leaves copies of the secret in the \
      shell.

      Exit status: 0 submitted or done, 1 failed, 64 usage error, 70 memory could not be locked or \
      a required sandbox is missing, 75 the computer is to be switched off (with --boot only), 124 timed out, \
      130 cancelled. If a signal ends the program, its caller sees that signal.

      Keyward asks on the terminal named by KEYWARD_TTY, or else on /dev/tty. KEYWARD_PLAIN or TERM=dumb \
      selects line mode, and NO_COLOR switches colours off.
      """,
    nodes: [
      .command(TypeCommand.self), .command(GetCommand.self), .command(ExecCommand.self),
      .command(ConfirmCommand.self), .command(AttendCommand.self), .command(LendCommand.self),
      .command(FramesCommand.self),
      .command(SimulateCommand.self), .group(layouts),
      .command(DoctorCommand.self), .command(AgentCommand.self), .command(SetupCommand.self),
    ])

  private static let layouts = CommandGroup(
    name: "layouts", summary: "List, draw, check and import keyboards.",
    discussion: """
      Your own keyboards are the files $XDG_CONFIG_HOME/keyward/keyboards/NAME.yaml (in \
      ~/.config if XDG_CONFIG_HOME is not set).
      """,
    nodes: [
      .command(LayoutsListCommand.self), .command(LayoutsShowCommand.self),
      .command(LayoutsCheckCommand.self), .command(LayoutsImportCommand.self),
    ])

  /// A command or a group, with the words before and after it.
  struct Found {
    var node: CommandNode
    var path: [String] = []
    var rest: ArraySlice<String>

    var title: String { (["keyward"] + path).joined(separator: " ") }
  }

  /// Finds the command or group named before the first option.
  static func find(_ words: ArraySlice<String>) throws(CommandFailure) -> Found {
    var found = Found(node: .group(root), rest: words)
    while case .group(let group) = found.node, let word = found.rest.first, !word.hasPrefix("-") {
      guard let next = group.nodes.first(where: { $0.name == word }) else {
        let name = UnknownName(
          what: "command", name: word, owner: found.path.isEmpty ? nil : "“\(found.title)”",
          known: group.nodes.map(\.name))
        throw CommandFailure("\(name) `keyward help` lists all commands.", status: .usage)
      }
      found.node = next
      found.path.append(word)
      found.rest = found.rest.dropFirst()
    }
    return found
  }
}

extension Command {
  static var texts: (argument: CommandOption<Void>?, groups: [OptionGroup<Void>]) {
    (argument.map { $0.within { _, _ in false } }, groups.map(\.texts))
  }
}
