import KeyboardEngine
import PromptUI

/// How a command asks: once or twice, with a name first, a quality bar or a generator.
package struct PolicyOptions {
  package var allowEmpty = false
  package var repeats = false
  /// The number of times the two entries may differ; nil for the default.
  package var tries: Int?
  /// True if a bar shows how hard the secret is to guess.
  package var quality = false
  package var generate: PassphraseRecipe?
  /// The label of a name to ask for first; empty for the default label, nil for no name.
  package var user: String?
  /// True if the typed text is not used, which the first row shows.
  var isPractice = false

  package init() {}

  package static let group = OptionGroup<Self>(
    "Manner",
    [
      .flag("allow-empty", "Accept an empty answer.") { $0.allowEmpty = true },
      .flag("repeat", "Ask for the secret a second time and compare.") { $0.repeats = true },
      .value(
        "tries", .number(1...1000, of: "tries"),
        "Number of times that the two entries can differ before the exit status is 1; default: 3."
      ) { $0.tries = $1 },
      .flag("quality", "Show a bar that estimates how hard the secret is to guess.") {
        $0.quality = true
      },
      .value(
        "generate", .recipe,
        """
        Suggest a generated passphrase of N words or characters. Enter accepts it, Ctrl-G generates \
        another.
        """
      ) { $0.generate = $1 },
    ])

  package static let nameGroup = OptionGroup<Self>(
    "Name",
    [
      .optionalValue(
        "user", .text("LABEL"), default: "",
        "Ask for a name first, which is visible while it is typed; default label: User."
      ) { $0.user = $1 }
    ])
}

extension PolicyOptions {
  private static let defaultTries = 3
  /// The recipe of Ctrl-G, if the command line names none.
  private static let defaultRecipe = PassphraseRecipe.words(6)
  /// The longest name in bytes.
  private static let longestName = 256

  /// The capacity of each field in bytes: secret, repetition, name.
  func capacities(_ secret: Int) -> [Int] {
    [secret] + (repeats ? [secret] : []) + (user == nil ? [] : [Self.longestName])
  }

  /// The prompts in order, the name's first if any; `keyboard` types into the first field.
  func prompts(
    _ options: DialogueOptions, on surface: PromptSurface, fields: [SecretField],
    keyboard: Keyboard
  ) -> [PassphrasePrompt] {
    var secret = options
    secret.title = keyboard.configuration.title
    if isPractice { secret.asker = surface.language[.practice] }
    if repeats {
      secret.repeatPrompt = .own(.repetition)
      secret.tries = tries ?? Self.defaultTries
    }
    secret.refusesEmpty = !allowEmpty
    // If an empty answer is allowed, the screen must not show whether the field is empty.
    secret.hidesEmptiness = allowEmpty
    if quality { secret.quality = .init(.own(.quality)) }
    // The default recipe was not chosen by the user, so it is offered only where it can succeed.
    let isOffered = repeats && Self.defaultRecipe.suits(fields[0].acceptance)
    let recipe = generate ?? (isOffered ? Self.defaultRecipe : nil)
    if recipe != nil { secret.generator = .init("") }
    secret.beginsGenerated = generate != nil
    let needsAdvice = quality || recipe != nil
    let prompt = PassphrasePrompt(
      secret, fields: Array(fields.prefix(repeats ? 2 : 1)), surface: surface,
      keyboard: keyboard, policy: needsAdvice ? LocalPolicy(recipe, in: surface.language) : nil)
    guard let user, let field = fields.last else { return [prompt] }
    var name = options
    name.prompt = user.isEmpty ? .own(.user) : .given(user)
    name.title = secret.title
    name.error = ""
    name.isVisible = true
    name.refusesEmpty = !allowEmpty
    name.showsKeyboard = false
    name.remedies.generator = nil
    return [PassphrasePrompt(name, fields: [field], surface: surface), prompt]
  }
}

extension ValueForm<PassphraseRecipe> {
  /// A recipe: `words:6`.
  fileprivate static let recipe = Self(
    "words:N|chars:N",
    "words: and a number from 1 to \(PassphraseRecipe.mostWords), or chars: and a number from 1 to "
      + "\(PassphraseRecipe.mostCharacters), such as words:6"
  ) { PassphraseRecipe($0) }
}
