import KeywardEngine

/// The terminal for one dialogue alone, and its settings ours.
extension PromptLoop {
  /// Waits until no other dialogue is on the terminal; nothing is drawn, set or read before.
  ///
  /// Those who close the terminal wake us. Besides we look from time to time: one who dies closes it a
  /// moment before it gives its right back.
  ///
  /// - Parameters:
  ///   - session: The terminal, not begun.
  ///   - watch: The signals of the process.
  /// - Returns: Whether the terminal is ours; false where the prompt is over before.
  /// - Throws: `TerminalError` where the program can neither wait nor come to the front.
  mutating func own(
    _ session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    let start = now
    var pause = Self.shortestPause
    var earliest = start
    while true {
      if now >= earliest, try session.claim() { return true }
      if let news = source?.firstNews(after: now - start) { prompt.handle(news, at: now) }
      guard prompt.outcome == nil else { return false }
      // The one who has it may keep it for a while although the terminal is gone.
      if session.settings == .gone {
        end(.hungUp)
        return false
      }
      source?.watch(on: &list)
      let wake = try list.wait(
        terminal: session.watchForRelease(), wantsToWrite: false, signals: watch.descriptor,
        milliseconds: MonotonicTime.milliseconds(max(pause, earliest - now)))
      pause = wake.isReadable ? Self.shortestPause : min(pause * 2, Self.longestPause)
      if wake.isReadable {
        session.takeNewsOfRelease()
        if now >= earliest, !session.isInForeground { earliest = now + Self.courtesy }
      }
      if wake.hasSignals { handleWaiting(watch.take(), watch) }
      if list.hasNews(), let news = source?.news(in: list) { prompt.handle(news, at: now) }
      guard prompt.outcome == nil else { return false }
    }
  }

  /// In seconds.
  private static var shortestPause: Double { 0.002 }
  private static var longestPause: Double { 1 }
  /// The seconds for which one outside the foreground leaves a terminal alone that became free.
  ///
  /// The shell whose job has just ended saves the settings it finds and gives them to every later
  /// command; they must not be ours.
  private static var courtesy: Double { 0.25 }

  /// Does what signals ask for while the terminal is not ours.
  private func handleWaiting(_ signals: NotedSignals, _ watch: borrowing SignalWatch) {
    if let signal = signals.ending {
      end(.signalled(signal))
    } else if signals.stopRequested {
      _ = watch.suspend(wholeGroup: false)
    }
  }

  /// Looks whether the terminal and its settings are still ours, before what waits is read.
  ///
  /// A group that loses the foreground is not told, as when only the leader of its job is stopped; to read
  /// would stop us with the screen up, the settings ours and others waiting.
  ///
  /// What came under other settings may have been seen and may not be all: it is dropped with
  /// everything that was typed before.
  ///
  /// - Throws: `TerminalError.changedByOthers` for the third time.
  mutating func mayRead(
    _ session: inout TerminalSession, watch: borrowing SignalWatch, at now: Double
  ) throws(TerminalError) -> Bool {
    if session.isInBackground {
      try goOn(on: &session, watch: watch)
      return false
    }
    switch session.settings {
    case .ours: return true
    case .gone: end(.hungUp)
    case .changed:
      changes += 1
      screen.invalidate(afterEchoOf: session.dropEchoed(through: &memory.ring))
      guard changes < Self.mostChanges else { throw .changedByOthers }
      try session.resume()
      pump.reset()
      prompt.handle(.terminalChanged, at: now)
      adoptWindow(session.size)
    }
    return false
  }

  /// How often the settings may be changed by others before the dialogue is given up.
  private static var mostChanges: Int { 3 }
}
