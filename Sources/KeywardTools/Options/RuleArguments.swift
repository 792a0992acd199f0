import ArgumentParser
import KeywardEngine
import SecretCommands

/// Declares the options for accepted characters and their source.
struct RuleArguments: ParsableArguments {
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

  /// The options in the form that the commands use.
  var values: RuleOptions {
    var values = RuleOptions()
    values.input = input
    values.feedback = feedback
    values.maxLength = maxLength
    values.allow = allow
    return values
  }
}
