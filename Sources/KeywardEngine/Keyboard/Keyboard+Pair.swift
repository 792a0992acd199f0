/// Several keyboards that take turns.
extension Keyboard {
  /// The keyboard that is shown.
  public var definition: KeyboardDefinition { definition(keyboardIndex) }

  /// Shows the next keyboard of the configuration with the same panel, if it has that; dead keys that
  /// wait are forgotten.
  ///
  /// - Parameter time: Seconds; `nil` is the time of the last call.
  /// - Returns: `ignored` where there is only one, or a pad that stands alone.
  @discardableResult
  public func showNextKeyboard(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    cancelTouches()
    return followNextKeyboard()
  }

  /// What `next-keyboard` keys do.
  func followNextKeyboard() -> Outcome {
    guard panels.hasNext else { return .ignored }
    showKeyboard((keyboardIndex + 1) % (configuration.others.count + 1))
    endOnce()
    return .accepted
  }

  /// Shows a keyboard and says so, if it is another one than before.
  ///
  /// One of another form has another height, so its frame changes too.
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
  /// The panels a configuration lets be reached on one of its keyboards.
  ///
  /// Others than the first begin with their own panel where they have not the one asked for.
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
