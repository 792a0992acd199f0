/// The promise on the return key; the host decides what follows.
public enum ReturnType: String, CaseIterable, Hashable, Sendable {
  /// Shows `return`.
  case `default`
  /// Ends the input.
  case done
  /// Opens what the text names.
  case go
  /// Moves to the next field; the keyboard stays.
  case next
  /// Searches for the text.
  case search
  /// Sends the text.
  case send
  /// Joins a network.
  case join
  /// Goes on to the next step.
  case `continue`

  /// The word on the cap of the return key.
  public var label: String { self == .default ? "return" : rawValue }

  /// True if the keyboard stays after return was accepted.
  package var keepsKeyboard: Bool { self == .next }
}
