extension Keyboard {
  /// The keys shown, in their slots and with the labels of the shift state, in the coordinates of
  /// the panel; `nil` while the screen is too small.
  public var currentPanel: PanelLayout? {
    guard let base = basePanel else { return nil }
    if let labelled = cachedPanel?.labelled { return labelled }
    let level = configuration.showsShift ? self.level : .plain
    let returnLabel = configuration.returnType.label
    let labelled = base.exchangingKeys { key in
      var shown = key
      if key.role == .return, key.label == KeyRole.return.label {
        shown.label = returnLabel
      } else {
        shown.label = key.label(at: level)
      }
      return shown
    }
    cachedPanel?.labelled = labelled
    return labelled
  }

  /// The same keys as they type, whatever they show.
  var basePanel: PanelLayout? {
    if let cached = cachedPanel, cached.selection == selection { return cached.base }
    guard let geometry,
      let page = definition.page(
        selection, in: panels, idCardLetter: configuration.idCardLetter,
        returnType: configuration.returnType, room: geometry.screen.usableWidth),
      let layout = try? geometry.layout(of: page)
    else { return nil }
    let base =
      orders.indices.contains(keyboardIndex)
      ? orders[keyboardIndex].apply(to: layout, of: selection) : layout
    cachedPanel = CachedPanel(
      selection: selection, base: base, hasAltGr: page.contains(.altgr))
    return base
  }

  /// The level the keys shown type at; AltGr counts where there is a key for it.
  package var level: KeyLevel {
    let isAltGr = altgrMachine.isUpper && basePanel != nil && cachedPanel?.hasAltGr == true
    return KeyLevel(isShifted: shiftMachine.isUpper, isAltGr: isAltGr)
  }

  /// The toolbar's items from left to right, Done last; empty without a title.
  public var toolbarItems: [ToolbarItem] {
    if configuration.title.isEmpty { return [] }
    let order: [PanelName] = [.letters, .numbers, .symbols]
    let others = order.filter { panels.panels.contains($0) && $0 != selection.panel }
    return others.map(ToolbarItem.panel) + [.done]
  }

  /// Where the panel is, in screen coordinates of the state layout sees.
  ///
  /// A floating keyboard shows it smaller, so its size can differ from that of ``currentPanel``. `nil`
  /// where no panel is shown: the screen is too small, or there is only a shortcuts bar.
  public var panelFrame: Rect? {
    guard let geometry, !state.kind.isShortcutsBar else { return nil }
    let panel = geometry.panelFrame
    let frame = state.frame
    let toolbar = geometry.heights.toolbarHeight
    if state.kind == .floating {
      return Rect(
        x: frame.x, y: frame.y + toolbar, width: frame.width,
        height: max(0, frame.height - toolbar))
    }
    return Rect(x: panel.x, y: frame.y + toolbar, width: panel.width, height: panel.height)
  }

  /// Where a toolbar item can be pressed, in screen coordinates; `nil` if it is not shown.
  public func frame(of item: ToolbarItem) -> Rect? {
    let items = toolbarItems
    guard let geometry, !state.kind.isShortcutsBar, let index = items.firstIndex(of: item) else {
      return nil
    }
    let width = ToolbarItem.width
    let frame = state.frame
    let x =
      item == .done
      ? frame.maxX - ToolbarItem.gap - width
      : frame.minX + ToolbarItem.gap + Double(index) * (width + ToolbarItem.gap)
    return Rect(x: x, y: frame.y, width: width, height: geometry.heights.toolbarHeight)
  }

  /// Shows a panel of the set; held keys are let go.
  ///
  /// - Parameters:
  ///   - panel: A member of ``panels``.
  ///   - time: Seconds; `nil` is the time of the last call.
  /// - Returns: `ignored` for a panel that is shown already or is not in the set.
  @discardableResult
  public func showPanel(_ panel: PanelName, at time: Double? = nil) -> Outcome {
    advance(to: time ?? now)
    guard panels.panels.contains(panel), panel != selection.panel else { return .ignored }
    cancelTouches()
    interruptShift()
    var next = selection
    next.panel = panel
    select(next)
    endOnce()
    return .accepted
  }

  /// What `panel-*`, `page-*` and `width-*` keys do.
  func follow(_ role: KeyRole) -> Outcome {
    var next = selection
    next.panel = role.targetPanel ?? next.panel
    next.page = role.targetPage ?? next.page
    next.width = role.targetWidth ?? next.width
    guard panels.keeps(role), next != selection else { return .ignored }
    select(next)
    endOnce()
    return .accepted
  }

  /// Shows a page and says so, if it is another one than before.
  func select(_ next: PanelSelection) {
    guard next != selection else { return }
    selection = next
    cachedPanel = nil
    post(.panelDidChange, .panel(next))
  }

  func relabel() { cachedPanel?.labelled = nil }

  func reshuffleAfterInput() {
    guard configuration.reshuffle == .key, configuration.shuffle != .none else { return }
    needsReshuffle = true
    reshuffleIfFree()
  }

  /// Nothing moves between press and release.
  func reshuffleIfFree() {
    guard needsReshuffle, touches.isEmpty else { return }
    needsReshuffle = false
    orders = draw()
    cachedPanel = nil
  }
}
