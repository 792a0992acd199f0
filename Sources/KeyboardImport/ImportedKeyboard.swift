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
  /// The keys of the main block.
  package var keys: [KeyPosition: ImportedKey]
  /// The form of the main block, and others that have more of its keys.
  package var forms: [FormName]
  /// The texts that dead keys type together with the keys after them.
  package var sequences: [ImportedSequence] = []
  /// The parts of the source that this keyboard lacks.
  package var losses: [ImportLoss] = []
}

/// The effects of a key: an action for each of the four levels.
package struct ImportedKey: Hashable, Sendable {
  private var actions: [KeyAction]

  /// A key with an action for each level.
  package init(_ action: (KeyLevel) -> KeyAction) { actions = KeyLevel.allCases.map(action) }

  /// The action at a level.
  package subscript(level: KeyLevel) -> KeyAction {
    get { actions[Self.order(level)] }
    set { actions[Self.order(level)] = newValue }
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

/// The reason why nothing was imported: a sentence with the next step for the user.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An error of a sentence.
  package init(_ description: String) { self.description = description }
}
