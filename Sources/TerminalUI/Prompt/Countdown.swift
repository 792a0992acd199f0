/// The last seconds before a dialogue ends by itself, which the status line counts down.
package struct Countdown: Hashable {
  /// How many seconds are counted down.
  private static let length = 10.0

  /// When the dialogue ends, in seconds on the monotonic clock.
  package var end: Double

  /// A countdown to a time.
  package init(to end: Double) {
    self.end = end
  }

  /// When something is to be shown or done next: at the next full second, before them at their
  /// beginning.
  package func deadline(after now: Double) -> Double {
    let left = end - now
    return end - (left > Self.length ? Self.length : max(0, left.rounded(.up) - 1))
  }

  /// Whether the time is over.
  package func hasEnded(at now: Double) -> Bool { now >= end }

  /// The full seconds that are left, where they are counted down; nil before.
  package func secondsLeft(at now: Double) -> Int? {
    let left = end - now
    return left <= Self.length ? max(0, Int(left.rounded(.up))) : nil
  }

  /// What the status line says of them.
  package static func sentence(_ secondsLeft: Int) -> String {
    secondsLeft == 1 ? "Closes in 1 second" : "Closes in \(secondsLeft) seconds"
  }
}
