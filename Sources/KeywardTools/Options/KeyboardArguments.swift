import ArgumentParser
import KeywardEngine
import SecretCommands

/// Declares the options for the keyboard and its first state.
struct KeyboardArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A keyboard by name (see keyward layouts list) or by file; a value with a slash or ending in "
        + ".yaml, .yml or .json is a file. Two with a comma between are a pair to change between; a "
        + "keyboard without Latin letters brings latin-qwerty by itself.",
      valueName: "NAME|FILE"), completion: Completions.keyboards)
  var layout: String?

  @Option(help: "The panel to begin with; numbers and id-card stand alone.")
  var panel: PanelName?

  @Option(help: ArgumentHelp("Shows the toolbar with this title.", valueName: "TEXT"))
  var title = ""

  @Flag(help: "Lets symbols switch to the full-width characters of Chinese.")
  var fullWidth = false

  @Option(
    help: ArgumentHelp(
      "Which keys trade places. Stops those who see positions only: a watched hand, smears, logged "
        + "clicks. Does nothing against whoever sees the labels, such as a camera or a screen "
        + "recording, nothing for the physical keyboard, and slows typing."))
  var shuffle: ShuffleMode?

  /// The options in the form that the commands use.
  var values: KeyboardOptions {
    var values = KeyboardOptions()
    values.layout = layout
    values.panel = panel
    values.title = title
    values.fullWidth = fullWidth
    values.shuffle = shuffle
    return values
  }
}
