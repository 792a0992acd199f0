import ArgumentParser
import KeywardEngine

/// The options that say which keyboard there is and what it begins with.
struct KeyboardOptions: ParsableArguments {
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

  /// The keyboards the options name, the one to begin with first.
  ///
  /// - Throws: `CommandFailure` with the faults of the file or the names there are.
  func definitions() throws(CommandFailure) -> [KeyboardDefinition] {
    guard let layout else { return [try with(panel, Keyboards.named("latin-qwerty"))] }
    let definitions = try Keyboards.all(layout)
    return [try with(panel, definitions[0])] + definitions.dropFirst()
  }

  /// A keyboard with a panel it may lack.
  private func with(
    _ panel: PanelName?, _ definition: KeyboardDefinition
  ) throws(CommandFailure) -> KeyboardDefinition {
    guard let panel else { return definition }
    do { return try definition.completed(with: panel) } catch { throw Keyboards.failure(error) }
  }

  /// A keyboard's configuration on a screen.
  ///
  /// - Throws: `CommandFailure` with what the keyboard, its file or its panels lack.
  func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    let definitions = try definitions()
    _ = try panelSet(of: definitions)
    var configuration = KeyboardConfiguration(
      definition: definitions[0], profile: profile, screen: screen)
    configuration.others = Array(definitions.dropFirst())
    // Only such a profile looks at them, and reading them takes longer than all the rest.
    if profile.heights == .device { configuration.devices = try Keyboards.devices() }
    configuration.title = title
    configuration.panel = panel
    configuration.fullWidth = fullWidth
    configuration.shuffle = shuffle ?? .none
    return configuration
  }

  /// The panels that can be reached on the first of some keyboards.
  ///
  /// - Throws: `CommandFailure` with the panels the keyboard has.
  func panelSet(of keyboards: [KeyboardDefinition]) throws(CommandFailure) -> PanelSet {
    do {
      return try PanelSet(
        of: keyboards[0], startingWith: panel, hasToolbar: !title.isEmpty, fullWidth: fullWidth,
        hasNext: keyboards.count > 1)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }
}
