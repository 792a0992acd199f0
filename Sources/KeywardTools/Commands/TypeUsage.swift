import ArgumentParser
import SecretCommands
import SecureMemory

/// Declares `keyward type`, which shows the typing screen and reports the use of the secret.
struct TypeUsage: SecretUsage {
  typealias Command = TypeCommand

  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Open the typing screen; store or check a hash of the secret.",
    discussion: """
      Nothing of the secret is printed: submitting reports what was protected and what was done.

      Keys: characters type; arrows move over the drawn keyboard, Space and Enter press there when \
      the focus is on it; Alt-Enter there, or holding the mouse, opens what a key with a dot or a \
      dashed side offers beside its own character; Tab moves between field and keyboard; Enter \
      submits; Backspace deletes a character, Ctrl-W a word, Ctrl-U all; Esc, Ctrl-C, Ctrl-E, and \
      Ctrl-D on an empty field cancel; Ctrl-K shows or hides the keyboard; Ctrl-R rotates it; Ctrl-T \
      shows or hides the secret where allowed; Ctrl-G makes a passphrase where one is offered; \
      clicks press drawn keys. What stty sets as intr, eof, erase, werase and kill counts too.
      """)

  @Option(
    help: ArgumentHelp(
      "Asks twice and stores an Argon2id hash, in a file only you can read; replaces such a file only.",
      valueName: "FILE"),
    completion: .file())
  var enroll: String?

  @Flag(help: "Lets --enroll replace a file that holds something else than such a hash.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Checks what is typed against such a file; a wrong password is status 1.", valueName: "FILE"),
    completion: .file())
  var verify: String?

  @Option(help: "Prints a picture of the empty screen and asks nothing.")
  var format: TypeCommand.Format?

  @OptionGroup(title: "Manners") var asking: MannerArguments
  @OptionGroup(title: "Dialogue options") var typing: TypingArguments

  func validate() throws {
    var values = TypeCommand()
    values.enroll = enroll
    values.force = force
    values.verify = verify
    try asValidation { () throws(UsageError) in try values.validate() }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let words = ProgramArguments.behindName
    let own = words.first == TypeCommand.name ? words.dropFirst() : words[...]
    guard let format, let command = try? TypeCommand(own) else { throw Self.refusal }
    try command.printPicture(format)
    return .done
  }
}

extension TypeCommand.Format: ExpressibleByArgument {}
