import ArgumentParser
import SecureMemory

/// `keyward get`: asks on the terminal and writes the secret to standard output.
struct GetCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Ask for a secret and print it.",
    discussion: """
      The screen goes to the terminal, never to standard output, and standard input is not read, so \
      this works inside $(…), in pipes and in scripts that are piped to a shell. A shell keeps copies \
      of what it reads: where you can, use keyward exec instead.
      """)

  @Flag(name: [.customShort("n"), .long], help: "Prints no newline behind the secret.")
  var noNewline = false

  @OptionGroup var name: NameOptions
  @OptionGroup(title: "Manners") var asking: MannerOptions
  @OptionGroup(title: "Dialogue options") var typing: TypingOptions

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var manners = asking.manners()
    manners.nameLabel = name.user
    var dialogue = try SecretDialogue.prepare(typing.settled(), manners, &hardening)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
    try dialogue.print(newline: !noNewline)
    return .done
  }
}
