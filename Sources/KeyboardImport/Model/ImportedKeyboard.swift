import KeyboardLayout

/// A keyboard as a source describes it, independent of any file.
///
/// It is not checked against the rules of keyboard files; `KeyboardText` writes a file that keeps
/// them.
package struct ImportedKeyboard: Sendable {
  /// The name of the file: `a-z 0-9 -`.
  package var name: String
  /// The name for people.
  package var title: String
  /// A BCP 47 tag; `und` for none.
  package var language: String
  /// The source with its version, for the first comment of the file.
  package var origin: String
  /// The keys and their places.
  package var keys: ImportedKeys
  /// The texts that dead keys type together with the keys after them.
  package var sequences: [ImportedSequence] = []
  /// The parts of the source that this keyboard lacks.
  package var losses: [ImportLoss] = []
}

/// The keys of an imported keyboard.
package enum ImportedKeys: Sendable {
  /// Keys of a main block in a form, and in other forms that have more of them.
  case positions([KeyPosition: ImportedKey], [FormName])
  /// Rows of a touch keyboard, without keys that type nothing, and the keys beside its space bar.
  case rows([[ImportedKey]], before: [ImportedKey], behind: [ImportedKey])
}

/// The effects of a key: an action for each of the four levels, and the texts of a long press.
package struct ImportedKey: Hashable, Sendable {
  private var actions: [KeyAction]
  /// The other texts of a long press.
  package var alternates: [String] = []

  /// A key with an action for each level.
  package init(_ action: (KeyLevel) -> KeyAction) { actions = KeyLevel.allCases.map(action) }

  /// The action at a level.
  package subscript(level: KeyLevel) -> KeyAction {
    get { actions[Self.order(level)] }
    set { actions[Self.order(level)] = newValue }
  }

  /// Tells whether a level has an effect that a lower one lacks.
  package func gains(_ level: KeyLevel, over lower: KeyLevel) -> Bool {
    self[level] != .nothing && self[level] != self[lower]
  }

  /// Whether it types nothing at any level.
  package var isEmpty: Bool { actions.allSatisfy { $0 == .nothing } }

  /// The actions of all levels, plain first.
  package var all: [KeyAction] { actions }

  private static func order(_ level: KeyLevel) -> Int {
    (level.isShifted ? 1 : 0) + (level.isAltGr ? 2 : 0)
  }
}

/// Keys that type a text together, the first of them dead.
package struct ImportedSequence: Hashable, Sendable {
  /// Two to five keys.
  package var keys: [KeyAction]
  /// The text.
  package var text: String
}
