/// The text that a prompt writes in line mode.
///
///     var transcript = Transcript(in: .english)
///     transcript.update(of: state)     // "Passphrase: "
///
/// It consists of sentences and CR LF only. After new sentences, the question is written again.
/// Typed text is echoed only if it is visible.
struct Transcript {
  struct State {
    /// The width of the window in cells; 0 if unknown.
    var columns = 0
    var introduction: [String] = []
    var question = (number: 0, text: "")
    var errors = (count: 0, text: "", heading: "")
    var notices = (count: 0, text: "")
    /// The content of `PromptViewModel.missing`.
    var missing: [String] = []
    var secondsLeft: Int?
    var visible = ""
    /// True if a repeated question has text that is not shown.
    var keepsText = false
    var outcome: DialogueOutcome?
    /// The sentence about keys that are dropped after the end; nil if none are.
    var withdrawal: String?
  }

  private let language: Language

  private static let lineEnd = "\r\n"

  private(set) var isIntroduced = false
  /// The number of the question at which the cursor waits; nil at the beginning of a line.
  private var asked: Int?
  private var sent = (errors: 0, notices: 0, missing: 0)
  private var hasCountedDown = false
  private var echoed = ""
  private var isInterrupted = false
  /// A sentence to print once, before the question or at the end.
  var reply: String?
  private var hasEnded = false

  init(in language: Language) { self.language = language }

  mutating func interrupt() { isInterrupted = true }

  /// Returns the line end needed before other programs write; empty at the beginning of a line.
  mutating func breakLine() -> String {
    defer { asked = nil }
    return asked == nil ? "" : Self.lineEnd
  }

  mutating func update(of state: State) -> String {
    guard state.outcome == nil else { return ending(state) }
    let isFirst = !isIntroduced
    var lines = isFirst ? state.introduction : []
    isIntroduced = true
    lines += sentences(state)
    let isAgain = isInterrupted || !lines.isEmpty || asked != state.question.number
    guard isAgain || !state.visible.hasPrefix(echoed) else { return echo(state.visible) }
    if state.keepsText, !isFirst { lines.append(language[.textKept]) }
    let start = asked == nil ? "" : Self.lineEnd
    isInterrupted = false
    asked = state.question.number
    echoed = ""
    return start + Self.ended(lines, columns: state.columns) + state.question.text
      + echo(state.visible)
  }

  /// Returns lines that are broken between words, which a terminal would not do.
  private static func ended(_ lines: [String], columns: Int) -> String {
    let width = columns > 0 ? columns : .max
    return lines.flatMap { $0.isEmpty ? [""] : TextWrap.lines(of: $0, width: width) }
      .map { $0 + lineEnd }.joined()
  }

  private mutating func sentences(_ state: State) -> [String] {
    var lines: [String] = []
    for missing in state.missing.dropFirst(sent.missing) {
      lines.append(language[.warning, missing])
    }
    if state.errors.count != sent.errors {
      if !state.errors.heading.isEmpty { lines.append(state.errors.heading) }
      lines.append(language[.error, state.errors.text])
    }
    if state.notices.count != sent.notices, !state.notices.text.isEmpty {
      lines.append(state.notices.text)
    }
    sent = (state.errors.count, state.notices.count, state.missing.count)
    if let reply { lines.append(reply) }
    reply = nil
    if let left = state.secondsLeft, !hasCountedDown {
      hasCountedDown = true
      lines.append(language[.secondsLeft, "\(left)"])
    }
    return lines
  }

  private mutating func echo(_ visible: String) -> String {
    defer { echoed = visible }
    return String(visible.dropFirst(echoed.count))
  }

  private mutating func ending(_ state: State) -> String {
    guard isIntroduced, !hasEnded else { return "" }
    hasEnded = true
    // Echo visible text even if it came together with Enter.
    let rest = state.visible.hasPrefix(echoed) ? echo(state.visible) : ""
    let phrase: Phrase? =
      switch state.outcome {
      case .cancelled: .cancelled
      // The sentence about dropped keys has the same words.
      case .timedOut: state.withdrawal == nil ? .timedOut : nil
      case .poweredOff: .switchingOff
      case .signalled: .endedBySignal
      case .submitted, .declined, .mismatched, .hungUp, .abandoned, .askerChanged, nil: nil
      }
    let lines = [phrase.map { language[$0] }, reply, state.withdrawal].compactMap(\.self)
    return (asked == nil ? "" : rest + Self.lineEnd) + Self.ended(lines, columns: state.columns)
  }

  private static let longestKept = (cells: 60, bytes: 200)

  /// A question with the mark of its answer, such as `Passphrase: ✓` or `Go on? ✓`; truncated to
  /// the window's width.
  ///
  /// Without a mark, it is the question alone.
  static func answered(_ label: String, mark: String, columns: Int, glyphs: Glyphs) -> String {
    let room = columns - CharacterWidth.of(mark) - 2
    var asked = TextWrap.head(
      of: label, width: min(room, longestKept.cells), ellipsis: glyphs.ellipsis)
    while asked.utf8.count > longestKept.bytes { asked.removeLast() }
    guard !asked.isEmpty else { return columns < CharacterWidth.of(mark) ? "" : mark }
    guard !mark.isEmpty else { return asked }
    return question(asked) + mark
  }

  /// A label as a question: `Passphrase: ` for both `Passphrase` and `Passphrase:`.
  ///
  /// A question mark takes the place of the colon, and so does a colon of another script.
  static func question(_ label: String) -> String {
    var label = label
    while label.last == ":" || label.last == " " { label.removeLast() }
    return label + (endMarks.contains(label.last ?? " ") ? " " : ": ")
  }

  /// The characters after which a question needs no colon.
  private static let endMarks: [Character] = ["?", "？", "：", "៖"]
}
