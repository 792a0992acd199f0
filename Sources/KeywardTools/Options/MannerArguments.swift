import ArgumentParser
import KeywardEngine
import SecretCommands

/// Declares the options for the manner of asking: once or twice, empty or not, with which help.
struct MannerArguments: ParsableArguments {
  @Flag(help: "Takes an empty answer too; else Enter on nothing only says so.")
  var allowEmpty = false

  @Flag(name: .customLong("repeat"), help: "Asks for the secret a second time and compares.")
  var repeats = false

  @Option(
    help: ArgumentHelp(
      "How often the two entries may differ before the status is 1.", valueName: "N"),
    transform: MannerOptions.tries)
  var tries: Int?

  @Flag(help: "Shows a bar that estimates how hard the secret is to guess.")
  var quality = false

  @Option(
    help: ArgumentHelp(
      "Makes a passphrase of so many words or characters, which Enter takes and Ctrl-G makes anew.",
      valueName: "words:N|chars:N"),
    transform: MannerOptions.recipe)
  var generate: PassphraseRecipe?
}

/// Declares the option that asks for a name first.
struct NameArguments: ParsableArguments {
  @Option(
    defaultAsFlag: "User", parsing: .next,
    help: ArgumentHelp(
      "Asks for a name first, which is shown while it is typed.", valueName: "LABEL"))
  var user: String?
}
