import KeywardEngine
import TerminalUI

/// How a command asks for a secret: once or twice, empty or not, after a name, with help.
struct Manners {
  /// The label of a second field; `nil` for one field.
  var repeatPrompt: String?
  /// How often two entries may differ.
  var tries: Int?
  /// Whether Enter on nothing only says that nothing is typed yet.
  var refusesEmpty = false
  /// Whether a bar shows how good it is.
  var showsQuality = false
  /// How a passphrase is made; `nil` where none is offered.
  var recipe: PassphraseRecipe?
  /// Whether one is made at once.
  var beginsGenerated = false
  /// Whether what is typed goes nowhere, which the first row says then.
  var isPractice = false
  /// The label of a name that is asked for before; `nil` for none.
  var nameLabel: String?

  /// The longest name in bytes.
  static let longestName = 256

  /// The longest text of each field: secret, repetition, name.
  func capacities(_ secret: Int) -> [Int] {
    [secret] + (repeatPrompt == nil ? [] : [secret]) + (nameLabel == nil ? [] : [Self.longestName])
  }

  /// What is asked, one after the other.
  ///
  /// - Parameters:
  ///   - options: How prompts look.
  ///   - memory: Fields of these capacities.
  ///   - keyboard: Types into the first of them.
  /// - Returns: The name, where one is asked for, and the secret.
  func questions(
    _ options: DialogueOptions, memory: PromptMemory, keyboard: Keyboard
  ) -> [Dialogue.Question] {
    var secret = options
    secret.title = keyboard.configuration.title
    if isPractice { secret.program = "keyward: practice, nothing is kept" }
    secret.repeatPrompt = repeatPrompt
    secret.tries = tries
    secret.refusesEmpty = refusesEmpty
    // Where nothing is an answer too, nobody sees whether it is the one.
    secret.hidesEmptiness = !refusesEmpty
    if showsQuality { secret.quality = .init("Quality") }
    if recipe != nil { secret.generator = .init("Make one up") }
    secret.beginsGenerated = beginsGenerated
    let needsAdvice = showsQuality || recipe != nil
    let question = Dialogue.Question(
      secret, fields: Array(memory.fields.prefix(repeatPrompt == nil ? 1 : 2)),
      keyboard: keyboard, advisor: needsAdvice ? OwnAdvisor(recipe) : nil)
    guard let nameLabel, let field = memory.fields.last else { return [question] }
    var name = options
    name.prompt = nameLabel
    name.title = secret.title
    name.error = ""
    name.isVisible = true
    name.refusesEmpty = refusesEmpty
    name.showsKeyboard = false
    return [Dialogue.Question(name, fields: [field]), question]
  }
}
