/// When a dialogue ends by itself, and what of that is shown.
struct DialogueClock: Hashable {
  /// The status line counts down the last so many seconds.
  static let countdown = 10.0
  /// How long nobody may type where the client said nothing, in seconds.
  static let usual = 60.0

  private let timeout: DialogueTimeout
  private var start: Double?
  private var end: Double?
  private var now = 0.0

  /// A clock that never ends.
  init() {
    timeout = .never
  }

  init(_ timeout: DialogueTimeout, now: Double) {
    self.timeout = timeout
    self.now = now
  }

  /// The first frame was shown, or a later one.
  mutating func begin(at now: Double) {
    self.now = now
    guard start == nil else { return }
    start = now
    switch timeout {
    case .usual: end = now + Self.usual
    case .never: end = nil
    case .seconds(let seconds): end = now + seconds
    }
  }

  /// A key came, which only matters where the client said nothing.
  mutating func keyCame(at now: Double) {
    if timeout == .usual, start != nil { end = now + Self.usual }
  }

  /// When something is to be shown or done next; nil for never.
  var deadline: Double? {
    guard let end else { return nil }
    let left = end - now
    if left > Self.countdown { return end - Self.countdown }
    return end - max(0, left.rounded(.up) - 1)
  }

  func hasEnded(at now: Double) -> Bool { end.map { now >= $0 } ?? false }

  /// The seconds that are left, where they are shown.
  func secondsLeft(at now: Double) -> Int? {
    guard let end, end - now <= Self.countdown else { return nil }
    return max(0, Int((end - now).rounded(.up)))
  }
}
