/// Keys that trade places when a panel is shuffled.
public struct ShuffleGroup: Hashable, Sendable {
  /// The group's name in the file; `digits` is the one that `--shuffle digits` means.
  public var name: String
  /// The ids of its keys.
  public var ids: [String]

  /// A group of these ids.
  public init(name: String, ids: [String]) {
    self.name = name
    self.ids = ids
  }
}
