#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The events of a descriptor.
package struct PollEvents: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  // The standard library's is generic, and the search for its metadata would take 100,000
  // instructions at every start.
  package init(arrayLiteral elements: PollEvents...) {
    self.init(rawValue: elements.reduce(0) { $0 | $1.rawValue })
  }

  package static let input = PollEvents(rawValue: 1)
  /// The descriptor accepts bytes.
  package static let output = PollEvents(rawValue: 2)
  /// The other end is gone, or the descriptor cannot be used; reported without being asked for.
  package static let hangUp = PollEvents(rawValue: 4)

  fileprivate init(found: Int16) {
    self.init(rawValue: 0)
    if found & Int16(POLLIN) != 0 { insert(.input) }
    if found & Int16(POLLOUT) != 0 { insert(.output) }
    if found & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { insert(.hangUp) }
  }

  fileprivate func entry(for descriptor: Int32) -> pollfd {
    let input = contains(.input) ? Int16(POLLIN) : 0
    let output = contains(.output) ? Int16(POLLOUT) : 0
    return pollfd(fd: descriptor, events: input | output, revents: 0)
  }
}

/// Descriptors, and the wait until one of them has an event or a time is reached.
///
///     list.removeAll()
///     let terminal = list.watch(session.descriptor)
///     let signals = list.watch(watch.descriptor)
///     list.wait(until: deadline)
///     if list.hasEvents(at: signals) { … }
///
/// A signal is an event of the descriptor of `SignalWatch`: an interrupted wait continues, and ends
/// at once if that descriptor is in the list. The list keeps its memory, so no wait allocates any.
package struct PollList {
  private var entries: [pollfd] = []

  package init() {}

  /// The number of descriptors, which is the place of the next one.
  package var count: Int { entries.count }

  package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a descriptor and returns its place; without `events`, only a hang-up is reported.
  ///
  /// The descriptor -1 has no events.
  @discardableResult
  package mutating func watch(_ descriptor: Int32, for events: PollEvents = .input) -> Int {
    entries.append(events.entry(for: descriptor))
    return entries.count - 1
  }

  /// Adds descriptors for their input and returns their places.
  @discardableResult
  package mutating func watch(_ descriptors: [Int32]) -> Range<Int> {
    let first = entries.count
    for descriptor in descriptors { watch(descriptor) }
    return first..<entries.count
  }

  /// The events that the last wait found at a place.
  package subscript(place: Int) -> PollEvents { PollEvents(found: entries[place].revents) }

  package func hasEvents(at place: Int) -> Bool { entries[place].revents != 0 }

  package func hasEvents(at places: Range<Int>) -> Bool {
    entries[places].contains { $0.revents != 0 }
  }

  package func hasEvents(from place: Int) -> Bool { hasEvents(at: place..<entries.count) }

  /// Waits until there is an event, or until a time on `clock`; forever if it is nil or infinite.
  ///
  /// A time in the past still finds the events of this moment. Returns 0, or the `errno` of a wait
  /// that was refused eight times, after which every descriptor in the list counts as hung up.
  @discardableResult
  package mutating func wait(until deadline: Double? = nil, on clock: Clock = .monotonic) -> Int32 {
    let code = unsafe entries.withUnsafeMutableBufferPointer { list in
      unsafe Self.wait(for: list, until: deadline, on: clock)
    }
    if code != 0 {
      for index in entries.indices { entries[index].revents = Int16(POLLNVAL) }
    }
    return code
  }

  fileprivate static func wait(
    for entries: UnsafeMutableBufferPointer<pollfd>, until deadline: Double?, on clock: Clock
  ) -> Int32 {
    var refusals = 0
    while true {
      let left = deadline.map { $0 - clock.now } ?? .infinity
      let count = unsafe poll(entries.baseAddress, nfds_t(entries.count), milliseconds(left))
      if count > 0 || count == 0 && !(left > longest) { return 0 }
      if count < 0, errno != EINTR {
        refusals += 1
        if refusals == mostRefusals { return errno }
      }
    }
  }

  /// The number of refused calls after which a wait is refused, as in `platform_wait_all`.
  private static let mostRefusals = 8

  /// The seconds of the longest single call.
  private static let longest = 86_400.0

  /// Converts seconds to milliseconds for `poll`, from 0 to a day; -1, for no end, if infinite.
  ///
  /// Rounds up: `poll` would otherwise return just before a deadline, and need a second call.
  static func milliseconds(_ seconds: Double) -> Int32 {
    guard seconds > 0 else { return 0 }
    return seconds == .infinity ? -1 : Int32((min(seconds, longest) * 1000).rounded(.up))
  }
}

/// Waits for one descriptor like a `PollList`, and returns its events: none once the time is
/// reached.
///
/// By default, returns the events of this moment. A refused wait is a hang-up.
@discardableResult
package func pollOne(
  _ descriptor: Int32, for events: PollEvents = .input, until deadline: Double? = 0,
  on clock: Clock = .monotonic
) -> PollEvents {
  var entry = events.entry(for: descriptor)
  let code = unsafe withUnsafeMutablePointer(to: &entry) { place in
    unsafe PollList.wait(
      for: UnsafeMutableBufferPointer(start: place, count: 1), until: deadline, on: clock)
  }
  return code == 0 ? PollEvents(found: entry.revents) : .hangUp
}
