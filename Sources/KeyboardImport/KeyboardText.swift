import KeyboardLayout

/// The keyboard file of an imported keyboard.
///
///     let text = KeyboardText(keyboard, date: "2026-11-22").text
package struct KeyboardText {
  private let keyboard: ImportedKeyboard
  private let date: String
  private let pair: String?

  /// A file with the date of its making, and the name of the other keyboard of its pair.
  package init(_ keyboard: ImportedKeyboard, date: String, pair: String? = nil) {
    self.keyboard = keyboard
    self.date = date
    self.pair = pair
  }

  /// The file, ending with a line end.
  package var text: String {
    var lines = [
      "# Made from \(keyboard.origin) on \(date) by keyward layouts import.",
      "keyboard: \(keyboard.name)", "title: \(FileWord.quoted(keyboard.title))",
      "language: \(FileWord.quoted(keyboard.language))",
    ]
    lines += Self.forms(keyboard.forms)
    if let pair { lines.append("pair: \(FileWord.quoted(pair))") }
    lines += ["panels:", "  letters:"]
    lines += Self.positions(keyboard.keys)
    lines += ["  symbols: { from: symbols }", "  numbers: { from: number }"]
    return (lines + sequences).joined(separator: "\n") + "\n"
  }

  /// The lines about forms; after a single one, compact follows by itself.
  private static func forms(_ forms: [FormName]) -> [String] {
    let names = forms.map(\.rawValue)
    let all = forms.count > 1 ? ["forms: \((names + ["compact"]).joined(separator: " "))"] : []
    return names.prefix(1).map { "form: \($0)" } + all
  }

  private static func positions(_ keys: [KeyPosition: ImportedKey]) -> [String] {
    let lines = keys.sorted { $0.key < $1.key }.map { position, key in
      "      \(position): \(FileWord.quoted(words(of: key, at: position)))"
    }
    return ["    positions:"] + lines
  }

  /// The entries of a key: two if it has nothing for AltGr, else four.
  private static func words(of key: ImportedKey, at position: KeyPosition) -> String {
    let plain = key[.plain]
    let entries = key.all.enumerated().map { number, action in
      let isSame = number > 0 && action == plain && action != .nothing
      return isSame ? "{same}" : FileWord.entry(action)
    }
    let hasAltGr = key[.altgr] != .nothing || key[.altgrShift] != .nothing
    // The space bar types a space with AltGr too, unless its entry says otherwise.
    let isShort = !hasAltGr && position != .space
    return entries.prefix(isShort ? 2 : 4).joined(separator: " ")
  }

  /// The sequences; those with the same keys before the last one share a line.
  private var sequences: [String] {
    var paths: [[KeyAction]] = []
    var lines: [[KeyAction]: [String]] = [:]
    for sequence in keyboard.sequences {
      guard let last = sequence.keys.last else { continue }
      let path = Array(sequence.keys.dropLast())
      if lines[path] == nil { paths.append(path) }
      lines[path, default: []] += [FileWord.entry(last), FileWord.word(sequence.text)]
    }
    guard !paths.isEmpty else { return [] }
    return ["sequences:"]
      + paths.map { path in
        let keys = path.map { key in
          if case .dead(let name) = key { name } else { FileWord.word(key.text) }
        }.joined(separator: " ")
        let words = lines[path, default: []].joined(separator: " ")
        return "  \(FileWord.quoted(keys)): \(FileWord.quoted(words))"
      }
  }
}

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
