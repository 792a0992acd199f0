import SecureMemory

/// The wait for other dialogues to release a terminal that `claim` could not lock.
///
///     release.watch(&session, on: &list)
///     list.wait(until: release.nextLook(after: now))
///     _ = release.hasCome(to: &session, in: list)
///     if try session.claim() { … }
///
/// It ends when a program releases or closes the terminal. It also looks from time to time, because
/// a dying program closes the terminal a moment before the kernel releases the program's lock.
package struct ReleaseWait {
  /// The shortest and the longest time between two looks, in seconds.
  private static let (shortest, longest) = (0.002, 0.1)

  private var pause = Self.shortest
  private var place = 0

  package init() {}

  package mutating func watch(_ session: inout TerminalSession, on list: inout PollList) {
    place = list.watch(session.watchForRelease())
  }

  package func nextLook(after now: Double) -> Double { now + pause }

  /// Returns true if the terminal was released or closed, and otherwise makes the pauses longer.
  @discardableResult
  package mutating func hasCome(to session: inout TerminalSession, in list: PollList) -> Bool {
    guard list[place].contains(.input) else {
      pause = min(pause * 2, Self.longest)
      return false
    }
    session.discardReleaseEvents()
    pause = Self.shortest
    return true
  }

  /// Ends the wait; the next `watch` begins another one.
  package mutating func end(on session: inout TerminalSession) {
    session.endWatchForRelease()
    pause = Self.shortest
  }
}
