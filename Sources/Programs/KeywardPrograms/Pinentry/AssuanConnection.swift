import Glibc
import PromptUI
import SecureMemory

/// The client on the other end, as a dialogue sees it: the dialogue may ask it, and it may go.
///
/// A client that has sent everything may close its end and wait for the replies. It has gone when
/// nobody reads them.
///
/// One inquiry is outstanding at a time. Commands that the client sent ahead keep their place; they
/// are handled after the dialogue.
package final class AssuanConnection {
  package enum Inquiry: Hashable, Sendable {
    case quality
    case check
    case generate
  }

  package enum Event: Hashable, Sendable {
    /// The quality, −100 to 100; nil if the client tells none.
    case quality(Int?)
    case allowed
    case refused([UInt8])
    /// A passphrase was made; it stands in `withGenerated` until the next inquiry.
    case generated
    case notGenerated
  }

  /// The late part of a client's answer, which is dropped after a dialogue.
  enum Swallowing: Hashable {
    case nothing
    case oneEnd
    /// A whole answer; one that allows a passphrase has two ends.
    case lateAnswer(hasSecondEnd: Bool)
  }

  var lines: LineReader
  var writer: ReplyWriter
  /// The region for composing lines with a secret and gathering answers; nil if none could be
  /// locked.
  var scratch: SecretBuffer?
  var swallowing = Swallowing.nothing

  package private(set) var outstanding: Inquiry?

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

  /// The descriptor to poll for input; -1, which `poll` skips, while nothing more is read.
  package var inputDescriptor: Int32 {
    lines.hasEnded || !lines.hasRoom ? -1 : lines.descriptor
  }

  /// The descriptor to poll for errors alone: a reader that has gone.
  package var outputDescriptor: Int32 { writer.descriptor }

  /// Reads once and returns the event; call it when the input is readable or hung up.
  package func receive() -> Event? {
    lines.fill()
    return nextEvent()
  }

  package func nextEvent() -> Event? {
    var offset = 0
    while outstanding != nil, case .line(let range) = lines.next(from: offset) {
      let shape = lines.withLine(range) { AssuanLine($0) }
      guard shape.answersInquiry else {
        offset = range.upperBound
        continue
      }
      let event = take(shape, at: range)
      lines.remove(range)
      if let event { return event }
    }
    guard lines.hasEnded else { return nil }
    // The client may still wait for our reply, but no answer will come any more.
    return outstanding.map { finish($0, answered: false) }
  }

  /// True if the client says `BYE` while it waits, since it wants no reply any more.
  ///
  /// Sent ahead of the end of the input, as by a script, `BYE` has its turn after the other commands.
  func takesLeave() -> Bool {
    guard hasFarewell else { return false }
    var waiting = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&waiting, 1, 0) > 0 { lines.fill() }
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

  /// Asks how good `passphrase` is; false while another question is open.
  @discardableResult
  package func inquireQuality(of passphrase: RawSpan) -> Bool {
    ask(.quality, "INQUIRE QUALITY ", passphrase)
  }

  /// Asks whether `passphrase` is allowed; false while another question is open.
  @discardableResult
  package func inquireCheck(of passphrase: RawSpan) -> Bool {
    ask(.check, "INQUIRE CHECKPIN ", passphrase)
  }

  /// Asks for a passphrase to be made; false while another question is open.
  @discardableResult
  package func inquirePassphrase() -> Bool {
    ask(.generate, "INQUIRE GENPIN", nil)
  }

  package func withGenerated<R>(_ body: (RawSpan) -> R) -> R? {
    let count = gathered
    return scratch?.withBytes { body($0.extracting(0..<count)) }
  }

  package func wipeGenerated() {
    gathered = 0
    scratch?.wipe()
  }

  /// Waits for an outstanding answer, so that an inquiry ends before the reply to its command.
  ///
  /// `seconds` is 0 if nobody is left to mind.
  func settle(within seconds: Double = 1, clock: Clock = .monotonic) {
    let deadline = clock.now + seconds
    while outstanding != nil, !lines.hasEnded {
      _ = nextEvent()
      let left = deadline - clock.now
      guard outstanding != nil, left > 0, lines.hasRoom else { break }
      var waiting = pollfd(fd: lines.descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, MonotonicTime.milliseconds(left))
      if ready > 0 { lines.fill() }
    }
    if let late = outstanding {
      outstanding = nil
      swallowing = .lateAnswer(hasSecondEnd: late == .check && !hasData)
    }
    wipeGenerated()
  }

  /// Sends `D` and `passphrase` as one line by one write; returns false without room or memory.
  func sendData(_ passphrase: RawSpan) -> Bool {
    compose("D ", passphrase, .data)
  }

  // MARK: Details

  private func ask(
    _ inquiry: Inquiry, _ prefix: StaticString, _ passphrase: RawSpan?
  ) -> Bool {
    guard outstanding == nil, !lines.hasEnded, !writer.isBroken else { return false }
    gathered = 0
    hasData = false
    isTooMuch = false
    if let passphrase {
      guard compose(prefix, passphrase, .percentPlus) else { return false }
    } else {
      writer.add(prefix.description)
      writer.flush()
    }
    outstanding = inquiry
    return true
  }

  private func compose(
    _ prefix: StaticString, _ secret: RawSpan, _ rule: PercentEncoding.Rule
  ) -> Bool {
    guard var region = scratch.take() else { return false }
    let length = PercentEncoding.compose(prefix, secret, rule, into: &region)
    if let length { writer.send(first: length, of: region) }
    region.wipe()
    scratch = consume region
    return length != nil
  }

  private func take(_ shape: AssuanLine, at range: Range<Int>) -> Event? {
    guard let inquiry = outstanding else { return nil }
    switch shape {
    case .data(let data):
      gather(range, data)
      return nil
    case .command(.end, _):
      return finish(inquiry, answered: true)
    case .command, .cancelInquiry, .failInquiry:
      return finish(inquiry, answered: false)
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
        PercentDecoding.decode(line.extracting(data), into: &bytes, behind: used)
      }
    }
    scratch = consume region
    isTooMuch = isTooMuch || end == nil
    gathered = end ?? gathered
  }

  private func finish(_ inquiry: Inquiry, answered: Bool) -> Event {
    outstanding = nil
    let isAnswer = answered && !isTooMuch
    switch inquiry {
    case .quality:
      let value = isAnswer ? gatheredText().flatMap(Self.quality) : nil
      wipeGenerated()
      return .quality(value)
    case .check:
      let reason = hasData ? gatheredText() ?? [] : nil
      wipeGenerated()
      if let reason, answered { return .refused(reason) }
      // gpg-agent ends this answer twice.
      if answered { swallowing = .oneEnd }
      return .allowed
    case .generate:
      guard isAnswer, gathered > 0, gathered <= DialogueRequest.longestPassphrase else {
        wipeGenerated()
        return .notGenerated
      }
      return .generated
    }
  }

  /// The number of an answer about quality: `90` → 90, ` -10 ` → −10, `101` → none, `` → none.
  private static func quality(_ answer: [UInt8]) -> Int? {
    var digits = answer[...].drop { $0.isBlank }
    while digits.last?.isBlank == true { digits = digits.dropLast() }
    guard let value = Int(digits.text), (-100...100).contains(value) else { return nil }
    return value
  }

  private func gatheredText() -> [UInt8]? {
    let count = gathered
    return scratch?.withBytes { $0.extracting(0..<count).publicCopy() }
  }
}

@available(*, unavailable)
extension AssuanConnection: Sendable {}
