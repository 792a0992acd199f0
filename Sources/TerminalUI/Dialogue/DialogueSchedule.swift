import KeywardEngine

/// What is to happen at fixed times from the first frame on: the timeout and rotations.
struct DialogueSchedule {
  /// The status line counts down the last so many seconds.
  static let countdown = 10.0

  private let end: Double?
  private var rotations: [(time: Double, orientation: Orientation)]

  init(_ options: DialogueOptions, start: Double) {
    end = options.timeout.map { start + $0 }
    rotations = options.rotations.map { (start + $0.seconds, $0.orientation) }
    rotations.sort { $0.time < $1.time }
  }

  private var now = 0.0

  /// When something is due next; nil for never.
  var deadline: Double? {
    let rotation = rotations.first?.time
    guard let end else { return rotation }
    let left = end - now
    // The next full second of the countdown, else its beginning.
    let next = left > Self.countdown ? Self.countdown : max(0, left.rounded(.up) - 1)
    return rotation.orEarlier(end - next)
  }

  /// Lets everything due happen.
  mutating func advance(to now: Double, _ model: TypingModel) {
    self.now = now
    while let next = rotations.first, next.time <= now {
      rotations.removeFirst()
      model.keyboard.rotate(to: next.orientation, at: now)
    }
    guard let end else { return }
    let left = end - now
    if left <= 0 {
      model.outcome = .timedOut
    } else if left <= Self.countdown {
      model.secondsLeft = Int(left.rounded(.up))
    }
  }
}
