/// A key with its label and its effect, without a frame.
///
/// A panel has slots with frames, and a key in each slot. Shuffling moves keys between the slots;
/// the frames never change.
package struct Key: Hashable, Sendable {
  /// The identifier of the key, unique on its page.
  ///
  /// For an input key it is the character, position or word in the file. For any other key it is
  /// the name of the role, with the suffix `-2` for the second key of that role, `-3` for the
  /// third.
  package var id: String
  package var label: String
  package let role: KeyRole
  /// The text inserted while shift and AltGr are off; empty for keys that insert nothing.
  package var output: String
  /// The text inserted while shift is on and AltGr is off.
  ///
  /// `nil` means the upper case of `output`, and an empty text means that nothing is inserted.
  package internal(set) var shifted: String?
  /// The actions at all levels, in the order of `KeyLevel`.
  ///
  /// `nil` means that `output` and `shifted` describe the key completely, because the key has
  /// neither an AltGr text nor a dead key.
  package private(set) var levels: [KeyAction]?
  /// The actions at all levels while Caps Lock is on, or Num Lock for a key of the number pad.
  ///
  /// `nil` means that the rule of `lockedAction` applies.
  package private(set) var locked: [KeyAction]?
  package var alternates: [String] = []
  /// The width given in the file; `nil` for the default width, which depends on the role and the
  /// row.
  package var width: KeyWidth?

  package init(
    input id: String, label: String? = nil, output: String? = nil, shifted: String? = nil,
    alternates: [String] = [], width: KeyWidth? = nil
  ) {
    self.id = id
    self.label = label ?? id
    role = .input
    self.output = output ?? id
    self.shifted = shifted
    self.alternates = alternates
    self.width = width
  }

  package init(role: KeyRole, label: String? = nil, width: KeyWidth? = nil) {
    id = role.rawValue
    self.label = label ?? role.label
    self.role = role
    output = role == .space ? " " : ""
    shifted = output
    self.width = width
  }

  package func action(at level: KeyLevel) -> KeyAction {
    if let levels { return levels[level.order] }
    switch level {
    case .plain: return KeyAction(output)
    case .shift: return KeyAction(shifted ?? Key.upperCase(of: output))
    case .altgr, .altgrShift: return role == .space ? KeyAction(output) : .nothing
    }
  }

  /// Returns the action while Caps Lock is on, or Num Lock for a key of the number pad.
  ///
  /// If it has no own actions, a key that types a small letter, and with Shift a capital one,
  /// types the other of the two. Any other key types its text in upper case if possible. These are
  /// the rules of XKB.
  package func lockedAction(at level: KeyLevel) -> KeyAction {
    locked?[level.order] ?? Key.lockedAction(at: level, of: action)
  }

  /// Returns the action while Caps Lock is on for a key with these actions, by the rule.
  package static func lockedAction(
    at level: KeyLevel, of actions: (KeyLevel) -> KeyAction
  ) -> KeyAction {
    let action = actions(level)
    let other = actions(KeyLevel(isShifted: !level.isShifted, isAltGr: level.isAltGr))
    let (small, capital) = level.isShifted ? (other, action) : (action, other)
    if small.text.isLetter(where: \.isLowercase), capital.text.isLetter(where: \.isUppercase) {
      return other
    }
    if case .insert(let text) = action { return .insert(Key.upperCase(of: text)) }
    return action
  }

  package func output(at level: KeyLevel) -> String { action(at: level).text }

  /// All actions of the key, with Caps Lock or Num Lock on or off.
  package var actions: [KeyAction] {
    KeyLevel.allCases.flatMap { [action(at: $0), lockedAction(at: $0)] }
  }

  mutating func setLocked(_ action: (KeyLevel) -> KeyAction) {
    locked = KeyLevel.allCases.map(action)
  }

  mutating func setLevels(_ action: (KeyLevel) -> KeyAction) {
    let (plain, shift) = (action(.plain), action(.shift))
    levels = [plain, shift, action(.altgr), action(.altgrShift)]
    output = plain.text
    shifted = shift.text
  }

  /// Returns the label at a level.
  ///
  /// A function key has the same label at all levels, except for the space bar.
  package func label(at level: KeyLevel) -> String {
    guard level != .plain, role == .input || role == .space else { return label }
    let action = action(at: level)
    if role == .space { return action == self.action(at: .plain) ? label : action.label }
    let isOwnLabel = label != self.action(at: .plain).label
    if isOwnLabel, !level.isAltGr, action != .nothing { return Key.upperCase(of: label) }
    return action.label
  }

  /// The small second label that shows the effect of shift.
  ///
  /// It is empty if shift only makes the text upper case.
  package var shiftLabel: String {
    guard role == .input, levels != nil || shifted != nil else { return "" }
    let shift = action(at: .shift)
    return shift.text.isExactly(Key.upperCase(of: output)) ? "" : shift.label
  }

  /// Returns the small second label that shows the effect of AltGr.
  ///
  /// It is empty if AltGr is already on at this level, or has no effect on the key.
  package func altgrLabel(at level: KeyLevel) -> String {
    guard role == .input, levels != nil, !level.isAltGr else { return "" }
    let added = action(at: level.isShifted ? .altgrShift : .altgr)
    return added == action(at: level) ? "" : added.label
  }

  /// Returns the upper case of a text, or the text itself if its upper case has several characters.
  ///
  /// Examples: `é` → `É`. `ß` → `ß`, because the upper case of `ß` is `SS`.
  ///
  /// In Turkish and Azerbaijani, which are given as a BCP 47 tag, the upper case of `i` is `İ`.
  package static func upperCase(of text: String, in language: String = "und") -> String {
    // A fast path: most texts are one ASCII character.
    if text.utf8.count == 1, let byte = text.utf8.first {
      if byte == UInt8(ascii: "i"), hasDottedCapital(language) { return "İ" }
      let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      return isSmall ? String(Unicode.Scalar(byte - 32)) : text
    }
    let upper = text.uppercased()
    return upper.count == 1 ? upper : text
  }

  /// True for a language in which `İ` is the capital of `i`, and `I` that of `ı`.
  package static func hasDottedCapital(_ language: String) -> Bool {
    ["tr", "az"].contains(language.prefix { $0 != "-" }.lowercased())
  }

  /// The letter that Shift should type on a keyboard of a language, if it types another letter.
  ///
  /// It is `nil` unless the key types a small letter, and with Shift a capital one.
  package func expectedCapital(in language: String) -> String? {
    let (small, capital) = (output(at: .plain), output(at: .shift))
    guard small.isLetter(where: \.isLowercase), capital.isLetter(where: \.isUppercase) else {
      return nil
    }
    let expected = Key.upperCase(of: small, in: language)
    return capital.isExactly(expected) ? nil : expected
  }
}

extension String {
  /// True if the text is a single letter with this property.
  fileprivate func isLetter(where hasProperty: (Unicode.Scalar.Properties) -> Bool) -> Bool {
    unicodeScalars.count == 1 && unicodeScalars.allSatisfy { hasProperty($0.properties) }
  }
}

extension KeyAction {
  package var label: String {
    switch self {
    case .nothing: ""
    case .insert(let text): text.visible
    case .dead(let name): DeadKeys.label(of: name)
    }
  }
}

/// The combination of shift and AltGr that selects a text of a key.
///
/// The raw value is the name in files and simulation steps.
package enum KeyLevel: String, CaseIterable, Hashable, Sendable {
  case plain
  case shift
  case altgr
  case altgrShift = "altgr-shift"

  package init(isShifted: Bool, isAltGr: Bool) {
    self = isAltGr ? isShifted ? .altgrShift : .altgr : isShifted ? .shift : .plain
  }

  package var isShifted: Bool { self == .shift || self == .altgrShift }

  package var isAltGr: Bool { self == .altgr || self == .altgrShift }

  var order: Int {
    switch self {
    case .plain: 0
    case .shift: 1
    case .altgr: 2
    case .altgrShift: 3
    }
  }
}

package enum KeyAction: Hashable, Sendable {
  case nothing
  /// Inserts 1 to 8 code points, without normalising them.
  case insert(String)
  /// Starts or continues a dead-key sequence; the value is the dead key's name, as in `dead_acute`.
  case dead(String)

  package var text: String {
    if case .insert(let text) = self { text } else { "" }
  }

  init(_ text: String) { self = text.isEmpty ? .nothing : .insert(text) }

  /// Compares texts byte by byte: U+00E9 differs from `e` with a combining accent.
  package static func == (a: KeyAction, b: KeyAction) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing): true
    case (.insert(let one), .insert(let other)), (.dead(let one), .dead(let other)):
      one.isExactly(other)
    default: false
    }
  }
}

/// The function of a key; the raw value is its name in files, JSON and `{role}` tokens.
@nonexhaustive public enum KeyRole: String, CaseIterable, Hashable, Sendable {
  /// Inserts its output.
  case input
  /// Switches upper case on and off.
  case shift
  /// Switches the AltGr levels on and off.
  case altgr
  /// Deletes one grapheme, repeatedly while held.
  case delete
  /// Submits the text, or moves on to the next field.
  case `return`
  /// Inserts U+0020.
  case space
  /// Shows the letters.
  case panelLetters = "panel-letters"
  /// Shows the symbols.
  case panelSymbols = "panel-symbols"
  /// Shows the numbers.
  case panelNumbers = "panel-numbers"
  /// Shows the page `symbols` in the same width.
  case pageSymbols = "page-symbols"
  /// Shows the page `digits` in the same width.
  case pageDigits = "page-digits"
  /// Shows the same page in half width.
  case widthHalf = "width-half"
  /// Shows the same page in full width.
  case widthFull = "width-full"

  /// Shows the next keyboard of a pair.
  case nextKeyboard = "next-keyboard"

  /// The role of a `{name}` token; `nil` for an unknown name and for `input`, which has no token.
  package init?(token name: String) {
    switch name {
    case "letters": self = .panelLetters
    case "symbols": self = .panelSymbols
    case "numbers": self = .panelNumbers
    default:
      guard let role = KeyRole(rawValue: name), role != .input else { return nil }
      self = role
    }
  }

  package var targetPanel: PanelName? {
    switch self {
    case .panelLetters: .letters
    case .panelSymbols: .symbols
    case .panelNumbers: .numbers
    default: nil
    }
  }

  package var targetPage: SymbolPage? {
    switch self {
    case .pageSymbols: .symbols
    case .pageDigits: .digits
    default: nil
    }
  }

  package var targetWidth: PanelWidth? {
    switch self {
    case .widthHalf: .half
    case .widthFull: .full
    default: nil
    }
  }

  /// True if a key of this role fills the remaining width when it is first or last in its row.
  var standsAtEdges: Bool { self == .shift || self == .delete || targetPage != nil }
}

/// The words on keys, and about keys for a screen reader, which are translated.
package enum KeyWord: String, CaseIterable, Hashable, Sendable {
  case space, shift, delete, `return`, nextLayout, halfWidth, fullWidth, done
  case go, next, search, send, join, `continue`
  case letters, symbols, numbers, nextKeyboard
}

/// The texts of the keys of a role.
package struct KeyTexts {
  /// The English label of a key whose file sets none.
  package let label: String
  /// The word that is the label in other languages; nil if the label is the same in all of them.
  package let word: KeyWord?
  /// The word for a screen reader; nil if it is the label.
  package let spoken: KeyWord?
  /// The sign that can be drawn in place of a word; nil for a key without one.
  package let symbol: String?
  /// The shortest label in ASCII, for caps of one or two cells.
  package let short: String

  fileprivate init(
    _ label: String, _ word: KeyWord? = nil, spoken: KeyWord? = nil, symbol: String? = nil,
    short: String
  ) {
    (self.label, self.word, self.spoken) = (label, word, spoken)
    (self.symbol, self.short) = (symbol, short)
  }
}

extension KeyRole {
  package var texts: KeyTexts {
    switch self {
    case .input: KeyTexts("", short: "")
    case .shift: KeyTexts("shift", .shift, symbol: "⇧", short: "^")
    case .altgr: KeyTexts("AltGr", symbol: "⎇", short: "G")
    case .delete: KeyTexts("delete", .delete, symbol: "⌫", short: "<")
    case .return: KeyTexts("return", .return, symbol: "⏎", short: "CR")
    case .space: KeyTexts("space", .space, spoken: .space, symbol: "␣", short: "_")
    case .panelLetters: KeyTexts("Abc", spoken: .letters, short: "A")
    case .panelSymbols: KeyTexts(".?123", spoken: .symbols, short: "#")
    case .panelNumbers: KeyTexts("123", spoken: .numbers, short: "1")
    case .pageSymbols: KeyTexts("#+=", spoken: .symbols, short: "#")
    case .pageDigits: KeyTexts("123", spoken: .numbers, short: "1")
    case .widthHalf: KeyTexts("half", .halfWidth, short: "h")
    case .widthFull: KeyTexts("full", .fullWidth, short: "f")
    case .nextKeyboard:
      KeyTexts("next", .nextLayout, spoken: .nextKeyboard, symbol: "⇄", short: ">")
    }
  }

  package var label: String { texts.label }
}

package enum KeyWidth: Hashable, Sendable {
  /// The width of 0.5 to 8 unit keys, including the gaps between them.
  case units(Double)
  /// The width that the other keys of the row leave, divided equally among the keys with `fill`.
  case fill
  /// The width of a unit key, stretched so that the row fills the panel's width.
  ///
  /// The gaps and the other keys of the row are stretched by the same factor, except for keys that
  /// fill the space at the ends of the row. In a row with a `fill` key, nothing is stretched.
  case share
}
