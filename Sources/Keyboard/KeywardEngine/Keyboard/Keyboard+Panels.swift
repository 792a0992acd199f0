extension Keyboard {
  /// The shown panel, with key labels for the shift and AltGr states; `nil` if it does not fit.
  package var currentPanel: PanelLayout? {
    guard let panel = placedPanel else { return nil }
    if let labelled = panel.labelled { return labelled }
    let level = configuration.showsShift ? self.level : .plain
    let returnLabel = configuration.returnType.label
    let labelled = panel.base.exchangingKeys { key in
      var shown = key
      if key.role == .return, key.label == KeyRole.return.label {
        shown.label = returnLabel
      } else if level != .plain {
        shown.label = key.label(at: level)
      }
      return shown
    }
    panel.labelled = labelled
    return labelled
  }

  /// The shown panel, with key labels that do not depend on the shift and AltGr states.
  var basePanel: PanelLayout? { placedPanel?.base }

  private var placedPanel: CachedPanel? {
    let height = heightAskedFor
    if let cachedPanel, cachedPanel.selection == selection, cachedPanel.height == height {
      return cachedPanel
    }
    guard let geometry,
      let page = definition.page(
        selection, in: panels, idCardLetter: configuration.idCardLetter,
        returnType: configuration.returnType, room: geometry.screen.formWidth,
        drawing: drawnKey(of: definition)),
      let layout = (try? geometry.layout(of: page, height: height))
        ?? (try? geometry.layout(of: page))
    else { return nil }
    let base =
      orders.indices.contains(keyboardIndex)
      ? orders[keyboardIndex].apply(to: layout, of: selection) : layout
    let panel = CachedPanel(
      selection: selection, height: height, base: base, hasAltGr: page.contains(.altgr))
    cachedPanel = panel
    return panel
  }

  /// The combination of shift and AltGr with which the shown keys type.
  ///
  /// AltGr has an effect only if the shown page has an AltGr key.
  package var level: KeyLevel {
    let isAltGr = altgrMachine.isUpper && placedPanel?.hasAltGr == true
    return KeyLevel(isShifted: shiftMachine.isUpper, isAltGr: isAltGr)
  }

  package var toolbarItems: [KeyboardToolbarItem] {
    if configuration.title.isEmpty { return [] }
    let others = panels.panels.filter {
      $0 != selection.panel && definition.types(on: $0, drawing: drawnKey(of: definition))
    }
    return others.map(KeyboardToolbarItem.panel) + [.done]
  }

  /// Returns a function that returns a key of a keyboard as it is drawn; nil if the field refuses
  /// all of its characters.
  func drawnKey(of definition: KeyboardDefinition) -> (Key) -> Key? {
    let acceptance = field.acceptance
    return { acceptance.drawn($0, of: definition) }
  }

  /// The frame of the panel, in screen coordinates, when the current transition is complete.
  ///
  /// The panel of a floating keyboard is drawn scaled, so this frame can differ in size from
  /// ``currentPanel``. The property is `nil` while a shortcuts bar is shown or the screen is too
  /// small.
  package var panelFrame: Rect? { panelFrame(in: state.frame) }

  func panelFrame(in frame: Rect) -> Rect? {
    guard let geometry, let height = panelHeight(in: frame) else { return nil }
    let panel = transitions.committed.kind == .floating ? frame : geometry.panelFrame
    return Rect(
      x: panel.x, y: frame.y + geometry.toolbarHeight, width: panel.width, height: height)
  }

  private func panelHeight(in frame: Rect) -> Double? {
    guard let toolbar = geometry?.toolbarHeight, !state.kind.isShortcutsBar else { return nil }
    // A keyboard that is appearing or disappearing has the geometry of its kind when visible.
    let isDocked = transitions.committed.kind.isDocked
    let inset = isDocked ? geometry?.screen.safeArea.bottom ?? 0 : 0
    return max(0, frame.height - toolbar - inset)
  }

  private var heightAskedFor: Double? {
    guard let own = geometry?.height, transitions.committed.kind != .floating,
      let height = panelHeight(in: state.frame), height > 0, height != own
    else { return nil }
    return height
  }

  package func frame(of item: KeyboardToolbarItem) -> Rect? { frame(of: item, in: state.frame) }

  func frame(of item: KeyboardToolbarItem, in frame: Rect) -> Rect? {
    let items = toolbarItems
    guard let geometry, !state.kind.isShortcutsBar, let index = items.firstIndex(of: item) else {
      return nil
    }
    let width = KeyboardToolbarItem.width
    let x =
      item == .done
      ? frame.maxX - KeyboardToolbarItem.gap - width
      : frame.minX + KeyboardToolbarItem.gap + Double(index) * (width + KeyboardToolbarItem.gap)
    return Rect(x: x, y: frame.y, width: width, height: geometry.toolbarHeight)
  }

  /// Shows another panel of the keyboard; held keys are released.
  ///
  /// - Returns: `ignored` if the panel is already shown, or if the keyboard lacks the panel.
  @discardableResult
  public func showPanel(_ panel: PanelName, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard panels.panels.contains(panel), panel != selection.panel else { return .ignored }
    cancelTouches()
    var next = selection
    next.panel = panel
    select(next)
    endOnce()
    return .accepted
  }

  func showPanel(for role: KeyRole) -> Outcome {
    var next = selection
    next.panel = role.targetPanel ?? next.panel
    next.page = role.targetPage ?? next.page
    next.width = role.targetWidth ?? next.width
    guard panels.keeps(role), next != selection else { return .ignored }
    select(next)
    endOnce()
    return .accepted
  }

  func select(_ next: PanelSelection) {
    guard next != selection else { return }
    selection = next
    cachedPanel = nil
    post(.panelDidChange, .panel(next))
  }

  func relabel() { cachedPanel?.labelled = nil }

  /// Shuffles the keys again as soon as no key is held.
  ///
  /// If ``KeyboardConfiguration/shuffle`` is `none`, this method does nothing.
  public func reshuffle() {
    guard configuration.shuffle != .none else { return }
    needsReshuffle = true
    reshuffleIfFree()
  }

  /// Performs a requested reshuffle, but not while a key is held.
  ///
  /// A held key must not move before it is released.
  func reshuffleIfFree() {
    guard needsReshuffle, touches.isEmpty else { return }
    needsReshuffle = false
    orders = draw()
    cachedPanel = nil
  }
}

extension Keyboard {
  /// The shown keyboard.
  public var definition: KeyboardDefinition { configuration.definition(keyboardIndex) }

  /// The name of the shown keyboard, which no other keyboard of the configuration has.
  package var layoutName: String {
    let name = definition.spaceName
    let all = [configuration.definition] + configuration.others
    return all.count { $0.spaceName == name } > 1 ? definition.title : name
  }

  /// True if another keyboard than the first is shown.
  package var isRetyped: Bool { keyboardIndex != 0 }

  /// Shows the next keyboard of the configuration, with the same panel if that keyboard has it.
  ///
  /// Pending dead keys are cancelled.
  ///
  /// - Returns: `ignored` if there is no other keyboard.
  @discardableResult
  public func showNextKeyboard(at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    cancelTouches()
    return followNextKeyboard()
  }

  /// Carries out the drawn key that leads to the next keyboard.
  func takeNextKeyboard() -> Outcome { onNextKeyboard?() ?? followNextKeyboard() }

  private func followNextKeyboard() -> Outcome {
    guard panels.next != nil else { return .ignored }
    showKeyboard((keyboardIndex + 1) % (configuration.others.count + 1))
    endOnce()
    return .accepted
  }

  /// Shows a keyboard of the configuration: index 0 is its `definition`, higher ones its `others`.
  ///
  /// If the new keyboard has another height, the frame changes too.
  func showKeyboard(_ index: Int) {
    guard index != keyboardIndex,
      let next = try? PanelSet(configuration, ofKeyboard: index)
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
  func definition(_ index: Int) -> KeyboardDefinition {
    index == 0 ? definition : others[index - 1]
  }
}

extension PanelSet {
  /// Creates the panels of a keyboard: index 0 is the `definition`, higher ones are the `others`.
  ///
  /// If one of the `others` lacks the configured panel, that keyboard starts with its own default
  /// panel.
  ///
  /// - Throws: `UnknownName` if the keyboard with index 0 lacks the configured panel.
  init(
    _ configuration: KeyboardConfiguration, ofKeyboard index: Int = 0
  ) throws(UnknownName) {
    let definition = configuration.definition(index)
    let next = configuration.definition((index + 1) % (configuration.others.count + 1))
    let lacksStart = configuration.panel.map { definition.panel($0) == nil } ?? false
    try self.init(
      of: definition, startingWith: index > 0 && lacksStart ? nil : configuration.panel,
      hasToolbar: !configuration.title.isEmpty, fullWidth: configuration.fullWidth,
      next: configuration.others.isEmpty ? nil : next.shortName, isNamed: configuration.isChosen)
  }
}
