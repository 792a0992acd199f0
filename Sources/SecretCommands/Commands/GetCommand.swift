import Glibc
import SecureMemory

/// `keyward get`: asks on the terminal and writes the secret to standard output.
package struct GetCommand: SecretCommand {
  package static let name = "get"

  /// True if the newline behind the secret is left out.
  package var noNewline = false
  /// The option for a name, asked for first.
  package var name = NameOptions()
  /// The manner of asking for the secret.
  package var asking = MannerOptions()
  /// The look of the dialogue.
  package var typing = TypingOptions()

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .flag("no-newline", letter: "n") { $0.noNewline = true }
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

  package func validate() throws(UsageError) { try typing.validate() }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    var manners = asking.manners()
    manners.nameLabel = name.user
    var dialogue = try SecretDialogue(
      typing.settled(), manners, &hardening, output: STDOUT_FILENO)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
    try dialogue.print(newline: !noNewline)
    return .done
  }
}
