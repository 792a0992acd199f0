import Glibc
import KeywardEngine

/// What ended a wait.
struct Wake: Hashable {
  var isReadable = false
  var isWritable = false
  var isHungUp = false
  var hasSignals = false
}

extension TerminalSession {
  /// Waits for input, room for output, a signal, something watched or a deadline; nothing else wakes
  /// the program.
  ///
  /// - Parameters:
  ///   - list: What else is watched; afterwards it has their news.
  ///   - wakeDescriptor: Readable once a signal was noted.
  ///   - wantsToWrite: Whether room for output is waited for.
  ///   - seconds: How long at most, nil for ever.
  /// - Returns: What ended the wait; nothing at all where it was the time, or something watched.
  /// - Throws: `TerminalError.wait` where the system refuses.
  func wait(
    with list: inout PollList, wakeDescriptor: Int32, wantsToWrite: Bool, seconds: Double?
  ) throws(TerminalError) -> Wake {
    try list.wait(
      terminal: descriptor, wantsToWrite: wantsToWrite, signals: wakeDescriptor,
      milliseconds: seconds.map(MonotonicTime.milliseconds) ?? -1)
  }
}

extension Double? {
  /// The earlier of two times, where nil is never.
  package func orEarlier(_ other: Double?) -> Double? {
    guard let self, let other else { return self ?? other }
    return min(self, other)
  }
}
