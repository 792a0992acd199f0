import KeywardEngine

/// Runs a dialogue in lines of text, for screen readers, logs and odd terminals.
///
/// No escape sequence is sent, and nothing that is typed is echoed.
struct LineMode: ~Copyable {
  private let dialogue: Dialogue
  private let model: TypingModel
  private var output: ScreenOutput?
  private var queue: [UInt8] = []
  private var list = PollList()
  private var schedule: DialogueSchedule
  private var shownField = -1
  private var shownError = ""
  private var shownNotice = ""
  private var hasCountedDown = false
  /// What makes CR LF on the terminal, which may add the CR by itself.
  private var lineEnd: [UInt8] = [0x0d, 0x0a]

  init(dialogue: Dialogue) {
    self.dialogue = dialogue
    model = dialogue.model
    schedule = DialogueSchedule(dialogue.options, start: dialogue.clock.now)
  }

  /// Asks until there is an outcome; the session is left by the caller.
  mutating func run(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> DialogueOutcome {
    try session.begin(leaving: [])
    dialogue.mode = session.mode
    // Brought to the front only now: that SIGCONT is no reason to begin, and throw keys away, again.
    if let signal = watch.take().ending { return .signalled(signal) }
    output = ScreenOutput(descriptor: session.descriptor)
    if session.addsCarriageReturns { lineEnd = [0x0a] }
    dialogue.keyboard.show(at: dialogue.clock.now)
    sayWhatFor()
    schedule = DialogueSchedule(dialogue.options, start: dialogue.clock.now)
    schedule.advance(to: dialogue.clock.now, model)
    while model.outcome == nil {
      try perform(on: &session, watch: watch)
      sayChanges()
      flush()
      guard model.outcome == nil else { break }
      try wait(on: &session, watch: watch)
    }
    let outcome = model.outcome ?? .hungUp
    sayOutcome(outcome)
    return outcome
  }

  // MARK: Saying

  private mutating func say(_ text: String, ends: Bool = true) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      queue.append(contentsOf: line.utf8)
      if ends { queue.append(contentsOf: lineEnd) }
    }
  }

  private func clean(_ text: String, _ kind: CallerText) -> String {
    model.sanitizer.clean(text, as: kind)
  }

  private mutating func sayWhatFor() {
    let options = dialogue.options
    let title = dialogue.keyboard.configuration.title
    if !options.asker.isEmpty {
      say(clean(options.program, .name) + ": " + clean(options.asker, .line))
    }
    if !options.warning.isEmpty { say("Warning: " + clean(options.warning, .line)) }
    if !title.isEmpty { say(clean(title, .line)) }
    if !options.description.isEmpty { say(clean(options.description, .description)) }
  }

  /// The error, what was refused, and the prompt of the field that is typed into.
  private mutating func sayChanges() {
    if model.rings {
      queue.append(0x07)
      model.rings = false
    }
    var isInterrupted = false
    if model.error != shownError {
      shownError = model.error
      isInterrupted = true
    }
    let notice = model.notice
    let saysNotice = notice != shownNotice && !notice.isEmpty
    shownNotice = notice
    guard isInterrupted || saysNotice || model.activeField != shownField else { return }
    if shownField >= 0 { say("") }
    if isInterrupted, !shownError.isEmpty { say("Error: " + clean(shownError, .error)) }
    if saysNotice { say(notice) }
    sayPrompt()
  }

  private mutating func sayPrompt() {
    shownField = model.activeField
    let prompts = [dialogue.options.prompt, dialogue.options.repeatPrompt ?? ""]
    var prompt = clean(prompts[shownField], .line)
    while prompt.last == ":" || prompt.last == " " { prompt.removeLast() }
    say(prompt + ": ", ends: false)
  }

  private mutating func sayCount() {
    let count = model.characterCount(of: model.activeField)
    say("")
    if dialogue.options.mask == .bullets {
      say(count == 1 ? "1 character" : "\(count) characters")
    }
    sayPrompt()
  }

  private mutating func sayOutcome(_ outcome: DialogueOutcome) {
    say("")
    switch outcome {
    case .submitted, .hungUp: break
    case .cancelled: say("Cancelled.")
    case .timedOut: say("The time is over.")
    case .signalled: say("Ended by a signal.")
    }
    if outcome != .hungUp { flush() }
  }

  /// Sends what was said; a terminal that takes nothing for a second is not waited for.
  private mutating func flush() {
    guard !queue.isEmpty, output != nil else { return }
    let bytes = queue
    queue.removeAll(keepingCapacity: true)
    if case .failed? = output?.send(bytes) { model.outcome = .hungUp }
    if case .failed? = output?.flush(within: 1000) { model.outcome = .hungUp }
    output?.abandon()
  }

  // MARK: Waiting

  private mutating func wait(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    let deadline = dialogue.pump.deadline.orEarlier(model.deadline).orEarlier(schedule.deadline)
    let wake = try session.wait(
      with: &list, wakeDescriptor: watch.descriptor, wantsToWrite: false,
      seconds: deadline.map { $0 - dialogue.clock.now })
    let now = dialogue.clock.now
    if wake.hasSignals {
      let signals = watch.take()
      if let signal = signals.ending {
        model.outcome = .signalled(signal)
        return
      }
      if signals.stopRequested { model.request = .suspend }
      if signals.continued, model.request != .suspend {
        try resume(on: &session, watch: watch)
      }
    }
    if wake.isHungUp {
      model.outcome = .hungUp
      return
    }
    let source = wake.isReadable ? session.descriptor : nil
    if dialogue.pump.pump(from: source, into: model, at: now) == .closed {
      model.outcome = model.outcome ?? .hungUp
    }
    guard model.outcome == nil else { return }
    // There is nothing drawn that a focus could be on.
    model.focus = .field(model.activeField)
    model.advance(to: now)
    schedule.advance(to: now, model)
    if let left = model.secondsLeft, !hasCountedDown {
      hasCountedDown = true
      say("")
      say(left == 1 ? "1 second left." : "\(left) seconds left.")
      sayPrompt()
    }
  }

  private mutating func perform(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    let request = model.request
    model.request = nil
    switch request {
    case .redraw: sayCount()
    case .suspend:
      say("")
      flush()
      session.leave(draining: &dialogue.pump.ring)
      _ = watch.suspend(wholeGroup: dialogue.options.suspendsGroup && session.isInForeground)
      try resume(on: &session, watch: watch)
    case nil: break
    }
  }

  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    dialogue.pump.reset()
    dialogue.keyboard.cancelPaste()
    try session.begin(leaving: [])
    // The SIGCONT of a stop on the way here is done with.
    if let signal = watch.take().ending { model.outcome = .signalled(signal) }
    shownField = -1
  }
}
