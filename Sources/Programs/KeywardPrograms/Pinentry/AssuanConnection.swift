import Glibc
import KeywardTerminal
import SecureMemory

/// The connection to a client: its commands, our replies, and inquiries during a dialogue.
///
/// A client that has sent everything may close its writing side and wait for the replies. It counts
/// as gone once it no longer reads replies, and its dialogue then ends.
///
/// One inquiry is outstanding at a time. Commands that the client sends during a dialogue are kept
/// and handled after the dialogue.
package final class AssuanConnection {
  /// The part of an inquiry's answer that arrives after the dialogue and is ignored.
  enum Swallowing: Hashable {
    case nothing
    case oneEnd
    /// All lines of the answer.
    ///
    /// After an answer that accepts a passphrase, gpg-agent sends `END` twice.
    case lateAnswer(hasSecondEnd: Bool)
  }

  var lines: LineReader
  var writer: ReplyWriter
  /// The locked memory for lines with a secret and for answers; nil if none could be locked.
  var scratch: SecretBuffer?
  var swallowing = Swallowing.nothing

  package private(set) var outstanding: PassphraseQuestion?

  private var gathered = 0
  private var hasData = false
  private var isTooMuch = false

  package init(
    lines: consuming LineReader, writer: consuming ReplyWriter, scratch: consuming SecretBuffer?
  ) {
    self.lines = lines
    self.writer = writer
    self.scratch = scratch
  }

  // MARK: Watching

  /// The descriptor to poll for input; -1, which `poll` ignores, while no input is to be read.
  package var inputDescriptor: Int32 {
    lines.hasEnded || !lines.hasRoom ? -1 : lines.descriptor
  }

  /// The descriptor to poll for errors only: an error means that the client no longer reads.
  package var outputDescriptor: Int32 { writer.descriptor }

  /// Reads once from the client and returns the answer to the inquiry; nil if it is incomplete.
  ///
  /// The text of a refusal is not sanitised. A generated passphrase is available in `withGenerated`
  /// until the next question.
  package func receive() -> PassphraseAnswer? {
    lines.fill()
    return nextAnswer()
  }

  package func nextAnswer() -> PassphraseAnswer? {
    var offset = 0
    while outstanding != nil, case .line(let range) = lines.next(from: offset) {
      let shape = lines.withLine(range) { AssuanLine($0) }
      guard shape.answersInquiry else {
        offset = range.upperBound
        continue
      }
      let answer = take(shape, at: range)
      lines.remove(range)
      if let answer { return answer }
    }
    guard lines.hasEnded else { return nil }
    // The client may still wait for our reply, but will send no answer.
    return outstanding.map { finish($0, answered: false) }
  }

  /// True if the client sent `BYE` during a dialogue, so that the dialogue ends without a reply.
  ///
  /// It is false if the client has closed its writing side, because a script that sends all its
  /// commands at once closes it too, and still waits for the replies.
  func takesLeave() -> Bool {
    guard hasFarewell else { return false }
    if !pollOne(inputDescriptor).isEmpty { lines.fill() }
    return !lines.hasEnded
  }

  private var hasFarewell: Bool {
    var offset = 0
    while case .line(let range) = lines.next(from: offset) {
      if case .command(.bye, _) = lines.withLine(range, { AssuanLine($0) }) { return true }
      offset = range.upperBound
    }
    return false
  }

  // MARK: Asking

  /// Sends an inquiry; false while another one is outstanding.
  @discardableResult
  package func ask(_ question: PassphraseQuestion, about passphrase: RawSpan) -> Bool {
    guard outstanding == nil, !lines.hasEnded, !writer.isBroken else { return false }
    gathered = 0
    hasData = false
    isTooMuch = false
    switch question {
    case .quality:
      guard compose("INQUIRE QUALITY ", passphrase, .percentPlus) else { return false }
    case .consent:
      guard compose("INQUIRE CHECKPIN ", passphrase, .percentPlus) else { return false }
    case .suggestion:
      writer.add("INQUIRE GENPIN")
      writer.flush()
    }
    outstanding = question
    return true
  }

  package func withGenerated<R>(_ body: (RawSpan) -> R) -> R? {
    let count = gathered
    return scratch?.withBytes { body($0.extracting(0..<count)) }
  }

  package func wipeGenerated() {
    gathered = 0
    scratch?.wipe()
  }

  /// Waits for the outstanding answer, so that the inquiry ends before the command gets its reply.
  ///
  /// If no answer arrives within `seconds`, a later answer is ignored. `seconds` is 0 if the client
  /// does not wait for the reply.
  func settle(within seconds: Double = 1, clock: Clock = .monotonic) {
    let deadline = clock.now + seconds
    while outstanding != nil, !lines.hasEnded {
      _ = nextAnswer()
      guard outstanding != nil, clock.now < deadline, lines.hasRoom,
        !pollOne(lines.descriptor, until: deadline, on: clock).isEmpty
      else { break }
      lines.fill()
    }
    if let late = outstanding {
      outstanding = nil
      swallowing = .lateAnswer(hasSecondEnd: late == .consent && !hasData)
    }
    wipeGenerated()
  }

  /// Sends a passphrase in as many data lines as it needs.
  func sendData(_ passphrase: RawSpan) -> Bool {
    var start = 0
    while start < passphrase.byteCount {
      let end = PercentEncoding.end(of: passphrase, from: start, escapedTo: Self.longestData)
      guard compose("D ", passphrase.extracting(start..<end), .data) else { return false }
      start = end
    }
    return true
  }

  // MARK: Details

  private func compose(
    _ prefix: StaticString, _ secret: RawSpan, _ rule: PercentEncoding.Rule
  ) -> Bool {
    guard var region = scratch.take() else { return false }
    let length = PercentEncoding.compose(prefix, secret, rule, into: &region)
    let fits = length.map { $0 <= LineReader.longestLine + 1 } ?? false
    if let length, fits { writer.send(first: length, of: region) }
    region.wipe()
    scratch = consume region
    return fits
  }

  /// The maximum number of escaped bytes in a data line, as in other pinentries.
  private static let longestData = 996

  private func take(_ shape: AssuanLine, at range: Range<Int>) -> PassphraseAnswer? {
    guard let question = outstanding else { return nil }
    switch shape {
    case .data(let data):
      gather(range, data)
      return nil
    case .command(.end, _):
      return finish(question, answered: true)
    case .command, .inquiryEnd:
      return finish(question, answered: false)
    case .silent, .leadingBlank, .unknown:
      return nil
    }
  }

  private func gather(_ range: Range<Int>, _ data: Range<Int>) {
    hasData = hasData || !data.isEmpty
    guard var region = scratch.take() else { return }
    let used = gathered
    let end = lines.withLine(range) { line in
      region.withMutableBytes { bytes in
        PercentEncoding.decode(line.extracting(data), into: &bytes, after: used)
      }
    }
    scratch = consume region
    isTooMuch = isTooMuch || end == nil
    gathered = end ?? gathered
  }

  private func finish(_ question: PassphraseQuestion, answered: Bool) -> PassphraseAnswer {
    outstanding = nil
    let isAnswer = answered && !isTooMuch
    switch question {
    case .quality:
      let value = isAnswer ? gatheredText().flatMap(Self.quality) : nil
      wipeGenerated()
      return .quality(value)
    case .consent:
      let reason = hasData ? gatheredText() ?? [] : nil
      wipeGenerated()
      if let reason, answered { return .refused(reason.text) }
      // gpg-agent ends this answer twice.
      if answered { swallowing = .oneEnd }
      return .allowed
    case .suggestion:
      guard isAnswer, gathered > 0, gathered <= DialogueRequest.longestPassphrase else {
        wipeGenerated()
        return .notMade
      }
      return .made("")
    }
  }

  /// Parses the answer to a quality inquiry: `90` → 90, ` -10 ` → −10; nil for `101` and empty
  /// text.
  private static func quality(_ answer: [UInt8]) -> Int? {
    guard let value = Int(answer.trimmed(where: \.isBlank).text), (-100...100).contains(value)
    else { return nil }
    return value
  }

  private func gatheredText() -> [UInt8]? {
    let count = gathered
    return scratch?.withBytes { $0.extracting(0..<count).publicCopy() }
  }
}

@available(*, unavailable)
extension AssuanConnection: Sendable {}
