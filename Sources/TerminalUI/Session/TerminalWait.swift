import Glibc
import KeywardEngine

/// The cause of a wait's end.
struct Wake: Hashable {
  var isReadable = false
  var isWritable = false
  var isHungUp = false
  var hasSignals = false
}

extension TerminalSession {
  /// Waits for input, room for output, a signal, a watched descriptor or a deadline.
  ///
  /// Nothing else wakes the program.
  ///
  /// - Parameters:
  ///   - list: The other watched descriptors; afterwards it has their news.
  ///   - wakeDescriptor: Readable once a signal was noted.
  ///   - wantsToWrite: Whether the wait ends at room for output.
  ///   - seconds: The longest wait; nil for ever.
  /// - Returns: The cause of the end; empty for the deadline or a watched descriptor.
  /// - Throws: `TerminalError.wait` if the system refuses.
  func wait(
    with list: inout PollList, wakeDescriptor: Int32, wantsToWrite: Bool, seconds: Double?
  ) throws(TerminalError) -> Wake {
    try list.wait(
      terminal: descriptor, wantsToWrite: wantsToWrite, signals: wakeDescriptor,
      milliseconds: seconds.map(MonotonicTime.milliseconds) ?? -1)
  }
}

extension Double? {
  /// The earlier of two times; nil means never.
  package func orEarlier(_ other: Double?) -> Double? {
    guard let self, let other else { return self ?? other }
    return min(self, other)
  }
}
