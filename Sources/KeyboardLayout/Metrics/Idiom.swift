/// The kind of device a keyboard is made for.
public enum Idiom: String, CaseIterable, Hashable, Sendable {
  /// A telephone; also a terminal window.
  case phone
  /// A tablet.
  case pad
}
