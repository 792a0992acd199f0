import KeywardEngine

/// The loop's claim to the terminal and its settings, for one dialogue alone.
extension PromptLoop {
  /// Waits until no other dialogue is on the terminal; draws, sets and reads nothing before.
  ///
  /// A program that closes the terminal wakes us. Besides, we look from time to time: a program
  /// that dies closes it a moment before the kernel releases its lock.
  ///
  /// - Parameters:
  ///   - session: The terminal, not begun.
  ///   - watch: The signals of the process.
  /// - Returns: Whether the terminal is ours; false if the prompt ends before.
  /// - Throws: `TerminalError` if the program can neither wait nor come to the front.
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
      // The other dialogue may keep the terminal for a while although the terminal is gone.
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

  /// Switches the terminal to the mode for secrets; its own control characters count from here on.
  ///
  /// - Throws: `TerminalError` if the terminal refuses.
  mutating func take(_ session: inout TerminalSession) throws(TerminalError) {
    try session.begin(leaving: screenEnd)
    reader.characters = characters ?? session.found.map { ControlCharacters($0) } ?? .init()
  }

  /// The shortest pause between two looks, in seconds.
  private static var shortestPause: Double { 0.002 }
  private static var longestPause: Double { 1 }
  /// The seconds for which a program outside the foreground leaves alone a terminal that became
  /// free.
  ///
  /// The shell whose job has just ended saves the settings it finds and gives them to every later
  /// command, so it must not find ours.
  private static var courtesy: Double { 0.25 }

  /// Handles signals while another dialogue has the terminal.
  private func handleWaiting(_ signals: NotedSignals, _ watch: borrowing SignalWatch) {
    if let signal = signals.ending {
      end(.signalled(signal))
    } else if signals.stopRequested {
      _ = watch.suspend(wholeGroup: false)
    }
  }

  /// Checks that the terminal and its settings are still ours, before each read.
  ///
  /// Nobody tells a group that loses the foreground, for instance when only the leader of its job
  /// is stopped; a read would stop us with the screen up, our settings in force, and others
  /// waiting.
  ///
  /// Text that came under other settings may have been seen and may be incomplete: it is dropped
  /// with everything typed before.
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
      reader.reset()
      prompt.handle(.terminalChanged, at: now)
      adoptWindow(session.size)
    }
    return false
  }

  /// The number of changes by others after which the dialogue is given up.
  private static var mostChanges: Int { 3 }
}
