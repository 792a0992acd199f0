extension KeyboardConfiguration {
  /// Creates a configuration of shipped parts, every option at its default.
  ///
  ///     var configuration = try KeyboardConfiguration(
  ///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
  ///
  /// - Parameters:
  ///   - layout: The name of a shipped keyboard.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with, lent by the shipped keyboard for it if the layout has
  ///     none; `nil` for the first of the layout.
  ///   - screen: The screen, in its first orientation.
  /// - Throws: ``KeyboardLibraryError`` or ``UnknownName`` for unknown names.
  public init(
    layout: String = "latin-qwerty", metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    try self.init(
      ShippedLayouts.keyboard(named: layout), metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration of a keyboard in a file, every option at its default.
  ///
  ///     let configuration = try KeyboardConfiguration(layoutFile: "kiosk.yaml", screen: screen)
  ///
  /// - Parameters:
  ///   - path: The file; only this user and root may own and write it and the folders on the way to
  ///     it, since another layout types another password.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with; `nil` for the first of the layout.
  ///   - screen: The screen, in its first orientation.
  /// - Throws: ``KeyboardLibraryError``, one `file:line:column: sentence` per fault, or
  ///   ``UnknownName``.
  public init(
    layoutFile path: String, metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    try self.init(
      ShippedLayouts.library().file(path), metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration of a keyboard read before, every option at its default.
  ///
  /// - Parameters:
  ///   - layout: The keyboard.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with; `nil` for the first of the layout.
  ///   - screen: The screen, in its first orientation.
  /// - Throws: ``UnknownName`` for unknown metrics.
  package init(
    _ layout: KeyboardDefinition, metrics: String = "default", panel: PanelName?,
    screen: ScreenDescription
  ) throws {
    var definition = layout
    if let panel { definition = try definition.completed(with: panel) }
    self.init(
      definition: definition, profile: try ShippedLayouts.metrics().profile(named: metrics),
      screen: screen)
    devices = try ShippedLayouts.devices()
    self.panel = panel
  }
}
