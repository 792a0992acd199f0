import TerminalUI

/// The dialogue that asks for a decision, or only tells something.
final class ConfirmationScene: DialogueScene {
  private let request: ConfirmationRequest
  private let frame: SceneFrame
  private let buttons: [PromptContent.Button]
  private var focused = 0
  private var scroll = 0
  private var rings: Bool
  private var pending = ""
  /// Whether it is a notice that nothing but a cancel key ends.
  private let isNotice: Bool

  init(_ request: ConfirmationRequest, frame: SceneFrame, isNotice: Bool = false) {
    self.request = request
    self.frame = frame
    self.isNotice = isNotice
    rings = request.header.rings
    var buttons: [PromptContent.Button] = []
    if !isNotice {
      buttons.append(.init(label: frame.button(request.okLabel, "_OK"), action: .submit))
    }
    if !request.hasOneButton, !isNotice {
      if let label = request.notOKLabel {
        buttons.append(.init(label: frame.button(label, "_No"), action: .disagree))
      }
      buttons.append(.init(label: frame.button(request.cancelLabel, "_Cancel"), action: .cancel))
    }
    self.buttons = buttons
    if frame.isPlain { pending = frame.introduction(request.header) + question }
  }

  private var question: String {
    if isNotice { return "Esc cancels.\r\n" }
    if request.hasOneButton { return "Press Enter to go on. " }
    let names = buttons.map { button in
      let letter = Self.letter(of: button.action)
      return "\(letter) \(button.label.text)"
    }
    let letters = request.notOKLabel == nil ? "[y]es [c]ancel" : "[y]es [n]o [c]ancel"
    return names.joined(separator: ", ") + "\r\n" + letters + "? "
  }

  private static func letter(of action: PromptContent.Action) -> String {
    switch action {
    case .submit: return "y"
    case .disagree: return "n"
    default: return "c"
    }
  }

  func end(_ failure: DialogueFailure) -> ConfirmationEnd { .failed(failure) }
  func withAccess<R>(_ body: () -> R) -> R { body() }
  var deadline: Double? { nil }
  func deadlineReached() {}
  func beginPaste() {}
  func paste(_ bytes: RawSpan) {}
  func endPaste() {}
  func serve(_ client: inout ClientChannel) -> ConfirmationEnd? { nil }

  func receive(
    _ event: ClientChannel.Event, _ client: inout ClientChannel
  ) -> ConfirmationEnd? { nil }

  var drawnKeyboard: DrawnKeyboard? { nil }
  func click(slot: Int) -> ConfirmationEnd? { nil }

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
  func type(_ bytes: RawSpan) -> ConfirmationEnd? {
    let typed = bytes.publicCopy().text.lowercased()
    if let button = buttons.first(where: { $0.label.accelerator.map(String.init) == typed }) {
      return click(button.action)
    }
    switch typed {
    case "y" where !isNotice: return click(.submit)
    case "n" where !request.hasOneButton && !isNotice:
      return click(request.notOKLabel == nil ? .cancel : .disagree)
    case "c" where frame.isPlain && !request.hasOneButton: return click(.cancel)
    default: return nil
    }
  }

  func press(_ key: TerminalKey) -> ConfirmationEnd? {
    switch key {
    case .enter: return buttons.isEmpty ? nil : click(buttons[focused].action)
    case .escape, .control(0x63), .control(0x64), .control(0x65): return click(.cancel)
    case .tab, .right, .down: move(1)
    case .backTab, .left, .up: move(-1)
    case .pageDown: scroll += 1
    case .pageUp: scroll = max(0, scroll - 1)
    default: break
    }
    return nil
  }

  private func move(_ step: Int) {
    guard !buttons.isEmpty else { return }
    focused = (focused + step + buttons.count) % buttons.count
  }

  func click(_ action: PromptContent.Action) -> ConfirmationEnd? {
    if frame.isPlain { pending += "\r\n" }
    switch action {
    case .submit: return .confirmed
    case .disagree: return .notConfirmed
    case .cancel: return .failed(.cancelled)
    case .generate, .field: return nil
    }
  }

  var content: PromptContent {
    var content = frame.content(request.header)
    content.scroll = scroll
    content.buttons = buttons
    content.focusedButton = buttons.isEmpty ? nil : focused
    if isNotice {
      content.keys = ["Esc cancel"]
    } else {
      content.keys =
        request.hasOneButton ? ["Enter go on"] : ["Enter choose", "Tab next", "Esc cancel"]
    }
    return content
  }
}
