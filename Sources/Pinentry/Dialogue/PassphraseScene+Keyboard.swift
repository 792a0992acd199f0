import SecureMemory
import TerminalUI

/// The drawn keyboard, and the way the focus goes through it.
extension PassphraseScene {
  /// Tab goes through the fields and the drawn keyboard.
  func moveFocus(_ key: TerminalKey) {
    hide()
    guard let drawnKeyboard, key == .tab || key == .backTab else {
      flow.moveFocus()
      return
    }
    let isLast = !flow.hasSecond || flow.active == (key == .tab ? .second : .first)
    if drawnKeyboard.isFocused {
      drawnKeyboard.isFocused = false
      if flow.hasSecond { flow.moveFocus() }
    } else if isLast {
      drawnKeyboard.isFocused = true
    } else {
      flow.moveFocus()
    }
  }

  // MARK: Drawn keyboard

  /// Shows the keyboard, or takes it away.
  func toggleKeyboard() {
    guard !frame.isPlain else { return }
    if let shown = drawnKeyboard {
      guard settings.input != .screen else { return }
      (drawnKeyboard, hiddenKeyboard) = (nil, shown)
      return
    }
    if hiddenKeyboard == nil, let text = fields.drawn.take() {
      hiddenKeyboard = DrawnKeyboard(
        settings, title: frame.clean(request.header.title, .line), text: text)
    }
    (drawnKeyboard, hiddenKeyboard) = (hiddenKeyboard, nil)
    if drawnKeyboard == nil { flow.tell("The keyboard cannot be drawn here.") }
  }

  /// A click on something, be it drawn by the keyboard or not.
  func click(_ action: ComposedScreen.Action) {
    switch action {
    case .slot(let slot):
      guard let drawnKeyboard else { return }
      take(drawnKeyboard.press(slot, at: MonotonicTime.now), of: drawnKeyboard)
    case .panel(let panel): drawnKeyboard?.show(panel, at: MonotonicTime.now)
    case .done: submit()
    case .choice(.submit):
      // A click is no Enter: it never only moves on.
      flow.focus(.second)
      submit()
    case .choice: fail(.cancelled)
    case .field(let index): flow.focus(index == 0 ? .first : .second)
    }
  }

  func take(_ press: DrawnKeyboard.Press, of keyboard: DrawnKeyboard) {
    switch press {
    case .typed: keyboard.takeText { insert($0) }
    case .deleted: delete { $0.deleteCharacter() }
    case .submitted: submit()
    case .other: break
    }
  }

  /// Gives the memory of the keyboard back to the next dialogue.
  func returnKeyboard() {
    guard let keyboard = drawnKeyboard ?? hiddenKeyboard else { return }
    fields.drawn = keyboard.giveBackText()
    (drawnKeyboard, hiddenKeyboard) = (nil, nil)
  }
}
