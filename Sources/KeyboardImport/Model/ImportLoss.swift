import KeyboardLayout

/// Something a source has that the keyboard made of it lacks.
///
///     AE13 plain: “¥” is left out, since form iso has no such key; try --form jis
package struct ImportLoss: Hashable, Sendable, CustomStringConvertible {
  /// The key, by its position or by what the source calls it; `nil` for the keyboard as a whole.
  package var key: String?
  /// The level, such as `altgr` or `level 5`; `nil` for all of the key.
  package var level: String?
  /// What is missing and why, without a full stop.
  package var reason: String
  /// Whether a character cannot be typed that the source types; else the source has none there, but a
  /// code point without a meaning, or a key that types nothing.
  package var isCharacter = true
  /// The one text that is missing, where it is one.
  package var text: String?

  /// A loss of a key at a level.
  package init(
    _ key: String? = nil, _ level: String? = nil, _ reason: String, isCharacter: Bool = true
  ) {
    self.key = key
    self.level = level
    self.reason = reason
    self.isCharacter = isCharacter
  }

  /// One line: key, level, what and why.
  package var description: String {
    let place = [key, level].compactMap(\.self).joined(separator: " ")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}
