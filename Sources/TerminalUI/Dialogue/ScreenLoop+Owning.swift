import KeywardEngine

extension ScreenLoop {
  /// Waits until no other dialogue is on the terminal; nothing is drawn, set or read before.
  ///
  /// Those who close the terminal wake us. Besides we look from time to time: one who dies closes it a
  /// moment before it gives its right back.
  /// - Parameters:
  ///   - session: The terminal, not begun.
  ///   - watch: The signals of the process.
  /// - Returns: Whether the terminal is ours; false where the dialogue is over before.
  /// - Throws: `TerminalError` where the program can neither wait nor come to the front.
  mutating func own(
    _ session: inout TerminalSession, watch: borrowing SignalWatch
  ) throws(TerminalError) -> Bool {
    let start = presenter.clock.now
    var pause = Self.shortestPause
    while try !session.claim() {
      presenter.waits(for: presenter.clock.now - start)
      guard !presenter.isOver else { return false }
      // The one who has it may keep it for a while although the terminal is gone.
      if session.settings == .gone {
        end = .hungUp
        return false
      }
      presenter.watch(on: &list)
      let wake = try list.wait(
        terminal: session.watchForRelease(), wantsToWrite: false, signals: watch.descriptor,
        milliseconds: MonotonicTime.milliseconds(pause))
      pause = wake.isReadable ? Self.shortestPause : min(pause * 2, Self.longestPause)
      if wake.isReadable { session.takeNewsOfRelease() }
      if wake.hasSignals, isEnded(by: watch.take(), watch) { return false }
      if list.hasNews() { presenter.takeNews(of: list) }
      guard !presenter.isOver else { return false }
    }
    return true
  }

  /// In seconds.
  private static var shortestPause: Double { 0.002 }
  private static var longestPause: Double { 1 }

  /// Does what signals ask for while the terminal is not ours; true where they end it.
  private mutating func isEnded(
    by signals: NotedSignals, _ watch: borrowing SignalWatch
  ) -> Bool {
    if let signal = signals.ending {
      end = .signalled(signal)
      return true
    }
    if signals.stopRequested { _ = watch.suspend(wholeGroup: false) }
    return false
  }
}
