/// A level of a keyboard: the choice that shift and AltGr make among the texts of a key.
///
///     KeyLevel(isShifted: true, isAltGr: false)   // .shift
///
/// The raw value is the name in files and steps of a simulation.
package enum KeyLevel: String, CaseIterable, Hashable, Sendable {
  /// The level without shift and AltGr.
  case plain
  /// The level of shift.
  case shift
  /// The level of AltGr.
  case altgr
  /// The level of both.
  case altgrShift = "altgr-shift"

  /// The level of two switches.
  package init(isShifted: Bool, isAltGr: Bool) {
    self = isAltGr ? isShifted ? .altgrShift : .altgr : isShifted ? .shift : .plain
  }

  /// Whether shift leads to it.
  package var isShifted: Bool { self == .shift || self == .altgrShift }

  /// Whether AltGr leads to it.
  package var isAltGr: Bool { self == .altgr || self == .altgrShift }

  /// The index of the level.
  var order: Int {
    switch self {
    case .plain: 0
    case .shift: 1
    case .altgr: 2
    case .altgrShift: 3
    }
  }
}

/// The effect of a key at a level.
package enum KeyAction: Hashable, Sendable {
  /// No effect.
  case nothing
  /// Inserts a text of 1 to 8 code points, which is never normalised.
  case insert(String)
  /// Waits for the next key and types a character together with it; the name is the keysym's.
  case dead(String)

  /// The text inserted at once; empty for none.
  package var text: String {
    if case .insert(let text) = self { text } else { "" }
  }

  /// The insertion of a text; nothing for an empty one.
  init(_ text: String) { self = text.isEmpty ? .nothing : .insert(text) }

  /// Tells whether both do the same, byte by byte: U+00E9 differs from `e` with an accent, U+00B7
  /// from U+0387.
  package static func == (a: KeyAction, b: KeyAction) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing): true
    case (.insert(let one), .insert(let other)), (.dead(let one), .dead(let other)):
      one.isExactly(other)
    default: false
    }
  }
}
