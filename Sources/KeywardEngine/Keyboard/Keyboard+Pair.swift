/// Several keyboards that take turns.
extension Keyboard {
  /// The shown keyboard.
  public var definition: KeyboardDefinition { definition(keyboardIndex) }

  /// Shows the next keyboard of the configuration, on the same panel if it has that.
  ///
  /// Waiting dead keys are forgotten.
  ///
  /// - Parameter time: Seconds; `nil` is the time of the last call.
  /// - Returns: `ignored` if there is only one keyboard, or a pad that stands alone.
  @discardableResult
  public func showNextKeyboard(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    cancelTouches()
    return followNextKeyboard()
  }

  /// Handles `next-keyboard` keys.
  func followNextKeyboard() -> Outcome {
    guard panels.hasNext else { return .ignored }
    showKeyboard((keyboardIndex + 1) % (configuration.others.count + 1))
    endOnce()
    return .accepted
  }

  /// Shows a keyboard, and posts an event if it differs from the one before.
  ///
  /// A keyboard of another form has another height, so its frame changes too.
  func showKeyboard(_ index: Int) {
    guard index != keyboardIndex,
      let next = try? PanelSet(configuration, of: definition(index), isFirst: index == 0)
    else { return }
    dropPending()
    keyboardIndex = index
    panels = next
    cachedPanel = nil
    post(.layoutDidChange, .layout(definition.id))
    if !panels.panels.contains(selection.panel) { select(PanelSelection(panel: panels.first)) }
    adoptForm()
  }
}

extension KeyboardConfiguration {
  /// A keyboard by its number; 0 is the first.
  func definition(_ index: Int) -> KeyboardDefinition {
    index == 0 ? definition : others[index - 1]
  }
}

extension PanelSet {
  /// The panels that a configuration offers on one of its keyboards.
  ///
  /// Keyboards other than the first begin with their own panel if they lack the wanted one.
  init(
    _ configuration: KeyboardConfiguration, of definition: KeyboardDefinition, isFirst: Bool = true
  ) throws(UnknownName) {
    let lacksStart = configuration.panel.map { definition.panel($0) == nil } ?? false
    try self.init(
      of: definition, startingWith: !isFirst && lacksStart ? nil : configuration.panel,
      hasToolbar: !configuration.title.isEmpty, fullWidth: configuration.fullWidth,
      hasNext: !configuration.others.isEmpty)
  }
}
