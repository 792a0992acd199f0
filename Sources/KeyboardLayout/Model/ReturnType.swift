/// What the return key promises; the host decides what follows.
public enum ReturnType: String, CaseIterable, Hashable, Sendable {
  case `default`
  case done
  case go
  case next
  case search
  case send
  case join
  case `continue`

  /// What the cap of the return key shows.
  public var label: String { self == .default ? "return" : rawValue }

  /// Whether the keyboard stays after return was accepted.
  public var keepsKeyboard: Bool { self == .next }
}
