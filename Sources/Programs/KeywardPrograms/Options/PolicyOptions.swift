import KeyboardEngine

/// The options for the manner of asking: once or twice, empty or not, with which help.
package struct PolicyOptions {
  package var allowEmpty = false
  package var repeats = false
  /// The number of times that two entries may differ; nil if the command line does not say.
  package var tries: Int?
  /// True if a bar shows how hard the secret is to guess.
  package var quality = false
  package var generate: PassphraseRecipe?

  package init() {}

  package static let group = OptionGroup<Self>(
    "Manner",
    [
      .flag("allow-empty", "Accept an empty answer.") { $0.allowEmpty = true },
      .flag("repeat", "Ask for the secret a second time and compare.") { $0.repeats = true },
      .value(
        "tries", .number(1...1000, of: "tries"),
        "Number of times that the two entries can differ before the status is 1; default: 3."
      ) { $0.tries = $1 },
      .flag("quality", "Show a bar that estimates how hard the secret is to guess.") {
        $0.quality = true
      },
      .value(
        "generate", .recipe,
        """
        Suggest a generated passphrase (words:N or chars:N). Enter accepts it, Ctrl-G generates \
        another.
        """
      ) { $0.generate = $1 },
    ])

  func manners(refusesEmpty: Bool = true, repeats: Bool = false) -> PromptPolicy {
    var manners = PromptPolicy()
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
}

extension ValueForm<PassphraseRecipe> {
  /// A recipe: `words:6`.
  fileprivate static let recipe = Self(
    "words:N|chars:N",
    "words: and a number from 1 to \(PassphraseRecipe.mostWords), or chars: and a number from 1 to "
      + "\(PassphraseRecipe.mostCharacters), such as words:6"
  ) { PassphraseRecipe($0) }
}

/// The option that asks for a name first.
package struct NameOptions {
  package var user: String?

  package init() {}

  package static let group = OptionGroup<Self>(
    "Name",
    [
      .optionalValue(
        "user", .text("LABEL"), default: "User",
        "Ask for a name first, which is shown while it is typed; default label: User."
      ) { $0.user = $1 }
    ])
}
