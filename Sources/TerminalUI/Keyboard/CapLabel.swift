import KeywardEngine

/// What is written on a cap, in the forms it may take when there is less room.
package struct CapLabel {
  /// The look of the keys shift and AltGr.
  package enum Shift: Hashable, Sendable {
    case off
    case once
    case locked
  }

  /// From the widest to none; an input key has one only.
  let forms: [String]

  /// The forms of a key's label.
  init(_ key: Key, shift: Shift = .off, altgr: Shift = .off, glyphs: Glyphs) {
    let label = Self.text(key.label, glyphs)
    switch key.role {
    case .input:
      forms = [label]
    case .shift:
      // A sign says the state, so that it shows without colour.
      let sign = Self.shiftGlyph(shift, glyphs)
      forms = [shift == .off ? label : sign + " " + label, sign, ""]
    case .altgr:
      let sign = Self.shiftGlyph(altgr, glyphs)
      forms =
        altgr == .off
        ? [label, "Alt", glyphs.isASCII ? "G" : "⎇", ""] : [sign + " " + label, sign, ""]
    case .return:
      forms = [label, glyphs.isASCII ? "CR" : "⏎", ""]
    case .delete:
      forms = [label, glyphs.isASCII ? "<-" : "⌫", glyphs.isASCII ? "<" : "", ""]
    case .space:
      forms = [label, glyphs.isASCII ? "_" : "␣", ""]
    case .nextKeyboard, .widthHalf, .widthFull, .panelLetters, .panelSymbols, .panelNumbers,
      .pageSymbols,
      .pageDigits:
      forms = [label, Self.glyph(of: key.role, glyphs), ""]
    }
  }

  /// The widest form of at most so many cells, nil where even the shortest is wider.
  func form(fitting cells: Int) -> String? {
    forms.first { CharacterWidth.of($0) <= cells }
  }

  /// What a terminal shows of a text on a cap.
  static func text(_ label: String, _ glyphs: Glyphs) -> String {
    Sanitizer(isASCII: glyphs.isASCII).clean(withBase(label), as: .name)
  }

  /// A mark that stands alone, such as a vowel sign, on a dotted circle.
  private static func withBase(_ label: String) -> String {
    switch label.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: "\u{25CC}" + label
    default: label
    }
  }

  private static func shiftGlyph(_ shift: Shift, _ glyphs: Glyphs) -> String {
    switch shift {
    case .off: glyphs.isASCII ? "^" : "⇧"
    case .once: glyphs.isASCII ? "A" : "⇑"
    case .locked: glyphs.isASCII ? "A!" : "⇪"
    }
  }

  private static func glyph(of role: KeyRole, _ glyphs: Glyphs) -> String {
    switch role {
    case .panelLetters: "A"
    case .panelSymbols, .pageSymbols: "#"
    case .panelNumbers, .pageDigits: "1"
    case .nextKeyboard: glyphs.isASCII ? ">" : "⇄"
    case .widthHalf: "h"
    case .widthFull: "f"
    default: ""
    }
  }
}
