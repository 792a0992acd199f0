import Glibc
import KeywardTerminal
import SecureMemory

/// The server of the protocol: reads the client's lines, stores settings and replies.
///
/// It shows nothing: `next()` returns the question to ask, and `finish` takes the outcome. After an
/// error reply the session continues.
package struct PinentryServer: ~Copyable {
  /// The work that the server leaves to the program.
  package enum Step {
    case ask(DialogueRequest)
    /// The client has not asked again in time, so echo is switched on again.
    case releaseTerminal
    case end(End)
  }

  package enum End: Hashable, Sendable {
    /// The client sent `BYE` or closed its writing side.
    case finished
    /// The client, its caller or the terminal is gone.
    case gone
    case lineTooLong
    /// A signal ends the program; the exit wipes everything.
    case signalled(Int32)
  }

  /// The seconds for which echo stays off after a passphrase, because the client may ask again.
  static var holdSeconds: Double { 10 }

  package let channel: AssuanConnection
  var state: SessionState
  let refusesPassphrases: Bool
  var holdDeadline: Double?
  let clock: Clock
  private var list = PollList()
  private let log: ((String) -> Void)?

  /// `log` receives the name of every command, never its argument.
  package init(
    channel: AssuanConnection, state: SessionState = SessionState(),
    refusesPassphrases: Bool = false, clock: Clock = .monotonic, log: ((String) -> Void)? = nil
  ) {
    self.channel = channel
    self.state = state
    self.refusesPassphrases = refusesPassphrases
    self.clock = clock
    self.log = log
  }

  /// Serves the client until there is a question to ask; blocks meanwhile.
  package mutating func next() -> Step {
    while true {
      switch takeLine() {
      case .handled:
        continue
      case .command(let command, let text):
        log?(command.rawValue)
        if let step = perform(command, text) { return step }
      case .tooLong:
        reply(.lineTooLong)
        return .end(.lineTooLong)
      case .none:
        if let signal = channel.writer.flush() { return .end(.signalled(signal)) }
        if channel.writer.isBroken { return .end(.gone) }
        if channel.lines.hasEnded { return .end(.finished) }
        if let step = wait() { return step }
      }
    }
  }

  private mutating func wait() -> Step? {
    let signals = channel.writer.signals
    list.removeAll()
    let input = list.watch(channel.inputDescriptor)
    list.watch(signals.descriptor)
    guard list.wait(until: holdDeadline, on: clock) == 0 else { return .end(.gone) }
    if let signal = signals.take() { return .end(.signalled(signal)) }
    if list.hasEvents(at: input) { channel.lines.fill() }
    guard let holdDeadline, clock.now >= holdDeadline else { return nil }
    self.holdDeadline = nil
    return .releaseTerminal
  }

  // MARK: Lines

  private enum Taken {
    case none
    case tooLong
    case handled
    case command(AssuanCommand, [UInt8])
  }

  /// Removes the next line from locked memory and returns its command.
  ///
  /// If the line is not a command, replies to the line and returns no command.
  private mutating func takeLine() -> Taken {
    // Make the memory accessible once for all reads of the line.
    channel.lines.region.withAccess {
      switch channel.lines.next() {
      case .line(let range): take(range)
      case .tooLong: .tooLong
      case .incomplete: .none
      }
    }
  }

  private mutating func take(_ range: Range<Int>) -> Taken {
    let shape = channel.lines.withLine(range) { AssuanLine($0) }
    defer { channel.lines.remove(range) }
    guard !isSwallowed(shape) else { return .handled }
    switch shape {
    case .silent: break
    case .leadingBlank: reply(.syntax("leading white-space"))
    case .data: reply(.notImplemented)
    case .inquiryEnd, .unknown: reply(.unknownCommand)
    case .command(let command, let argument):
      return .command(
        command, channel.lines.withLine(range) { $0.extracting(argument).publicCopy() })
    }
    return .handled
  }

  /// True if the line is a late part of the answer to a finished inquiry, and gets no reply.
  private mutating func isSwallowed(_ shape: AssuanLine) -> Bool {
    if shape == .silent { return false }
    let swallowing = channel.swallowing
    channel.swallowing = .nothing
    switch (swallowing, shape) {
    case (.nothing, _): return false
    case (.oneEnd, .command(.end, _)): return true
    case (.oneEnd, _): return false
    case (.lateAnswer(let hasSecondEnd), .data(let data)):
      // The reason for a refusal has only one `END`.
      channel.swallowing = .lateAnswer(hasSecondEnd: hasSecondEnd && data.isEmpty)
      return true
    case (.lateAnswer(hasSecondEnd: true), .command(.end, _)):
      channel.swallowing = .oneEnd
      return true
    case (.lateAnswer, _): return shape.answersInquiry
    }
  }

  // MARK: Replies

  mutating func reply(_ error: AssuanError) {
    channel.writer.add(error.line)
  }

  mutating func replyOK(_ text: String = "") {
    channel.writer.add(text.isEmpty ? "OK" : "OK \(text)")
  }
}

@available(*, unavailable)
extension PinentryServer: Sendable {}
