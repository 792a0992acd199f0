import KeyboardEngine

/// The timed events of a prompt: its end and the turns of its screen.
///
/// Both count from the first frame. An idle limit counts from the last key instead, and a fixed end
/// does not depend on the first frame.
package struct PromptTimer {
  private let limit: Double?
  private let fixedEnd: Double?
  private let idleLimit: Double?
  /// True if its end switches the computer off.
  package let powersOff: Bool
  private var rotations: [DialogueOptions.Rotation]
  /// The time of the end; nil for never, or before the beginning.
  package private(set) var end: Double?
  private var hasBegun = false
  /// True if nobody has looked at the seconds left.
  private var isFresh = false
  private var now = 0.0

  /// The number of seconds in the countdown.
  private static let countedDown = 10.0

  /// A timer of these options that has not begun; the idle limit holds only if there is no other.
  package init(_ options: DialogueOptions) {
    limit = options.timeout
    fixedEnd = options.end
    idleLimit = limit == nil && fixedEnd == nil ? options.idleTimeout : nil
    powersOff = options.offersPowerOff && idleLimit != nil
    rotations = options.rotations.sorted { $0.seconds < $1.seconds }
  }

  /// Begins with the first frame; later calls change nothing.
  package mutating func begin(at now: Double) {
    guard !hasBegun else { return }
    hasBegun = true
    isFresh = true
    self.now = now
    end = fixedEnd ?? (limit ?? idleLimit).map { now + $0 }
    for index in rotations.indices { rotations[index].seconds += now }
  }

  /// Notes a key, which restarts an idle limit.
  package mutating func keyCame(at now: Double) {
    if let idleLimit, hasBegun { end = now + idleLimit }
  }

  /// Lets time pass; returns the turns that the screen must make now, in order.
  package mutating func advance(to now: Double) -> [Orientation] {
    self.now = now
    isFresh = false
    guard hasBegun else { return [] }
    var due: [Orientation] = []
    while let next = rotations.first, next.seconds <= now {
      due.append(next.orientation)
      rotations.removeFirst()
    }
    return due
  }

  /// The time of the next action or picture, such as another second; nil for never.
  package var deadline: Double? {
    guard hasBegun else { return nil }
    // The first frame did not show the seconds.
    if isFresh, secondsLeft != nil { return now }
    let next = end.map { end in
      let left = end - now
      return end - (left > Self.countedDown ? Self.countedDown : max(0, left.rounded(.up) - 1))
    }
    return (rotations.first?.seconds).orEarlier(next)
  }

  package var hasEnded: Bool { end.map { now >= $0 } ?? false }

  /// The full seconds left, in the last ten; nil before.
  package var secondsLeft: Int? {
    guard let end, end - now <= Self.countedDown else { return nil }
    return max(0, Int((end - now).rounded(.up)))
  }
}
