/// Runs a keyboard through steps in simulated time; it never sleeps.
///
///     let simulation = Simulation(keyboard) { event in print(event.name) }
///     try simulation.run([SimulationStep("show"), SimulationStep("rotate:landscape")])
///
/// Every step runs to the end of its transition, and all deadlines pass before the next one.
public final class Simulation {
  /// The simulated keyboard, which takes its time from the simulation.
  public let keyboard: Keyboard
  private var heights: [Double] = []
  private var tokens: [EventToken] = []

  /// The seconds between two steps.
  static let pause = 1.0

  /// The seconds between the two presses of a double tap.
  static let doubleTapInterval = 0.1

  /// Prepares a simulation of a keyboard that nobody else drives.
  ///
  /// - Parameters:
  ///   - keyboard: The keyboard, hidden as at its creation.
  ///   - onEvent: Called for every event, in the order of posting.
  public init(_ keyboard: Keyboard, onEvent: @escaping (KeyboardEvent) -> Void) {
    self.keyboard = keyboard
    tokens.append(keyboard.bus.observe(.all, onEvent))
    tokens.append(
      keyboard.bus.observe(.names(.keyboardWillChangeFrame)) { [weak self] _ in
        self?.answerWillChange()
      })
  }

  /// Reads and runs steps in order; reads all of them before the first one runs.
  public func run(_ texts: [String]) throws(SimulationError) {
    var steps: [SimulationStep] = []
    for text in texts { steps.append(try SimulationStep(text)) }
    for step in steps { try run(step) }
  }

  /// Runs one step until everything has come to rest.
  package func run(_ step: SimulationStep) throws(SimulationError) {
    try perform(step)
    settle()
  }

  private func settle() {
    while let deadline = keyboard.nextDeadline { keyboard.advance(to: deadline) }
    // Also ends states without a deadline, such as a first tap that waits for a double tap.
    keyboard.advance(to: keyboard.now + Self.pause)
  }

  private func answerWillChange() {
    guard !heights.isEmpty else { return }
    keyboard.transitions.requestHeight(heights.removeFirst())
  }

  private func perform(_ step: SimulationStep) throws(SimulationError) {
    switch step {
    case .show: show()
    case .hide: keyboard.hide()
    case .rotate(let orientation): keyboard.rotate(to: orientation)
    case .height(let height): heights.append(height)
    case .panel(let panel): try show(panel)
    case .split: keyboard.move { $0.split() }
    case .undock(let top): keyboard.move { $0.undock(top: top) }
    case .float(let frame): keyboard.move { $0.float(frame) }
    case .dock: keyboard.move { $0.dock() }
    case .shortcutsBar(let bar): keyboard.move { $0.showShortcutsBar(bar) }
    case .hardware: keyboard.move { $0.attachHardware() }
    case .background: keyboard.enterBackground()
    case .foreground: keyboard.enterForeground()
    case .resize(let size):
      do { try keyboard.resize(to: size) } catch { throw .screen(error) }
    case .nearThreshold(let threshold): keyboard.transitions.nearThreshold = threshold
    case .press(let key, let level):
      if let level { try reach(level) }
      try tap(key, times: 1)
    case .doubleTap(let key): try tap(key, times: 2)
    case .longPress(let key, let seconds): try hold(key, seconds: seconds)
    }
  }

  /// Shows the keyboard; a height of 0 requested before the first show is its first height.
  private func show() {
    if heights.first == 0, !keyboard.transitions.hasShown {
      keyboard.transitions.requestHeight(0)
    }
    keyboard.show()
  }

  private func show(_ panel: PanelName) throws(SimulationError) {
    guard keyboard.panels.panels.contains(panel) else {
      throw .unknownPanel(panel, known: keyboard.panels.panels)
    }
    if keyboard.state.isVisible { keyboard.showPanel(panel) }
  }

  private func tap(_ key: String, times: Int) throws(SimulationError) {
    let start = keyboard.now
    let target = try target(key)
    let place = place(of: target)
    for index in 0..<times {
      keyboard.advance(to: start + Double(index) * Self.doubleTapInterval)
      switch target {
      case .key(let slot):
        // A finger taps one place, where the first tap may have put another key.
        let panel = keyboard.currentPanel
        keyboard.press(slot: place.flatMap { panel?.slot(at: $0) } ?? slot)
      case .toolbar(let item): keyboard.press(item)
      }
      keyboard.release()
    }
  }

  /// Presses shift and AltGr until the keys type at a level.
  private func reach(_ level: KeyLevel) throws(SimulationError) {
    for (role, isOn, isWanted) in [
      (KeyRole.shift, keyboard.shift != .off, level.isShifted),
      (.altgr, keyboard.altgr != .off, level.isAltGr),
    ] where isOn != isWanted {
      try tap(role.rawValue, times: 1)
      settle()
    }
  }

  /// The middle of a key, in the panel's coordinates.
  private func place(of target: HeldTouch.Target) -> Point? {
    guard case .key(let slot) = target else { return nil }
    return keyboard.currentPanel?.keys[slot].frame.center
  }

  private func hold(_ key: String, seconds: Double) throws(SimulationError) {
    let end = keyboard.now + seconds
    switch try target(key) {
    case .key(let slot): keyboard.press(slot: slot)
    case .toolbar(let item): keyboard.press(item)
    }
    // Every deadline is met in time, as in a program that is never stopped.
    while let deadline = keyboard.nextDeadline, deadline <= end {
      keyboard.advance(to: deadline)
    }
    keyboard.advance(to: end)
    keyboard.release()
  }

  /// Finds a key by its id, else by its present text, else a toolbar item by its name.
  private func target(_ key: String) throws(SimulationError) -> HeldTouch.Target {
    guard let panel = keyboard.currentPanel else { throw .noKeys }
    if let slot = panel.slot(of: key) { return .key(slot: slot) }
    let level = keyboard.level
    let typed = panel.keys.firstIndex { placed in
      placed.key.role == .input && placed.key.output(at: level) == key
    }
    if let typed { return .key(slot: typed) }
    if key == "done", keyboard.toolbarItems.contains(.done) { return .toolbar(.done) }
    throw .unknownKey(key, panel: panel.panel, known: panel.keys.map(\.key.id))
  }
}
