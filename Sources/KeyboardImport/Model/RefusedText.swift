import KeyboardLayout

/// Texts that no key of ours types, whatever a source says.
package enum RefusedText {
  /// The most code points of a text.
  static let longest = 8

  /// Why a text is refused, as the end of a sentence; `nil` for one that a key may type.
  ///
  /// - `reason(for: "é")` → `nil`
  /// - `reason(for: "\u{F8FF}")` → `U+F8FF is for private use`
  package static func reason(for text: String) -> String? {
    for scalar in text.unicodeScalars {
      if let kind = kind(of: scalar) { return "\(codePoint(scalar)) \(kind)" }
    }
    let count = text.unicodeScalars.count
    return count > longest ? "it has \(count) code points, and a key types \(longest)" : nil
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

  /// A text as a line of the report shows it, with what cannot be seen as code points.
  package static func shown(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
        .surrogate, .nonspacingMark, .enclosingMark, .spaceSeparator:
        false
      default: true
      }
    }
    return isPlain ? "“\(text)”" : text.unicodeScalars.map(codePoint).joined(separator: " ")
  }
}
