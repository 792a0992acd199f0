/// What happens between the first key of a passphrase and its acceptance, without any of its bytes.
///
///     var flow = PassphraseFlow(request)
///     switch flow.enter(areEqual: true) { case .accept: … }
///
/// Two fields or one, a quality told by the client, its consent at the end, a passphrase made by it:
/// one inquiry at a time, the newest text next.
struct PassphraseFlow: Hashable {
  /// A field of the dialogue.
  enum Field: Int, Hashable { case first, second }

  /// What an event leads to.
  enum Step: Hashable {
    /// Nothing but a new picture.
    case none
    /// Both fields are to be wiped.
    case wipe
    /// The passphrase is to be taken.
    case accept(repeated: Bool)
    /// What the client made is to be put into the fields and shown.
    case fill
  }

  let hasSecond: Bool
  let asksQuality: Bool
  let asksConsent: Bool
  let offersGenerator: Bool
  private let mismatch: [UInt8]

  /// The field that is typed into.
  private(set) var active = Field.first { didSet { note(active != oldValue) } }
  /// What is wrong, not sanitised; empty for nothing.
  private(set) var error: [UInt8] { didSet { note(error != oldValue) } }
  /// Whether the error is a reason the client gave for refusing.
  private(set) var errorIsReason = false { didSet { note(errorIsReason != oldValue) } }
  /// Something to know that is no error.
  private(set) var notice = "" { didSet { note(notice != oldValue) } }
  /// The quality of the first field; nil where it is not known.
  private(set) var quality: Int? { didSet { note(quality != oldValue) } }
  /// What the client was asked and has not answered.
  private(set) var outstanding: ClientChannel.Inquiry?
  /// What the person waits for.
  private var awaited: ClientChannel.Inquiry? { didSet { note(awaited != oldValue) } }
  private var isQualityStale: Bool

  /// How often something changed that is shown.
  private(set) var lookNumber = 0

  private mutating func note(_ isChanged: Bool) {
    if isChanged { lookNumber += 1 }
  }

  init(_ request: PassphraseRequest) {
    hasSecond = request.repetition != nil
    asksQuality = request.qualityBar != nil
    asksConsent = request.constraints != nil
    offersGenerator = request.generator != nil
    mismatch = request.repetition?.error ?? []
    error = request.header.error
    isQualityStale = request.qualityBar != nil
  }

  /// Whether keys that type have to wait for the client.
  var isWaiting: Bool { awaited != nil }

  // MARK: Keys

  /// Notes that a field has another text.
  mutating func changed(_ field: Field) {
    notice = ""
    if field == .first, asksQuality {
      isQualityStale = true
    }
  }

  /// Goes to the other field.
  mutating func moveFocus() {
    if hasSecond { active = active == .first ? .second : .first }
  }

  /// Goes to a field, if there is such a one.
  mutating func focus(_ field: Field) {
    if field == .first || hasSecond { active = field }
  }

  /// Enter was pressed.
  ///
  /// - Parameter areEqual: Whether both fields hold the same; true where there is one.
  /// - Returns: What it leads to.
  mutating func enter(areEqual: Bool) -> Step {
    guard !isWaiting else { return .none }
    notice = ""
    if hasSecond, active == .first {
      active = .second
      return .none
    }
    guard areEqual else {
      refuse(mismatch, isReason: false)
      return .wipe
    }
    guard asksConsent else { return .accept(repeated: hasSecond) }
    awaited = .check
    return .none
  }

  /// The key that has a passphrase made.
  mutating func generate() {
    guard offersGenerator, !isWaiting else { return }
    awaited = .generate
  }

  // MARK: The client

  /// What to ask the client next; nil while it has not answered, or where there is nothing.
  mutating func nextInquiry() -> ClientChannel.Inquiry? {
    guard outstanding == nil else { return nil }
    if let awaited {
      outstanding = awaited
    } else if isQualityStale {
      isQualityStale = false
      outstanding = .quality
    }
    return outstanding
  }

  /// Notes that the client could not be asked.
  mutating func askingFailed() -> Step {
    let asked = outstanding
    outstanding = nil
    switch asked {
    case .check: return receive(.allowed)
    case .generate: return receive(.notGenerated)
    case .quality, nil:
      quality = nil
      return .none
    }
  }

  /// Takes what came from the client.
  mutating func receive(_ event: ClientChannel.Event) -> Step {
    outstanding = nil
    switch event {
    case .quality(let value):
      quality = value
      return .none
    case .allowed:
      guard awaited == .check else { return .none }
      awaited = nil
      return .accept(repeated: hasSecond)
    case .refused(let reason):
      awaited = nil
      refuse(reason, isReason: true)
      return .wipe
    case .generated:
      awaited = nil
      error = []
      active = hasSecond ? .second : .first
      isQualityStale = asksQuality
      return .fill
    case .notGenerated:
      awaited = nil
      notice = "No passphrase was made. Type one."
      return .none
    case .gone:
      return .none
    }
  }

  /// What was typed is lost; the client's consent to it counts no more.
  mutating func drop(saying sentence: String) -> Step {
    awaited = nil
    refuse(Array(sentence.utf8), isReason: false)
    return .wipe
  }

  /// Says something in the status line.
  mutating func tell(_ text: String) {
    notice = text
  }

  private mutating func refuse(_ text: [UInt8], isReason: Bool) {
    error = text.isEmpty ? Array("This passphrase is not allowed. Type another.".utf8) : text
    errorIsReason = isReason
    active = .first
    quality = nil
    isQualityStale = asksQuality
  }
}
