/// The steps from the first key of a passphrase to its acceptance, without any of its bytes.
///
///     var flow = PassphraseFlow(options, repeats: false)
///     switch flow.enter(isEmpty: false, areEqual: true) { case .accept: … }
///
/// It knows one field or two, and asks an adviser for a quality, a consent or a made passphrase:
/// one question at a time, always about the newest text.
struct PassphraseFlow {
  /// The step an event leads to.
  enum Step: Hashable {
    /// Only a new picture.
    case none
    /// Enter must be pressed again.
    case hold
    /// Both fields must be wiped.
    case wipe
    /// The passphrase is accepted.
    case accept
    /// The made passphrase must be put into the fields and shown.
    case fill
    /// The entries differed too often.
    case giveUp
  }

  private let options: DialogueOptions
  /// Whether there is a second field.
  let repeats: Bool
  /// True if Enter on an empty field only says that nothing is typed yet.
  var refusesEmpty: Bool
  private var triesLeft: Int?
  /// True after the first Enter on nothing, if an empty answer takes two.
  private var isEmptyConfirmed = false

  /// The number of the active field.
  private(set) var active = 0
  /// The error; empty for none.
  private(set) var error: String
  /// The number of errors so far, equal ones included.
  private(set) var errorCount: Int
  /// True if the error is the reason for a refusal.
  private(set) var errorIsReason = false
  /// A notice that is not an error.
  private(set) var notice = ""
  /// The number of notices so far, equal ones included.
  private(set) var noticeCount = 0
  /// The quality of the first field; nil if it is not known.
  private(set) var quality: Int?
  /// The question that has no answer yet.
  private(set) var outstanding: PassphraseQuestion?
  /// The question whose answer the person waits for.
  private var awaited: PassphraseQuestion?
  private var isQualityStale: Bool
  /// The state of a typed character that was not understood.
  private var missing = Missing.nothing

  private enum Missing: Hashable {
    case nothing
    case character
    /// Enter was pressed once.
    case confirmed
  }

  private static let missingCharacter =
    "A character is missing: delete something, or press Enter again"

  /// A flow that has not begun.
  ///
  /// - Parameters:
  ///   - options: The question, its rules, and its harmless words.
  ///   - repeats: Whether there is a second field.
  init(_ options: DialogueOptions, repeats: Bool) {
    self.options = options
    self.repeats = repeats
    refusesEmpty = options.refusesEmpty || options.emptyAnswerDelay > 0
    triesLeft = options.tries
    error = options.error
    errorCount = error.isEmpty ? 0 : 1
    isQualityStale = options.quality != nil
    if options.beginsGenerated { suggest() }
  }

  /// True if keys that type have to wait for an answer.
  var isWaiting: Bool { awaited != nil }

  // MARK: Keys

  /// Notes that the text of a field has changed.
  mutating func changed(_ field: Int) {
    tell("")
    isEmptyConfirmed = false
    if missing == .confirmed { missing = .character }
    if field == 0 { isQualityStale = options.quality != nil }
  }

  /// Notes that a typed character is missing.
  mutating func noteMissingCharacter() { missing = .character }

  /// Notes that the person has edited the text.
  mutating func noteDeletion() { missing = .nothing }

  /// Activates a field, if it exists.
  mutating func focus(_ field: Int) {
    if field == 0 || field == 1 && repeats { active = field }
  }

  /// Handles Enter.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the active field is empty.
  ///   - areEqual: Whether both fields hold the same; true for a single field.
  /// - Returns: The step it leads to.
  mutating func enter(isEmpty: Bool, areEqual: Bool) -> Step {
    guard !isWaiting else { return .none }
    guard !isEmpty || !refusesEmpty else {
      tell(Refusal.nothingTyped)
      return .none
    }
    if isEmpty, options.confirmsEmpty, !isEmptyConfirmed {
      isEmptyConfirmed = true
      tell(Refusal.sendsEmpty)
      return .none
    }
    guard missing != .character else {
      missing = .confirmed
      tell(Self.missingCharacter)
      return .hold
    }
    missing = .nothing
    tell("")
    if repeats, active == 0 {
      active = 1
      return .none
    }
    guard areEqual else { return differ() }
    guard options.asksConsent else { return .accept }
    awaited = .consent
    return .none
  }

  private mutating func differ() -> Step {
    if let left = triesLeft {
      triesLeft = left - 1
      if left <= 1 { return .giveUp }
    }
    refuse(options.repeatError, isReason: false)
    return .wipe
  }

  /// Handles the key that asks for a made passphrase.
  mutating func suggest() {
    if options.generator != nil, !isWaiting { awaited = .suggestion }
  }

  // MARK: Answers

  /// The next question to ask; nil while one is open, or if there is none.
  mutating func nextQuestion() -> PassphraseQuestion? {
    guard outstanding == nil else { return nil }
    if let awaited {
      outstanding = awaited
    } else if isQualityStale {
      isQualityStale = false
      outstanding = .quality
    }
    return outstanding
  }

  /// Takes an answer.
  mutating func receive(_ answer: PassphraseAnswer) -> Step {
    outstanding = nil
    switch answer {
    case .quality(let value):
      quality = value
      return .none
    case .allowed:
      guard awaited == .consent else { return .none }
      awaited = nil
      return .accept
    case .refused(let reason):
      awaited = nil
      refuse(reason, isReason: true)
      return .wipe
    case .made(let sentence):
      awaited = nil
      error = ""
      missing = .nothing
      active = repeats ? 1 : 0
      isQualityStale = options.quality != nil
      tell(sentence)
      return .fill
    case .notMade:
      awaited = nil
      tell("No passphrase was made. Type one.")
      return .none
    }
  }

  /// Shows a sentence in the status line; empty for none.
  mutating func tell(_ sentence: String) {
    notice = sentence
    if !sentence.isEmpty { noticeCount += 1 }
  }

  /// Wipes both fields and says why.
  mutating func startOver(_ reason: String) {
    awaited = nil
    refuse(reason, isReason: false)
  }

  private mutating func refuse(_ text: String, isReason: Bool) {
    error = text.isEmpty ? "This passphrase is not allowed. Type another." : text
    errorCount += 1
    errorIsReason = isReason
    missing = .nothing
    active = 0
    quality = nil
    isQualityStale = options.quality != nil
  }
}
