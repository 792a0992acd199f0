/// The side from which text is read; it decides what leading and trailing mean.
public enum ReadingDirection: String, CaseIterable, Hashable, Sendable {
  /// Leading is left.
  case leftToRight = "ltr"
  /// Leading is right.
  case rightToLeft = "rtl"
}
