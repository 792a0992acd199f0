/// The keys that trade places: the values of `--shuffle`.
public enum ShuffleMode: String, CaseIterable, Hashable, Sendable {
  /// No key moves.
  case none
  /// The group `digits` of the number and ID card panels.
  case digits
  /// Every group on every page.
  case all
}
