import Glibc
import SecureMemory

package struct GetCommand: TypingCommand {
  package static let name = "get"
  package static let summary = "Ask for a secret and print it."
  package static let discussion = """
    The prompt appears on the terminal, and standard input is not read, so get works in $(…), pipes \
    and scripts piped to a shell. A shell keeps copies of what it reads: prefer keyward exec. With \
    --user, the name is on the first line.
    """

  package var noNewline = false
  package var show = false
  package var asking = PolicyOptions()
  package var typing: TypingOptions

  package init(_ settings: ProgramSettings) { typing = TypingOptions(settings) }

  package static let ownGroups = [
    OptionGroup<Self>([
      .flag("no-newline", letter: "n", "Print no newline after the secret.") {
        $0.noNewline = true
      },
      .flag("show", "Print the secret on a terminal without asking.") { $0.show = true },
    ]),
    ProgramSettings.bootGroup.within { $1(&$0.typing.settings) },
    PolicyOptions.nameGroup.within { $1(&$0.asking) },
    PolicyOptions.group.within { $1(&$0.asking) },
  ]

  package func validate() throws(UsageError) { try typing.validate(asking) }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let answer = try typing.ask(
      asking, &hardening, output: STDOUT_FILENO,
      asksToPrint: !show && isatty(STDOUT_FILENO) == 1)
    if answer.outcome == .declined {
      throw CommandFailure(
        "the secret was not printed; pass it on with a pipe or $(…), or print it with --show.")
    }
    guard answer.outcome == .submitted else { return answer.giveUp(tellingGroup: true) }
    try answer.write(name: (STDOUT_FILENO, true), secret: (STDOUT_FILENO, !noNewline))
    return .done
  }
}
