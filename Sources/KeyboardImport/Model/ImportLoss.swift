import KeyboardLayout

/// A part of a source that the keyboard made from it lacks.
///
///     AE13 plain: “¥” is left out, since form iso has no such key; try --form jis
package struct ImportLoss: Hashable, Sendable, CustomStringConvertible {
  /// The key, by its position or by its name in the source; `nil` for the keyboard as a whole.
  package var key: String?
  /// The level, such as `altgr` or `level 5`; `nil` for the whole key.
  package var level: String?
  /// The missing part and the reason, without a full stop.
  package var reason: String
  /// Whether a character is lost.
  ///
  /// Otherwise the source has none there, but a code point without a meaning, or a key that types
  /// nothing.
  package var isCharacter = true
  /// The missing text, if it is a single one.
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

  /// One line: key, level, missing part and reason.
  package var description: String {
    let place = [key, level].compactMap(\.self).joined(separator: " ")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}
