import KeywardEngine

/// Controls the entry of a passphrase from the first key to acceptance, but never sees the text.
///
///     var flow = PassphraseFlow(question, repeats: false, in: .english)
///     switch flow.enter(isEmpty: false, areEqual: true) { case .accept: … }
///
/// It handles one field or two. It asks the `PassphrasePolicy` to rate the text, to allow it, or to
/// generate a passphrase. It sends the policy a question only after the answer to the previous one,
/// and each question is about the latest text.
///
/// Enter does not submit a text that lacks characters or fails its check, or an empty one that must
/// be confirmed. It shows a sentence instead, and only an Enter that comes after this sentence was shown submits.
struct PassphraseFlow {
  enum Step: Hashable {
    case none
    case hold
    /// The first of two fields is complete.
    case next
    case wipe
    case accept
    case fill
    case giveUp
  }

  private let question: Question
  private let language: Language
  let repeats: Bool
  var refusesEmpty: Bool
  var confirmsEmpty: Bool
  private var triesLeft: Int?
  private var confirmation = Confirmation.none
  /// The sentences that the person has confirmed for the present text.
  private var confirmed: [String] = []

  /// Whether the notice asks for another Enter, which submits the text anyway.
  private enum Confirmation: Hashable {
    case none
    case requested
    /// The notice is on the screen, so Enter answers it.
    case shown
  }

  private(set) var active = 0
  private(set) var error: String
  private(set) var errorCount: Int
  private(set) var errorIsReason = false
  private(set) var notice = ""
  private(set) var noticeCount = 0
  private(set) var quality: Int?
  /// The reason why the text is guessed first; nil for none.
  private(set) var weakness: Phrase?
  /// The question that the policy has not answered yet; nil for none.
  private(set) var outstanding: PassphraseQuestion?
  /// The question whose answer the person must wait for; nil for none.
  private var awaited: PassphraseQuestion?
  private var isQualityStale: Bool

  init(_ question: Question, repeats: Bool, in language: Language) {
    self.question = question
    self.language = language
    self.repeats = repeats
    refusesEmpty = question.refusesEmpty || question.emptyAnswerDelay > 0
    confirmsEmpty = question.confirmsEmpty
    triesLeft = question.tries
    error = question.error.text(in: language)
    errorCount = error.isEmpty ? 0 : 1
    isQualityStale = question.quality != nil
    if question.beginsGenerated { suggest() }
  }

  var isWaiting: Bool { awaited != nil }

  var asksForEnter: Bool { confirmation != .none }

  // MARK: Keys

  /// Handles a change of a field's text.
  ///
  /// The function removes the current notice, unless `keepsNotice` is true. The caller passes true
  /// if the screen has not shown the notice yet.
  mutating func changed(_ field: Int, keepsNotice: Bool = false) {
    if !keepsNotice { notice = "" }
    (confirmation, confirmed) = (.none, [])
    if field == 0 { isQualityStale = question.quality != nil }
  }

  /// Notes that the current notice was shown.
  mutating func noteShown() { if asksForEnter { confirmation = .shown } }

  mutating func focus(_ field: Int) {
    if field == 0 || field == 1 && repeats { active = field }
  }

  /// Handles Enter, and returns the step that the caller must carry out.
  ///
  /// `areEqual` is true if both fields have the same text, or if there is only one field. `loss` is
  /// what the text lacks of the typed characters, and `fault` the sentence about a failed check.
  mutating func enter(
    isEmpty: Bool, areEqual: Bool, loss: TextLoss? = nil, fault: String? = nil
  ) -> Step {
    guard !isWaiting else { return .none }
    guard !isEmpty || !refusesEmpty else {
      notify(language[.nothingTyped])
      return .none
    }
    for doubt in [doubt(isEmpty, loss), fault].compactMap(\.self) where !confirmed.contains(doubt) {
      guard confirmation == .shown, notice == doubt else {
        notify(doubt)
        confirmation = .requested
        return .hold
      }
      confirmed.append(doubt)
    }
    confirmed = []
    notify("")
    // Clear our own error; keep the caller's, which is about an earlier dialogue.
    if error != question.error.text(in: language) { error = "" }
    if repeats, active == 0 {
      active = 1
      // Line mode has no bar.
      if let weakness, !isQualityStale { notify(language[weakness]) }
      return .next
    }
    guard areEqual else { return differ() }
    guard question.asksConsent else { return .accept }
    awaited = .consent
    return .none
  }

  /// The sentence that the person must confirm; nil if Enter submits at once.
  private func doubt(_ isEmpty: Bool, _ loss: TextLoss?) -> String? {
    switch loss {
    case .cutOff: language[.charactersCut]
    case .notAllowed: language[.charactersRefused]
    case .missing: language[.missingCharacter]
    case nil: isEmpty && confirmsEmpty ? language[.sendsEmpty] : nil
    }
  }

  private mutating func differ() -> Step {
    if let left = triesLeft {
      triesLeft = left - 1
      if left <= 1 { return .giveUp }
    }
    refuse(question.repeatError.text(in: language), isReason: false)
    return .wipe
  }

  mutating func suggest() {
    if question.generator != nil, !isWaiting { awaited = .suggestion }
  }

  // MARK: Answers

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

  mutating func receive(_ answer: PassphraseAnswer) -> Step {
    outstanding = nil
    switch answer {
    case .quality(let value, let reason):
      (quality, weakness) = (value, reason)
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
      isQualityStale = question.quality != nil
      notify(sentence)
      return .fill
    case .notMade:
      awaited = nil
      notify(language[.notGenerated])
      return .none
    }
  }

  mutating func notify(_ sentence: String) {
    notice = sentence
    confirmation = .none
    if !sentence.isEmpty { noticeCount += 1 }
  }

  /// Starts again with an error.
  mutating func startOver(_ reason: String) -> Step {
    awaited = nil
    refuse(reason, isReason: false)
    return .wipe
  }

  private mutating func refuse(_ text: String, isReason: Bool) {
    error = text.isEmpty ? language[.notAllowed] : text
    errorCount += 1
    errorIsReason = isReason
    confirmation = .none
    active = 0
    (quality, weakness) = (nil, nil)
    isQualityStale = question.quality != nil
  }
}
