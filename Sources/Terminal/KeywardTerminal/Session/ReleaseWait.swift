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
/// Once it takes longer, and the locked terminal shows no dialogue, a line names the program that
/// holds the lock.
package struct ReleaseWait {
  /// The shortest and the longest time between two looks, in seconds.
  private static let (shortest, longest) = (0.002, 0.1)

  /// The seconds after which the program is named.
  private static let silence = 0.5

  private var pause = Self.shortest
  private var place = 0
  /// The time at which the program is named; nil before the first look and afterwards.
  private var naming: Double?
  private var hasNamed = false

  package init() {}

  package mutating func watch(_ session: inout TerminalSession, on list: inout PollList) {
    place = list.watch(session.watchForRelease())
  }

  package func nextLook(after now: Double) -> Double { now + pause }

  /// Returns true if the terminal was released or closed, and otherwise makes the pauses longer.
  ///
  /// Without `opensFiles`, nothing may be opened to find the program that holds the lock.
  @discardableResult
  package mutating func hasCome(
    to session: inout TerminalSession, in list: PollList, opensFiles: Bool = true
  ) -> Bool {
    nameHolder(on: session, opensFiles: opensFiles)
    guard list[place].contains(.input) else {
      pause = min(pause * 2, Self.longest)
      return false
    }
    session.discardReleaseEvents()
    pause = Self.shortest
    return true
  }

  /// Names the program that holds the lock, once it has held it for longer.
  package mutating func nameHolder(on session: borrowing TerminalSession, opensFiles: Bool = true) {
    guard !hasNamed else { return }
    let now = MonotonicTime.now
    let time = naming ?? now + Self.silence
    naming = time
    guard now >= time else { return }
    session.nameLockHolder(opensFiles: opensFiles)
    hasNamed = true
  }

  /// Ends the wait; the next `watch` begins another one.
  package mutating func end(on session: inout TerminalSession) {
    session.endWatchForRelease()
    pause = Self.shortest
    (naming, hasNamed) = (nil, false)
  }
}
