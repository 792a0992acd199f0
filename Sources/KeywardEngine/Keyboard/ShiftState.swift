/// The case the letter keys type.
public enum ShiftState: String, Hashable, Sendable {
  /// Lower case.
  case off
  /// Upper case for the next key only.
  case once
  /// Caps lock.
  case locked
}
