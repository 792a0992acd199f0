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
  /// Waits for input, room for output, a signal or a deadline; nothing else wakes the program.
  ///
  /// - Parameters:
  ///   - wakeDescriptor: Readable once a signal was noted.
  ///   - wantsToWrite: Whether room for output is waited for.
  ///   - seconds: How long at most, nil for ever.
  /// - Returns: What ended the wait; nothing at all where it was the time.
  /// - Throws: `TerminalError.wait` where the system refuses.
  func wait(
    wakeDescriptor: Int32, wantsToWrite: Bool, seconds: Double?
  ) throws(TerminalError) -> Wake {
    let events = Int16(POLLIN) | (wantsToWrite ? Int16(POLLOUT) : 0)
    var entries = (
      pollfd(fd: descriptor, events: events, revents: 0),
      pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    )
    // Rounded up: waking before a deadline would mean waking twice for it.
    let timeout = seconds.map { Int32(min(max($0 * 1000, 0).rounded(.up), 86_400_000)) } ?? -1
    let count = unsafe withUnsafeMutableBytes(of: &entries) { bytes in
      let list = unsafe bytes.assumingMemoryBound(to: pollfd.self)
      return unsafe poll(list.baseAddress, 2, timeout)
    }
    if count < 0 {
      guard errno == EINTR else { throw .wait(code: errno) }
      return Wake(hasSignals: true)
    }
    let terminal = entries.0.revents
    return Wake(
      isReadable: terminal & Int16(POLLIN) != 0,
      isWritable: terminal & Int16(POLLOUT) != 0,
      isHungUp: terminal & Int16(POLLHUP | POLLERR | POLLNVAL) != 0,
      hasSignals: entries.1.revents != 0)
  }
}
