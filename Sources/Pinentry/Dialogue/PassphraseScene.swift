import SecureMemory
import TerminalUI

/// The dialogue that asks for a passphrase: one field or two.
final class PassphraseScene: DialogueScene {
  let request: PassphraseRequest
  let settings: ProgramSettings
  let fields: SecretFields
  let frame: SceneFrame
  var flow: PassphraseFlow
  /// Whether what is typed may always be seen, such as a user's name.
  let isVisible: Bool
  /// Set when it is over.
  private(set) var end: PassphraseEnd?

  private var rings: Bool
  var hasCapsLock = false
  var isRevealed = false
  /// When the reveal ends by itself.
  private var revealEnd: Double?
  var isGeneratedShown = false
  /// The error that is shown, as the client said it.
  var shownError = (text: [UInt8](), isReason: false)
  var scroll = 0
  var plain: PlainPassphrase
  /// The drawn keyboard, made when it is first wanted.
  var drawnKeyboard: DrawnKeyboard?
  var hiddenKeyboard: DrawnKeyboard?

  init(
    _ request: PassphraseRequest, settings: ProgramSettings, fields: SecretFields,
    frame: SceneFrame, isVisible: Bool = false
  ) {
    self.request = request
    var settings = settings
    if request.hidesLength { settings.mask = .hidden }
    self.settings = settings
    self.fields = fields
    self.frame = frame
    self.isVisible = isVisible
    flow = PassphraseFlow(request)
    rings = request.header.rings
    plain = PlainPassphrase(request, frame: frame, isVisible: isVisible)
    if settings.wantsKeyboard { toggleKeyboard() }
  }

  var holdsTerminal: Bool { true }

  var isOver: Bool { end != nil }

  func fail(_ failure: DialogueFailure) { end = .failed(failure) }

  func close() {
    returnKeyboard()
    if case .accepted = end {} else { fields.wipe() }
    fields.scratch.wipe()
  }

  func withAccess(_ body: () -> Void) { fields.withAccess(to: flow.active, body) }

  func takeBell() -> Bool {
    defer { rings = false }
    return rings
  }

  func takePlainText() -> String { plain.take() }

  var deadline: Double? { isGeneratedShown ? nil : revealEnd }

  func deadlineReached() { hide() }

  // MARK: Editing

  private func withActive<R>(_ body: (inout SecretField) -> R) -> R {
    fields.with(flow.active, body)
  }

  /// Edits the active field; rings, and is false, where that is refused.
  @discardableResult
  func edit(_ body: (inout SecretField) -> Bool) -> Bool {
    hideGenerated()
    let field = flow.active
    guard !flow.isWaiting, fields.with(field, body) else {
      rings = true
      return false
    }
    flow.changed(field)
    return true
  }

  func type(_ bytes: RawSpan) {
    if let drawnKeyboard, drawnKeyboard.isFocused, bytes.byteCount == 1, bytes.byte(0) == 0x20 {
      take(drawnKeyboard.pressFocus(at: MonotonicTime.now), of: drawnKeyboard)
    } else if settings.input == .screen {
      rings = true
    } else {
      insert(bytes)
    }
  }

  func insert(_ bytes: RawSpan) {
    if edit({ $0.type(bytes) }) {
      if isVisible { plain.echo(bytes) }
    } else if !flow.isWaiting {
      flow.tell("That key was refused: there is no room for more.")
    }
  }

  func beginPaste() {
    hideGenerated()
    guard !flow.isWaiting else { return }
    withActive { $0.beginPaste() }
  }

  func paste(_ bytes: RawSpan) { withActive { $0.paste(bytes) } }

  func endPaste() {
    switch withActive({ $0.endPaste() }) {
    case .taken:
      flow.changed(flow.active)
      if isVisible { plain.repeatLine(fields.first.text) }
    case .nothing: break
    case .refused(let reason):
      rings = true
      flow.tell(reason)
      plain.say(reason, flow.active)
    }
  }

  func cancelPaste() {
    fields.with(.first) { $0.cancelPaste() }
    fields.with(.second) { $0.cancelPaste() }
  }

  // MARK: Keys

  func press(_ key: TerminalKey) {
    hideGenerated()
    if let drawnKeyboard, drawnKeyboard.isFocused {
      switch key {
      case .up, .down, .left, .right:
        drawnKeyboard.move(key)
        return
      case .enter:
        take(drawnKeyboard.pressFocus(at: MonotonicTime.now), of: drawnKeyboard)
        return
      default: break
      }
    }
    switch key {
    case .enter: submit()
    case .escape, .control(0x63), .control(0x65): fail(.cancelled)
    case .control(0x64):
      if withActive({ $0.text.isEmpty }) { fail(.cancelled) }
    case .tab, .backTab, .up, .down: moveFocus(key)
    case .control(0x6b): toggleKeyboard()
    case .backspace: delete { $0.deleteCharacter() }
    case .control(0x77): delete { $0.deleteWord() }
    case .control(0x75): delete { $0.deleteAll() }
    case .control(0x74): toggleReveal()
    case .control(0x67): generate()
    case .control(0x6c):
      let count = withActive { $0.text.characterCount }
      plain.tellCount(settings.mask == .bullets ? count : nil, flow.active)
    default: break
    }
  }

  func noteCapsLock(_ isOn: Bool) { hasCapsLock = isOn }

  /// Deletes something.
  ///
  /// Where the mask hides how much was typed, an empty field answers like a full one.
  func delete(_ body: (inout SecretField) -> Bool) {
    let hidesEmptiness = settings.mask != .bullets && !isVisible
    edit { body(&$0) || hidesEmptiness }
    if isVisible { plain.repeatLine(fields.first.text) }
  }

  private func generate() {
    guard flow.offersGenerator else { return }
    hide()
    flow.generate()
  }

  var areEqual: Bool { !flow.hasSecond || fields.areEqual }

  /// What Enter, Done and the first button do.
  func submit() {
    hideGenerated()
    apply(flow.enter(areEqual: areEqual))
  }

  private func apply(_ step: PassphraseFlow.Step) {
    switch step {
    case .none:
      plain.asked(flow)
    case .wipe:
      fields.wipe()
      hide()
      rings = true
      plain.refused(
        frame.clean(flow.error, .error), under: flow.errorIsReason ? errorTitle : "", flow)
    case .fill:
      isRevealed = true
      isGeneratedShown = true
      plain.generated()
    case .accept(let repeated):
      plain.finish()
      end = .accepted(repeated: repeated)
    }
  }

  func dropText(saying sentence: String) { apply(flow.drop(saying: sentence)) }

  // MARK: The client

  func serve(_ client: inout ClientChannel) {
    guard let inquiry = flow.nextInquiry(), inquiry != client.outstanding else { return }
    let isAsked: Bool
    switch inquiry {
    case .quality: isAsked = fields.first.text.withBytes { client.inquireQuality(of: $0) }
    case .check: isAsked = fields.first.text.withBytes { client.inquireCheck(of: $0) }
    case .generate: isAsked = client.inquirePassphrase()
    }
    if !isAsked { apply(flow.askingFailed()) }
  }

  func receive(_ event: ClientChannel.Event, _ client: inout ClientChannel) {
    var event = event
    if event == .generated {
      let isTaken = client.withGenerated { bytes in
        fields.with(.first) { $0.fill(bytes) }
          && (!flow.hasSecond || fields.with(.second) { $0.fill(bytes) })
      }
      client.wipeGenerated()
      if isTaken != true {
        fields.wipe()
        event = .notGenerated
      }
    }
    let step = flow.receive(event)
    if case .quality = event { return }
    if step != .none { apply(step) }
  }

  // MARK: Showing

  private func toggleReveal() {
    guard settings.allowsReveal, !isVisible else { return }
    if isRevealed {
      hide()
    } else {
      isRevealed = true
      revealEnd = MonotonicTime.now + 10
    }
  }

  private func hideGenerated() {
    if isGeneratedShown { hide() }
  }

  func conceal() { hide() }

  func hide() {
    isRevealed = false
    isGeneratedShown = false
    revealEnd = nil
    fields.scratch.wipe()
  }

  // The client's texts are made harmless once, since every key is shown.
  lazy var standingHints = hints(isRevealed: false)
  lazy var revealedHints = hints(isRevealed: true)
  lazy var errorTitle = frame.clean(request.constraints?.errorTitle ?? [], .line)
  lazy var matchText = frame.clean(request.repetition?.success ?? [], .line)
  lazy var capsLockHint: String = {
    let hint = frame.clean(request.header.capsLockHint, .line)
    return hint.isEmpty ? "Caps Lock is on" : hint
  }()

  /// What the picture is made of beside the counts.
  struct Look: Hashable {
    var flow: Int
    var scroll: Int
    var hasCapsLock: Bool
    var isRevealed: Bool
  }

  /// The look of the last update; nil before, and while a keyboard is drawn, which has a look of its
  /// own.
  var shownLook: Look?
}
