import KeywardEngine

/// Runs a keyboard through steps in simulated time; it never sleeps.
///
///     let simulation = Simulation(keyboard) { event in print(event.name) }
///     try simulation.run([SimulationStep("show"), SimulationStep("rotate:landscape")])
///
/// Every step advances the clock until the keyboard's transition has ended and no timer is pending.
final class Simulation {
  /// The simulated keyboard, whose clock the simulation advances.
  let keyboard: Keyboard
  private var heights: [Double] = []
  private var tokens: [EventToken] = []

  static let pause = 1.0

  static let doubleTapInterval = 0.1

  /// Creates a simulation of a keyboard that only the simulation controls.
  ///
  /// - Parameters:
  ///   - keyboard: A new keyboard, which has not been shown yet.
  ///   - onEvent: Called for every event, in the order of posting.
  init(_ keyboard: Keyboard, onEvent: @escaping (KeyboardEvent) -> Void) {
    self.keyboard = keyboard
    tokens.append(keyboard.bus.observe(.all, onEvent))
    tokens.append(
      keyboard.bus.observe(.names(.keyboardWillChangeFrame)) { [weak self] _ in
        self?.answerWillChange()
      })
  }

  /// Parses all steps; if all are valid, runs them in order.
  func run(_ texts: [String]) throws(SimulationError) {
    var steps: [SimulationStep] = []
    for text in texts { steps.append(try SimulationStep(text)) }
    for step in steps { try run(step) }
  }

  func run(_ step: SimulationStep) throws(SimulationError) {
    try perform(step)
    settle()
  }

  private func settle() {
    while let deadline = keyboard.nextDeadline { keyboard.advance(to: deadline) }
    // The pause also ends states that have no deadline, such as the wait for a second press of a
    // key.
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
      do throws(ScreenError) {
        keyboard.follow(try keyboard.configuration.screen.resized(to: size))
      } catch {
        throw .screen(error)
      }
    case .nearThreshold(let threshold): keyboard.transitions.nearThreshold = threshold
    case .press(let key, let level):
      if let level { try reach(level) }
      try tap(key, times: 1)
    case .doubleTap(let key): try tap(key, times: 2)
    case .longPress(let key, let seconds): try hold(key, seconds: seconds)
    }
  }

  /// Shows the keyboard.
  ///
  /// If the first pending `height` step requests 0 and the keyboard has never been shown, its
  /// initial height is 0.
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
      // Both taps are at the same position, where another key may be after the first tap.
      let slot = place.flatMap { keyboard.currentPanel?.slot(at: $0) }
      keyboard.press(slot.map { .key(slot: $0) } ?? target)
      keyboard.release()
    }
  }

  private func reach(_ level: KeyLevel) throws(SimulationError) {
    for (role, isOn, isWanted) in [
      (KeyRole.shift, keyboard.shift != .off, level.isShifted),
      (.altgr, keyboard.altgr != .off, level.isAltGr),
    ] where isOn != isWanted {
      try tap(role.rawValue, times: 1)
      settle()
    }
  }

  private func place(of target: Keyboard.DrawnItem.Part) -> Point? {
    guard case .key(let slot) = target else { return nil }
    return keyboard.currentPanel?.keys[slot].frame.center
  }

  private func hold(_ key: String, seconds: Double) throws(SimulationError) {
    let end = keyboard.now + seconds
    keyboard.press(try target(key))
    // Every deadline is met in time, as in a program that is never stopped.
    while let deadline = keyboard.nextDeadline, deadline <= end {
      keyboard.advance(to: deadline)
    }
    keyboard.advance(to: end)
    keyboard.release()
  }

  /// Finds the key or toolbar item that a step refers to.
  ///
  /// `key` is the id of a key, the text that a key inputs at the current level, or `done` for the
  /// toolbar item. Ids take precedence over texts, and texts over the toolbar item.
  private func target(_ key: String) throws(SimulationError)
    -> Keyboard.DrawnItem.Part
  {
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

/// One step of a simulation, as `keyward simulate` reads it.
///
///     try SimulationStep("rotate:landscape")       // .rotate(.landscape)
///     try SimulationStep("long-press:delete:0.74") // .longPress(key: "delete", seconds: 0.74)
enum SimulationStep: Hashable, Sendable {
  case show
  case hide
  case rotate(Orientation)
  /// Makes a handler request this total height during the next transition.
  case height(Double)
  case panel(PanelName)
  case split
  case undock(top: Double)
  case float(Rect)
  case dock
  case shortcutsBar(ShortcutsBar)
  case hardware
  case background
  case foreground
  case resize(Size)
  case nearThreshold(Double)
  /// Presses a key; if a level is given, presses the modifier keys that select the level first.
  case press(key: String, level: KeyLevel? = nil)
  case longPress(key: String, seconds: Double)
  case doubleTap(key: String)

  /// The forms of the steps, each with its explanation.
  static let explained: [(String, String)] = [
    ("show", "Show the keyboard."),
    ("hide", "Hide the keyboard."),
    ("rotate:portrait|landscape", "Rotate the screen."),
    ("height:N", "Request this height during the next transition, as an event handler would."),
    ("panel:NAME", "Show this panel: letters, numbers, id-card or symbols."),
    ("split", "Split the keyboard into two halves."),
    ("undock:Y", "Undock the keyboard, with its top edge at Y."),
    ("float:X,Y,W,H", "Let the keyboard float, with this frame."),
    ("dock", "Dock the keyboard."),
    (
      "shortcuts-bar[:leading|trailing]",
      "Replace the keyboard with the shortcuts bar; with a side, collapsed to that side."
    ),
    (
      "hardware",
      "Connect a hardware keyboard; the shortcuts bar then replaces the drawn keyboard."
    ),
    ("background", "Put the app into the background, where it gets no events."),
    ("foreground", "Return the app to the foreground."),
    ("resize:WxH", "Give the screen this size."),
    (
      "near-threshold:N",
      "Set the distance from an edge of the window below which layout guides count the keyboard as near "
        + "that edge. The step itself causes no event."
    ),
    (
      "press:KEY",
      "Press the key with this id or character, such as delete or q; append @LEVEL to choose a level, as "
        + "in q@shift."
    ),
    ("long-press:KEY:SECONDS", "Hold the key for this time, 0 to \(Int(longestPress)) seconds."),
    ("double-tap:KEY", "Press the key twice in quick succession."),
  ]

  static let forms = explained.map { $0.0 }

  /// The explanation of a form's placeholders, as the end of a sentence; empty if none is needed.
  static func meaning(ofForm form: String) -> String {
    switch form {
    case "height:N": "where N is 0 to 999999999 points"
    case "near-threshold:N": "where N is 0 or more points"
    case "panel:NAME":
      "where NAME is one of \(PanelName.allCases.map(\.rawValue).joined(separator: ", "))"
    case "undock:Y": "where Y is the top edge in points"
    case "float:X,Y,W,H": "four numbers in points, where W and H are above 0"
    case "resize:WxH": "two positive numbers, in points"
    case "press:KEY":
      "where KEY is the id of a key, such as q, delete or shift; a level follows @, as in q@altgr"
    case "double-tap:KEY": "where KEY is the id of a key, such as q, delete or shift"
    case "long-press:KEY:SECONDS":
      "where KEY is the id of a key and SECONDS is 0 to \(Int(longestPress))"
    default: ""
    }
  }

  init(_ text: String) throws(SimulationError) {
    // Split by scalars: a key may be a combining mark, which would form one character with the
    // preceding colon.
    let scalars = text.unicodeScalars
    let colon = scalars.firstIndex(of: ":")
    let name = String(scalars[..<(colon ?? scalars.endIndex)])
    let value = colon.map { String(scalars[scalars.index(after: $0)...]) }
    if let plain = Self.plain[name] {
      guard value == nil else { throw .malformed(text, form: name) }
      self = plain
      return
    }
    guard let form = Self.form(of: name) else { throw .unknownStep(text) }
    guard let step = Self.parse(name, value) else { throw .malformed(text, form: form) }
    self = step
  }

  private static let plain: [String: SimulationStep] = [
    "show": .show, "hide": .hide, "split": .split, "dock": .dock, "hardware": .hardware,
    "background": .background, "foreground": .foreground,
  ]

  private static func form(of name: String) -> String? {
    forms.first { form in
      form.prefix { $0 != ":" && $0 != "[" } == name
    }
  }

  private static func parse(_ name: String, _ value: String?) -> SimulationStep? {
    if name == "shortcuts-bar" {
      guard let value else { return .shortcutsBar(.expanded) }
      guard let side = ShortcutsBar(rawValue: value), side != .expanded else { return nil }
      return .shortcutsBar(side)
    }
    guard let value, !value.isEmpty else { return nil }
    switch name {
    case "rotate": return Orientation(rawValue: value).map { .rotate($0) }
    case "panel": return PanelName(rawValue: value).map { .panel($0) }
    case "press": return parsePress(value)
    case "double-tap": return .doubleTap(key: value)
    case "long-press": return parseLongPress(value)
    case "height": return size(value).map { .height($0) }
    case "near-threshold": return size(value).map { .nearThreshold($0) }
    case "undock": return Self.number(value).map { .undock(top: $0) }
    case "resize":
      let sides = Self.numbers(value.lowercased(), separator: "x")
      guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
      return .resize(Size(width: sides[0], height: sides[1]))
    case "float":
      let parts = Self.numbers(value, separator: ",")
      guard parts.count == 4, parts[2] > 0, parts[3] > 0 else { return nil }
      return .float(Rect(x: parts[0], y: parts[1], width: parts[2], height: parts[3]))
    default: return nil
    }
  }

  /// Parses a key and its level, such as `a@altgr-shift`; `@` and `a@b` are keys without a level.
  private static func parsePress(_ value: String) -> SimulationStep {
    for level in KeyLevel.allCases {
      let ending = "@" + level.rawValue
      guard value.hasSuffix(ending), value.count > ending.count else { continue }
      return .press(key: String(value.dropLast(ending.count)), level: level)
    }
    return .press(key: value)
  }

  private static func size(_ text: String) -> Double? {
    guard let number = Self.number(text), number >= 0 else { return nil }
    return number
  }

  /// Parses a key and seconds; the key may itself be a colon, so the last colon separates them.
  private static func parseLongPress(_ value: String) -> SimulationStep? {
    let scalars = value.unicodeScalars
    guard let colon = scalars.lastIndex(of: ":"), colon != scalars.startIndex,
      let seconds = Self.number(String(scalars[scalars.index(after: colon)...])),
      (0...SimulationStep.longestPress).contains(seconds)
    else { return nil }
    return .longPress(key: String(scalars[..<colon]), seconds: seconds)
  }

  /// The maximum length of a press in seconds.
  ///
  /// The limit prevents an endless simulation, because a held delete key repeats.
  static let longestPress = 3600.0

  private static func number(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].count <= 9 else { return nil }
    for part in parts {
      guard !part.isEmpty, part.count <= 17 else { return nil }
      guard part.unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    }
    return Double(text)
  }

  private static func numbers(_ text: String, separator: Character) -> [Double] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { number(String($0)) }
    return numbers.count == parts.count ? numbers : []
  }
}

/// The reason why a step is invalid, or impossible for the simulated keyboard.
enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no step with this name.
  case unknownStep(String)
  /// The value of a step is invalid; `form` shows the correct form of the step.
  case malformed(String, form: String)
  /// The shown panel has no key with this id or text; `known` contains the ids of the panel's keys.
  case unknownKey(String, panel: PanelName, known: [String])
  /// The keyboard cannot show this panel; `known` contains the panels that it can show.
  case unknownPanel(PanelName, known: [PanelName])
  /// The screen size is invalid.
  case screen(ScreenError)
  /// The screen is too small for the keyboard to show keys, so no key can be pressed.
  case noKeys

  /// The problem and its remedy.
  var description: String {
    switch self {
    case .unknownStep(let text):
      "There is no step “\(text)”. Steps are: \(SimulationStep.forms.joined(separator: ", "))."
    case .malformed(let text, let form):
      "The step “\(text)” cannot be read. Write it as "
        + [form, SimulationStep.meaning(ofForm: form)].filter { !$0.isEmpty }
        .joined(separator: ", ") + "."
    case .unknownKey(let key, let panel, let known):
      "Panel “\(panel.rawValue)” shows no key “\(key)”. Switch to another panel first, or use one of: "
        + known.joined(separator: " ")
    case .unknownPanel(let panel, let known):
      "This keyboard cannot show panel “\(panel.rawValue)”. It has: "
        + known.map(\.rawValue).joined(separator: ", ") + "."
    case .screen(let error): error.description
    case .noKeys:
      "The screen is too small to show keys, so none can be pressed. Use a larger screen."
    }
  }
}
