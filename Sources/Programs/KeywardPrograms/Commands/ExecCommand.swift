import Glibc
import SecureMemory

package struct ExecCommand: TypingCommand {
  package static let name = "exec"
  package static let summary = "Ask for a secret and run a command with it."
  package static let discussion = """
    The command reads the exact bytes of the secret, without a newline, from a pipe on descriptor \
    3 (--fd for another descriptor, --stdin for standard input). keyward exec exits with the command's \
    status, or is killed by the same signal; 127 means that the command was not found, 126 that it \
    could not be run. The secret appears in no argument list, and no shell gets a copy of it.

    --env is weaker: every process of the same user can read the environment of the command, and \
    every program that the command starts inherits it.
    """

  package var fd: Int32?
  package var stdin = false
  package var env: String?
  package var userEnv: String?
  package var asking = PolicyOptions()
  package var typing: TypingOptions
  package var command: [String] = []

  package init(_ settings: ProgramSettings) { typing = TypingOptions(settings) }

  package static let argument: CommandOption<Self>? = .command { $0.command.append($1) }

  package static let ownGroups = [
    OptionGroup<Self>([
      .value("fd", .descriptor, "Descriptor that the command reads the secret from; default: 3.") {
        $0.fd = $1
      },
      .flag("stdin", "Pass the secret on the command's standard input.") { $0.stdin = true },
      .value(
        "env", .variable,
        "Pass the secret to the command in this environment variable; less secure than a pipe."
      ) { $0.env = $1 },
      .value(
        "user-env", .variable,
        "Environment variable in which the command receives the name entered for --user."
      ) { $0.userEnv = $1 },
    ]),
    PolicyOptions.nameGroup.within { $1(&$0.asking) },
    PolicyOptions.group.within { $1(&$0.asking) },
  ]

  package func validate() throws(UsageError) {
    guard [fd != nil, stdin, env != nil].count(where: { $0 }) <= 1 else {
      throw UsageError("--fd, --stdin and --env are three ways to pass the secret; choose one.")
    }
    guard (asking.user == nil) == (userEnv == nil) else {
      throw UsageError(
        "--user asks for a name and --user-env passes it to the command; give both, or neither.")
    }
    guard userEnv == nil || userEnv != env else {
      throw UsageError(
        "--env and --user-env need two different variables; change one of the names.")
    }
    try typing.validate(asking)
  }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    try refuseElevatedPrivileges("start a command")
    let command = ExecTarget(words: command)
    // Check first, so that nobody types a secret for a command that cannot run.
    try command.check()
    let passage: SecretDelivery = env.map { .variable($0) } ?? .descriptor(stdin ? 0 : fd ?? 3)
    let settings = typing.settings
    let child = try PromptChild()
    if child.isChild { return try ask(command, passage, &hardening, for: child) }
    let status = child.finish()
    guard status == .done else { return status }
    // A name is not a secret.
    if let userEnv { _ = unsafe setenv(userEnv, child.readText(child.text), 1) }
    switch passage {
    case .descriptor(let number):
      try command.replaceProcess(
        passing: child.secret.reading, on: number, inherited: hardening.inherited)
    case .variable(let name):
      var room = try orFail(.notLocked) {
        try hardening.lockingMemory(triesSecretMemory: settings.protection.usesSecretMemory) {
          () throws(SecretMemoryError) in
          try SecretBuffer(
            capacity: SecretBuffer.largestCapacity, policy: settings.protection.lockPolicy)
        }
      }
      try command.replaceProcess(
        passing: child.secret.reading, in: name, room: &room, inherited: hardening.inherited)
    }
  }

  private func ask(
    _ command: ExecTarget, _ passage: SecretDelivery, _ hardening: inout ProcessHardening,
    for child: PromptChild
  ) throws(CommandFailure) -> ExitStatus {
    let answer = try typing.ask(asking, &hardening, command: command, passage: passage)
    guard answer.outcome == .submitted else { return answer.giveUpInChild() }
    try answer.write(name: (child.text.writing, false), secret: (child.secret.writing, false))
    return .done
  }
}

extension ValueForm<Int32> {
  fileprivate static let descriptor = Self(
    "N",
    "0, or a number from 3 to \(limit - 1), the highest that `ulimit -n` allows"
  ) { text in
    Int32(text).flatMap { ($0 == 0 || $0 >= 3) && $0 < limit ? $0 : nil }
  }

  private static var limit: Int { sysconf(Int32(_SC_OPEN_MAX)) }
}

extension ValueForm<String> {
  fileprivate static let variable = Self(
    "NAME", "a name of letters, digits and _ that does not begin with a digit, such as PASSWORD"
  ) { text in
    let isName = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    guard isName, text.first?.isNumber == false, text.count <= longestVariable else { return nil }
    return text
  }

  /// The maximum length of a variable's name in bytes.
  ///
  /// The name and the secret share one locked region, so the limit leaves most of it for the
  /// secret.
  private static let longestVariable = 256
}
