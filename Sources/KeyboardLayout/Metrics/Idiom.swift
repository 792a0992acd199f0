/// The kind of device a keyboard is made for.
public enum Idiom: String, CaseIterable, Hashable, Sendable {
  case phone
  case pad
}
