import KeywardEngine

/// What is to happen at fixed times from the first frame on: the timeout and rotations.
struct DialogueSchedule {
  private let countdown: Countdown?
  private var rotations: [(time: Double, orientation: Orientation)]

  init(_ options: DialogueOptions, start: Double) {
    countdown = options.timeout.map { Countdown(to: start + $0) }
    rotations = options.rotations.map { (start + $0.seconds, $0.orientation) }
    rotations.sort { $0.time < $1.time }
  }

  private var now = 0.0

  /// When the dialogue ends by itself; nil for never.
  var end: Double? { countdown?.end }

  /// When something is due next; nil for never.
  var deadline: Double? {
    (rotations.first?.time).orEarlier(countdown?.deadline(after: now))
  }

  /// Lets everything due happen.
  mutating func advance(to now: Double, _ model: TypingModel) {
    self.now = now
    while let next = rotations.first, next.time <= now {
      rotations.removeFirst()
      model.keyboard.rotate(to: next.orientation, at: now)
    }
    guard let countdown else { return }
    if countdown.hasEnded(at: now) {
      model.outcome = .timedOut
    } else if let left = countdown.secondsLeft(at: now) {
      model.secondsLeft = left
    }
  }
}
