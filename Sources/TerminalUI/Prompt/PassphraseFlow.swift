/// What happens between the first key of a passphrase and its acceptance, without any of its bytes.
///
///     var flow = PassphraseFlow(options, repeats: false)
///     switch flow.enter(isEmpty: false, areEqual: true) { case .accept: … }
///
/// Two fields or one, a quality somebody tells, a consent at the end, a passphrase that is made: one
/// question at a time, the newest text next.
struct PassphraseFlow {
  /// What an event leads to.
  enum Step: Hashable {
    /// Nothing but a new picture.
    case none
    /// Both fields are to be wiped.
    case wipe
    /// The passphrase is to be taken.
    case accept
    /// What was made is to be put into the fields and shown.
    case fill
    /// The entries differed too often.
    case giveUp
  }

  private let options: DialogueOptions
  /// Whether there is a second field.
  let repeats: Bool
  private var triesLeft: Int?

  /// The field that is typed into.
  private(set) var active = 0
  /// What is wrong; empty for nothing.
  private(set) var error: String
  /// How often something was wrong, also where it was the same again.
  private(set) var errorCount: Int
  /// Whether the error is a reason somebody gave for refusing.
  private(set) var errorIsReason = false
  /// Something to know that is not an error.
  private(set) var notice = ""
  /// How often there was something to know, also where it was the same again.
  private(set) var noticeCount = 0
  /// The quality of the first field; nil where it is not known.
  private(set) var quality: Int?
  /// What was asked and has not been answered.
  private(set) var outstanding: PassphraseQuestion?
  /// What the person waits for.
  private var awaited: PassphraseQuestion?
  private var isQualityStale: Bool

  /// A flow that has not begun.
  ///
  /// - Parameters:
  ///   - options: What is asked, by which rules and in which harmless words.
  ///   - repeats: Whether there is a second field.
  init(_ options: DialogueOptions, repeats: Bool) {
    self.options = options
    self.repeats = repeats
    triesLeft = options.tries
    error = options.error
    errorCount = error.isEmpty ? 0 : 1
    isQualityStale = options.quality != nil
    if options.beginsGenerated { suggest() }
  }

  /// Whether keys that type have to wait for an answer.
  var isWaiting: Bool { awaited != nil }

  // MARK: Keys

  /// Notes that a field has another text.
  mutating func changed(_ field: Int) {
    tell("")
    if field == 0 { isQualityStale = options.quality != nil }
  }

  /// Goes to a field, if there is such a one.
  mutating func focus(_ field: Int) {
    if field == 0 || field == 1 && repeats { active = field }
  }

  /// Enter was pressed.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the active field is.
  ///   - areEqual: Whether both fields hold the same; true where there is one.
  /// - Returns: What it leads to.
  mutating func enter(isEmpty: Bool, areEqual: Bool) -> Step {
    guard !isWaiting else { return .none }
    guard !isEmpty || !options.refusesEmpty else {
      tell(Refusal.nothingTyped)
      return .none
    }
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

  /// The key that has a passphrase made.
  mutating func suggest() {
    if options.generator != nil, !isWaiting { awaited = .suggestion }
  }

  // MARK: Answers

  /// What to ask next; nil while there is no answer, or where there is nothing.
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

  /// Says something in the status line; empty for nothing.
  mutating func tell(_ sentence: String) {
    notice = sentence
    if !sentence.isEmpty { noticeCount += 1 }
  }

  /// Wipes what was typed and says why.
  mutating func startOver(_ reason: String) {
    awaited = nil
    refuse(reason, isReason: false)
  }

  private mutating func refuse(_ text: String, isReason: Bool) {
    error = text.isEmpty ? "This passphrase is not allowed. Type another." : text
    errorCount += 1
    errorIsReason = isReason
    active = 0
    quality = nil
    isQualityStale = options.quality != nil
  }
}
