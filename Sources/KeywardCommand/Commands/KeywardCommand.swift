import ArgumentParser

/// `keyward`: the commands there are.
struct KeywardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyward",
    abstract: "Type a secret on a keyboard in the terminal; it never leaves locked memory.",
    discussion: """
      Without a command, keyward opens the typing screen (keyward type). To hand a secret to \
      another program, prefer `keyward exec -- COMMAND`: `S=$(keyward get)` leaves copies of the \
      secret in the shell.

      Exit status: 0 submitted or done, 1 failed, 64 wrong usage, 70 memory could not be locked, \
      124 timed out, 130 cancelled. After a signal the program ends by that signal.

      The terminal is KEYWARD_TTY, else /dev/tty. KEYWARD_PLAIN or TERM=dumb gives the line mode, \
      NO_COLOR a screen without colours.
      """,
    version: "0.1.0",
    subcommands: [
      TypeCommand.self, GetCommand.self, ExecCommand.self, ConfirmCommand.self,
      FramesCommand.self,
      SimulateCommand.self, SceneCommand.self, LayoutsCommand.self, DoctorCommand.self,
      AgentCommand.self, SetupCommand.self,
    ],
    defaultSubcommand: TypeCommand.self)
}

extension KeywardCommand {
  /// A command that asks for a secret, read by its own parser: making that of all commands ready takes
  /// longer than everything else up to the first frame.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: The command; nil where the parser of all of them is to look at the words, be it that
  ///   they say another one, ask for help, or that something is wrong.
  static func commandForSecret(_ words: [String]) -> (any RunnableCommand)? {
    let type: any RunnableCommand.Type
    switch words.first {
    case "type", nil: type = TypeCommand.self
    case "get": type = GetCommand.self
    case "exec": type = ExecCommand.self
    case "confirm": type = ConfirmCommand.self
    default: return nil
    }
    return try? type.parseAsRoot(Array(words.dropFirst())) as? any RunnableCommand
  }
}
