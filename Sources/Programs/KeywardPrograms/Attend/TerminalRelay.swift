import Glibc
import KeywardEngine
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// Relays bytes between a terminal and the terminal of a command, and shows our prompt when the
/// command asks for a secret.
///
/// Typed bytes pass through locked memory and are wiped once written. If one side accepts no bytes,
/// the bytes for the other side are still relayed.
struct TerminalRelay: ~Copyable {
  enum Ending: Hashable {
    case exited(Int32)
    /// The relay ended before the command.
    case ended(DialogueOutcome)
  }

  var session: TerminalSession
  var inner: InnerTerminal
  var prompts: AttendedPrompts
  var watch: SignalWatch { _read { yield prompts.host.watch } }
  var input: InputRing
  var output = OutputBuffer()
  var detector = PasswordPromptDetector()
  /// The foreground process group at the last output.
  var writer: Int32?
  /// The keys that may follow the last one that was passed on; nil if that was Enter.
  var typing: StrayKeys?
  /// The same if the command reads lines.
  var unfinishedLine: StrayKeys?
  /// True if the line was typed without echo, as an answer.
  var isLineHidden = false
  /// True if the last key that was passed on followed another one at once, as in a text.
  var isTypingOn = false
  var withdrawal: Withdrawal?
  /// The input reader of the last prompt; nil once no more input for that prompt can arrive.
  var reader: InputReader?
  /// The time until which no key is read because another dialogue has the terminal.
  var isWaitingUntil: Double?
  /// The loans of the terminal to dialogues; nil if there is no folder for the lending socket.
  var lending: RelayLending?
  /// The command's exit status, and the time of its end or of later output; nil while it runs.
  var commandEnd: (status: Int32, time: Double)?
  var ending: Ending?
  var list = PollList()

  var now: Double { MonotonicTime.now }

  /// The seconds without output after which an ended command's output counts as complete.
  ///
  /// The limit is needed because background processes can keep the command's terminal open.
  private static let lastSilence = 0.1
  static let timeout = 0.1

  /// Takes the terminal and starts the command; leaves the terminal as before if that fails.
  mutating func begin() throws(TerminalError) {
    try leavingAfterError { relay throws(TerminalError) in try relay.start() }
  }

  private mutating func start() throws(TerminalError) {
    try takeTerminal()
    // In the background, the settings found earlier were those of the shell's line editor.
    if let found = session.found { inner.adoptSettings(found) }
    try inner.open(unless: watch.descriptor)
    // The command may have ended before its end could be reported.
    try followCommand()
  }

  /// Relays until the command or the relay ends; leaves the terminal as before in any case.
  mutating func run() throws(TerminalError) -> Ending {
    while true {
      if let ending {
        leave(for: ending)
        return ending
      }
      try leavingAfterError { relay throws(TerminalError) in
        try relay.wait()
        if relay.ending == nil { try relay.step() }
      }
    }
  }

  private mutating func leavingAfterError(
    _ body: (inout TerminalRelay) throws(TerminalError) -> Void
  ) throws(TerminalError) {
    do throws(TerminalError) {
      try body(&self)
    } catch {
      leave(for: .ended(.abandoned))
      throw error
    }
  }

  private mutating func step() throws(TerminalError) {
    if try followLoans() { return }
    var hasEnded = false
    let passed = output.pass(from: inner.master, to: session.descriptor)
    switch passed {
    case .gone:
      ending = .ended(.hungUp)
      return
    case .passed:
      let now = now
      detector.noteActivity(at: now)
      writer = inner.foreground
      withdrawal?.silentCount = 0
      commandEnd?.time = now
    case .nothing: break
    case .ended: hasEnded = true
    }
    if let commandEnd {
      let isSilent = output.isEmpty && now >= commandEnd.time + Self.lastSilence
      dropRest()
      if hasEnded || isSilent, restEnd == nil { ending = .exited(commandEnd.status) }
      return
    }
    // What is typed right after the text of a question belongs to it, as `look` finds out.
    let mayAsk = passed == .passed && inner.unseenInput == .lines && detector.mayExpect(at: now)
    if !mayAsk { try passInput() }
    if ending == nil, output.isEmpty { try look() }
  }

  // MARK: Waiting

  private mutating func wait() throws(TerminalError) {
    var (forTerminal, forCommand): (PollEvents, PollEvents) = ([], [])
    let isAway = lending?.isAway == true
    // The command's output and its end wait until the terminal is back.
    if !isAway {
      let takesKeys =
        (commandEnd == nil || restEnd != nil) && isWaitingUntil == nil && input.isEmpty
      if takesKeys, !leavesInput { forTerminal.insert(.input) }
      if output.isEmpty { forCommand.insert(.input) } else { forTerminal.insert(.output) }
      if !input.isEmpty, commandEnd == nil { forCommand.insert(.output) }
    }
    list.removeAll()
    let terminal = list.watch(session.descriptor, for: forTerminal)
    let signals = list.watch(watch.descriptor)
    let changes = list.watch(inner.changes)
    // The end of the command's terminal would be reported even if no event were requested.
    let isCommandWatched = !output.hasEnded && !forCommand.isEmpty
    list.watch(isCommandWatched ? inner.master : -1, for: forCommand)
    lending?.lender.watch(on: &list)
    let nextLending = lending?.deadline(at: now) ?? .infinity
    let end = commandEnd.map {
      output.isEmpty ? max($0.time + Self.lastSilence, restEnd ?? 0) : .infinity
    }
    // No prompt is possible while the terminal accepts no bytes.
    let look = output.isEmpty ? detector.deadline : .infinity
    let unfinished = input.isEmpty ? reader?.deadline : nil
    let start = now
    let pause = withdrawal.flatMap { $0.swallows(at: start) ? $0.stray?.end : nil } ?? .infinity
    let next = end ?? isWaitingUntil ?? min(look, unfinished ?? .infinity, pause)
    // Questions are detected once the terminal is back.
    let code = list.wait(until: isAway ? nextLending : min(next, nextLending))
    guard code == 0 else { throw .wait(code: code) }
    if !list[terminal].contains(.input) { withdrawal?.noteQuiet(at: start) }
    if list.hasEvents(at: signals) { try handleSignals() }
    if list.hasEvents(at: changes) { _ = platform_take_changes(inner.changes) }
    if ending == nil, list[terminal].contains(.hangUp) { ending = .ended(.hungUp) }
  }

  // MARK: Input

  private mutating func passInput() throws(TerminalError) {
    if let end = isWaitingUntil, now < end { return }
    if session.isChanged || isWaitingUntil != nil {
      isWaitingUntil = try session.pass() ? nil : now + Self.timeout
      guard isWaitingUntil == nil else { return }
    }
    guard !leavesInput else { return }
    if input.isEmpty {
      switch fill() {
      case .empty, .failed:
        ending = .ended(.hungUp)
        return
      case .bytes, .wouldBlock, .interrupted: break
      }
      // Swallowed keys do not count as activity: the rest of an answer must not delay the prompt
      // that takes the next one.
      if !input.isEmpty { detector.noteActivity(at: now) }
    }
    if !input.isEmpty { handOn() }
  }

  /// True while typed input stays in the kernel for the prompt that is about to be shown.
  private var leavesInput: Bool {
    commandEnd == nil && detector.expectsPrompt && withdrawal?.swallows(at: now) != true
  }

  /// Reads typed input into `input`, without the input that belongs to an earlier prompt.
  ///
  /// The input left out is the terminal's response to a query of the prompt, or the rest of a
  /// withdrawn answer. The first dropped key of an answer rings the bell.
  private mutating func fill() -> SecretBuffer.ReadOutcome {
    let now = now
    guard var reader,
      now < reader.replyEnd || withdrawal?.swallows(at: now) == true || !reader.isIdle
    else {
      reader = nil
      return input.fill(from: session.descriptor)
    }
    var withdrawal = withdrawal
    let outcome = reader.pass(from: session.descriptor, to: &input, at: now) {
      withdrawal?.swallow($0, at: now) ?? false
    }
    if withdrawal?.rings == true, output.isBetweenSequences {
      _ = session.send("\u{7}")
      withdrawal?.rings = false
      withdrawal?.hasRung = true
    }
    prompts.note(reader.detectedTheme)
    (self.reader, self.withdrawal) = (reader, withdrawal)
    return outcome
  }

  /// The time until which late input for a prompt may arrive after the command has ended.
  ///
  /// It is nil while the command runs, and when no late input is expected.
  private var restEnd: Double? {
    guard let commandEnd else { return nil }
    if let last = withdrawal, last.lastKey != nil, last.swallows(at: now) { return last.stray?.end }
    let reaction = commandEnd.time + StrayKeys.reaction
    let rest = withdrawal?.stray.map { min($0.end, reaction) }
    let reply = reader.map { min($0.replyEnd, commandEnd.time + InputReader.longestWait) }
    let end = max(rest ?? 0, reply ?? 0)
    return now < end ? end : nil
  }

  /// Reads and drops late input for an earlier prompt.
  ///
  /// A shell would otherwise read this input after the command's end.
  private mutating func dropRest() {
    guard restEnd != nil, !session.isInBackground else { return }
    switch fill() {
    case .empty, .failed: (withdrawal, reader) = (nil, nil)
    case .bytes, .wouldBlock, .interrupted: input.removeAll()
    }
  }

  mutating func handOn() {
    let (master, lines) = (inner.master, inner.lineReading)
    let now = now
    var (endsLine, isEnter, keys) = (false, false, 0)
    let sent = input.consume { bytes in
      let count = unsafe bytes.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      let last = bytes.byte(count - 1)
      (endsLine, isEnter) = (lines.ends.contains(last), last == 0x0d || last == 0x0a)
      keys = Self.keys(in: bytes.extracting(0..<count), at: now)
      return count
    }
    guard sent != nil else { return }
    if keys > 0 {
      isTypingOn = keys > 1 || typing?.areExpected(at: now) == true
      typing = endsLine || isEnter ? nil : StrayKeys(after: now)
    }
    // A program that was ended may have switched echo on before its rest comes.
    isLineHidden = lines.isHidden || isLineHidden && unfinishedLine?.areExpected(at: now) == true
    unfinishedLine = lines.isOn && !endsLine ? StrayKeys(after: now) : nil
    if endsLine, detector.noteLine() { output.line.removeAll() }
  }

  /// Returns the number of keys in bytes, which may also have reports, such as that of the focus.
  private static func keys(in bytes: RawSpan, at now: Double) -> Int {
    var decoder = InputDecoder()
    var (offset, count) = (0, 0)
    while offset < bytes.byteCount {
      let rest = bytes.extracting(offset..<bytes.byteCount)
      // A lone byte is a key, such as Esc, and more of them are a part of a report.
      guard let step = decoder.step(rest, at: now) else {
        return rest.byteCount == 1 ? count + 1 : count
      }
      if step.event?.isTyped == true { count += 1 }
      offset += step.byteCount
    }
    return count
  }
}
