/// When a dialogue ends by itself.
public enum DialogueTimeout: Hashable, Sendable {
  /// Nothing was said: 60 seconds after the last key.
  case usual
  /// Never.
  case never
  /// So many seconds after the first frame, with or without keys; more than 0.
  case seconds(Double)

  /// How long nobody may type where the client said nothing, in seconds.
  package static let usualIdleTime = 60.0

  /// `n` seconds, where 0 and less mean never.
  public init(seconds: Int) {
    self = seconds > 0 ? .seconds(Double(seconds)) : .never
  }
}
