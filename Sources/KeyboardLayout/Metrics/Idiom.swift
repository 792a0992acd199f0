/// The kind of device for a keyboard.
public enum Idiom: String, CaseIterable, Hashable, Sendable {
  /// A telephone; also a terminal window.
  case phone
  /// A tablet.
  case pad
}
