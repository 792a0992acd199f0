import Glibc
import KeyboardEngine

/// The descriptors that a loop polls, reused from one wait to the next.
package struct PollList {
  /// The poll entries; the first four are for the terminal, signals, lender and input devices.
  private var entries = [pollfd](repeating: pollfd(fd: -1, events: 0, revents: 0), count: others)
  private static let others = 4

  init() {}

  /// Watches a descriptor for hang-up and, if `takesInput`, for input.
  ///
  /// `place` is an index after the first four entries. The descriptor -1 leaves the entry unused.
  package mutating func watch(_ descriptor: Int32, takesInput: Bool = true, at place: Int) {
    let index = place + Self.others
    while entries.count <= index { entries.append(pollfd(fd: -1, events: 0, revents: 0)) }
    entries[index].fd = descriptor
    entries[index].events = takesInput ? Int16(POLLIN) : 0
  }

  /// Watches descriptors at consecutive places from `place` on, and removes all later entries.
  package mutating func watch(_ descriptors: [Int32], from place: Int) {
    entries.removeLast(max(0, entries.count - place - Self.others))
    for (index, descriptor) in descriptors.enumerated() { watch(descriptor, at: place + index) }
  }

  package func hasEvents(at place: Int) -> Bool {
    place + Self.others < entries.count && entries[place + Self.others].revents != 0
  }

  package func hasEvents(from place: Int = 0) -> Bool {
    entries[min(place + Self.others, entries.count)...].contains { $0.revents != 0 }
  }

  /// Waits once, forever if `seconds` is nil.
  ///
  /// `signals` becomes readable when a signal arrives. The end of a `loan` counts as a hang-up.
  mutating func wait(
    terminal: Int32, wantsToWrite: Bool, signals: Int32, loan: BorrowedTerminal? = nil,
    devices: Int32 = -1, seconds: Double?
  ) throws(TerminalError) -> Wake {
    let events = Int16(POLLIN) | (wantsToWrite ? Int16(POLLOUT) : 0)
    entries[0] = pollfd(fd: terminal, events: events, revents: 0)
    entries[1] = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    entries[2] = pollfd(fd: loan?.connection ?? -1, events: Int16(POLLIN), revents: 0)
    entries[3] = pollfd(fd: devices, events: Int16(POLLIN), revents: 0)
    let milliseconds = seconds.map(MonotonicTime.milliseconds) ?? -1
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
      isHungUp: found & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 || entries[2].revents != 0,
      hasSignals: entries[1].revents != 0, hasDeviceEvents: entries[3].revents != 0)
  }
}

struct Wake: Hashable {
  var isReadable = false
  var isWritable = false
  var isHungUp = false
  var hasSignals = false
  var hasDeviceEvents = false
}
