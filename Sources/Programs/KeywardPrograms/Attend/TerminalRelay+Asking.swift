import Glibc
import KeywardEngine
import KeywardTerminal
import SecureMemory

extension TerminalRelay {
  /// The time, in seconds, that the relay waits for the program to read the answer.
  private static let takingTime = 0.02

  mutating func look() throws(TerminalError) {
    let unseen = inner.unseenInput
    let isUnseen = unseen.map { $0 == .lines || looksLikeQuestion } ?? false
    let foreground = inner.foreground
    let isDue = detector.look(
      isUnseen: isUnseen, hasUnreadLine: isUnseen && (inner.unreadBytes > 0 || !input.isEmpty),
      hasText: !output.line.isBlank, isRead: inner.isRead,
      isSameProgram: { $0.group == foreground && $0.hasSurvivor }, at: now)
    guard isDue, isWaitingUntil == nil else { return }
    let question = AttendedQuestion(
      on: inner, among: withdrawal?.stableProgram, lending: lending)
    if let program = question.program,
      prompts.programsToLeaveAlone.contains(program.name) || !asks(question)
    {
      detector.leaveAlone(program)
    } else if question.isOpen {
      try ask(question)
    } else {
      detector.noteActivity(at: now)
    }
  }

  /// True if the text before the cursor ends like a question, and the program reads only plain
  /// keys.
  private var looksLikeQuestion: Bool {
    guard !output.modes.takesMoreThanKeys else { return false }
    let text = output.line.text
    return text.hasSuffix(":") || text.hasSuffix("?") || text.hasSuffix("(press TAB for no echo)")
  }

  /// True if the program reads lines, or if it reads single keys and is known to ask for secrets.
  private func asks(_ question: AttendedQuestion) -> Bool {
    guard question.input != .lines, let program = question.program else { return true }
    let names = prompts.singleKeyPrograms
    return program.waits(named: names)
      || question.input == .keysOfSudo && !program.isEditor && program.hasSurvivor
  }

  private mutating func ask(_ question: AttendedQuestion) throws(TerminalError) {
    // The last text is not the question if a group other than the foreground group wrote it.
    if writer != question.program?.group { output.line.removeAll() }
    let text = output.line.text
    inner.eraseLine()
    let line = try takeRow()
    let last = withdrawal.flatMap { $0.isRecent(at: now) ? $0 : nil }
    let silentCount = withdrawal?.silentCount ?? 0
    withdrawal = nil
    let start = now
    _ = session.send(output.modes.reset)
    let host = prompts.host
    var loop = try prompts.loop(
      for: question, text: text, after: last,
      rest: unfinishedLine.flatMap { $0.areExpected(at: start) ? $0 : nil }, on: session)
    unfinishedLine = nil
    loop.characters = inner.characters
    loop.keepsInput = true
    loop.takesTypedAhead = true
    let outcome: DialogueOutcome
    do throws(TerminalError) {
      outcome = try loop.run(on: &session, watch: host.watch)
    } catch .changedByOthers {
      // The command's session continues; its question gets another prompt.
      outcome = .abandoned
    } catch {
      loop.leave(&session)
      throw error
    }
    // The command may read its window size as soon as it has the answer.
    inner.adoptWindow(of: session.descriptor)
    let isWithdrawn = !act(on: outcome, of: question)
    guard ending == nil else {
      _ = loop.leaveScreen()
      return
    }
    reader = loop.reader
    // Keys after Ctrl-\ are for the program itself.
    let end = takeTyped(keeping: outcome == .cancelled(.passedOn))
    if loop.hasBegun, !loop.leaveScreen() { loop.leave(&session) }
    if isWithdrawn || outcome.isUnprompted {
      let isLeftAlone =
        isWithdrawn && detector.noteWithdrawal(of: question.program, after: now - start)
      let hasDropped = loop.hasDroppedText || outcome == .submitted
      report(isLeftAlone ? .answerDirectly : hasDropped ? .answerDiscarded : nil)
      let isUnfinished = outcome.isUnprompted && end == nil
      let lastKey = isUnfinished ? loop.reader.lastKey ?? last?.lastKey : nil
      let swallows = isUnfinished && (!isLeftAlone || lastKey != nil)
      withdrawal = Withdrawal(
        of: question.program, silentCount: isWithdrawn ? silentCount + 1 : 0, lastKey: lastKey,
        swallows: swallows, at: now)
    }
    _ = session.send(output.modes.selection + line)
    prompts.memory.wipe(keepingInput: true)
    prompts.note(reader?.detectedTheme)
    // Without new output the text could be the question of a program that is gone.
    let goesOn = isWithdrawn && question.hasOutput && !line.isEmpty
    if !goesOn { output.line.removeAll() }
    detector.noteActivity(at: now)
    // Signals and borrowers may have arrived while the prompt had the terminal.
    if let lending, lending.isLent {
      try leaveToBorrowers(lending)
    } else if loop.hasBegun {
      try takeTerminal()
    }
    try followCommand()
    // The signal key was typed after the prompt was withdrawn, so it is for the program.
    if outcome == .abandoned, case .key(.control(let letter), _)? = end {
      inner.type(letter & 0x1f)
    }
  }

  /// Writes a message on a separate row.
  private func report(_ phrase: Phrase?) {
    guard let phrase else { return }
    let surface = prompts.surface
    let isBesideText = !surface.isInline && !output.line.isBlank
    _ = session.send("\(isBesideText ? "\r\n" : "")keyward: \(surface.language[phrase])\r\n")
  }

  /// Clears the rows of the command's question, and returns the bytes that draw the question again.
  private mutating func takeRow() throws(TerminalError) -> String {
    guard prompts.surface.isInline,
      let line = output.line.written(columns: session.size.columns), try session.claim()
    else { return "" }
    let upwards = Array(repeating: "\u{1b}[A\u{1b}[K", count: line.rowsAbove)
    _ = session.send((["\r\u{1b}[0m\u{1b}[K"] + upwards).joined())
    return line.text
  }

  /// Sends the answer or an interrupt to the command, depending on the outcome of the prompt.
  ///
  /// Returns false if the question had ended before the command could read the answer.
  private mutating func act(on outcome: DialogueOutcome, of question: AttendedQuestion) -> Bool {
    switch outcome {
    case .cancelled(.passedOn): detector.leaveAlone(question.program)
    case .abandoned, .askerChanged: return false
    case .hungUp, .signalled: ending = .ended(outcome.afterHangUp(watch))
    case .submitted, .cancelled, .timedOut, .declined, .mismatched, .poweredOff:
      guard question.isOpen else { return false }
      inner.eraseLine()
      // The last check before the write: the answer is for this question only.
      guard question.isOpen else { return false }
      if outcome == .submitted {
        // If the terminal has vanished, the answer is lost; that is detected soon afterwards.
        if question.input != .lines { output.swallowsEcho = true }
        try? inner.answer(prompts.memory.fields[0].text)
        guard isTaken(by: question) else { return false }
      } else if outcome == .cancelled(.stopped), let stop = question.stopCharacter {
        inner.type(stop)
      } else {
        inner.interrupt()
      }
      detector.noteAnswer()
    }
    return true
  }

  /// Waits briefly until the program begins to read the answer.
  ///
  /// If the question ends first, discards the unread answer and returns false.
  private func isTaken(by question: AttendedQuestion) -> Bool {
    inner.deliver()
    let end = now + Self.takingTime
    let count = inner.unreadBytes
    // Here the kernel echoes the line end, which would look like the program's output.
    guard count > 0, !inner.echoesLineEnds else { return true }
    // Once a program has begun to read, the rest of the answer belongs to it. A program that reads
    // single keys, and writes after each key, may already have begun.
    let isWhole =
      question.input == .lines || count > prompts.memory.fields[0].text.byteCount
    guard isWhole else { return true }
    while inner.unreadBytes == count, now < end {
      guard question.isOpen else {
        guard inner.unreadBytes == count else { return true }
        inner.discardLines()
        return false
      }
      MonotonicTime.pause(0.001)
    }
    return true
  }

  /// Discards the keys typed after a prompt; with `isKept`, passes them on to the program.
  ///
  /// Returns the last discarded key that would have ended an answer, such as Enter; nil for none.
  private mutating func takeTyped(keeping isKept: Bool) -> InputEvent? {
    guard var reader, !session.isChanged, !session.isInBackground else {
      prompts.memory.ring.removeAll()
      return nil
    }
    var end: InputEvent?
    let now = now
    SignalWatch.withoutStopsByReads {
      for _ in 0..<Self.mostReads {
        let outcome = reader.pass(from: session.descriptor, to: &input, at: now) { event in
          guard !isKept else { return false }
          if let event, event.endsAnswer { end = event }
          return true
        }
        guard case .bytes(1...) = outcome, !isKept else { break }
      }
    }
    self.reader = reader
    return end
  }

  /// The maximum number of reads in `takeTyped`, so that continuous input cannot block the relay.
  private static let mostReads = 64
}

/// A question that ended before its answer was complete, so that the rest may still be typed.
struct Withdrawal {
  let program: ForegroundProgram?
  /// The number of consecutive withdrawals without output of the program in between.
  var silentCount: Int
  private let end: Double
  /// The time of the last key that was typed for the answer; nil after Enter.
  private(set) var lastKey: Double?
  /// The keys to swallow; nil for none.
  private(set) var stray: StrayKeys?
  var rings = false
  var hasRung = false

  /// The number of consecutive withdrawals without output after which `stableProgram` is set.
  private static let mostSilent = 3

  init(
    of program: ForegroundProgram?, silentCount: Int = 0, lastKey: Double?, swallows: Bool,
    at now: Double
  ) {
    self.program = program
    self.silentCount = silentCount
    self.lastKey = lastKey
    end = now + StrayKeys.pause
    stray = swallows ? StrayKeys(after: now, until: now + StrayKeys.longest) : nil
  }

  /// True if a question that is asked now follows this one, whose answer may still be typed.
  func isRecent(at now: Double) -> Bool { now < end || mayGoOn }

  /// True until a pause was noted, also once the time to swallow the rest is over.
  var mayGoOn: Bool { stray?.lastKey != nil }

  func swallows(at now: Double) -> Bool { stray?.isOpen(at: now) ?? false }

  /// Notes that no key had arrived by `time`.
  mutating func noteQuiet(at time: Double) { stray?.noteQuiet(at: time) }

  /// Returns true to swallow the event; a nil event is an unknown byte sequence.
  mutating func swallow(_ event: InputEvent?, at now: Double) -> Bool {
    guard swallows(at: now), let isSwallowed = stray?.swallow(event, at: now) else { return false }
    if let event, event.isTyped {
      lastKey = stray?.lastKey
      rings = rings || isSwallowed && !hasRung
    }
    return isSwallowed
  }

  /// The program to watch during the next question; nil to watch all processes.
  ///
  /// The end of a watched process withdraws the question. After several withdrawals without output,
  /// background jobs are not watched, because their ends would withdraw every question.
  var stableProgram: ForegroundProgram? { silentCount >= Self.mostSilent ? program : nil }
}
