import ArgumentParser
import KeywardEngine
import SecretCommands

/// Declares the options for the screen of a keyboard.
struct ScreenArguments: ParsableArguments {
  @Option(
    help: "A device, such as iphone-xs or ipad-mini-6, instead of the terminal window.",
    completion: Completions.devices)
  var device: String?

  @Option(
    help: ArgumentHelp(
      "A screen of this size in points, instead of the terminal window (a cell is 8 x 16).",
      valueName: "WxH"),
    transform: OptionValues.size)
  var screen: Size?

  @Option(
    help: ArgumentHelp(
      "The insets of --screen in the orientation at the start; the other's are derived.",
      valueName: "TOP,LEFT,BOTTOM,RIGHT"),
    transform: OptionValues.insets)
  var safeArea: RectInsets?

  @Option(help: "What kind of device --screen is.")
  var idiom: Idiom?

  @Option(help: "How the screen is held; without it as its shape says.")
  var orientation: Orientation?

  @Option(help: "The profile of gaps, ratios and heights.", completion: Completions.metrics)
  var metrics = "default"

  func validate() throws { try asValidation { () throws(UsageError) in try values.validate() } }

  /// The options in the form that the commands use.
  var values: ScreenOptions {
    var values = ScreenOptions()
    values.device = device
    values.screen = screen
    values.safeArea = safeArea
    values.idiom = idiom
    values.orientation = orientation
    values.metrics = metrics
    return values
  }
}

/// Runs `body`; answers an error with the usage of the command.
func asValidation(_ body: () throws(UsageError) -> Void) throws {
  do { try body() } catch { throw ValidationError(error.description) }
}
