/// Text for XML files.
package enum XMLText {
  /// The text with the five special characters escaped, and U+FFFD for those XML cannot carry.
  ///
  /// - `a<b & "c"` → `a&lt;b &amp; &quot;c&quot;`
  package static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default:
        let isRefused = scalar.forbiddenKind != nil || (scalar.value & 0xFFFE) == 0xFFFE
        escaped.unicodeScalars.append(isRefused ? "\u{FFFD}" : scalar)
      }
    }
    return escaped
  }

  /// The approximate width of a text in an ordinary sans-serif font, in points.
  package static func width(of text: String, size: Double) -> Double {
    text.reduce(0) { $0 + advance(of: $1) } * size
  }

  /// The text, or its beginning and `…`, in at most a width.
  package static func cut(_ text: String, toWidth width: Double, size: Double) -> String {
    guard self.width(of: text, size: size) > width else { return text }
    var room = width - advance(of: "…") * size
    guard room > 0 else { return "" }
    var kept = ""
    for character in text {
      room -= advance(of: character) * size
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// The width of a character in units of the font's size; East Asian ones are square.
  private static func advance(of character: Character) -> Double {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
      return 1
    case 0x20, 0x69, 0x6C: return 0.3
    default: return 0.57
    }
  }
}
