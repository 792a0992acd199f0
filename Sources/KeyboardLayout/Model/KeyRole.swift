/// The function of a key; the raw value is its name in files, JSON and `{role}` tokens.
public enum KeyRole: String, CaseIterable, Hashable, Sendable {
  /// Inserts its output.
  case input
  /// Turns upper case on and off.
  case shift
  /// Turns the levels of AltGr on and off, as shift does upper case.
  case altgr
  /// Deletes one grapheme; held, it repeats.
  case delete
  /// Submits or moves on.
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

  /// The role of a `{name}` token; `{letters}`, `{symbols}`, `{numbers}` are short forms.
  ///
  /// The result is `nil` for an unknown name and for `input`, which has no token.
  ///
  /// - Parameter name: the text between the braces.
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

  /// The label of a key of this role without a label in the file; empty for `input`.
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

  /// The panel a `panel-*` key shows.
  package var targetPanel: PanelName? {
    switch self {
    case .panelLetters: .letters
    case .panelSymbols: .symbols
    case .panelNumbers: .numbers
    default: nil
    }
  }

  /// The page a `page-*` key shows.
  package var targetPage: SymbolPage? {
    switch self {
    case .pageSymbols: .symbols
    case .pageDigits: .digits
    default: nil
    }
  }

  /// The width a `width-*` key shows.
  package var targetWidth: PanelWidth? {
    switch self {
    case .widthHalf: .half
    case .widthFull: .full
    default: nil
    }
  }

  /// True if a key of this role takes the width left over at the ends of its row.
  var standsAtEdges: Bool { self == .shift || self == .delete || targetPage != nil }
}
