import Glibc
import KeywardEngine

/// A keyboard made from a system layout.
///
/// The keyboard may break the rules of keyboard files, which are checked when its file is read.
package struct ImportedKeyboard: Sendable {
  package var name: String
  package var title: String
  /// A BCP 47 tag; `und` for none.
  package var language: String
  package var origin: String
  /// The actions of each key; at a level without an action, the key types nothing.
  package var keys: [KeyPosition: [KeyLevel: KeyAction]]
  /// The actions of each key while Caps Lock is on, or Num Lock for a key of the number pad.
  package var locked: [KeyPosition: [KeyLevel: KeyAction]]
  /// The keys that only a physical keyboard has.
  package var undrawn: Set<KeyPosition>
  /// The forms (physical layouts) of the keyboard, such as iso and jis; the default form is first.
  ///
  /// Each other form has keys that the default form lacks.
  package var forms: [FormName]
  package var sequences: [DeadKeys.Sequence] = []
  package var losses: [ImportLoss] = []
  package var pair: String?
}

/// The reason why nothing was imported, with the next step for the user.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// A part of the source that is left out of the imported keyboard.
///
///     AE13 plain: “¥” is left out, since form iso has no such key; try --form jis
package struct ImportLoss: Hashable, Sendable, CustomStringConvertible {
  package let kind: Kind
  /// The position of the key, or its name in the source; nil for the keyboard as a whole.
  package var key: String?
  /// The level, such as `altgr` or `level 5`; nil for the whole key.
  package var level: String?
  /// The missing part and the reason, without a full stop.
  package let reason: String
  /// False if the lost part is a code point without a meaning, or a key that types nothing.
  package var isCharacter = true

  /// The kind of a loss.
  ///
  /// The raw value is printed after the number of losses of this kind, as in `1 without effect`.
  package enum Kind: String, CaseIterable, Sendable {
    case level = "at levels 5 to 8"
    case form = "on keys that the form lacks"
    case text = "that no keyboard can type"
    case silent = "without effect"
    case sequence = "in sequences of dead keys"
  }

  /// Counts the losses of each kind: `3 at levels 5 to 8, 1 without effect`.
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

/// The reason why a key must not type certain text.
///
///     RefusedText("é")             // nil
///     RefusedText("\u{F8FF}")      // U+F8FF is for private use
package struct RefusedText: Sendable {
  /// The reason as the start of a sentence; the caller completes it, as in “…, so it is left out”.
  package let sentence: String
  /// False for a code point that has no meaning outside a single font, or none at all.
  package let isCharacter: Bool

  /// Returns nil if a key may type the text.
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

  /// The text in quotes, or its code points if a character is invisible.
  static func shown(_ text: String) -> String {
    let isVisible = text.unicodeScalars.allSatisfy { !$0.isHidden }
    return isVisible ? "“\(text)”" : text.unicodeScalars.map(\.codePoint).joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// True if the scalar is invisible, or joins its neighbour.
  fileprivate var isHidden: Bool {
    if isASCII { return value <= 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .control, .spaceSeparator,
      .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
      return true
    default: return properties.isDefaultIgnorableCodePoint || properties.isWhitespace
    }
  }
}

/// A key of the main block or the number pad of a keyboard, by its name in XKB.
///
///     KeyPosition("AD01")   // the key right of Tab, Q on an American keyboard
///
/// Positions are in reading order: from the top row to the space bar, from left to right, then the
/// number pad.
package struct KeyPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let name: String
  private let order: Int

  /// Returns nil if the key is outside the main block and the number pad.
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

  package static let space = all[mainNames.count - 1]

  /// True if the key is on the number pad, which is never drawn.
  package var isOnNumberPad: Bool { order >= Self.mainNames.count }

  package var description: String { name }

  package static func < (a: KeyPosition, b: KeyPosition) -> Bool { a.order < b.order }

  private static let names = mainNames + NumberPad.positions
  private static let mainNames =
    ["TLDE"] + row("AE", 13) + row("AD", 12) + row("AC", 12) + ["LSGT"] + row("AB", 11) + ["SPCE"]

  private static func row(_ prefix: String, _ count: Int) -> [String] {
    (1...count).map { prefix + ($0 < 10 ? "0" : "") + String($0) }
  }
}

extension ImportedKeyboard {
  func fileText(date: String = today) -> String {
    var lines = [
      "# Made from \(origin) on \(date) by keyward layouts import.",
      "keyboard: \(name)", "title: \(title.yaml)", "language: \(language.yaml)",
    ]
    let names = forms.map(\.rawValue)
    lines += names.prefix(1).map { "form: \($0)" }
    // After a single form, compact is implied.
    if forms.count > 1 { lines.append("forms: \((names + ["compact"]).joined(separator: " "))") }
    if let pair { lines.append("pair: \(pair.yaml)") }
    lines += ["panels:", "  letters:", "    positions:"]
    let positions = keys.keys.sorted()
    lines += positions.filter { !undrawn.contains($0) }.map {
      "      \($0): \(entries(of: $0).yaml)"
    }
    lines += ["  symbols: { from: symbols }", "  numbers: { from: number }"]
    let hidden = positions.filter(undrawn.contains)
    if !hidden.isEmpty { lines.append("undrawn:") }
    lines += hidden.map { "  \($0): \(entries(of: $0).yaml)" }
    return (lines + sequenceLines).joined(separator: "\n") + "\n"
  }

  /// The date in the first comment of a file, in UTC.
  ///
  /// For reproducible builds, `SOURCE_DATE_EPOCH` replaces the current time.
  private static var today: String {
    let fixed = environmentVariable("SOURCE_DATE_EPOCH").flatMap { time_t($0) }
    var seconds = fixed ?? time(nil)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "an unknown day" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  /// The words of a key: two, four with AltGr, or eight if Caps Lock does not follow the rule.
  private func entries(of position: KeyPosition) -> String {
    let (key, locked) = (keys[position] ?? [:], locked[position] ?? [:])
    func words(_ actions: [KeyLevel: KeyAction]) -> [String] {
      KeyLevel.allCases.map { level in
        guard let action = actions[level] else { return "{none}" }
        let isFirst = level == .plain && actions == key
        return !isFirst && action == key[.plain] ? "{same}" : action.entry
      }
    }
    let isRegular = KeyLevel.allCases.allSatisfy { level in
      let action = Key.lockedAction(at: level) { key[$0] ?? .nothing }
      return action == locked[level] ?? .nothing
    }
    if !isRegular || position.isOnNumberPad {
      return (words(key) + words(locked)).joined(separator: " ")
    }
    let hasAltGr = key[.altgr] != nil || key[.altgrShift] != nil
    // Without an entry, the space bar types a space with AltGr too.
    let isShort = !hasAltGr && position != .space
    return words(key).prefix(isShort ? 2 : 4).joined(separator: " ")
  }

  private var sequenceLines: [String] {
    var paths: [[KeyAction]] = []
    var lines: [[KeyAction]: [String]] = [:]
    for sequence in sequences {
      guard let last = sequence.keys.last else { continue }
      let path = Array(sequence.keys.dropLast())
      if lines[path] == nil { paths.append(path) }
      lines[path, default: []] += [last.entry, sequence.text.word]
    }
    guard !paths.isEmpty else { return [] }
    return ["sequences:"]
      + paths.map { path in
        let keys = path.map { key in
          if case .dead(let name) = key { name } else { key.text.word }
        }.joined(separator: " ")
        let words = lines[path, default: []].joined(separator: " ")
        return "  \(keys.yaml): \(words.yaml)"
      }
  }
}

extension KeyAction {
  fileprivate var entry: String {
    switch self {
    case .nothing: "{none}"
    case .dead(let name): "{\(name)}"
    case .insert(let text): text.word
    }
  }
}

extension String {
  /// The text for a keyboard file, with code points for characters that are invisible or join their
  /// neighbour: `{U+0301}`.
  fileprivate var word: String {
    unicodeScalars.map { scalar in
      // A single brace is a text; otherwise it begins a code point or a name.
      let isOpening = scalar == "{" && unicodeScalars.count > 1
      return isOpening || scalar.isHidden ? "{\(scalar.codePoint)}" : String(scalar)
    }.joined()
  }

  /// The text in double quotes, or without quotes if YAML reads it as the same text.
  fileprivate var yaml: String {
    let isPlain = utf8.allSatisfy(XKBLayoutName.isAllowed)
    // Other readers of YAML take these words for other values.
    let reserved = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
    if isPlain, let first = utf8.first, (97...122).contains(first | 32),
      !reserved.contains(lowercased())
    {
      return self
    }
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
  }
}
