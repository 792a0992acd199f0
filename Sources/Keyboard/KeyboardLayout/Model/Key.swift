/// A key: its label and effect, without a frame.
///
/// A panel has slots with frames, and a key in each slot; shuffling moves keys, never frames.
package struct Key: Hashable, Sendable {
  /// An input key's character, position or word in the file, or the name of another key's role.
  ///
  /// It is unique on the page: the second key of a role has the suffix `-2`, the third `-3`.
  package var id: String
  package var label: String
  package let role: KeyRole
  /// The text inserted while shift and AltGr are off; empty for keys that insert nothing.
  package var output: String
  /// The text while shift is on; `nil` for the upper case of `output`, empty for none.
  package internal(set) var shifted: String?
  /// The actions of all levels in order, for a key with more than two texts; else `nil`.
  package private(set) var levels: [KeyAction]?
  package var alternates: [String] = []
  /// The width in the file; `nil` for the default of role and row.
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

  package func output(at level: KeyLevel) -> String { action(at: level).text }

  mutating func setLevels(_ action: (KeyLevel) -> KeyAction) {
    let (plain, shift) = (action(.plain), action(.shift))
    levels = [plain, shift, action(.altgr), action(.altgrShift)]
    output = plain.text
    shifted = shift.text
  }

  /// The label at a level; of the function keys, only space can have different labels.
  package func label(at level: KeyLevel) -> String {
    guard level != .plain, role == .input || role == .space else { return label }
    let action = action(at: level)
    if role == .space { return action == self.action(at: .plain) ? label : action.label }
    let isOwnLabel = label != self.action(at: .plain).label
    if isOwnLabel, !level.isAltGr, action != .nothing { return Key.upperCase(of: label) }
    return action.label
  }

  /// The small second label for shift; empty if shift only makes the text upper case.
  package var shiftLabel: String {
    guard role == .input, levels != nil || shifted != nil else { return "" }
    let shift = action(at: .shift)
    return shift.text.isExactly(Key.upperCase(of: output)) ? "" : shift.label
  }

  /// The small second label for AltGr; empty if AltGr changes nothing, and while it is on.
  package func altgrLabel(at level: KeyLevel) -> String {
    guard role == .input, levels != nil, !level.isAltGr else { return "" }
    let added = action(at: level.isShifted ? .altgrShift : .altgr)
    return added == action(at: level) ? "" : added.label
  }

  /// The upper case of a text if that is one grapheme: `é` → `É`, but `ß` → `ß`.
  package static func upperCase(of text: String) -> String {
    let upper = text.uppercased()
    return upper.count == 1 ? upper : text
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
  /// Inserts a text of 1 to 8 code points, which is never normalized.
  case insert(String)
  /// Waits for the next key, to type one character for both; the value is the keysym's name.
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
public enum KeyRole: String, CaseIterable, Hashable, Sendable {
  /// Inserts its output.
  case input
  /// Switches upper case on and off.
  case shift
  /// Switches the AltGr levels on and off.
  case altgr
  /// Deletes one grapheme, repeatedly while held.
  case delete
  /// Submits, or moves on to the next field.
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

  package var label: String {
    switch self {
    case .input: ""
    case .shift, .delete, .return, .space: rawValue
    case .altgr: "AltGr"
    case .panelLetters: "Abc"
    case .panelSymbols: ".?123"
    case .panelNumbers, .pageDigits: "123"
    case .pageSymbols: "#+="
    case .nextKeyboard: "next"
    case .widthHalf: "half"
    case .widthFull: "full"
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

  /// True if keys of this role, at an end of their row, fill the width that is left.
  var standsAtEdges: Bool { self == .shift || self == .delete || targetPage != nil }
}

package enum KeyWidth: Hashable, Sendable {
  /// A number of unit keys with the gaps between them, or of columns on pads: 0.5 to 8.
  case units(Double)
  /// The width left by the other keys of the row, divided equally.
  case fill
  /// A unit key and its gap, stretched so that the row fills the panel.
  case share
}
