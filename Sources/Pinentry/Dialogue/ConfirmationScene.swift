import TerminalUI

/// The dialogue that asks for a decision, or only tells something.
final class ConfirmationScene: DialogueScene {
  private let request: ConfirmationRequest
  private let frame: SceneFrame
  /// A button as the client names it.
  private struct Button {
    var label: ButtonLabel
    var choice: ScreenContent.Choice
  }

  private let buttons: [Button]
  /// Set when it is over.
  private(set) var end: ConfirmationEnd?
  private var focused = 0
  var scroll = 0
  private var rings: Bool
  private var pending = ""
  private var notice = ""
  /// Whether it is a notice that nothing but a cancel key ends.
  private let isNotice: Bool

  init(_ request: ConfirmationRequest, frame: SceneFrame, isNotice: Bool = false) {
    self.request = request
    self.frame = frame
    self.isNotice = isNotice
    rings = request.header.rings
    var buttons: [Button] = []
    if !isNotice {
      buttons.append(.init(label: frame.button(request.okLabel, "_OK"), choice: .submit))
    }
    if !request.hasOneButton, !isNotice {
      if let label = request.notOKLabel {
        buttons.append(.init(label: frame.button(label, "_No"), choice: .disagree))
      }
      buttons.append(.init(label: frame.button(request.cancelLabel, "_Cancel"), choice: .cancel))
    }
    self.buttons = buttons
    if frame.isPlain { pending = frame.introduction(request.header) + question }
  }

  private var question: String {
    if isNotice { return "Esc cancels.\r\n" }
    if request.hasOneButton { return "Press Enter to go on. " }
    let names = buttons.map { button in
      let letter = Self.letter(of: button.choice)
      return "\(letter) \(button.label.text)"
    }
    return names.joined(separator: ", ") + "\r\n[y]es [n]o [c]ancel? "
  }

  private static func letter(of choice: ScreenContent.Choice) -> String {
    switch choice {
    case .submit: "y"
    case .disagree: "n"
    case .cancel: "c"
    }
  }

  var isOver: Bool { end != nil }
  func fail(_ failure: DialogueFailure) { end = .failed(failure) }
  func close() {}
  var holdsTerminal: Bool { false }
  func withAccess(_ body: () -> Void) { body() }
  var deadline: Double? { nil }
  func deadlineReached() {}
  func beginPaste() {}
  func paste(_ bytes: RawSpan) {}
  func endPaste() {}
  func cancelPaste() {}
  func serve(_ client: inout ClientChannel) {}
  func receive(_ event: ClientChannel.Event, _ client: inout ClientChannel) {}
  var drawnKeyboard: DrawnKeyboard? { nil }
  func conceal() {}

  // A key that was lost has chosen nothing.
  func dropText(saying sentence: String) {
    notice = sentence
    rings = true
    if frame.isPlain { pending += "\r\n" + sentence + "\r\n" + question }
  }

  func composeReveal(columns: Int, isASCII: Bool) -> Int { 0 }

  func takeBell() -> Bool {
    defer { rings = false }
    return rings
  }

  func takePlainText() -> String {
    defer { pending = "" }
    return pending
  }

  // MARK: Keys

  /// A letter is looked at where it lies; other text does nothing.
  func type(_ bytes: RawSpan) {
    let typed = bytes.publicCopy().text.lowercased()
    if let button = buttons.first(where: { $0.label.accelerator.map(String.init) == typed }) {
      choose(button.choice)
      return
    }
    switch typed {
    case "y" where !isNotice: choose(.submit)
    case "n" where !request.hasOneButton && !isNotice:
      choose(request.notOKLabel == nil ? .cancel : .disagree)
    case "c" where frame.isPlain && !request.hasOneButton: choose(.cancel)
    default: break
    }
  }

  func press(_ key: TerminalKey) {
    switch key {
    case .enter: if !buttons.isEmpty { choose(buttons[focused].choice) }
    case .escape, .control(0x63), .control(0x64), .control(0x65): choose(.cancel)
    case .tab, .right, .down: move(1)
    case .backTab, .left, .up: move(-1)
    default: break
    }
  }

  private func move(_ step: Int) {
    guard !buttons.isEmpty else { return }
    focused = (focused + step + buttons.count) % buttons.count
  }

  func click(_ action: ComposedScreen.Action) {
    if case .choice(let choice) = action { choose(choice) }
  }

  private func choose(_ choice: ScreenContent.Choice) {
    if frame.isPlain { pending += "\r\n" }
    switch choice {
    case .submit: end = .confirmed
    case .disagree: end = .notConfirmed
    case .cancel: end = .failed(.cancelled)
    }
  }

  func update(_ content: inout ScreenContent) {
    content.descriptionOffset = scroll
    content.focusedButton = buttons.isEmpty ? nil : focused
    content.notice = notice
  }

  var base: ScreenContent {
    var content = frame.content(request.header)
    content.buttons = buttons.map { $0.label.button($0.choice) }
    if isNotice {
      content.keys = ["Esc cancel"]
    } else {
      content.keys =
        request.hasOneButton ? ["Enter go on"] : ["Enter choose", "Esc cancel", "Tab next"]
    }
    return content
  }
}
