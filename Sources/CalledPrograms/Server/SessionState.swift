import Settings

/// Everything a client has said that outlasts its line.
///
/// `RESET` clears `texts`; the rest lasts as long as the connection.
public struct SessionState: Sendable {
  /// What `RESET` clears.
  public struct Texts: Hashable, Sendable {
    var title: [UInt8] = []
    var description: [UInt8] = []
    var error: [UInt8] = []
    var prompt: [UInt8] = []
    var okLabel: [UInt8] = []
    /// The label of the button that disagrees, empty for the usual one; nil where there is none.
    var notOKLabel: [UInt8]?
    var cancelLabel: [UInt8] = []
    /// The label of the second field; nil where none is asked for.
    var repeatLabel: [UInt8]?
    var repeatError: [UInt8] = []
    var repeatSuccess: [UInt8] = []
    /// The label of the quality bar; nil where none is asked for.
    var qualityLabel: [UInt8]?
    var qualityTip: [UInt8] = []
    /// The label of the generator; nil where none is offered.
    var generatorLabel: [UInt8]?
    var generatorTip: [UInt8] = []
    var keyInfo: [UInt8] = []
  }

  /// Labels for where the client sets none.
  public struct Defaults: Hashable, Sendable {
    var ok: [UInt8] = []
    var cancel: [UInt8] = []
    var yes: [UInt8] = []
    var no: [UInt8] = []
    var prompt: [UInt8] = []
    var capsLockHint: [UInt8] = []
  }

  var texts = Texts()
  var defaults = Defaults()
  /// The terminal of the dialogues.
  public var terminal = TerminalChoice()
  /// The X display, for `GETINFO ttyinfo` only.
  public var display: String?
  /// When dialogues end by themselves.
  public var timeout = DialogueTimeout.usual
  /// Whether the bell rings when a dialogue appears.
  public var rings = false
  var touchFile: String?
  var caller: CallerClaim?
  var enforcesConstraints = false
  var constraints = PassphraseRequest.Constraints()
  var isFormatted = false
  var formattedHint: [UInt8] = []

  /// A connection on which nothing was said.
  public init() {}

  // MARK: Requests

  var header: DialogueHeader {
    var header = DialogueHeader()
    header.terminal = terminal
    header.title = texts.title
    header.description = texts.description
    header.error = texts.error
    header.timeout = timeout
    header.caller = caller
    header.rings = rings
    header.capsLockHint = defaults.capsLockHint
    return header
  }

  var passphraseRequest: PassphraseRequest {
    var request = PassphraseRequest()
    request.header = header
    request.prompt = Self.first(texts.prompt, defaults.prompt, "PIN:")
    request.okLabel = Self.first(texts.okLabel, defaults.ok)
    request.cancelLabel = Self.first(texts.cancelLabel, defaults.cancel)
    request.repetition = texts.repeatLabel.map {
      PassphraseRequest.Repetition(
        label: Self.first($0, [], "Repeat:"),
        error: Self.first(texts.repeatError, [], "does not match - try again"),
        success: Self.first(texts.repeatSuccess, [], "Matches"))
    }
    request.qualityBar = texts.qualityLabel.map {
      PassphraseRequest.QualityBar(label: Self.first($0, [], "Quality:"), tip: texts.qualityTip)
    }
    request.generator = texts.generatorLabel.map {
      PassphraseRequest.Generator(
        label: Self.first($0, [], "Generate"), tip: texts.generatorTip)
    }
    request.constraints = enforcesConstraints ? constraints : nil
    request.isFormatted = isFormatted
    request.formattedHint = formattedHint
    return request
  }

  func confirmationRequest(hasOneButton: Bool) -> ConfirmationRequest {
    var request = ConfirmationRequest()
    request.header = header
    request.okLabel = Self.first(texts.okLabel, defaults.ok)
    if let label = texts.notOKLabel, !hasOneButton {
      // Where one may also disagree it is a question, with a yes and a no.
      if request.okLabel.isEmpty { request.okLabel = defaults.yes }
      request.notOKLabel = Self.first(label, defaults.no)
    }
    request.cancelLabel = Self.first(texts.cancelLabel, defaults.cancel)
    request.hasOneButton = hasOneButton
    return request
  }

  private static func first(
    _ set: [UInt8], _ usual: [UInt8], _ own: StaticString = ""
  ) -> [UInt8] {
    if !set.isEmpty { return set }
    return usual.isEmpty ? own.withUTF8Buffer { unsafe Array($0) } : usual
  }

  // MARK: What ends

  mutating func reset() {
    texts = Texts()
  }

  /// Forgets what lasts for one dialogue only.
  mutating func endDialogue(wasPassphrase: Bool) {
    texts.error = []
    texts.qualityLabel = nil
    texts.qualityTip = []
    if wasPassphrase { texts.repeatLabel = nil }
  }
}
