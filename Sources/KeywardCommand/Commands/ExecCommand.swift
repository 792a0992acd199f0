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

  @OptionGroup var name: NameOptions

  @Option(
    help: ArgumentHelp(
      "Puts the name of --user into this variable of the command's environment.",
      valueName: "NAME"),
    transform: Self.variable)
  var userEnv: String?

  @OptionGroup(title: "Manners") var asking: MannerOptions
  @OptionGroup(title: "Dialogue options") var typing: TypingOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The command and its arguments, behind --.", valueName: "command"))
  var command: [String]

  func validate() throws {
    guard (fd == nil ? 0 : 1) + (stdin ? 1 : 0) + (env == nil ? 0 : 1) <= 1 else {
      throw ValidationError("--fd, --stdin and --env are three ways for one secret; give one.")
    }
    guard (name.user == nil) == (userEnv == nil) else {
      throw ValidationError(
        "--user asks for a name and --user-env NAME says which variable gets it; give both.")
    }
    guard userEnv == nil || userEnv != env else {
      throw ValidationError("--env and --user-env are two variables; give them two names.")
    }
    guard !command.isEmpty else {
      throw ValidationError("Give the command behind --, such as keyward exec -- COMMAND.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let command = CommandToBecome(words: command)
    // Nobody types a secret for nothing.
    try command.check()
    let passage: SecretPassage = env.map { .variable($0) } ?? .descriptor(stdin ? 0 : fd ?? 3)
    let typing = typing.settled()
    let child = try AskingChild()
    if child.isChild { return try ask(typing, passage, &hardening, for: child) }
    let status = child.finish()
    guard status == .done else { return status }
    // A name is not a secret.
    if let userEnv { _ = unsafe setenv(userEnv, child.text(.name), 1) }
    let secret = child.readingEnd(.secret)
    switch passage {
    case .descriptor(let number):
      try command.replaceProcess(
        passing: secret, on: number, inherited: hardening.inherited)
    case .variable(let name):
      var room = try orFail(.notLocked) {
        try hardening.lockingMemory(triesSecretMemory: typing.secretMemory != false) {
          () throws(SecretMemoryError) in
          try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: typing.lockPolicy)
        }
      }
      try command.replaceProcess(
        passing: secret, in: name, room: &room, inherited: hardening.inherited)
    }
  }

  /// Asks, and hands what was typed to the parent of this process.
  private func ask(
    _ typing: TypingOptions, _ passage: SecretPassage, _ hardening: inout ProcessHardening,
    for child: AskingChild
  ) throws(CommandFailure) -> ExitStatus {
    var manners = asking.manners()
    manners.nameLabel = name.user
    var dialogue = try SecretDialogue.prepare(typing, manners, &hardening, passage: passage)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUpInChild() }
    try dialogue.handOver(through: child)
    return .done
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

  /// What to write instead of a command line without `--`; nil for any other.
  ///
  /// - Parameter words: The command line without the program's name: `exec ls -l`.
  /// - Returns: A sentence with the line to write.
  static func advice(on words: [String]) -> String? {
    guard words.first == "exec", !words.contains("--") else { return nil }
    let rest = words.dropFirst()
    // The command is the first word that is one; a value of an option hardly is.
    let start = rest.indices.first { index in
      !rest[index].hasPrefix("-") && !rest[index].isEmpty
        && (try? CommandToBecome(words: [rest[index]]).check()) != nil
    }
    guard let start = start ?? rest.indices.first(where: { !rest[$0].hasPrefix("-") }) else {
      return nil
    }
    let line = ["keyward", "exec"] + rest[..<start] + ["--"] + rest[start...]
    return """
      keyward: the command of exec stands behind --, so that its options are not taken for ours; write
        \(line.joined(separator: " "))
      """
  }
}
