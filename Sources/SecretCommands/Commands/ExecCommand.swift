import Glibc
import SecureMemory

/// `keyward exec`: asks, then becomes a command that finds the secret in a pipe.
package struct ExecCommand: SecretCommand {
  package static let name = "exec"

  /// The descriptor from which the command reads the secret; nil if none was named.
  package var fd: Int32?
  /// True if the secret goes to the command's standard input.
  package var stdin = false
  /// The variable that gets the secret; nil for none.
  package var env: String?
  /// The option for a name, asked for first.
  package var name = NameOptions()
  /// The variable that gets the name; nil for none.
  package var userEnv: String?
  /// The manner of asking for the secret.
  package var asking = MannerOptions()
  /// The look of the dialogue.
  package var typing = TypingOptions()
  /// The command and its arguments.
  package var command: [String] = []

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .value("fd", descriptor) { $0.fd = $1 },
    .flag("stdin") { $0.stdin = true },
    .value("env", variable) { $0.env = $1 },
    .value("user-env", variable) { $0.userEnv = $1 },
  ]

  package static var groups: [any CommandOptions.Type] {
    [NameOptions.self, MannerOptions.self, TypingOptions.self]
  }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    if try typing.take(option, &words) { return true }
    if try asking.take(option, &words) { return true }
    return try name.take(option, &words)
  }

  package mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError) {
    guard isBehindEnd else { throw UsageError("“\(word)” does not stand behind --.") }
    command.append(word)
  }

  package func validate() throws(UsageError) {
    guard (fd == nil ? 0 : 1) + (stdin ? 1 : 0) + (env == nil ? 0 : 1) <= 1 else {
      throw UsageError("--fd, --stdin and --env are three ways for one secret; give one.")
    }
    guard (name.user == nil) == (userEnv == nil) else {
      throw UsageError(
        "--user asks for a name and --user-env NAME says which variable gets it; give both.")
    }
    guard userEnv == nil || userEnv != env else {
      throw UsageError("--env and --user-env are two variables; give them two names.")
    }
    guard !command.isEmpty else {
      throw UsageError("Give the command behind --, such as keyward exec -- COMMAND.")
    }
    try typing.validate()
  }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    try BorrowedRights.refuse("starts no command")
    let command = CommandToBecome(words: command)
    // Check first, so that nobody types a secret for nothing.
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

  /// Asks, and hands the answers to the parent of this process.
  private func ask(
    _ typing: TypingOptions, _ passage: SecretPassage, _ hardening: inout ProcessHardening,
    for child: AskingChild
  ) throws(CommandFailure) -> ExitStatus {
    var manners = asking.manners()
    manners.nameLabel = name.user
    var dialogue = try SecretDialogue(typing, manners, &hardening, passage: passage)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUpInChild() }
    try dialogue.handOver(through: child)
    return .done
  }

  /// `5` → descriptor 5.
  package static func descriptor(_ text: String) throws(UsageError) -> Int32 {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    guard let number = Int32(text), number == 0 || number >= 3, number < limit else {
      throw UsageError(
        "Give 0 or a number from 3 to \(limit - 1), which the system allows; 1 and 2 are outputs.")
    }
    return number
  }

  /// `TOKEN` → the variable of that name.
  package static func variable(_ text: String) throws(UsageError) -> String {
    let letters = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (48...57).contains(byte) || (65...90).contains(byte)
        || (97...122).contains(byte)
    }
    guard letters, let first = text.utf8.first, !(48...57).contains(first),
      text.utf8.count <= longestName
    else {
      throw UsageError(
        "Give a name of letters, digits and _ that does not begin with a digit, such as PASSWORD.")
    }
    return text
  }

  /// The longest name of a variable, which leaves most of a region for the secret.
  private static let longestName = 256
}
