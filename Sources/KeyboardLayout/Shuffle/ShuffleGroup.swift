/// Keys that trade places when a panel is shuffled.
package struct ShuffleGroup: Hashable, Sendable {
  /// The group's name in the file; `digits` is the one that `--shuffle digits` means.
  package var name: String
  /// The ids of its keys.
  package var ids: [String]

  /// A group of these ids.
  package init(name: String, ids: [String]) {
    self.name = name
    self.ids = ids
  }
}
