import Testing

@testable import KeywardTerminal

@Suite struct CharacterWidthTests {
  @Test(arguments: [
    ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("─", 1), ("╭", 1), ("▄", 1), ("•", 1),
    ("✗", 1), ("⌫", 1), ("…", 1), ("€", 1), ("я", 1), ("語", 2), ("한", 2), ("（", 2), ("￥", 2),
    ("\u{1112}\u{1161}\u{11ab}", 2), ("😀", 2), ("👩\u{200d}🚀", 2), ("❤\u{fe0f}", 2), ("🇩🇪", 2),
    ("👍🏽", 2), ("\u{301}", 0), ("\u{200b}", 0), ("\u{7}", 0), ("\u{fffd}", 1), ("\u{20000}", 2),
    ("⌚", 2), ("☎", 1), ("α", 1), ("١", 1), ("का", 2), ("क्", 1), ("\u{25cc}\u{93f}", 2),
    ("\u{93e}", 1),
    ("\u{25cc}\u{e31}", 1), ("\u{17b6}", 1),
  ])
  func cellsOfACharacter(_ text: Character, _ cells: Int) {
    #expect(CharacterWidth.of(text) == cells)
  }

  @Test(
    "A cluster of several letters has the cells of its parts",
    arguments: [("न्दी", 3), ("हिन्दी", 5), ("स्त्री", 4), ("क्ष", 2), ("👩‍👩‍👧", 2)])
  func clusters(text: String, cells: Int) {
    #expect(CharacterWidth.of(text) == cells)
    let pieces = text.flatMap { CharacterWidth.pieces(of: $0) }
    #expect(pieces.map(String.init).joined() == text)
    #expect(pieces.allSatisfy { CharacterWidth.of($0) <= 2 })
    var buffer = CellBuffer(columns: 10, rows: 1)
    #expect(buffer.put(text, column: 0, row: 0) == cells)
    #expect(buffer.lines == [text])
  }

  @Test func printableASCIITakesOneCell() {
    for value in UInt8(0x20)...0x7e {
      #expect(CharacterWidth.of(Character(Unicode.Scalar(value))) == 1)
    }
  }

  @Test func oneCellCharactersAreVisibleAloneAndNarrow() {
    var count = 0
    for scalar in (0...0x10_ffff).lazy.compactMap(Unicode.Scalar.init)
    where CharacterWidth.standsInOneCell(scalar) {
      count += 1
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .surrogate,
        .lineSeparator, .paragraphSeparator:
        Issue.record("U+\(String(scalar.value, radix: 16))")
      default: break
      }
      let isWide = CharacterWidth.wide.contains { $0.contains(scalar.value) }
      let text = String(String.UnicodeScalarView(["a", scalar, scalar, "a"]))
      #expect(!isWide && text.count == 4, "U+\(String(scalar.value, radix: 16))")
    }
    #expect(count > 2000)
  }

  @Test func aMarkOnACircleThatIsKnownTakesTheCellsOfItsCharacters() {
    var count = 0
    for mark in (0...0x10_ffff).lazy.compactMap(Unicode.Scalar.init) {
      let text = "\u{25cc}\(mark)"
      guard let cells = CharacterWidth.cellsOfMarkOnCircle(text.unicodeScalars) else { continue }
      count += 1
      let summed = text.unicodeScalars.reduce(0) { $0 + CharacterWidth.of($1) }
      #expect(text.count == 1 && cells == summed, "U+\(String(mark.value, radix: 16))")
      #expect(CharacterWidth.cellsOfMarkOnCircle((text + "a").unicodeScalars) == nil)
    }
    #expect(count > 150)
  }

  @Test func theTableIsSortedAndWithoutOverlaps() {
    for (range, next) in zip(CharacterWidth.wide, CharacterWidth.wide.dropFirst()) {
      #expect(range.upperBound < next.lowerBound)
    }
  }
}
