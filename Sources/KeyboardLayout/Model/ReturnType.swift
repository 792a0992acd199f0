/// The promise on the return key; the host decides what follows.
public enum ReturnType: String, CaseIterable, Hashable, Sendable {
  /// Says `return`.
  case `default`
  /// Ends the input.
  case done
  /// Goes to what was typed.
  case go
  /// Moves to the next field; the keyboard stays.
  case next
  /// Searches for what was typed.
  case search
  /// Sends what was typed.
  case send
  /// Joins a network.
  case join
  /// Goes on to the next step.
  case `continue`

  /// The word on the cap of the return key.
  public var label: String { self == .default ? "return" : rawValue }

  /// Whether the keyboard stays after return was accepted.
  package var keepsKeyboard: Bool { self == .next }
}
