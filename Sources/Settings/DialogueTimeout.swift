/// When a dialogue ends by itself.
package enum DialogueTimeout: Hashable, Sendable {
  /// Nothing was said: 60 seconds after the last key.
  case usual
  /// Never.
  case never
  /// So many seconds after the first frame, with or without keys; more than 0.
  case seconds(Double)
  /// At a time of the system's monotonic clock, in seconds, however long another dialogue had the
  /// terminal before.
  case at(Double)

  /// How long nobody may type where the client said nothing, in seconds.
  package static let usualIdleTime = 60.0

  /// `n` seconds, where 0 and less mean never.
  package init(seconds: Int) {
    self = seconds > 0 ? .seconds(Double(seconds)) : .never
  }
}
