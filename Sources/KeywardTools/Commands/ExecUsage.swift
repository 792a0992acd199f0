import ArgumentParser
import SecretCommands

/// Declares `keyward exec`, which asks, then becomes a command that finds the secret in a pipe.
struct ExecUsage: SecretUsage {
  typealias Command = ExecCommand

  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Ask for a secret and run a command with it.",
    discussion: """
      The command finds the exact bytes of the secret, without a line end, in a pipe on descriptor 3 \
      (--fd for another, --stdin for standard input). Its exit status and signals are those of \
      keyward exec; 127 says that it was not found, 126 that it could not be run. The secret is in no \
      argument list, and no shell gets a copy of it.

      --env is weaker: every process of the same user can read the environment of the command, and \
      so can everything it starts.
      """)

  @Option(
    help: ArgumentHelp(
      "The descriptor on which the command finds the secret: 0, or from 3.", valueName: "N"),
    transform: ExecCommand.descriptor)
  var fd: Int32?

  @Flag(help: "Gives the secret to the command's standard input.")
  var stdin = false

  @Option(
    help: ArgumentHelp(
      "Puts the secret into this variable of the command's environment, which is weaker.",
      valueName: "NAME"),
    transform: ExecCommand.variable)
  var env: String?

  @OptionGroup var name: NameArguments

  @Option(
    help: ArgumentHelp(
      "Puts the name of --user into this variable of the command's environment.",
      valueName: "NAME"),
    transform: ExecCommand.variable)
  var userEnv: String?

  @OptionGroup(title: "Manners") var asking: MannerArguments
  @OptionGroup(title: "Dialogue options") var typing: TypingArguments

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, behind --.", valueName: "command"))
  var command: [String]

  func validate() throws {
    var values = ExecCommand()
    values.fd = fd
    values.stdin = stdin
    values.env = env
    values.name.user = name.user
    values.userEnv = userEnv
    values.command = command
    try asValidation { () throws(UsageError) in try values.validate() }
  }
}
