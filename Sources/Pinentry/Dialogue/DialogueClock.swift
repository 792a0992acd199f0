/// When a dialogue ends by itself, and what of that is shown.
struct DialogueClock: Hashable {
  /// The status line counts down the last so many seconds.
  static let countdown = 10.0
  /// How long nobody may type where the client said nothing, in seconds.
  static let usual = 60.0

  private let timeout: DialogueTimeout
  private var hasBegun = false
  private var end: Double?
  private var now = 0.0

  /// A clock that begins with the first frame.
  init(_ timeout: DialogueTimeout) {
    self.timeout = timeout
  }

  /// The first frame is shown; later ones change nothing.
  mutating func begin(at now: Double) {
    guard !hasBegun else { return }
    hasBegun = true
    self.now = now
    switch timeout {
    case .usual: end = now + Self.usual
    case .never: end = nil
    case .seconds(let seconds): end = now + seconds
    }
  }

  /// Lets time pass.
  mutating func advance(to now: Double) {
    self.now = now
  }

  /// A key came, which only matters where the client said nothing.
  mutating func keyCame(at now: Double) {
    if timeout == .usual, hasBegun { end = now + Self.usual }
  }

  /// When something is to be shown or done next; nil for never.
  var deadline: Double? {
    guard let end else { return nil }
    let left = end - now
    if left > Self.countdown { return end - Self.countdown }
    return end - max(0, left.rounded(.up) - 1)
  }

  /// Whether the time is over.
  var hasEnded: Bool { end.map { now >= $0 } ?? false }

  /// The seconds that are left, where they are shown.
  var secondsLeft: Int? {
    guard let end, end - now <= Self.countdown else { return nil }
    return max(0, Int((end - now).rounded(.up)))
  }
}
