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

  /// Restores the terminal, stops, and goes on when continued or where nothing stopped us.
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

  /// Continued, after a stop that nobody could ask us about, or for no reason.
  ///
  /// Where the terminal is still as we set it, no key is lost; others may have written on it.
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
      // Others may ask there while we wait: nothing of ours may be left to put back under them.
      session.keepSettingsOfOthers()
      leave(&session)
      screen.wasLeft()
    }
    try resume(on: &session, watch: watch)
    // Modes that are still on are not switched on twice.
    screen.leave()
  }

  /// Begins anew on a terminal that others have had meanwhile.
  ///
  /// - Parameters:
  ///   - session: The terminal, left or not.
  ///   - watch: The signals; the SIGCONT of a stop on the way here is done with.
  /// - Throws: `TerminalError` where the terminal refuses.
  private mutating func resume(
    on session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) {
    pump.reset()
    prompt.handle(.interrupted, at: now)
    guard try own(&session, watch: watch) else { return }
    try session.begin(leaving: screenEnd)
    if let signal = watch.take().ending { end(.signalled(signal)) }
    screen.invalidate()
    adoptWindow(session.size)
  }

  /// Says in line mode how it ended, where that is not seen, and at the cursor what stays of it, which
  /// goes out with the end of the screen.
  package mutating func sayLast(to session: borrowing TerminalSession) {
    guard hasBegun else { return }
    if setting.surface.isPlain { session.sayLast(prompt.news()) }
    guard setting.surface.isInline else { return }
    let line = prompt.news()
    if screen.isThere {
      screen.keep(line)
    } else if !line.isEmpty {
      // Answered before it was shown, by keys typed ahead.
      session.sayLast("\(ControlSequence.frameBegin)\(line)\r\n\(ControlSequence.frameEnd)")
    }
  }

  /// Leaves the screen; the session goes on.
  ///
  /// - Returns: Whether the terminal took everything.
  package mutating func leaveScreen() -> Bool { screen.leave() }

  /// Leaves the terminal and wipes what was typed but not read.
  package mutating func leave(_ session: inout TerminalSession) {
    session.leave(draining: &memory.ring)
  }
}
