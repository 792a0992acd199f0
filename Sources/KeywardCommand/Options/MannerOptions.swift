import ArgumentParser
import KeywardEngine

/// The options that say how a secret is asked for: once or twice, empty or not, with what help.
struct MannerOptions: ParsableArguments {
  @Flag(help: "Takes an empty answer too; else Enter on nothing only says so.")
  var allowEmpty = false

  @Flag(name: .customLong("repeat"), help: "Asks for the secret a second time and compares.")
  var repeats = false

  @Option(
    help: ArgumentHelp(
      "How often the two entries may differ before the status is 1.", valueName: "N"),
    transform: Self.tries)
  var tries: Int?

  @Flag(help: "Shows a bar that estimates how hard the secret is to guess.")
  var quality = false

  @Option(
    help: ArgumentHelp(
      "Makes a passphrase of so many words or characters, which Enter takes and Ctrl-G makes anew.",
      valueName: "words:N|chars:N"),
    transform: Self.recipe)
  var generate: PassphraseRecipe?

  /// What these options say.
  ///
  /// - Parameters:
  ///   - refusesEmpty: Whether an empty secret is of no use to the command.
  ///   - repeats: Whether the secret is asked for twice in any case.
  /// - Returns: How the secret is asked for.
  func manners(refusesEmpty: Bool = true, repeats: Bool = false) -> Manners {
    var manners = Manners()
    manners.refusesEmpty = refusesEmpty && !allowEmpty
    if self.repeats || repeats {
      manners.repeatPrompt = "Repeat"
      manners.tries = tries ?? Self.usualTries
      manners.recipe = Self.usualRecipe
    }
    manners.recipe = generate ?? manners.recipe
    manners.beginsGenerated = generate != nil
    manners.showsQuality = quality
    return manners
  }

  private static let usualTries = 3
  /// What Ctrl-G makes where nothing was said.
  private static let usualRecipe = PassphraseRecipe.words(6)

  private static func tries(_ text: String) throws -> Int {
    guard let tries = Int(text), (1...1000).contains(tries) else {
      throw ValidationError("Give a number of tries from 1 to 1000.")
    }
    return tries
  }

  private static func recipe(_ text: String) throws -> PassphraseRecipe {
    guard let recipe = PassphraseRecipe(text) else {
      throw ValidationError(
        "Give words: and a number from 1 to \(PassphraseRecipe.mostWords), or chars: and a number "
          + "from 1 to \(PassphraseRecipe.mostCharacters), such as words:6.")
    }
    return recipe
  }
}

/// The option that asks for a name first.
struct NameOptions: ParsableArguments {
  @Option(
    defaultAsFlag: "User",
    help: ArgumentHelp(
      "Asks for a name first, which is shown while it is typed.", valueName: "LABEL"))
  var user: String?
}
