import Glibc
import KeywardEngine
import SecureMemory

extension PromptLoop {
  /// Drops the text, of which another program may have read some keys, and the rest of it.
  mutating func dropTakenText() {
    reader.reset()
    reader.strayKeys = StrayKeys(after: now)
    prompt.handle(.terminalChanged, at: now)
  }

  mutating func dropText() {
    hasDroppedText = hasDroppedText || memory.fields.contains { !$0.text.isEmpty }
    memory.wipe(keepingInput: keepsInput)
  }

  /// Drops all input of before a prompt; the next prompt does not take the rest of it either.
  package mutating func dropTypedAhead(on session: borrowing TerminalSession) {
    let isChange = reader.strayKeys != nil
    let mayGoOn = reader.dropTypedAhead(from: session.descriptor, at: now)
    hasDroppedTypedAhead = mayGoOn && !isChange
  }

  /// Reads keys that belong to the question which cannot be shown yet; an interrupt ends the wait.
  mutating func keepTypedAhead(on session: borrowing TerminalSession) {
    let interrupt = (characters ?? .init()).interrupt
    let outcome = SignalWatch.withoutStopsByReads { memory.ring.fill(from: session.descriptor) }
    if case .bytes = outcome { reader.noteTyped(at: now) }
    let isInterrupted = memory.ring.withBytes { bytes in
      bytes.byteOffsets.contains { bytes.byte($0) == interrupt }
    }
    guard isInterrupted else { return }
    memory.ring.removeAll()
    end(.cancelled(.interrupt))
  }

  /// Discards the SIGCONT that brought us to the foreground before the prompt began: handling it
  /// would begin the prompt again and lose keys.
  ///
  /// Returns the terminating signal that has arrived, if any.
  static func discardContinue(_ watch: borrowing SignalWatch) -> Int32? {
    var signals = watch.take()
    let ending = signals.takeEnding()
    signals.remove(SIGCONT)
    watch.putBack(signals)
    return ending
  }

  /// Expects the rest of what was typed for the lender's program, after a loan began.
  mutating func expectForeignKeys(on loan: BorrowedTerminal?) {
    guard let loan, loan.typing > 0 else { return }
    mayGetForeignKeys = reader.strayKeys == nil
    let lastKey = now - max(0, StrayKeys.pause - loan.typing)
    reader.strayKeys = reader.strayKeys ?? StrayKeys(after: lastKey)
    loan.typing = 0
  }

  /// Shows, once, that the keys from before the prompt were dropped.
  mutating func noteDroppedKeys() {
    guard hasDroppedTypedAhead else { return }
    hasDroppedTypedAhead = false
    prompt.handle(.keyDropped, at: now)
  }

  /// Swallows the rest of the answer to a question that ended, and shows that it does.
  ///
  /// Without a key shortly before the end, it first waits for one that is typed before anybody can
  /// know of the end.
  ///
  /// Returns the outcome, which is `signalled` if a signal arrived meanwhile.
  mutating func swallowRest(
    after ended: DialogueOutcome, since lastKey: Double? = nil,
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) -> DialogueOutcome {
    guard hasBegun || reader.lastKey != nil, session.settings != .gone else { return ended }
    // The program that has taken the terminal gets the keys.
    session.answerMayGoOn = session.isYielded || session.isTaken
    guard !session.answerMayGoOn else { return ended }
    var ended = ended
    var stray = rest(on: session, since: lastKey)
    if stray == nil {
      let end = now + StrayKeys.reaction
      ended = swallow(StrayKeys(after: end - StrayKeys.pause, until: end), ended, &session, watch)
      stray = rest(on: session)
    }
    guard let stray else { return ended }
    prompt.handle(.withdrawn, at: now)
    // While another dialogue has the terminal, nothing is written.
    if hasBegun {
      if surface.isPlain {
        sendEnd(to: session)
      } else {
        // The program that withdrew the question may have written on the screen. The rows of an
        // inline screen would begin again below that output.
        if !surface.isInline { screen.invalidate() }
        guard show(of: session, watch: watch) else { return ended }
      }
    }
    return swallow(stray, ended, &session, watch)
  }

  /// Swallows keys; returns the outcome, which is `signalled` if a signal arrived meanwhile.
  private mutating func swallow(
    _ stray: StrayKeys, _ ended: DialogueOutcome, _ session: inout TerminalSession,
    _ watch: borrowing SignalWatch
  ) -> DialogueOutcome {
    reader.strayKeys = stray
    let first: Int32? = if case .signalled(let signal) = ended { signal } else { nil }
    let signal = reader.swallowRest(
      on: &session, watch: watch, after: first, devices: devices, clock: clock, yields: !keepsInput,
      isQuiet: prompt.isQuiet)
    session.answerMayGoOn = reader.strayKeys != nil
    return signal.map { .signalled($0) } ?? ended
  }

  /// The most seconds in which the other processes of a job end, and the files of a process are
  /// closed before its end.
  static var jobEnd: Double { 0.02 }

  /// The keys that may be the rest of an answer; nil after a pause in typing.
  private func rest(
    on session: borrowing TerminalSession, since lastKey: Double? = nil
  ) -> StrayKeys? {
    // A key that was not read yet is the last one.
    guard hasBegun || reader.lastKey != nil else { return nil }
    let isTyping = !pollOne(session.descriptor).isEmpty
    guard let last = isTyping ? now : lastKey ?? reader.lastKey else { return nil }
    let stray = StrayKeys(after: last, until: now + StrayKeys.longest)
    return stray.areExpected(at: now) ? stray : nil
  }

  /// Swallows what is typed when another program stops this one, since a shell would get it.
  ///
  /// If a key was swallowed, the text is dropped, because it is incomplete.
  mutating func swallowBeforeStop(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) {
    guard let stray = rest(on: session) else { return }
    guard session.isHeld else { return dropGoneText() }
    let lastKey = reader.lastKey
    reader.strayKeys = stray
    let signal = reader.swallowRest(
      on: &session, watch: watch, devices: devices, clock: clock, isQuiet: prompt.isQuiet)
    if let signal { end(.signalled(signal)) }
    if !session.isHeld || reader.lastKey != lastKey { dropGoneText() }
  }

  /// Drops the text, since another program may have got its rest.
  mutating func dropGoneText() {
    guard memory.fields.contains(where: { !$0.text.isEmpty }) else { return }
    dropText()
    prompt.handle(.terminalChanged, at: now)
  }
}
