package enum DialogueTimeout: Hashable, Sendable {
  /// The default: 60 seconds after the last key.
  case usual
  case never
  /// A number of seconds after the first frame, with or without keys; more than 0.
  case seconds(Double)
  /// A time of the system's monotonic clock, in seconds.
  ///
  /// It does not depend on how long another dialogue had the terminal before.
  case at(Double)

  /// The seconds without a key after which a dialogue ends by default.
  package static let usualIdleTime = 60.0

  /// A limit of `n` seconds; 0 and less mean never.
  package init(seconds: Int) {
    self = seconds > 0 ? .seconds(Double(seconds)) : .never
  }

  /// The seconds from the first frame to the end; nil if they do not count from there.
  package var longest: Double? {
    if case .seconds(let seconds) = self { seconds } else { nil }
  }
}
