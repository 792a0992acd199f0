/// A level of a keyboard: the choice between the texts of a key that shift and AltGr make.
///
///     KeyLevel(isShifted: true, isAltGr: false)   // .shift
///
/// The raw value is the name in files and steps of a simulation.
package enum KeyLevel: String, CaseIterable, Hashable, Sendable {
  /// Neither shift nor AltGr.
  case plain
  /// Shift.
  case shift
  /// AltGr.
  case altgr
  /// Both.
  case altgrShift = "altgr-shift"

  /// The level of two switches.
  package init(isShifted: Bool, isAltGr: Bool) {
    self = isAltGr ? isShifted ? .altgrShift : .altgr : isShifted ? .shift : .plain
  }

  /// Whether shift leads to it.
  package var isShifted: Bool { self == .shift || self == .altgrShift }

  /// Whether AltGr leads to it.
  package var isAltGr: Bool { self == .altgr || self == .altgrShift }

  /// The number of the level among all.
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
  /// Waits for the next key and types a character together with it; the name is that of the keysym.
  case dead(String)

  /// The text that is inserted at once; empty for none.
  package var text: String {
    if case .insert(let text) = self { text } else { "" }
  }

  /// An insertion of a text, or nothing for an empty one.
  init(_ text: String) { self = text.isEmpty ? .nothing : .insert(text) }

  /// Whether both do the same, byte by byte: U+00E9 is not `e` with an accent, and U+00B7 not U+0387.
  public static func == (a: KeyAction, b: KeyAction) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing): true
    case (.insert(let one), .insert(let other)), (.dead(let one), .dead(let other)):
      one.isExactly(other)
    default: false
    }
  }
}

extension StringProtocol {
  /// Whether two texts have the same bytes; `==` takes U+00E9 for `e` with an accent.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}
