import ArgumentParser
import SecretCommands

/// Declares `keyward attend`, which asks in place of programs that read the terminal themselves.
struct AttendUsage: SecretUsage {
  typealias Command = AttendCommand

  static let configuration = CommandConfiguration(
    commandName: "attend",
    abstract: "Run a command; where it asks for a secret on the terminal, Keyward does.",
    discussion: """
      The command gets a terminal of its own, and everything passes byte for byte. Where it waits for \
      a line with echo switched off, a prompt appears in its place, and what is typed goes to the \
      command with Enter. Cancelling sends the interrupt character. Editors and other programs that \
      take single keys are left alone. `keyward attend -- bash` gives a whole session.

      Ctrl-\\ in a prompt leaves the answer to the command itself, once; --not does so for a program \
      that switches echo off without asking for a secret.

      Streams that are no terminal stay what they are. The exit status is that of the command, or 128 \
      and the signal that ended it; 127 says that it was not found, 126 that it could not be run.
      """)

  @Option(
    help: ArgumentHelp(
      "Never asks in the place of this program; may be given more than once.", valueName: "CMD"))
  var not: [String] = []

  @OptionGroup(title: "Dialogue options") var typing: TypingArguments

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, behind --.", valueName: "command"))
  var command: [String]

  func validate() throws {
    var values = AttendCommand()
    values.command = command
    try asValidation { () throws(UsageError) in try values.validate() }
  }
}
