import KeyboardLayout

/// A keyboard as a source describes it, independent of any file.
///
/// It is not checked against the rules of keyboard files; `KeyboardText` writes a file that follows
/// the rules.
package struct ImportedKeyboard: Sendable {
  /// The name of the file, of a-z, 0-9 and `-`.
  package var name: String
  package var title: String
  /// A BCP 47 tag; `und` for none.
  package var language: String
  /// The source with its version, for the first comment of the file.
  package var origin: String
  package var keys: [KeyPosition: ImportedKey]
  /// The forms, the default one first; each of the others has keys that the first lacks.
  package var forms: [FormName]
  /// The texts that dead keys type together with the keys after them.
  package var sequences: [DeadKeys.Sequence] = []
  package var losses: [ImportLoss] = []
}

/// The effects of a key: an action for each of the four levels.
package struct ImportedKey: Hashable, Sendable {
  private var actions: [KeyAction]

  package init(_ action: (KeyLevel) -> KeyAction) { actions = KeyLevel.allCases.map(action) }

  package subscript(level: KeyLevel) -> KeyAction {
    get { actions[Self.order(level)] }
    set { actions[Self.order(level)] = newValue }
  }

  package var isEmpty: Bool { actions.allSatisfy { $0 == .nothing } }

  /// The actions of all levels, plain first.
  package var all: [KeyAction] { actions }

  private static func order(_ level: KeyLevel) -> Int {
    (level.isShifted ? 1 : 0) + (level.isAltGr ? 2 : 0)
  }
}

/// The reason why nothing was imported: a sentence with the next step for the user.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

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
  package var kind: Kind
  /// True if a character is lost.
  ///
  /// Otherwise the lost part is a code point without a meaning, or a key that types nothing.
  package var isCharacter = true

  /// A kind of loss; the raw value is the words after the number of losses, as in `1 without
  /// effect`.
  package enum Kind: String, CaseIterable, Sendable {
    case level = "at levels 5 to 8"
    case form = "on keys that the form lacks"
    case text = "that no keyboard can type"
    case silent = "without effect"
    case sequence = "in sequences of dead keys"
  }

  package init(
    _ kind: Kind, _ key: String? = nil, _ level: String? = nil, _ reason: String,
    isCharacter: Bool = true
  ) {
    self.kind = kind
    self.key = key
    self.level = level
    self.reason = reason
    self.isCharacter = isCharacter
  }

  /// The number of losses of each kind: `3 at levels 5 to 8, 1 without effect`.
  package static func summary(of losses: [ImportLoss]) -> String {
    Kind.allCases.compactMap { kind in
      let count = losses.count { $0.kind == kind }
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }.joined(separator: ", ")
  }

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
  /// True if the text consists of characters that have a meaning outside a single font.
  package let isCharacter: Bool

  /// Creates the reason why no key may type a text; `nil` if a key may type it.
  package init?(_ text: String) {
    for scalar in text.unicodeScalars {
      guard let kind = Self.kind(of: scalar) else { continue }
      (sentence, isCharacter) = ("\(scalar.codePoint) \(kind)", false)
      return
    }
    let count = text.unicodeScalars.count
    let most = LayoutLimits.outputScalars
    guard count > most else { return nil }
    sentence = "\(Self.shown(text)) has \(count) code points, but a key types at most \(most)"
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

  /// A text for a line of a report, with code points for invisible characters.
  package static func shown(_ text: String) -> String {
    let isVisible = text.unicodeScalars.allSatisfy { !FileWord.isHidden($0) }
    return isVisible ? "“\(text)”" : text.unicodeScalars.map(\.codePoint).joined(separator: " ")
  }
}

/// The place of a key in the main block of a keyboard, by its name in XKB.
///
///     KeyPosition("AD01")   // the key right of Tab, Q on an American keyboard
///
/// Positions are in reading order: from the top row to the space bar, from left to right.
package struct KeyPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name, such as `AD01`.
  package let name: String
  private let order: Int

  /// Creates the position with a name; `nil` for a key outside the main block.
  package init?(_ name: String) {
    guard let order = Self.names.firstIndex(of: name) else { return nil }
    self.name = name
    self.order = order
  }

  private init(order: Int) {
    name = Self.names[order]
    self.order = order
  }

  package static let all = names.indices.map(KeyPosition.init(order:))

  package static let space = all[all.count - 1]

  /// The row: 0 for the digits, 4 for the space bar.
  package var row: Int {
    switch name.prefix(2) {
    case "TL", "AE": 0
    case "AD": 1
    case "AC": 2
    case "LS", "AB": 3
    default: 4
    }
  }

  package var description: String { name }

  package static func < (a: KeyPosition, b: KeyPosition) -> Bool { a.order < b.order }

  private static let names =
    ["TLDE"] + row("AE", 13) + row("AD", 12) + row("AC", 12) + ["LSGT"] + row("AB", 11) + ["SPCE"]

  /// The names of the positions in a row: `row("AE", 2)` → `["AE01", "AE02"]`.
  private static func row(_ prefix: String, _ count: Int) -> [String] {
    (1...count).map { prefix + ($0 < 10 ? "0" : "") + String($0) }
  }
}

/// The keyboard file of an imported keyboard.
///
///     let text = KeyboardText(keyboard, date: "2026-11-22").text
package struct KeyboardText {
  private let keyboard: ImportedKeyboard
  private let date: String
  private let pair: String?

  /// Creates the file, with its date and the name of the keyboard it is paired with.
  package init(_ keyboard: ImportedKeyboard, date: String, pair: String? = nil) {
    self.keyboard = keyboard
    self.date = date
    self.pair = pair
  }

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

  /// The lines about forms; compact is implied after a single form.
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
    // The space bar types a space with AltGr too, unless its entry is different.
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
      return isOpening || isHidden(scalar) ? "{\(scalar.codePoint)}" : String(scalar)
    }.joined()
  }

  /// A text in YAML's double quotes, or unquoted if YAML reads it as the same text.
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

  /// True if other readers of YAML take a word for something other than a text.
  private static func isReserved(_ text: String) -> Bool {
    ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  }

  /// True if a scalar is invisible, or joins its neighbour.
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
