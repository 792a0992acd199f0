import KeywardEngine

/// The options for the manner of asking: once or twice, empty or not, with which help.
package struct MannerOptions: CommandOptions {
  /// Whether an empty answer is accepted.
  package var allowEmpty = false
  /// Whether the secret is asked for twice.
  package var repeats = false
  /// The number of times that two entries may differ; nil if the command line does not say.
  package var tries: Int?
  /// True if a bar shows how hard the secret is to guess.
  package var quality = false
  /// The recipe for a made passphrase; nil if none was asked for.
  package var generate: PassphraseRecipe?

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .flag("allow-empty") { $0.allowEmpty = true },
    .flag("repeat") { $0.repeats = true },
    .value("tries", MannerOptions.tries) { $0.tries = $1 },
    .flag("quality") { $0.quality = true },
    .value("generate", MannerOptions.recipe) { $0.generate = $1 },
  ]

  /// Turns the options into a manner of asking.
  ///
  /// - Parameters:
  ///   - refusesEmpty: Whether an empty secret is of no use to the command.
  ///   - repeats: Whether the secret is always asked for twice.
  /// - Returns: The manner of asking.
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
  /// The recipe of Ctrl-G, if the command line names none.
  private static let usualRecipe = PassphraseRecipe.words(6)

  /// `3` → two entries may differ three times.
  package static func tries(_ text: String) throws(UsageError) -> Int {
    guard let tries = Int(text), (1...1000).contains(tries) else {
      throw UsageError("Give a number of tries from 1 to 1000.")
    }
    return tries
  }

  /// `words:6` → six words.
  package static func recipe(_ text: String) throws(UsageError) -> PassphraseRecipe {
    guard let recipe = PassphraseRecipe(text) else {
      throw UsageError(
        "Give words: and a number from 1 to \(PassphraseRecipe.mostWords), or chars: and a number "
          + "from 1 to \(PassphraseRecipe.mostCharacters), such as words:6.")
    }
    return recipe
  }
}

/// The option that asks for a name first.
package struct NameOptions: CommandOptions {
  /// The label of the name; nil if none is asked for.
  package var user: String?

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .optionalValue("user", usual: "User") { $0.user = $1 }
  ]
}
