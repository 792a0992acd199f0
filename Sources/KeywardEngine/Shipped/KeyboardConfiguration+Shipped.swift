extension KeyboardConfiguration {
  /// Creates a configuration of shipped parts, every option at its default.
  ///
  ///     var configuration = try KeyboardConfiguration(
  ///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
  ///
  /// - Parameters:
  ///   - layout: The name of a shipped keyboard.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with, lent by the shipped keyboard for it if the layout has none;
  ///     `nil` is the first of the layout.
  ///   - screen: The screen in the orientation to start with.
  /// - Throws: ``KeyboardLibraryError`` or ``UnknownName`` for names that nothing has.
  public init(
    layout: String = "latin-qwerty", metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    var definition = try ShippedLayouts.keyboard(named: layout)
    if let panel { definition = try definition.completed(with: panel) }
    self.init(
      definition: definition, profile: try ShippedLayouts.metrics().profile(named: metrics),
      screen: screen)
    devices = try ShippedLayouts.devices()
    self.panel = panel
  }
}
