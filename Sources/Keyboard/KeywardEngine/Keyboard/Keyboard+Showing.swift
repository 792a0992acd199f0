extension Keyboard {
  /// Shows the keyboard in its initial state: first panel, digits page, half width, and shift off.
  ///
  /// With the option `resumes`, it instead restores the layout, page, character width, caps lock
  /// and AltGr lock from the last time. If the screen is too small, the keyboard appears as soon as
  /// it fits.
  public func show(at time: Double? = nil) {
    advance(to: time ?? now)
    if isWanted, !transitions.target.isVisible, geometry != nil { isWanted = false }
    if !isWanted { startPresentation() }
    isWanted = true
    if hasRoom { transitions.show() }
  }

  /// Hides the keyboard and releases every held key; keeps the text.
  public func hide(at time: Double? = nil) {
    advance(to: time ?? now)
    releaseAll()
    isWanted = false
    transitions.hide()
  }

  /// Rotates the screen and releases held keys.
  ///
  /// The panel, the page, the character width, the shift state and the text stay the same. If the
  /// turned screen is too low, the keyboard is hidden until it fits again.
  ///
  /// If the screen already has this orientation, the method does nothing.
  public func rotate(to orientation: Orientation, at time: Double? = nil) {
    follow(configuration.screen.turned(to: orientation), at: time)
  }

  /// Changes the size of the screen, in points.
  ///
  /// The size also determines the orientation. If the orientation changes, the screen's insets for
  /// the new orientation apply.
  ///
  /// - Throws: ``KeyboardError`` for an invalid size, and for one without room for the keyboard;
  ///   nothing is then changed.
  public func resize(to size: Size, at time: Double? = nil) throws(KeyboardError) {
    let screen: ScreenDescription
    do { screen = try configuration.screen.resized(to: size) } catch { throw .screen(error) }
    try setScreen(screen, at: time)
  }

  /// Replaces the screen; the orientation, the size, or both can change.
  ///
  /// A change of orientation posts `orientationDidChange` and releases held keys. A change of size
  /// alone moves the keyboard.
  ///
  /// - Throws: ``KeyboardError`` if the screen has no room for the keyboard; nothing is then changed.
  public func setScreen(
    _ screen: ScreenDescription, at time: Double? = nil
  ) throws(KeyboardError) {
    var changed = configuration
    changed.screen = screen
    guard changed.hasRoom else { throw .noRoom(on: screen.size) }
    follow(screen, at: time)
  }

  /// Replaces the screen by one that may be too small; the keyboard is then hidden until it fits.
  package func follow(_ screen: ScreenDescription, at time: Double? = nil) {
    advance(to: time ?? now)
    guard screen != configuration.screen else { return }
    if screen.orientation != configuration.screen.orientation {
      cancelTouches()
      change(to: screen) { $0.rotate(to: $1) }
    } else {
      change(to: screen) { $0.resize(to: $1) }
    }
  }

  /// Changes the reading direction; a collapsed shortcuts bar moves to the other corner.
  ///
  /// A change also releases held keys. If the keyboard already has this direction, the method does
  /// nothing.
  public func setDirection(_ direction: ReadingDirection, at time: Double? = nil) {
    advance(to: time ?? now)
    guard direction != configuration.direction else { return }
    cancelTouches()
    configuration.direction = direction
    transitions.changeDirection(to: direction)
  }

  /// Changes the title in the toolbar.
  ///
  /// An empty title removes the toolbar, and any other title adds a missing toolbar. Both change
  /// the keyboard's height.
  ///
  /// - Throws: ``KeyboardError`` if the screen has no room for the toolbar; nothing is then changed.
  public func setTitle(_ title: String, at time: Double? = nil) throws(KeyboardError) {
    var changed = configuration
    changed.title = title
    guard changed.hasRoom || !configuration.hasRoom else {
      throw .noRoom(on: configuration.screen.size)
    }
    advance(to: time ?? now)
    guard title != configuration.title else { return }
    let hadToolbar = !configuration.title.isEmpty
    configuration.title = title
    guard hadToolbar == title.isEmpty else { return }
    if let panels = try? PanelSet(configuration, ofKeyboard: keyboardIndex) {
      self.panels = panels
      if makesRules { field.acceptance = Acceptance(configuration, panels: panels) }
    }
    cachedPanel = nil
    if !panels.panels.contains(selection.panel) { select(PanelSelection(panel: panels.first)) }
    change(to: configuration.screen) { $0.changeHeight(to: $1) }
  }

  /// Call this when the app enters the background: releases held keys, and posts no events until
  /// the app returns.
  public func enterBackground(at time: Double? = nil) {
    advance(to: time ?? now)
    releaseAll()
    transitions.enterBackground()
  }

  /// Call this when the app returns from the background.
  public func enterForeground(at time: Double? = nil) {
    advance(to: time ?? now)
    transitions.enterForeground()
    adoptScreen()
  }

  /// Call this when the field loses the focus: releases held keys and cancels pending dead keys.
  public func loseFocus(at time: Double? = nil) {
    advance(to: time ?? now)
    releaseAll()
  }

  /// Runs a command that moves the keyboard, and releases held keys.
  ///
  ///     keyboard.move { $0.undock(top: 40) }
  ///
  /// The closure `command` receives ``transitions``.
  public func move(at time: Double? = nil, _ command: (TransitionEngine) -> Void) {
    advance(to: time ?? now)
    cancelTouches()
    let wasVisible = transitions.target.isVisible
    command(transitions)
    isWanted = transitions.target.isVisible || (isWanted && !wasVisible)
  }
}

extension Keyboard {
  private var hasRoom: Bool { newGeometry != nil }

  private var newGeometry: KeyboardGeometry? {
    Self.geometry(of: configuration, showing: definition)
  }

  static func geometry(
    of configuration: KeyboardConfiguration, showing definition: KeyboardDefinition
  ) -> KeyboardGeometry? {
    try? KeyboardGeometry(
      screen: configuration.screen, profile: configuration.profile,
      hasToolbar: !configuration.title.isEmpty, panelHeight: configuration.panelHeight,
      grid: definition.heightGrid(in: configuration.screen.formWidth))
  }

  func adoptForm() {
    guard newGeometry != geometry else { return }
    change(to: configuration.screen) { $0.changeHeight(to: $1) }
  }

  static func environment(
    of configuration: KeyboardConfiguration, geometry: KeyboardGeometry?
  ) -> KeyboardEnvironment {
    let screen = configuration.screen
    return KeyboardEnvironment(
      orientation: screen.orientation, screen: screen.size,
      bottomInset: screen.safeArea.bottom, height: geometry?.totalHeight ?? 0,
      direction: configuration.direction)
  }

  func startPresentation() {
    dropPending()
    let (keepsLock, former) = (configuration.resumes, (shift, altgr))
    shiftMachine.reset(keepingLock: keepsLock)
    altgrMachine.reset(keepingLock: keepsLock)
    let drawn = draw()
    if drawn != orders {
      orders = drawn
      cachedPanel = nil
    }
    // A host that types the text again in another layout keeps that layout.
    if !configuration.resumes, onNextKeyboard == nil { showKeyboard(0) }
    var start = PanelSelection(panel: panels.first)
    if configuration.resumes {
      start.page = selection.page
      start.width = selection.width
    }
    select(start)
    postLevelChanges(from: former)
  }

  private func change(
    to screen: ScreenDescription, _ command: (TransitionEngine, KeyboardEnvironment) -> Void
  ) {
    let hadRoom = hasRoom
    configuration.screen = screen
    let geometry = newGeometry
    if geometry == nil, hadRoom {
      cancelTouches()
      transitions.hide()
    }
    var environment = Self.environment(of: configuration, geometry: geometry)
    if geometry == nil { environment.height = transitions.target.height }
    command(transitions, environment)
    adoptScreen()
    if geometry != nil, isWanted, !hadRoom { transitions.show() }
  }

  func adoptScreen() {
    let environment = transitions.committed.environment
    guard
      environment.screen == configuration.screen.size,
      environment.orientation == configuration.screen.orientation
    else { return }
    let adopted = newGeometry
    if adopted == geometry { return }
    geometry = adopted
    cachedPanel = nil
    alternates = nil
  }

  func draw() -> [Shuffle] {
    guard configuration.shuffle != .none else { return [] }
    // A function call opens the existential; an initializer call does not.
    func draw(_ definition: KeyboardDefinition, _ random: inout some RandomSource) -> Shuffle {
      Shuffle(
        of: definition, mode: configuration.shuffle, drawing: drawnKey(of: definition),
        random: &random)
    }
    return (0...configuration.others.count).map { draw(configuration.definition($0), &random) }
  }
}

extension KeyboardConfiguration {
  package var hasRoom: Bool { Keyboard.geometry(of: self, showing: definition) != nil }
}

extension Keyboard {
  func post(_ name: KeyboardEvent.Name, _ detail: KeyboardEvent.Detail) {
    if transitions.isInBackground { return }
    bus.post(
      KeyboardEvent(
        name, begin: state.frame, end: state.frame, curve: transitions.curve,
        isLocal: transitions.isLocal, screen: state.screen, detail: detail))
  }

  func postTextChange() { post(.textDidChange, .count(text.characterCount)) }

  func changeLevels(_ change: (_ shift: inout ShiftMachine, _ altgr: inout ShiftMachine) -> Void) {
    // Change copies: an access to the properties that lasted as long as the closure would have to
    // be checked at run time, and so would every other access to them.
    var (shift, altgr) = (shiftMachine, altgrMachine)
    let former = (shift.state, altgr.state)
    change(&shift, &altgr)
    (shiftMachine, altgrMachine) = (shift, altgr)
    postLevelChanges(from: former)
  }

  private func postLevelChanges(from former: (shift: ShiftState, altgr: ShiftState)) {
    if shift != former.shift {
      relabel()
      post(.shiftDidChange, .shift(shift))
    }
    if altgr != former.altgr {
      relabel()
      post(.altgrDidChange, .altgr(altgr))
    }
  }

  /// Ends the wait for a double tap on shift and on AltGr.
  ///
  /// A modifier that would be switched off at the end of its wait is switched off immediately. If
  /// `role` is shift or AltGr, the wait for that modifier continues, because the press can be the
  /// second tap.
  func interruptModifiers(for role: KeyRole? = nil) {
    changeLevels { shift, altgr in
      if role != .shift { shift.interrupt() }
      if role != .altgr { altgr.interrupt() }
    }
  }

  func endOnce() {
    changeLevels { shift, altgr in
      shift.endOnce()
      altgr.endOnce()
    }
  }
}
