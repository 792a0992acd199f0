import ArgumentParser
import KeywardEngine

/// The options that say what is taken from whom.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which keyboard types characters. With screen the physical one only moves and presses on the "
        + "drawn one, so that nobody who records keys learns them."))
  var input: InputMode?

  @Option(help: "Whether a pressed key looks pressed, which shows it to whoever watches.")
  var feedback: Feedback?

  @Option(
    help: ArgumentHelp("The most characters that can be typed.", valueName: "N"),
    transform: OptionValues.length)
  var maxLength: Int?

  @Option(
    help: ArgumentHelp("The only characters that can be typed.", valueName: "CHARS"),
    transform: OptionValues.characters)
  var allow: String?

  /// Sets a keyboard's options by these.
  func apply(to configuration: inout KeyboardConfiguration) {
    configuration.input = input ?? .any
    configuration.feedback = feedback ?? .none
    configuration.maxLength = maxLength
    configuration.allowList = allow.map { .characters(of: $0) }
  }
}
