import KeywardEngine

/// What is written on a cap, in the forms it may take when there is less room.
struct CapLabel {
  /// The shift key's look.
  enum Shift: Hashable, Sendable {
    case off
    case once
    case locked
  }

  /// From the widest to none; an input key has one only.
  let forms: [String]

  /// The forms of a key's label.
  init(_ key: Key, shift: Shift, glyphs: Glyphs) {
    let sanitizer = Sanitizer(isASCII: glyphs.isASCII)
    let label = sanitizer.clean(Self.withBase(key.label), as: .name)
    switch key.role {
    case .input:
      forms = [label]
    case .shift:
      forms = [Self.shiftWord(label, shift), Self.shiftGlyph(shift, glyphs), ""]
    case .return:
      // A button's title: `Return` as `Done` in the toolbar.
      forms = [Self.capitalized(label), glyphs.isASCII ? "CR" : "⏎", ""]
    case .delete:
      forms = [label, glyphs.isASCII ? "<-" : "⌫", glyphs.isASCII ? "<" : "", ""]
    case .space:
      forms = [label, glyphs.isASCII ? "_" : "␣", ""]
    case .widthHalf, .widthFull, .panelLetters, .panelSymbols, .panelNumbers, .pageSymbols,
      .pageDigits:
      forms = [label, Self.glyph(of: key.role, glyphs), ""]
    }
  }

  /// The widest form of at most so many cells, nil where even the shortest is wider.
  func form(fitting cells: Int) -> String? {
    forms.first { CharacterWidth.of($0) <= cells }
  }

  /// A mark that stands alone, such as a vowel sign, on a dotted circle.
  private static func withBase(_ label: String) -> String {
    switch label.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: "\u{25CC}" + label
    default: label
    }
  }

  /// Letter case says the state, so that it shows without colour.
  private static func shiftWord(_ label: String, _ shift: Shift) -> String {
    switch shift {
    case .off: label
    case .once: capitalized(label)
    case .locked: label.uppercased()
    }
  }

  /// `shift` → `Shift`; two texts are put together, since adding a part of one makes a first caption
  /// wait for the library to look up what kind of sequence it is.
  private static func capitalized(_ label: String) -> String {
    label.prefix(1).uppercased() + String(label.dropFirst())
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
    case .widthHalf: "h"
    case .widthFull: "f"
    default: ""
    }
  }
}
