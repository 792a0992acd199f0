import KeywardEngine

/// What happens to a prompt at fixed times: it ends by itself, and its screen turns.
///
/// Both count from the first frame. An idle limit counts from the last key instead, and a fixed end is
/// the same whenever the first frame comes.
package struct PromptTimer {
  private let limit: Double?
  private let fixedEnd: Double?
  private let idleLimit: Double?
  private var rotations: [DialogueOptions.Rotation]
  /// When it ends; nil for never, or where it has not begun.
  package private(set) var end: Double?
  private var hasBegun = false
  /// Whether the seconds left have not been looked at yet.
  private var isFresh = false
  private var now = 0.0

  /// How many seconds are counted down.
  private static let countedDown = 10.0

  /// A timer of these options that has not begun; an idle limit is for those without another.
  package init(_ options: DialogueOptions) {
    limit = options.timeout
    fixedEnd = options.end
    idleLimit = limit == nil && fixedEnd == nil ? options.idleTimeout : nil
    rotations = options.rotations.sorted { $0.seconds < $1.seconds }
  }

  /// The first frame is shown; later ones change nothing.
  package mutating func begin(at now: Double) {
    guard !hasBegun else { return }
    hasBegun = true
    isFresh = true
    self.now = now
    end = fixedEnd ?? (limit ?? idleLimit).map { now + $0 }
    for index in rotations.indices { rotations[index].seconds += now }
  }

  /// A key came, which only matters to an idle limit.
  package mutating func keyCame(at now: Double) {
    if let idleLimit, hasBegun { end = now + idleLimit }
  }

  /// Lets time pass.
  ///
  /// - Returns: How the screen is to turn now, in this order.
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

  /// When something is to be done or shown next, such as another second; nil for never.
  package var deadline: Double? {
    guard hasBegun else { return nil }
    // The first frame did not show them.
    if isFresh, secondsLeft != nil { return now }
    let next = end.map { end in
      let left = end - now
      return end - (left > Self.countedDown ? Self.countedDown : max(0, left.rounded(.up) - 1))
    }
    return (rotations.first?.seconds).orEarlier(next)
  }

  /// Whether the time is over.
  package var hasEnded: Bool { end.map { now >= $0 } ?? false }

  /// The full seconds that are left, in the last ten; nil before.
  package var secondsLeft: Int? {
    guard let end, end - now <= Self.countedDown else { return nil }
    return max(0, Int((end - now).rounded(.up)))
  }

  /// What the status line says of them.
  var countdown: String? {
    secondsLeft.map { $0 == 1 ? "Closes in 1 second" : "Closes in \($0) seconds" }
  }
}
