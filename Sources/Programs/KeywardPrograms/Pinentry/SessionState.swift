import PromptUI

/// The client's settings that outlast their line.
///
/// `RESET` clears `texts`; the rest lasts as long as the connection.
package struct SessionState: Sendable {
  /// The texts that `RESET` clears.
  package struct Texts: Hashable, Sendable {
    var title: [UInt8] = []
    var description: [UInt8] = []
    var error: [UInt8] = []
    var prompt: [UInt8] = []
    var okLabel: [UInt8] = []
    /// The label of the button that disagrees, empty for the usual one; nil if there is no such
    /// button.
    var notOKLabel: [UInt8]?
    var cancelLabel: [UInt8] = []
    /// The label of the second field; nil if there is none.
    var repeatLabel: [UInt8]?
    var repeatError: [UInt8] = []
    var repeatSuccess: [UInt8] = []
    /// The label of the quality bar; nil if there is none.
    var qualityLabel: [UInt8]?
    var qualityTip: [UInt8] = []
    /// The label of the generator; nil if there is none.
    var generatorLabel: [UInt8]?
    var generatorTip: [UInt8] = []
    var keyInfo: [UInt8] = []
  }

  /// The labels that the client can replace.
  package struct Defaults: Hashable, Sendable {
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
  package var terminal = TerminalChoice()
  /// The X display, for `GETINFO ttyinfo` only.
  package var display: String?
  /// The time limit of dialogues.
  package var timeout = DialogueTimeout.usual
  /// True if the bell rings when a dialogue appears.
  package var rings = false
  /// The reason why no other program asks if there is no terminal; nil if none should.
  package var fallbackTrouble: String?
  var touchFile: String?
  var caller: CallerClaim?
  var enforcesConstraints = false
  /// The rules to check at Enter, short and long, and the heading of a refusal.
  var (shortHint, longHint, refusalTitle) = ([UInt8](), [UInt8](), [UInt8]())
  var isFormatted = false
  var formattedHint: [UInt8] = []

  /// A connection without any settings.
  package init() {}

  // MARK: Requests

  /// The common part of every request.
  private var request: DialogueRequest {
    var request = DialogueRequest()
    request.terminal = terminal
    request.timeout = timeout
    request.caller = caller
    request.options.title = texts.title.text
    request.options.description = texts.description.text
    request.options.error = texts.error.text
    request.options.ringsAtFirst = rings
    if !defaults.capsLockHint.isEmpty {
      request.options.capsLockHint = defaults.capsLockHint.text
    }
    request.options.yesLabel = Self.first(texts.okLabel, defaults.ok)
    request.options.cancelLabel = Self.first(texts.cancelLabel, defaults.cancel)
    return request
  }

  var passphraseRequest: DialogueRequest {
    var request = request
    request.options.prompt = Self.first(texts.prompt, defaults.prompt, "PIN:")
    if let label = texts.repeatLabel {
      request.options.repeatPrompt = Self.first(label, [], "Repeat:")
      request.options.repeatError = Self.first(texts.repeatError, [], "does not match - try again")
      request.options.repeatMatch = Self.first(texts.repeatSuccess, [], "Matches")
    }
    request.options.quality = texts.qualityLabel.map {
      .init(Self.first($0, [], "Quality:"), tip: texts.qualityTip.text)
    }
    request.options.generator = texts.generatorLabel.map {
      .init(Self.first($0, [], "Generate"), tip: texts.generatorTip.text)
    }
    if enforcesConstraints {
      request.options.asksConsent = true
      request.options.shortHint = shortHint.text
      request.options.hint = Self.first(longHint, shortHint)
      request.options.refusalTitle = refusalTitle.text
    }
    request.options.isGrouped = isFormatted
    if !formattedHint.isEmpty { request.options.groupingHint = formattedHint.text }
    return request
  }

  func confirmationRequest(hasOneButton: Bool) -> DialogueRequest {
    var request = request
    request.decision = hasOneButton ? .message : .question
    if let label = texts.notOKLabel, !hasOneButton {
      // With a button that disagrees it is a question, with a yes and a no.
      request.options.yesLabel = Self.first(
        texts.okLabel, defaults.ok.isEmpty ? defaults.yes : defaults.ok)
      request.options.noLabel = Self.first(label, defaults.no)
    }
    return request
  }

  /// The client's label, else the agent's usual one, else our own.
  private static func first(
    _ set: [UInt8], _ usual: [UInt8], _ own: String = ""
  ) -> String {
    let text = set.isEmpty ? usual : set
    return text.isEmpty ? own : text.text
  }

  // MARK: What ends

  mutating func reset() {
    texts = Texts()
  }

  /// Forgets the settings for one dialogue.
  mutating func endDialogue(wasPassphrase: Bool) {
    texts.error = []
    texts.qualityLabel = nil
    texts.qualityTip = []
    if wasPassphrase { texts.repeatLabel = nil }
  }
}
