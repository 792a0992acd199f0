/// The case the letter keys type.
public enum ShiftState: String, Hashable, Sendable {
  /// Lower case.
  case off
  /// The next key only.
  case once
  /// Caps lock.
  case locked
}
