import KeywardTerminal

/// The settings that the client has sent and that apply to later dialogues.
///
/// `RESET` clears `texts`; the other settings last as long as the connection.
package struct SessionState: Sendable {
  /// The texts of the prompt, by the command that set each text.
  ///
  /// The No button, the second field, the quality bar and the generator are shown if the client has
  /// set their text, even to an empty text.
  var texts: [AssuanCommand: [UInt8]] = [:]
  private var labels: [String: [UInt8]] = [:]
  package var terminal = TerminalChoice()
  package var display: String?
  package var timeout = DialogueTimeout.standard
  package var rings = false
  /// The reason why the configured fallback could not be started; nil for none.
  package var fallbackTrouble: String?
  var touchFile: String?
  var caller: CallerClaim?
  var enforcesConstraints = false
  var isFormatted = false

  package init() {}

  // MARK: Requests

  private var request: DialogueRequest {
    var request = DialogueRequest()
    request.terminal = terminal
    request.timeout = timeout
    request.caller = caller
    request.question.title = texts[.setTitle]?.text ?? ""
    request.question.description = texts[.setDescription]?.text ?? ""
    request.question.error = text(.setError)
    request.question.ringsAtFirst = rings
    if let hint = label("default-capshint") { request.question.capsLockHint = .given(hint) }
    request.question.yesLabel = text(.setOK, "default-ok")
    request.question.cancelLabel = text(.setCancel, "default-cancel")
    return request
  }

  var passphraseRequest: DialogueRequest {
    var request = request
    request.question.prompt = text(.setPrompt, "default-prompt", else: .own(.pin))
    if texts[.setRepeat] != nil {
      request.question.repeatPrompt = text(.setRepeat, else: .own(.repetition))
      request.question.repeatError = text(.setRepeatError, else: .own(.entriesDiffer))
      request.question.repeatMatch = text(.setRepeatOK, else: .own(.matches))
    }
    if texts[.setQualityBar] != nil {
      request.question.quality = .init(
        text(.setQualityBar, else: .own(.quality)), tip: texts[.setQualityBarTip]?.text ?? "")
    }
    if texts[.setGenerator] != nil {
      request.question.generator = .init(
        text(.setGenerator), tip: texts[.setGeneratorTip]?.text ?? "")
    }
    if enforcesConstraints {
      let short = label("constraints-hint-short") ?? ""
      request.question.asksConsent = true
      request.question.shortHint = short
      request.question.hint = label("constraints-hint-long") ?? short
      request.question.refusalTitle = label("constraints-error-title") ?? ""
    }
    request.question.isGrouped = isFormatted
    if let hint = label("formatted-passphrase-hint") {
      request.question.groupingHint = .given(hint)
    }
    return request
  }

  func confirmationRequest(hasOneButton: Bool) -> DialogueRequest {
    var request = request
    request.question.kind = hasOneButton ? .message : .decision
    if texts[.setNotOK] != nil, !hasOneButton {
      // A prompt with a No button is a question.
      request.question.yesLabel = text(
        .setOK, label("default-ok") == nil ? "default-yes" : "default-ok")
      request.question.noLabel = text(.setNotOK, "default-no")
    }
    if !hasOneButton, let verb = request.question.yesLabel, !Self.isDefaultVerb(verb) {
      request.question.initialChoice = .cancel
    }
    return request
  }

  /// True if the label of the button that agrees is OK, in a language of ours or of GnuPG.
  ///
  /// GnuPG's agent sends another label where agreeing deletes or exposes a key, such as “Delete
  /// key” or “Yes, protection is not needed”. Enter alone must not choose such a button, whichever
  /// command or option named it.
  private static func isDefaultVerb(_ label: PromptText) -> Bool {
    let known = Language.allCases.map { PromptText.given($0[.ok]) } + ["", "O.k.", "Гаразд", "确认"]
    return known.map(plain).contains(plain(label))
  }

  /// Returns a label in lower case without marks: `_OK` and `OK (_O)` → `ok`.
  private static func plain(_ label: PromptText) -> String {
    let text = label.text(in: .english).lowercased().filter { $0 != "_" }
    let hasLetter = text.hasSuffix(")") && text.dropLast(2).hasSuffix("(")
    return String(hasLetter ? text.dropLast(3) : text[...]).trimmed
  }

  /// Returns the first of these that is not empty: the text of `command`, the label of `option`,
  /// `own`.
  private func text(
    _ command: AssuanCommand, _ option: String = "", else own: PromptText = ""
  ) -> PromptText {
    if let text = texts[command], !text.isEmpty { return .given(text.text) }
    return label(option).map { .given($0) } ?? own
  }

  private func label(_ option: String) -> String? {
    labels[option].flatMap { $0.isEmpty ? nil : $0.text }
  }

  // MARK: Ends of dialogues

  mutating func reset() {
    texts = [:]
  }

  mutating func endDialogue(wasPassphrase: Bool) {
    texts[.setError] = nil
    texts[.setQualityBar] = nil
    texts[.setQualityBarTip] = nil
    if wasPassphrase { texts[.setRepeat] = nil }
  }

  /// Applies the argument of `OPTION`.
  ///
  /// Options about the terminal and the locale are never refused, whatever their value.
  package mutating func takeOption(_ argument: [UInt8]) throws(AssuanError) {
    let option = try parseOption(argument)
    let value = option.value ?? []
    if terminal.take(option.name, option.value?.text) { return }
    switch option.name {
    case "display": display = option.value?.text
    case let name where Self.labelOptions.contains(name):
      labels[name] = PercentEncoding.decode(unsafe value.span.bytes)
    case "owner": caller = CallerClaim(value)
    case "touch-file": touchFile = value.isEmpty ? nil : value.text
    case "constraints-enforce": enforcesConstraints = true
    case "formatted-passphrase": isFormatted = true
    case "ttyalert": rings = value == Array("beep".utf8)
    case "grab", "no-grab":
      guard option.value == nil else { throw .unknownOption }
    case "default-pwmngr", "default-cf-visi", "default-tt-visi", "default-tt-hide",
      "invisible-char", "parent-wid", "allow-external-password-cache", "allow-emacs-prompt",
      "debug-wait":
      break
    default:
      throw .unknownOption
    }
  }

  private static let labelOptions: Set = [
    "default-ok", "default-cancel", "default-yes", "default-no", "default-prompt",
    "default-capshint", "constraints-hint-short", "constraints-hint-long",
    "constraints-error-title", "formatted-passphrase-hint",
  ]
}
