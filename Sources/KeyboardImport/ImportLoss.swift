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

/// The reason why no keyboard file may type a text, whatever its source.
///
///     RefusedText("é")             // nil
///     RefusedText("\u{F8FF}")      // U+F8FF is for private use
package struct RefusedText: Sendable {
  /// The reason, as the beginning of a sentence.
  package let sentence: String
  /// True if the text still consists of characters, which mean something outside a single font.
  package let isCharacter: Bool

  /// The most code points of a text.
  private static let longest = 8

  /// The reason against a text; `nil` for one that a key may type.
  package init?(_ text: String) {
    for scalar in text.unicodeScalars {
      guard let kind = Self.kind(of: scalar) else { continue }
      (sentence, isCharacter) = ("\(Self.codePoint(scalar)) \(kind)", false)
      return
    }
    let count = text.unicodeScalars.count
    guard count > Self.longest else { return nil }
    sentence = "\(Self.shown(text)) has \(count) code points and a key types \(Self.longest)"
    isCharacter = true
  }

  private static func kind(of scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control: "is a control character"
    case .lineSeparator, .paragraphSeparator: "is a line separator"
    case .privateUse: "is for private use"
    case .surrogate: "is a surrogate"
    case .unassigned:
      scalar.properties.isNoncharacterCodePoint ? "is not a character" : "is not assigned"
    default: nil
    }
  }

  /// The scalar as `U+001B`.
  static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A text in the form for a report's line, with code points for invisible characters.
  package static func shown(_ text: String) -> String {
    let isVisible = text.unicodeScalars.allSatisfy { !FileWord.isHidden($0) }
    return isVisible ? "“\(text)”" : text.unicodeScalars.map(codePoint).joined(separator: " ")
  }
}
