/// Controls the entry of a passphrase from the first key to acceptance, but never sees the text.
///
///     var flow = PassphraseFlow(options, repeats: false, in: .english)
///     switch flow.enter(isEmpty: false, areEqual: true) { case .accept: … }
///
/// It handles one field or two. It asks the `PassphrasePolicy` to rate the text, to allow it, or to
/// generate a passphrase. It sends the policy a question only after the answer to the previous one,
/// and each question is about the latest text.
struct PassphraseFlow {
  enum Step: Hashable {
    case none
    case hold
    case wipe
    case accept
    case fill
    case giveUp
  }

  private let options: DialogueOptions
  private let language: Language
  let repeats: Bool
  var refusesEmpty: Bool
  private var triesLeft: Int?
  /// The warning after which another Enter submits the text anyway; nil for none.
  private var doubt: String?
  /// True if a typed character could not be decoded and nothing has been deleted since.
  private var lacksCharacter = false

  private(set) var active = 0
  private(set) var error: String
  private(set) var errorCount: Int
  private(set) var errorIsReason = false
  private(set) var notice = ""
  private(set) var noticeCount = 0
  private(set) var quality: Int?
  /// The question that the policy has not answered yet; nil for none.
  private(set) var outstanding: PassphraseQuestion?
  /// The question whose answer the person must wait for; nil for none.
  private var awaited: PassphraseQuestion?
  private var isQualityStale: Bool

  init(_ options: DialogueOptions, repeats: Bool, in language: Language) {
    self.options = options
    self.language = language
    self.repeats = repeats
    refusesEmpty = options.refusesEmpty || options.emptyAnswerDelay > 0
    triesLeft = options.tries
    error = options.error.text(in: language)
    errorCount = error.isEmpty ? 0 : 1
    isQualityStale = options.quality != nil
    if options.beginsGenerated { suggest() }
  }

  var isWaiting: Bool { awaited != nil }

  // MARK: Keys

  /// Handles a change of a field's text.
  ///
  /// The function removes the current notice, unless `keepsNotice` is true. The caller passes true
  /// if the screen has not shown the notice yet.
  mutating func changed(_ field: Int, keepsNotice: Bool = false) {
    if !keepsNotice { notice = "" }
    doubt = nil
    if field == 0 { isQualityStale = options.quality != nil }
  }

  mutating func noteMissingCharacter() {
    lacksCharacter = true
    doubt = nil
  }

  /// Notes a deletion, which ends the warning about a character that could not be decoded.
  mutating func noteDeletion() { lacksCharacter = false }

  mutating func focus(_ field: Int) {
    if field == 0 || field == 1 && repeats { active = field }
  }

  /// Handles Enter, and returns the step that the caller must carry out.
  ///
  /// `areEqual` is true if both fields have the same text, or if there is only one field.
  mutating func enter(isEmpty: Bool, areEqual: Bool) -> Step {
    guard !isWaiting else { return .none }
    guard !isEmpty || !refusesEmpty else {
      notify(language[.nothingTyped])
      return .none
    }
    if let sentence = doubtful(isEmpty), doubt != sentence {
      doubt = sentence
      notify(sentence)
      return .hold
    }
    forgetDoubt()
    notify("")
    // Clear our own error; keep the caller's, which is about an earlier dialogue.
    if error != options.error.text(in: language) { error = "" }
    if repeats, active == 0 {
      active = 1
      return .none
    }
    guard areEqual else { return differ() }
    guard options.asksConsent else { return .accept }
    awaited = .consent
    return .none
  }

  private func doubtful(_ isEmpty: Bool) -> String? {
    if lacksCharacter { return language[.missingCharacter] }
    return isEmpty && options.confirmsEmpty ? language[.sendsEmpty] : nil
  }

  private mutating func forgetDoubt() { (lacksCharacter, doubt) = (false, nil) }

  private mutating func differ() -> Step {
    if let left = triesLeft {
      triesLeft = left - 1
      if left <= 1 { return .giveUp }
    }
    refuse(options.repeatError.text(in: language), isReason: false)
    return .wipe
  }

  mutating func suggest() {
    if options.generator != nil, !isWaiting { awaited = .suggestion }
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
      forgetDoubt()
      active = repeats ? 1 : 0
      isQualityStale = options.quality != nil
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
    if !sentence.isEmpty { noticeCount += 1 }
  }

  mutating func clearNotice() {
    notify("")
    doubt = nil
  }

  /// Starts again with an error; the caller wipes both fields.
  mutating func startOver(_ reason: String) {
    awaited = nil
    refuse(reason, isReason: false)
  }

  private mutating func refuse(_ text: String, isReason: Bool) {
    error = text.isEmpty ? language[.notAllowed] : text
    errorCount += 1
    errorIsReason = isReason
    forgetDoubt()
    active = 0
    quality = nil
    isQualityStale = options.quality != nil
  }
}
