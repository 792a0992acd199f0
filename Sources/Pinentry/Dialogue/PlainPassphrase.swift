import SecureMemory

/// What line mode says while a passphrase is typed: sentences, CR LF and nothing else.
struct PlainPassphrase {
  private let prompt: String
  private let repeatPrompt: String
  private let isOn: Bool
  private var pending: String
  private var asked = PassphraseFlow.Field.first

  init(_ request: PassphraseRequest, frame: SceneFrame, isVisible: Bool) {
    isOn = frame.isPlain
    pending = ""
    guard isOn else {
      (prompt, repeatPrompt) = ("", "")
      return
    }
    prompt = Self.question(frame.clean(request.prompt, .line))
    repeatPrompt = Self.question(
      request.repetition.map { frame.clean($0.label, .line) } ?? "")
    pending = frame.introduction(request.header)
    if let constraints = request.constraints {
      let hint = frame.clean(constraints.shortHint, .line)
      if !hint.isEmpty { pending += hint + "\r\n" }
    }
    if isVisible { pending += "What you type is shown.\r\n" }
    pending += prompt
  }

  /// `Passphrase:` and `Passphrase` → `Passphrase: `.
  private static func question(_ label: String) -> String {
    var label = label
    while label.last == " " || label.last == ":" { label.removeLast() }
    return label + ": "
  }

  mutating func take() -> String {
    defer { pending = "" }
    return pending
  }

  private func prompt(of field: PassphraseFlow.Field) -> String {
    field == .first ? prompt : repeatPrompt
  }

  /// The flow may have gone on to the other field.
  mutating func asked(_ flow: PassphraseFlow) {
    guard isOn, flow.active != asked else { return }
    asked = flow.active
    pending += "\r\n" + prompt(of: asked)
  }

  /// Both are to be typed again.
  mutating func refused(_ reason: String, under title: String, _ flow: PassphraseFlow) {
    guard isOn else { return }
    asked = flow.active
    if !title.isEmpty { pending += "\r\n" + title }
    pending += "\r\nError: \(reason)\r\n" + prompt(of: asked)
  }

  /// A sentence in between.
  mutating func say(_ sentence: String, _ field: PassphraseFlow.Field) {
    guard isOn else { return }
    pending += "\r\n\(sentence)\r\n" + prompt(of: field)
  }

  /// How much was typed; nil where the mask hides it.
  mutating func tellCount(_ count: Int?, _ field: PassphraseFlow.Field) {
    let sentence = count.map { $0 == 1 ? "1 character" : "\($0) characters" }
    say(sentence ?? "The length is not shown.", field)
  }

  /// A passphrase was made, which line mode never shows.
  mutating func generated() {
    guard isOn else { return }
    pending += "\r\nA passphrase was made. Press Enter to use it.\r\n" + prompt
  }

  /// Shows what was typed where it may be seen.
  mutating func echo(_ bytes: RawSpan) {
    guard isOn else { return }
    pending += bytes.publicCopy().text
  }

  /// Begins the line of a visible field again, after something was taken away.
  mutating func repeatLine(_ text: borrowing SecretText) {
    guard isOn else { return }
    pending += "\r\n" + prompt + text.withBytes { $0.publicCopy().text }
  }

  mutating func finish() {
    guard isOn else { return }
    pending += "\r\n"
  }
}
