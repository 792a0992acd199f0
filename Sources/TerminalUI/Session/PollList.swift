import Glibc

/// What a loop waits for, kept from one wait to the next: the terminal, the signals, and what else its
/// presenter watches.
package struct PollList {
  /// The terminal, the signals, and the others behind them.
  private var entries = [pollfd](repeating: pollfd(fd: -1, events: 0, revents: 0), count: 2)

  init() {}

  /// Watches a descriptor for input, and for having gone.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor; -1 for none.
  ///   - takesInput: Whether its input is waited for, or only that it goes.
  ///   - place: Its number among the watched ones, from 0.
  package mutating func watch(_ descriptor: Int32, takesInput: Bool = true, at place: Int) {
    while entries.count <= place + 2 { entries.append(pollfd(fd: -1, events: 0, revents: 0)) }
    entries[place + 2].fd = descriptor
    entries[place + 2].events = takesInput ? Int16(POLLIN) : 0
  }

  /// Whether the last wait found something on a watched descriptor.
  package func hasNews(at place: Int) -> Bool {
    place + 2 < entries.count && entries[place + 2].revents != 0
  }

  /// Whether it found something on one of those from a number on.
  package func hasNews(from place: Int = 0) -> Bool {
    entries[min(place + 2, entries.count)...].contains { $0.revents != 0 }
  }

  /// Waits once.
  ///
  /// - Parameters:
  ///   - terminal: The terminal's descriptor.
  ///   - wantsToWrite: Whether room for output is waited for.
  ///   - signals: Readable once a signal was noted.
  ///   - milliseconds: How long at most; negative for ever.
  /// - Returns: What came on terminal and signals.
  /// - Throws: `TerminalError.wait` where the system refuses.
  mutating func wait(
    terminal: Int32, wantsToWrite: Bool, signals: Int32, milliseconds: Int32
  ) throws(TerminalError) -> Wake {
    let events = Int16(POLLIN) | (wantsToWrite ? Int16(POLLOUT) : 0)
    entries[0] = pollfd(fd: terminal, events: events, revents: 0)
    entries[1] = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    let count = unsafe entries.withUnsafeMutableBufferPointer { list in
      unsafe poll(list.baseAddress, nfds_t(list.count), milliseconds)
    }
    if count < 0 {
      guard errno == EINTR else { throw .wait(code: errno) }
      for index in entries.indices { entries[index].revents = 0 }
      return Wake(hasSignals: true)
    }
    let found = entries[0].revents
    return Wake(
      isReadable: found & Int16(POLLIN) != 0, isWritable: found & Int16(POLLOUT) != 0,
      isHungUp: found & Int16(POLLHUP | POLLERR | POLLNVAL) != 0,
      hasSignals: entries[1].revents != 0)
  }
}
