import KeywardEngine

/// The options for the keyboard and its first state.
package struct KeyboardOptions: CommandOptions {
  /// The name or the file of the keyboard; nil if the command line does not say.
  package var layout: String?
  /// The panel to begin with; nil for the keyboard's first.
  package var panel: PanelName?
  /// The title in the toolbar; empty for no toolbar.
  package var title = ""
  /// True if symbols switch to the full-width characters of Chinese.
  package var fullWidth = false
  /// The keys that trade places; nil if the command line does not say.
  package var shuffle: ShuffleMode?

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("layout") { $0.layout = $1 },
    .choice("panel") { $0.panel = $1 },
    .text("title") { $0.title = $1 },
    .flag("full-width") { $0.fullWidth = true },
    .choice("shuffle") { $0.shuffle = $1 },
  ]

  /// Reads the keyboards that the options name, the first one to show first.
  ///
  /// - Throws: `CommandFailure` with the faults of the file or the known names.
  package func keyboards() throws(CommandFailure) -> [KeyboardDefinition] {
    guard let layout else {
      return [try with(panel, Keyboards.named("latin-qwerty"))]
    }
    var keyboards = try Keyboards.all(layout)
    keyboards[0] = try with(panel, keyboards[0])
    return keyboards
  }

  /// Adds a panel to a keyboard that may lack it.
  private func with(
    _ panel: PanelName?, _ definition: KeyboardDefinition
  ) throws(CommandFailure) -> KeyboardDefinition {
    guard let panel else { return definition }
    do { return try definition.completed(with: panel) } catch { throw Keyboards.failure(error) }
  }

  /// Makes a keyboard's configuration on a screen.
  ///
  /// - Throws: `CommandFailure` with the faults of the keyboard, its file or its panels.
  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    let keyboards = try keyboards()
    // The wanted panel may be missing; the others are there.
    if panel != nil { _ = try panelSet(of: keyboards) }
    var configuration = KeyboardConfiguration(
      definition: keyboards[0], profile: profile, screen: screen)
    configuration.others = Array(keyboards.dropFirst())
    // Only such a profile uses the devices, and reading them takes longer than all the rest.
    if profile.heights == .device { configuration.devices = try Keyboards.devices() }
    configuration.title = title
    configuration.panel = panel
    configuration.fullWidth = fullWidth
    configuration.shuffle = shuffle ?? .none
    return configuration
  }

  /// Returns the panels that can be reached on the first of some keyboards.
  ///
  /// - Throws: `CommandFailure` with the panels the keyboard has.
  package func panelSet(of keyboards: [KeyboardDefinition]) throws(CommandFailure) -> PanelSet {
    do {
      return try PanelSet(
        of: keyboards[0], startingWith: panel, hasToolbar: !title.isEmpty, fullWidth: fullWidth,
        hasNext: keyboards.count > 1)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
  }
}
