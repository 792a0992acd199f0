/// A key: its label and effect, without a place.
///
/// Frames belong to the slots of a panel, keys sit in slots; shuffling moves keys, never frames.
package struct Key: Hashable, Sendable {
  /// The character of an input key, the role's name of any other; unique on its page.
  ///
  /// The second key of a role ends in `-2`, the third in `-3`.
  package var id: String
  /// The label of the cap while shift and AltGr are off.
  package var label: String
  /// The effect of the key.
  package var role: KeyRole
  /// The text inserted while shift and AltGr are off; empty for keys that insert nothing.
  package var output: String
  /// The text inserted while shift is on; `nil` means the upper case of `output`, empty nothing.
  package var shifted: String?
  /// The actions of all levels in their order, for a key with more than two texts; else `nil`.
  package private(set) var levels: [KeyAction]?
  /// The other characters that a long press offers.
  package var alternates: [String]
  /// The width in the file; `nil` for the default of role and row.
  package var width: KeyWidth?

  /// An input key; label and output are its `id` unless given.
  package init(
    input id: String, label: String? = nil, output: String? = nil, shifted: String? = nil,
    alternates: [String] = [], width: KeyWidth? = nil
  ) {
    self.id = id
    self.output = output ?? id
    self.label = label ?? id
    self.role = .input
    self.shifted = shifted
    self.alternates = alternates
    self.width = width
  }

  /// A function key with the label of its role unless given; `space` inserts U+0020.
  package init(role: KeyRole, id: String? = nil, label: String? = nil, width: KeyWidth? = nil) {
    self.id = id ?? role.rawValue
    self.label = label ?? role.label
    self.role = role
    self.output = role == .space ? " " : ""
    self.shifted = role == .space ? " " : ""
    self.alternates = []
    self.width = width
  }

  /// The action of the key at a level.
  package func action(at level: KeyLevel) -> KeyAction {
    if let levels { return levels[level.order] }
    switch level {
    case .plain: return KeyAction(output)
    case .shift: return KeyAction(shifted ?? Key.upperCase(of: output))
    case .altgr, .altgrShift: return role == .space ? KeyAction(output) : .nothing
    }
  }

  /// The text the key inserts at a level; empty for none.
  package func output(at level: KeyLevel) -> String { action(at: level).text }

  /// Gives the key an action for every level.
  mutating func setLevels(_ action: (KeyLevel) -> KeyAction) {
    let actions = KeyLevel.allCases.map(action)
    levels = actions
    output = actions[KeyLevel.plain.order].text
    shifted = actions[KeyLevel.shift.order].text
  }

  /// The label of the cap at a level.
  ///
  /// Labels of function keys never change, except that of a space key with another text there.
  package func label(at level: KeyLevel) -> String {
    guard level != .plain, role == .input || role == .space else { return label }
    let action = action(at: level)
    if role == .space { return action == self.action(at: .plain) ? label : action.label }
    let isOwnLabel = label != self.action(at: .plain).label
    if isOwnLabel, !level.isAltGr, action != .nothing { return Key.upperCase(of: label) }
    return action.label
  }

  /// The labels that a cap shows beside its own at a level.
  ///
  /// AltGr's is its effect, if that differs. Shift's is its effect, if that is not merely the upper
  /// case; it is empty while shift is on.
  package func secondLabels(at level: KeyLevel) -> (shift: String, altgr: String) {
    guard role == .input, levels != nil || shifted != nil, !level.isAltGr else { return ("", "") }
    let added = action(at: level.isShifted ? .altgrShift : .altgr)
    let altgr = added == action(at: level) ? "" : added.label
    if level.isShifted { return ("", altgr) }
    let shift = action(at: .shift)
    let isCase = shift.text.isExactly(Key.upperCase(of: output))
    return (isCase ? "" : shift.label, altgr)
  }

  /// The upper case of a text if it is one grapheme, else the text: `é` → `É`, `ß` → `ß`.
  package static func upperCase(of text: String) -> String {
    let upper = text.uppercased()
    return upper.count == 1 ? upper : text
  }
}

extension KeyAction {
  /// The label that shows the action; empty for none.
  package var label: String {
    switch self {
    case .nothing: ""
    case .insert(let text): VisibleText.label(of: text)
    case .dead(let name): DeadKeyName.label(of: name)
    }
  }
}
