import KeywardEngine

/// Signals, stops, and the way out.
extension PromptLoop {
  mutating func handle(
    _ signals: NotedSignals, on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    // Others may have written while we were stopped.
    if signals.continued { screen.invalidate() }
    if let signal = signals.ending {
      end(.signalled(signal))
      return
    }
    if signals.stopRequested { prompt.request = .suspend }
    if signals.continued, prompt.request != .suspend { try goOn(on: &session, watch: watch) }
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

  /// Restores the terminal and stops; goes on once it is continued, or at once if nothing stops it.
  private mutating func suspend(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    prompt.handle(.suspended, at: now)
    sayLast(to: session)
    leave(&session)
    let stopsGroup = setting.suspendsGroup && session.isInForeground
    screen.wasLeft()
    _ = watch.suspend(wholeGroup: stopsGroup)
    try resume(on: &session, watch: watch)
  }

  /// Goes on after a SIGCONT whose stop the loop did not make, or that followed no stop.
  ///
  /// If the terminal still has our settings, no key is lost; others may have written on it.
  mutating func goOn(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    guard session.settings == .changed || session.isInBackground else {
      prompt.handle(.continued, at: now)
      screen.invalidate()
      adoptWindow(session.size)
      return
    }
    if session.isInBackground {
      // Others may ask on the terminal while we wait: leave nothing of ours to put back under them.
      session.keepSettingsOfOthers()
      leave(&session)
      screen.wasLeft()
    }
    try resume(on: &session, watch: watch)
    // Do not switch modes on twice.
    screen.leave()
  }

  /// Begins anew on a terminal that others have used meanwhile.
  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    reader.reset()
    prompt.handle(.interrupted, at: now)
    guard try own(&session, watch: watch) else { return }
    try take(&session)
    if let signal = watch.take().ending { end(.signalled(signal)) }
    screen.invalidate()
    adoptWindow(session.size)
  }

  /// Says the end of a prompt: in line mode a sentence, at the cursor the line that stays.
  ///
  /// The line goes out with the end of the screen.
  package mutating func sayLast(to session: borrowing TerminalSession) {
    guard hasBegun else { return }
    if setting.surface.isPlain { session.sayLast(prompt.news()) }
    guard setting.surface.isInline else { return }
    let line = prompt.news()
    if screen.isThere {
      screen.keep(line)
    } else if !line.isEmpty {
      // The answer came before the first frame, by keys typed ahead.
      session.sayLast("\(ControlSequence.frameBegin)\(line)\r\n\(ControlSequence.frameEnd)")
    }
  }

  /// Leaves the screen; the session goes on.
  ///
  /// - Returns: Whether the terminal took everything.
  package mutating func leaveScreen() -> Bool {
    awaitAnswerAtLeaving()
    return screen.leave()
  }

  /// Leaves the terminal and wipes the typed bytes that were not read.
  package mutating func leave(_ session: inout TerminalSession) {
    awaitAnswerAtLeaving()
    session.leave(draining: &memory.ring)
  }

  /// Makes leaving the terminal wait for an open answer, which the next program would read.
  private func awaitAnswerAtLeaving() {
    guard now < reader.replyEnd else { return }
    Leaving.expectAnswer(on: screen.output.descriptor, within: BackgroundColorQuery.longestWait)
  }
}
