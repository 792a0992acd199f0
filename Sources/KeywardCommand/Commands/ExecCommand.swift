import ArgumentParser
import Glibc
import SecureMemory

/// `keyward exec`: asks, then becomes a command that finds the secret in a pipe.
struct ExecCommand: RunnableCommand {
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
    transform: Self.descriptor)
  var fd: Int32?

  @Flag(help: "Gives the secret to the command's standard input.")
  var stdin = false

  @Option(
    help: ArgumentHelp(
      "Puts the secret into this variable of the command's environment, which is weaker.",
      valueName: "NAME"),
    transform: Self.variable)
  var env: String?

  @OptionGroup(title: "Dialogue options") var typing: TypingOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, behind --.", valueName: "command"))
  var command: [String]

  func validate() throws {
    guard (fd == nil ? 0 : 1) + (stdin ? 1 : 0) + (env == nil ? 0 : 1) <= 1 else {
      throw ValidationError("--fd, --stdin and --env are three ways for one secret; give one.")
    }
    guard !command.isEmpty else {
      throw ValidationError("Give the command behind --, such as keyward exec -- COMMAND.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let passage: SecretPassage = env.map { .variable($0) } ?? .descriptor(stdin ? 0 : fd ?? 3)
    var dialogue = try SecretDialogue.prepare(typing, &hardening, passage: passage)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
    try dialogue.handOver(
      to: CommandToBecome(words: command), by: passage, inherited: hardening.inherited)
  }

  private static func descriptor(_ text: String) throws -> Int32 {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    guard let number = Int32(text), number == 0 || number >= 3, number < limit else {
      throw ValidationError(
        "Give 0 or a number from 3 to \(limit - 1), which the system allows; 1 and 2 are outputs.")
    }
    return number
  }

  private static func variable(_ text: String) throws -> String {
    let letters = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    }
    guard letters, let first = text.utf8.first, !(48...57).contains(first),
      text.utf8.count <= longestName
    else {
      throw ValidationError(
        "Give a name of letters, digits and _ that does not begin with a digit, such as PASSWORD.")
    }
    return text
  }

  /// The longest name of a variable, so that most of a region is left for the secret.
  private static let longestName = 256
}
