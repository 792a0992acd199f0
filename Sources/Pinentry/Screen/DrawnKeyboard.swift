import KeywardEngine
import TerminalUI

/// The keyboard at the bottom of a dialogue, where it is wanted and there is room for it.
///
/// What it types goes through a text of its own in locked memory into the field.
final class DrawnKeyboard {
  /// What a press came to.
  enum Press: Hashable {
    /// It typed: the text is to be taken with `takeText`.
    case typed
    case deleted
    case submitted
    /// Another panel, shift, or nothing.
    case other
  }

  private let keyboard: Keyboard
  private var size = (columns: 0, rows: 0)
  /// The panel as it was drawn last.
  private var view: KeyboardView?
  /// Whether arrows and Enter are for the keyboard.
  var isFocused: Bool

  /// The keyboard of the settings; nil where it cannot be loaded.
  ///
  /// - Parameters:
  ///   - settings: Which keyboard, and how it behaves.
  ///   - title: What stands in the strip above it, sanitised; empty for no strip.
  ///   - text: Locked memory for what it types.
  init?(_ settings: ProgramSettings, title: String, text: consuming SecretText) {
    guard
      let definition = try? settings.definition(),
      let profile = try? ShippedLayouts.metrics().profile(named: "default"),
      let screen = try? ScreenDescription(columns: 80, lines: 24)
    else { return nil }
    var configuration = KeyboardConfiguration(
      definition: definition, profile: profile, screen: screen)
    configuration.title = title
    configuration.shuffle = settings.shuffle
    configuration.input = settings.input
    configuration.feedback = settings.feedback
    guard let keyboard = try? Keyboard(configuration, text: text) else { return nil }
    self.keyboard = keyboard
    isFocused = settings.input == .screen
  }

  /// Whether nothing can be typed without it.
  var isNeeded: Bool { keyboard.configuration.input == .screen }

  /// Takes over the size of the window.
  func adopt(columns: Int, rows: Int, at now: Double) {
    guard size != (columns, rows) else { return }
    let isFirst = size.columns == 0
    size = (columns, rows)
    guard let screen = try? ScreenDescription(columns: columns, lines: rows) else { return }
    if screen.orientation != keyboard.configuration.screen.orientation {
      keyboard.rotate(to: screen, at: now)
    } else {
      keyboard.resize(to: screen, at: now)
    }
    if isFirst { keyboard.show(at: now) }
    keyboard.advance(to: now + 1)
    placeFocus()
  }

  /// The keyboard as it is shown now, where there is room for it.
  func drawn(glyphs: Glyphs, hasColor: Bool) -> ScreenContent.DrawnKeyboard? {
    guard
      var drawn = ScreenContent.DrawnKeyboard(
        keyboard, title: keyboard.configuration.title, after: view, glyphs: glyphs,
        hasColor: hasColor)
    else { return nil }
    view = drawn.view
    drawn.view.focus = keyboard.configuration.input == .keys ? nil : keyboard.focusedSlot
    drawn.view.isFocused = isFocused
    return drawn
  }

  /// A random slot where the way to a key could tell which one it is, else the middle.
  private func placeFocus() {
    guard let panel = keyboard.currentPanel, !panel.keys.isEmpty else { return }
    if let slot = keyboard.focusedSlot, panel.keys.indices.contains(slot) { return }
    let couldTell =
      keyboard.configuration.shuffle != .none || keyboard.configuration.input == .screen
    keyboard.focusedSlot =
      couldTell
      ? SecureRandom.uniform(below: panel.keys.count)
      : panel.slot(at: Point(x: panel.size.width / 2, y: panel.size.height / 2))
  }

  /// Moves the focus over the keys.
  func move(_ key: TerminalKey) {
    guard let panel = keyboard.currentPanel, let slot = keyboard.focusedSlot,
      panel.keys.indices.contains(slot)
    else { return }
    keyboard.focusedSlot = panel.neighbor(of: slot, towards: key) ?? slot
  }

  /// Presses the key with the focus.
  func pressFocus(at now: Double) -> Press {
    keyboard.focusedSlot.map { press($0, at: now) } ?? .other
  }

  /// Presses a key.
  func press(_ slot: Int, at now: Double) -> Press {
    guard keyboard.configuration.input != .keys, let panel = keyboard.currentPanel,
      panel.keys.indices.contains(slot)
    else { return .other }
    switch panel.keys[slot].key.role {
    case .delete: return .deleted
    case .return: return .submitted
    default: break
    }
    _ = keyboard.activate(slot: slot, at: max(now, keyboard.now))
    placeFocus()
    return keyboard.text.isEmpty ? .other : .typed
  }

  /// Shows another panel, if there is such a one.
  func show(_ panel: PanelName, at now: Double) {
    _ = keyboard.activate(.panel(panel), at: max(now, keyboard.now))
    placeFocus()
  }

  /// Gives the locked memory back, empty; the keyboard is of no use afterwards.
  func giveBackText() -> SecretText? {
    keyboard.deleteAll()
    guard var other = try? SecretText(capacity: 1, policy: .allowUnlocked) else { return nil }
    keyboard.exchangeText(with: &other)
    return other
  }

  /// Gives what was typed to `body` and wipes it here.
  func takeText<R>(_ body: (RawSpan) -> R) -> R {
    defer { keyboard.deleteAll() }
    return keyboard.text.withBytes { body($0) }
  }
}
