/// Keys that trade places when a panel is shuffled.
package struct ShuffleGroup: Hashable, Sendable {
  /// The group's name in the file; `--shuffle digits` shuffles the one named `digits`.
  package var name: String
  /// The ids of its keys.
  package var ids: [String]

  /// A group of these ids.
  package init(name: String, ids: [String]) {
    self.name = name
    self.ids = ids
  }
}
