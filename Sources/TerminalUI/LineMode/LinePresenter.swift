import Glibc
import KeywardEngine

/// A dialogue in lines of text, for screen readers, logs and odd terminals.
///
/// No escape sequence is sent, and nothing that is typed is echoed.
final class LinePresenter: TypingPresenter {
  let dialogue: Dialogue
  var schedule: DialogueSchedule?
  /// The field behind whose prompt the cursor is; nil at the beginning of a line.
  private var askedField: Int?
  /// How many errors and notices there had been when they were said last.
  private var said = (errors: 0, notices: 0)
  private var hasCountedDown = false
  /// Whether others may have written behind the prompt.
  private var isInterrupted = false

  init(_ dialogue: Dialogue) {
    self.dialogue = dialogue
  }

  var modes: ScreenModes? { nil }
  // A slow terminal is waited for.
  var showsAtOnce: Bool { false }

  var request: LoopRequest? {
    // What Ctrl-L asks for is not drawn anew but said.
    get { model.request == .redraw ? nil : model.request }
    set { model.request = newValue }
  }

  func begin(in mode: TerminalMode?, window: (columns: Int, rows: Int), at now: Double) {
    dialogue.mode = mode
    dialogue.keyboard.show(at: now)
  }

  // A line is as long as it is.
  func adoptWindow(_ size: (columns: Int, rows: Int), at now: Double) {}

  func read(from descriptor: Int32?, at now: Double) -> InputPump.ReadResult {
    dialogue.pump.pump(from: descriptor, into: model, at: now)
  }

  func interrupt(at now: Double) {
    forgetHalfTyped(at: now)
    isInterrupted = true
  }

  // Others may have written meanwhile.
  func conceal(at now: Double) { isInterrupted = true }

  func leave(_ session: inout TerminalSession) {
    session.sayLast(Self.lineEnd)
    askedField = nil
    session.leave(draining: &dialogue.pump.ring)
  }

  // MARK: Saying

  private static let lineEnd = "\r\n"

  func show(
    on screen: inout Screen, of session: borrowing TerminalSession,
    watch: borrowing SignalWatch
  ) -> Screen.Progress {
    let text = (schedule == nil ? introduction : "") + (model.rings ? "\u{7}" : "") + news()
    model.rings = false
    // A terminal that takes nothing is waited for, and must not hold up a signal.
    guard text.isEmpty || watch.endingAtOnce({ session.say(text) }) else { return .failed(EIO) }
    startSchedule()
    return .done
  }

  /// Says how it ended; those who were asked nothing are told nothing.
  func sayLast(of outcome: DialogueOutcome, to session: borrowing TerminalSession) {
    guard schedule != nil else { return }
    let sentence: String
    switch outcome {
    case .submitted: sentence = ""
    case .cancelled: sentence = "Cancelled." + Self.lineEnd
    case .timedOut: sentence = "The time is over." + Self.lineEnd
    case .signalled: sentence = "Ended by a signal." + Self.lineEnd
    case .hungUp: return
    }
    session.sayLast((askedField == nil ? "" : Self.lineEnd) + sentence)
  }

  /// Who asks, and what for.
  private var introduction: String {
    let texts = model.texts
    var lines: [Substring] = []
    if !texts.asker.isEmpty { lines.append("\(texts.program): \(texts.asker)") }
    if !texts.warning.isEmpty { lines.append("Warning: \(texts.warning)") }
    if !texts.title.isEmpty { lines.append(texts.title[...]) }
    if !texts.description.isEmpty {
      lines += texts.description.split(separator: "\n", omittingEmptySubsequences: false)
    }
    return lines.map { $0 + Self.lineEnd }.joined()
  }

  /// What is new since the prompt was said, and the prompt again.
  private func news() -> String {
    guard !isOver else { return "" }
    let isAgain = isInterrupted || model.request == .redraw || model.activeField != askedField
    let sentences = newSentences()
    guard isAgain || !sentences.isEmpty else { return "" }
    let start = askedField == nil ? "" : Self.lineEnd
    isInterrupted = false
    model.request = nil
    askedField = model.activeField
    return start + sentences.map { $0 + Self.lineEnd }.joined() + prompt
  }

  private func newSentences() -> [String] {
    var sentences: [String] = []
    if model.errorCount != said.errors { sentences.append("Error: " + model.texts.error) }
    if model.noticeCount != said.notices, !model.notice.isEmpty { sentences.append(model.notice) }
    said = (model.errorCount, model.noticeCount)
    if model.request == .redraw, dialogue.options.mask == .bullets {
      let count = model.characterCount(of: model.activeField)
      sentences.append(count == 1 ? "1 character" : "\(count) characters")
    }
    if let left = model.secondsLeft, !hasCountedDown {
      hasCountedDown = true
      sentences.append(left == 1 ? "1 second left." : "\(left) seconds left.")
    }
    return sentences
  }

  /// `Passphrase:` and `Passphrase` → `Passphrase: `.
  private var prompt: String {
    var prompt = model.texts.prompts[model.activeField]
    while prompt.last == ":" || prompt.last == " " { prompt.removeLast() }
    return prompt + ": "
  }
}
