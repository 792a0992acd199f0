import KeywardEngine
import Settings

extension KeyboardOptions {
  /// Makes a keyboard's configuration on a screen.
  ///
  /// - Throws: `CommandFailure` with the faults of the keyboard, its file or its panels.
  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    let keyboards = try definitions()
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
    configuration.shuffle = shuffle
    return configuration
  }

  /// Reads the keyboards that the options name, the first one to show first.
  ///
  /// - Throws: `CommandFailure` with the faults of the file or the known names.
  package func definitions() throws(CommandFailure) -> [KeyboardDefinition] {
    do { return try keyboards() } catch { throw Keyboards.failure(error) }
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
