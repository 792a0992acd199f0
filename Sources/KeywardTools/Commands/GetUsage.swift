import ArgumentParser
import SecretCommands

/// Declares `keyward get`, which asks on the terminal and writes the secret to standard output.
struct GetUsage: SecretUsage {
  typealias Command = GetCommand

  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Ask for a secret and print it.",
    discussion: """
      The screen goes to the terminal, never to standard output, and standard input is not read, so \
      this works inside $(…), in pipes and in scripts that are piped to a shell. A shell keeps copies \
      of what it reads: where you can, use keyward exec instead.
      """)

  @Flag(name: [.customShort("n"), .long], help: "Prints no newline behind the secret.")
  var noNewline = false

  @OptionGroup var name: NameArguments
  @OptionGroup(title: "Manners") var asking: MannerArguments
  @OptionGroup(title: "Dialogue options") var typing: TypingArguments
}
