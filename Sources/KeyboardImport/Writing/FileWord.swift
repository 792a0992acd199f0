import KeyboardLayout

/// Writes texts as words of a keyboard file.
enum FileWord {
  /// An action as an entry of a level: `é`, `{U+0301}`, `{dead_acute}`, `{none}`.
  static func entry(_ action: KeyAction) -> String {
    switch action {
    case .nothing: "{none}"
    case .dead(let name): "{\(name)}"
    case .insert(let text): word(text)
    }
  }

  /// A text as a word, with code points for characters that are invisible or join their neighbour.
  ///
  /// - `word("é")` → `é`
  /// - `word("\u{301}")` → `{U+0301}`
  static func word(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.map { scalar in
      // A single brace is a text; otherwise it begins a code point or a name.
      let isOpening = scalar == "{" && scalars.count > 1
      return isOpening || isHidden(scalar) ? "{\(RefusedText.codePoint(scalar))}" : String(scalar)
    }.joined()
  }

  /// A text between YAML's double quotes, or unquoted if it has no other meaning there.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 45 || byte == 95
    }
    if isPlain, let first = text.utf8.first, (97...122).contains(first | 32), !isReserved(text) {
      return text
    }
    var quoted = "\""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }

  /// Tells whether other readers of YAML take a word for something other than a text.
  private static func isReserved(_ text: String) -> Bool {
    ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  }

  /// Tells whether a scalar is invisible, or joins its neighbour.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
      return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isWhitespace
    }
  }
}
