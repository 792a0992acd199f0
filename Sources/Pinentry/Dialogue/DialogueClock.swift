import TerminalUI

/// When a dialogue ends by itself, and what of that is shown.
struct DialogueClock: Hashable {
  /// How long nobody may type where the client said nothing, in seconds.
  static let usual = 60.0

  private let timeout: DialogueTimeout
  private var hasBegun = false
  private var countdown: Countdown?
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
    case .usual: countdown = Countdown(to: now + Self.usual)
    case .never: break
    case .seconds(let seconds): countdown = Countdown(to: now + seconds)
    }
  }

  /// Lets time pass.
  mutating func advance(to now: Double) {
    self.now = now
  }

  /// A key came, which only matters where the client said nothing.
  mutating func keyCame(at now: Double) {
    if timeout == .usual, hasBegun { countdown?.end = now + Self.usual }
  }

  /// When the dialogue ends by itself; nil for never.
  var end: Double? { countdown?.end }

  /// When something is to be shown or done next; nil for never.
  var deadline: Double? { countdown?.deadline(after: now) }

  /// Whether the time is over.
  var hasEnded: Bool { countdown?.hasEnded(at: now) ?? false }

  /// The seconds that are left, where they are shown.
  var secondsLeft: Int? { countdown?.secondsLeft(at: now) }
}
