import KeywardEngine

/// The timed events of a prompt: its end, and the changes of the screen's orientation.
///
/// Times are measured from the first frame. An idle limit is measured from the last key instead,
/// and a fixed end is a time on the loop's clock.
package struct PromptTimer {
  private let limit: Double?
  private let fixedEnd: Double?
  private let idleLimit: Double?
  package let powersOff: Bool
  private var rotations: [Look.Rotation]
  package private(set) var end: Double?
  private var hasBegun = false
  /// True from the first frame until the next call of `advance`.
  ///
  /// The first frame shows no countdown. If the countdown has already begun, `deadline` returns the
  /// current time. The loop then shows a second frame at once, with the countdown.
  private var isFresh = false
  private var now = 0.0

  private static let countedDown = 10.0

  /// Creates a timer that has not begun.
  ///
  /// The idle limit applies only if the question has no other time limit.
  package init(_ question: Question) {
    limit = question.timeout
    fixedEnd = question.end
    idleLimit = limit == nil && fixedEnd == nil ? question.idleTimeout : nil
    powersOff = question.offersPowerOff && idleLimit != nil
    rotations = question.look.rotations.sorted { $0.seconds < $1.seconds }
  }

  /// Begins at the first frame; later calls have no effect.
  package mutating func begin(at now: Double) {
    guard !hasBegun else { return }
    hasBegun = true
    isFresh = true
    self.now = now
    end = fixedEnd ?? (limit ?? idleLimit).map { now + $0 }
    for index in rotations.indices { rotations[index].seconds += now }
  }

  package mutating func keyCame(at now: Double) {
    if let idleLimit, hasBegun { end = now + idleLimit }
  }

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

  /// The seconds left, rounded up, during the last ten; nil before that.
  package var secondsLeft: Int? {
    guard let end, end - now <= Self.countedDown else { return nil }
    return max(0, Int((end - now).rounded(.up)))
  }
}
