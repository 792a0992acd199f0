import SecureMemory

extension PromptLoop {
  /// Writes the last text of a prompt that ends or is suspended.
  ///
  /// In line mode this text completes the current line. On an inline screen it is the line that
  /// replaces the rows.
  package mutating func sendEnd(to session: borrowing TerminalSession) {
    guard hasBegun else { return }
    if surface.isPlain { session.sendLast(prompt.transcriptUpdate()) }
    guard surface.isInline else { return }
    let line = prompt.transcriptUpdate()
    hasKeptLine = !line.isEmpty
    if screen.isThere {
      screen.keep(line)
    } else if !line.isEmpty {
      // Keys typed ahead have answered the prompt before its first frame.
      session.sendLast("\(ControlSequence.frameBegin)\(line)\r\n\(ControlSequence.frameEnd)")
    }
  }

  /// Ends the prompt if the lender of its terminal is gone, or was stopped by force; returns true if
  /// so.
  ///
  /// The shell of a stopped lender may take the terminal at any moment.
  func endsWithLender(of session: borrowing TerminalSession) -> Bool {
    guard let loan = session.loan else { return false }
    if loan.isLost { end(.hungUp) } else if loan.isLenderStopped { end(.abandoned) }
    return prompt.outcome != nil
  }

  package mutating func leaveScreen() -> Bool {
    releaseDevices()
    awaitAnswerAtExit()
    return screen.leave()
  }

  package mutating func leave(_ session: inout TerminalSession) {
    releaseDevices()
    awaitAnswerAtExit()
    session.leave(draining: &memory.ring)
  }

  private func releaseDevices() {
    let isSignalled = if case .signalled? = prompt.outcome { true } else { false }
    devices?.end(with: memory, waits: !isSignalled)
  }

  /// Delays the exit until a pending reply of the terminal arrives, by at most
  /// `InputReader.longestWait`.
  ///
  /// Otherwise the next program would read the reply as input.
  private func awaitAnswerAtExit() {
    guard now < reader.replyEnd else { return }
    TerminalRestore.expectAnswer(
      on: screen.output.descriptor, within: InputReader.longestWait)
  }

  /// Ends or stops a prompt that still waits for its terminal.
  func handleWaiting(_ signals: NotedSignals, _ watch: borrowing SignalWatch) {
    if let signal = signals.ending {
      end(.signalled(signal))
    } else if signals.stopRequested {
      _ = watch.suspend(wholeGroup: false)
    }
  }
}

extension PromptLoop {
  mutating func handle(
    _ signals: NotedSignals, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    // Other programs may have written while we were stopped.
    if signals.continued { screen.invalidate() }
    if let signal = signals.ending {
      end(.signalled(signal))
      return
    }
    if signals.stopRequested {
      swallowBeforeStop(on: &session, watch: watch)
      prompt.request = .suspend
    }
    if signals.continued, prompt.request != .suspend {
      try resumeAfterStop(on: &session, watch: watch)
    }
    if signals.windowChanged {
      screen.invalidate()
      adoptWindow(session.size)
    }
  }

  mutating func perform(
    _ request: LoopRequest?, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    guard let request else { return }
    prompt.request = nil
    switch request {
    case .redraw: screen.invalidate()
    case .suspend: try suspend(on: &session, watch: watch)
    }
  }

  private mutating func suspend(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    prompt.handle(.suspended, at: now)
    sendEnd(to: session)
    leave(&session)
    let stopsGroup =
      !prompt.question.isForCaller && session.loan == nil && session.isInForeground
    screen.wasLeft()
    _ = watch.suspend(wholeGroup: stopsGroup)
    try resume(on: &session, watch: watch)
  }

  /// Resumes after a SIGCONT, whether or not the process had been stopped.
  ///
  /// If the terminal still has our settings, no key is lost and only the screen is drawn again.
  /// Otherwise another program had the terminal, and may have got the rest of the text.
  mutating func resumeAfterStop(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    guard session.settings == .changed || session.isInBackground || session.holdsNeighbours else {
      prompt.handle(.continued, at: now)
      screen.invalidate()
      adoptWindow(session.size)
      return
    }
    // What has continued us may have continued them, too.
    if session.holdsNeighbours { throw session.takenByNeighbour }
    dropGoneText()
    if session.isInBackground {
      leave(&session)
      screen.wasLeft()
    }
    try resume(on: &session, watch: watch)
    // Leave the screen, or the next frame would enable its modes twice.
    screen.leave()
  }

  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    reader.reset()
    prompt.handle(.interrupted, at: now)
    guard try acquireTerminal(&session, watch: watch) else { return }
    try take(&session)
    noteDroppedKeys()
    if let signal = Self.discardContinue(watch) { end(.signalled(signal)) }
    screen.invalidate()
    adoptWindow(session.size)
  }
}
