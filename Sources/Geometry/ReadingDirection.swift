/// The side from which text is read, which decides about leading and trailing.
public enum ReadingDirection: String, CaseIterable, Hashable, Sendable {
  /// Leading is left.
  case leftToRight = "ltr"
  /// Leading is right.
  case rightToLeft = "rtl"
}
