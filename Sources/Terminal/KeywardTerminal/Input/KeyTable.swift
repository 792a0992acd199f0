/// The keys that terminals report by escape sequences.
///
/// `SequenceParameters` adds the modifiers to a key of this table, and decodes a code that is not
/// in the table as a character.
package enum KeyTable {
  package enum Name: Hashable, Sendable {
    /// A letter as in `CSI A`, `CSI 1;5A` and `SS3 A`.
    case letter(Unicode.Scalar)
    /// A letter in the CSI forms only, as in `CSI Z`.
    case control(Unicode.Scalar)
    /// A letter in the SS3 form only, as in `SS3 M`.
    case singleShift(Unicode.Scalar)
    /// A letter as in `CSI [ A` of the Linux console.
    case console(Unicode.Scalar)
    /// A number as in `CSI number ~`.
    case number(Int)
    /// A code as in `CSI code u` and `CSI 27;modifiers;code ~`.
    case code(Int)
    /// A virtual key as in `CSI key;…_` of win32-input-mode.
    case windows(Int)
  }

  package enum Meaning: Hashable, Sendable {
    case key(TerminalKey)
    case character(Unicode.Scalar)
    case nothing
  }

  package struct Row: Hashable, Sendable {
    package let name: Name
    package let meaning: Meaning

    init(_ name: Name, _ meaning: Meaning) { (self.name, self.meaning) = (name, meaning) }
    init(_ name: Name, _ key: TerminalKey) { self.init(name, .key(key)) }
    init(_ name: Name, _ character: Unicode.Scalar) { self.init(name, .character(character)) }
  }

  package static func meaning(of name: Name) -> Meaning? {
    rows.first { $0.name == name }?.meaning
  }

  package static let rows: [Row] = [
    Row(.letter("A"), .up), Row(.letter("B"), .down), Row(.letter("C"), .right),
    Row(.letter("D"), .left), Row(.letter("F"), .end), Row(.letter("H"), .home),
    Row(.letter("P"), .function(1)), Row(.letter("Q"), .function(2)),
    Row(.singleShift("R"), .function(3)), Row(.letter("S"), .function(4)),
    Row(.control("Z"), .backTab),
    // Reports: cursor position, attributes, status, window, focus, settings, mouse of rxvt.
    Row(.control("R"), .nothing), Row(.control("c"), .nothing), Row(.control("n"), .nothing),
    Row(.control("t"), .nothing), Row(.control("I"), .nothing), Row(.control("O"), .nothing),
    Row(.control("x"), .nothing), Row(.control("M"), .nothing),

    Row(.console("A"), .function(1)), Row(.console("B"), .function(2)),
    Row(.console("C"), .function(3)), Row(.console("D"), .function(4)),
    Row(.console("E"), .function(5)),

    Row(.number(1), .home), Row(.number(2), .insert), Row(.number(3), .deleteForward),
    Row(.number(4), .end), Row(.number(5), .pageUp), Row(.number(6), .pageDown),
    Row(.number(7), .home), Row(.number(8), .end),
    Row(.number(11), .function(1)), Row(.number(12), .function(2)), Row(.number(13), .function(3)),
    Row(.number(14), .function(4)), Row(.number(15), .function(5)), Row(.number(17), .function(6)),
    Row(.number(18), .function(7)), Row(.number(19), .function(8)), Row(.number(20), .function(9)),
    Row(.number(21), .function(10)), Row(.number(23), .function(11)),
    Row(.number(24), .function(12)), Row(.number(25), .function(13)),
    Row(.number(26), .function(14)), Row(.number(28), .function(15)),
    Row(.number(29), .function(16)), Row(.number(31), .function(17)),
    Row(.number(32), .function(18)), Row(.number(33), .function(19)),
    Row(.number(34), .function(20)),
    // The end of a paste without a beginning.
    Row(.number(201), .nothing),

    // The keypad in application mode.
    Row(.singleShift("M"), .enter), Row(.singleShift("X"), "="), Row(.singleShift("j"), "*"),
    Row(.singleShift("k"), "+"), Row(.singleShift("l"), ","), Row(.singleShift("m"), "-"),
    Row(.singleShift("n"), "."), Row(.singleShift("o"), "/"), Row(.singleShift("p"), "0"),
    Row(.singleShift("q"), "1"), Row(.singleShift("r"), "2"), Row(.singleShift("s"), "3"),
    Row(.singleShift("t"), "4"), Row(.singleShift("u"), "5"), Row(.singleShift("v"), "6"),
    Row(.singleShift("w"), "7"), Row(.singleShift("x"), "8"), Row(.singleShift("y"), "9"),
    Row(.singleShift(" "), " "), Row(.singleShift("I"), .tab),

    Row(.code(8), .backspace), Row(.code(9), .tab), Row(.code(13), .enter),
    Row(.code(27), .escape), Row(.code(127), .backspace),
    Row(.windows(8), .backspace), Row(.windows(9), .tab), Row(.windows(13), .enter),
    Row(.windows(27), .escape), Row(.windows(33), .pageUp), Row(.windows(34), .pageDown),
    Row(.windows(35), .end), Row(.windows(36), .home), Row(.windows(37), .left),
    Row(.windows(38), .up), Row(.windows(39), .right), Row(.windows(40), .down),
    Row(.windows(45), .insert), Row(.windows(46), .deleteForward),
    Row(.windows(112), .function(1)), Row(.windows(113), .function(2)),
    Row(.windows(114), .function(3)), Row(.windows(115), .function(4)),
    Row(.windows(116), .function(5)), Row(.windows(117), .function(6)),
    Row(.windows(118), .function(7)), Row(.windows(119), .function(8)),
    Row(.windows(120), .function(9)), Row(.windows(121), .function(10)),
    Row(.windows(122), .function(11)), Row(.windows(123), .function(12)),
    // The keypad of the kitty protocol.
    Row(.code(57399), "0"), Row(.code(57400), "1"), Row(.code(57401), "2"), Row(.code(57402), "3"),
    Row(.code(57403), "4"), Row(.code(57404), "5"), Row(.code(57405), "6"), Row(.code(57406), "7"),
    Row(.code(57407), "8"), Row(.code(57408), "9"), Row(.code(57409), "."), Row(.code(57410), "/"),
    Row(.code(57411), "*"), Row(.code(57412), "-"), Row(.code(57413), "+"),
    Row(.code(57414), .enter), Row(.code(57415), "="), Row(.code(57416), ","),
    Row(.code(57417), .left), Row(.code(57418), .right), Row(.code(57419), .up),
    Row(.code(57420), .down), Row(.code(57421), .pageUp), Row(.code(57422), .pageDown),
    Row(.code(57423), .home), Row(.code(57424), .end), Row(.code(57425), .insert),
    Row(.code(57426), .deleteForward),
  ]

  /// The codes that the kitty protocol reserves for keys without a character, such as shift itself.
  package static let functionalCodes = 57344...63743
}
