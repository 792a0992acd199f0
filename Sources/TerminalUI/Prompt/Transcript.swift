/// What line mode says of a prompt: what is new since the last time, and the question again.
///
///     var transcript = Transcript()
///     transcript.news(of: state)     // "Passphrase: "
///
/// Sentences, CR LF, and nothing else; nothing that is typed is echoed unless it may be seen.
struct Transcript {
  /// What a prompt has to say now.
  struct State {
    /// Who asks, and what for.
    var introduction: [String] = []
    /// What the cursor stands behind, and its number.
    var question = (number: 0, text: "")
    /// Errors and notices so far, and the last of them.
    var errors = (count: 0, text: "", heading: "")
    var notices = (count: 0, text: "")
    /// Where it is shown: how many seconds are left.
    var secondsLeft: Int?
    /// What was typed where it may be seen.
    var visible = ""
    var outcome: DialogueOutcome?
  }

  private static let lineEnd = "\r\n"

  private var isIntroduced = false
  /// The number of the question the cursor is behind; nil at the beginning of a line.
  private var asked: Int?
  private var said = (errors: 0, notices: 0)
  private var hasCountedDown = false
  /// What of the visible text is in the line.
  private var echoed = ""
  /// Whether others may have written behind the question.
  private var isInterrupted = false
  /// What was asked for, to be said with the question again.
  private var reply: String?
  private var hasEnded = false

  /// Says a sentence with the next news, and the question again.
  mutating func say(_ sentence: String) { reply = sentence }

  /// Others may write behind the question from here on.
  mutating func interrupt() { isInterrupted = true }

  /// Ends the line, since others are going to write.
  mutating func breakLine() -> String {
    defer { asked = nil }
    return asked == nil ? "" : Self.lineEnd
  }

  /// What is new.
  mutating func news(of state: State) -> String {
    guard state.outcome == nil else { return ending(state) }
    var lines = isIntroduced ? [] : state.introduction
    isIntroduced = true
    lines += sentences(state)
    let isAgain = isInterrupted || !lines.isEmpty || asked != state.question.number
    guard isAgain || !state.visible.hasPrefix(echoed) else { return echo(state.visible) }
    let start = asked == nil ? "" : Self.lineEnd
    isInterrupted = false
    asked = state.question.number
    echoed = ""
    return start + lines.map { $0 + Self.lineEnd }.joined() + state.question.text
      + echo(state.visible)
  }

  private mutating func sentences(_ state: State) -> [String] {
    var lines: [String] = []
    if state.errors.count != said.errors {
      if !state.errors.heading.isEmpty { lines.append(state.errors.heading) }
      lines.append("Error: " + state.errors.text)
    }
    if state.notices.count != said.notices, !state.notices.text.isEmpty {
      lines.append(state.notices.text)
    }
    said = (state.errors.count, state.notices.count)
    if let reply { lines.append(reply) }
    reply = nil
    if let left = state.secondsLeft, !hasCountedDown {
      hasCountedDown = true
      lines.append(left == 1 ? "1 second left." : "\(left) seconds left.")
    }
    return lines
  }

  private mutating func echo(_ visible: String) -> String {
    defer { echoed = visible }
    return String(visible.dropFirst(echoed.count))
  }

  /// How it ended; those who were asked nothing are told nothing.
  private mutating func ending(_ state: State) -> String {
    guard isIntroduced, !hasEnded else { return "" }
    hasEnded = true
    // What may be seen stands behind its question also where Enter came with it.
    let rest = state.visible.hasPrefix(echoed) ? echo(state.visible) : ""
    let sentence: String? =
      switch state.outcome {
      case .cancelled: "Cancelled."
      case .timedOut: "The time is over."
      case .signalled: "Ended by a signal."
      case .submitted, .declined, .mismatched, .hungUp, .abandoned, nil: nil
      }
    return (asked == nil ? "" : rest + Self.lineEnd) + (sentence.map { $0 + Self.lineEnd } ?? "")
  }

  /// The most cells and bytes of what was asked that stay.
  private static let longestKept = (cells: 60, bytes: 200)

  /// `Passphrase`, ✓ → `Passphrase: ✓`; `Go on?`, ✓ → `Go on? ✓`; as much of it as a window is wide.
  static func answered(_ label: String, mark: String, columns: Int, glyphs: Glyphs) -> String {
    let room = columns - CharacterWidth.of(mark) - 2
    var asked = TextWrap.head(
      of: label, width: min(room, longestKept.cells), ellipsis: glyphs.ellipsis)
    while asked.utf8.count > longestKept.bytes { asked.removeLast() }
    guard !asked.isEmpty else { return columns < CharacterWidth.of(mark) ? "" : mark }
    return (asked.last == "?" ? asked + " " : question(asked)) + mark
  }

  /// `Passphrase:` and `Passphrase` → `Passphrase: `.
  static func question(_ label: String) -> String {
    var label = label
    while label.last == ":" || label.last == " " { label.removeLast() }
    return label + ": "
  }
}
