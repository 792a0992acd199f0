import KeyboardEngine
import PromptUI

/// The manner in which a command asks for a secret: once or twice, empty or not, after a name, with
/// help.
struct PromptPolicy {
  /// The label of a second field; `nil` for one field.
  var repeatPrompt: String?
  /// The number of times that two entries may differ; nil for any number.
  var tries: Int?
  /// True if Enter on an empty field only shows that nothing is typed yet.
  var refusesEmpty = false
  var showsQuality = false
  /// The recipe for a made passphrase; `nil` if none is offered.
  var recipe: PassphraseRecipe?
  var beginsGenerated = false
  /// True if the typed text is not used; the first row says so then.
  var isPractice = false
  /// The label of a name to ask for before; `nil` for none.
  var nameLabel: String?

  /// The longest name in bytes.
  static let longestName = 256

  /// The longest text of each field: secret, repetition, name.
  func capacities(_ secret: Int) -> [Int] {
    [secret] + (repeatPrompt == nil ? [] : [secret]) + (nameLabel == nil ? [] : [Self.longestName])
  }

  /// The prompts in order, a name's first if there is one; `keyboard` types into the first field.
  func prompts(
    _ options: DialogueOptions, on surface: PromptSurface, fields: [SecretField],
    keyboard: Keyboard
  ) -> [PassphrasePrompt] {
    var secret = options
    secret.title = keyboard.configuration.title
    if isPractice { secret.asker = "Practice: nothing is kept" }
    secret.repeatPrompt = repeatPrompt
    secret.tries = tries
    secret.refusesEmpty = refusesEmpty
    // If an empty text is an answer, nobody may see whether the field is empty.
    secret.hidesEmptiness = !refusesEmpty
    if showsQuality { secret.quality = .init("Quality") }
    // Nobody chose the usual recipe, so it is offered only where it can succeed.
    let suits = self.recipe?.suits(fields[0].acceptance) == true
    let recipe = beginsGenerated || suits ? self.recipe : nil
    if recipe != nil { secret.generator = .init("Make one up") }
    secret.beginsGenerated = beginsGenerated
    let needsAdvice = showsQuality || recipe != nil
    let prompt = PassphrasePrompt(
      secret, fields: Array(fields.prefix(repeatPrompt == nil ? 1 : 2)), surface: surface,
      keyboard: keyboard, policy: needsAdvice ? LocalPolicy(recipe) : nil)
    guard let nameLabel, let field = fields.last else { return [prompt] }
    var name = options
    name.prompt = nameLabel
    name.title = secret.title
    name.error = ""
    name.isVisible = true
    name.refusesEmpty = refusesEmpty
    name.showsKeyboard = false
    name.remedies.generator = ""
    return [PassphrasePrompt(name, fields: [field], surface: surface), prompt]
  }
}
