import ArgumentParser

/// `keyward`: the list of commands.
struct KeywardUsage: ParsableCommand {
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
      TypeUsage.self, GetUsage.self, ExecUsage.self, ConfirmUsage.self,
      AttendUsage.self,
      FramesCommand.self,
      SimulateCommand.self, SceneCommand.self, LayoutsCommand.self, DoctorCommand.self,
      AgentUsage.self, SetupCommand.self,
    ],
    defaultSubcommand: TypeUsage.self)
}
