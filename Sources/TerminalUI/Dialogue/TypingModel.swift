import KeywardEngine

/// What happens in a dialogue, without a terminal: keys go in, a keyboard and its text change.
///
/// It holds everything a screen is composed from but never a character of the secret.
final class TypingModel {
  /// Where the focus is.
  enum Focus: Hashable {
    case field(Int)
    case keyboard
  }

  let options: DialogueOptions
  let keyboard: Keyboard
  let sanitizer: Sanitizer
  /// The text of the field that is not typed into.
  var parked: SecretText?

  var focus: Focus
  /// Whether the keyboard was drawn in the last frame; only then can keys press on it.
  var isKeyboardDrawn = false
  /// The field whose text the keyboard has.
  var activeField = 0
  /// Set when the dialogue is over.
  var outcome: DialogueOutcome?
  var request: LoopRequest?
  /// Whether the bell is due.
  var rings = false
  /// What just happened, in a sentence.
  var notice = "" { didSet { if !notice.isEmpty { noticeCount += 1 } } }
  var error: String {
    didSet {
      texts.error = sanitizer.clean(error, as: .error)
      errorCount += 1
    }
  }
  /// How often there was something to say, also where it was the same again.
  private(set) var (errorCount, noticeCount) = (0, 0)
  /// What callers say, made harmless once.
  private(set) var texts: CleanTexts
  /// The panel as it was drawn last.
  var drawnView: KeyboardView?
  var hasCapsLock = false
  var isRevealed = false
  /// When a reveal ends.
  var revealEnd: Double?
  /// The slot that looks pressed, and until when.
  var pressed: (slot: Int, end: Double)?
  var descriptionOffset = 0
  /// Seconds until the dialogue ends by itself, where they are shown.
  var secondsLeft: Int?

  /// How long a reveal lasts, in seconds.
  static let revealTime = 10.0
  /// How long a pressed key looks pressed, in seconds.
  static let pressTime = 0.12

  init(
    _ options: DialogueOptions, keyboard: Keyboard, parked: consuming SecretText?,
    sanitizer: Sanitizer
  ) {
    self.options = options
    self.keyboard = keyboard
    self.parked = parked
    self.sanitizer = sanitizer
    error = options.error
    errorCount = error.isEmpty ? 0 : 1
    texts = CleanTexts(
      options, title: keyboard.configuration.title, sanitizer: sanitizer)
    focus = keyboard.configuration.input == .screen ? .keyboard : .field(0)
    keyboard.onReturn = { [weak self] _ in self?.acceptReturn() ?? true }
  }

  /// The number of fields.
  var fieldCount: Int { options.repeatPrompt == nil || parked == nil ? 1 : 2 }

  /// Whether Space, Enter and arrows go to the drawn keyboard.
  var isOnKeyboard: Bool { focus == .keyboard && isKeyboardDrawn }

  /// Whether keys of the drawn keyboard can be pressed.
  var takesPresses: Bool { keyboard.configuration.input != .keys }

  /// How many characters a field holds.
  func characterCount(of field: Int) -> Int {
    field == activeField ? keyboard.text.characterCount : parked?.characterCount ?? 0
  }

  // MARK: Submitting

  /// What return, Enter and Done do; whether the keyboard may go.
  private func acceptReturn() -> Bool {
    hideReveal()
    guard fieldCount == 2 else {
      outcome = .submitted
      return true
    }
    guard activeField == 1 else {
      activate(field: 1)
      if focus != .keyboard { focus = .field(1) }
      return false
    }
    guard isRepeated() else {
      beginAnew(saying: options.repeatError)
      return false
    }
    outcome = .submitted
    return true
  }

  /// Wipes what was typed and says why; the first field is typed into again.
  func beginAnew(saying sentence: String) {
    hideReveal()
    wipe()
    activate(field: 0)
    if focus != .keyboard { focus = .field(0) }
    error = sentence
    rings = true
  }

  private func isRepeated() -> Bool {
    guard let other = parked.take() else { return true }
    let isSame = keyboard.text.isEqual(to: other)
    parked = consume other
    return isSame
  }

  /// Gives another field's text to the keyboard.
  func activate(field: Int) {
    guard field != activeField, (0..<fieldCount).contains(field), var other = parked.take() else {
      return
    }
    hideReveal()
    keyboard.exchangeText(with: &other)
    parked = consume other
    activeField = field
  }

  /// Wipes both texts.
  func wipe() {
    keyboard.cancelPaste()
    keyboard.deleteAll()
    wipeParked()
  }

  /// Wipes the text of the field that is not typed into.
  func wipeParked() {
    if var other = parked.take() {
      other.removeAll()
      parked = consume other
    }
  }

  // MARK: Time

  /// When `advance(to:)` has something to do at the latest.
  var deadline: Double? {
    keyboard.nextDeadline.orEarlier(revealEnd).orEarlier(pressed?.end)
  }

  /// Lets time pass.
  func advance(to now: Double) {
    keyboard.advance(to: now)
    if let end = revealEnd, now >= end { hideReveal() }
    if let end = pressed?.end, now >= end { pressed = nil }
  }

  /// Shows bullets again.
  func hideReveal() {
    isRevealed = false
    revealEnd = nil
  }
}
