import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct RevealComposerTests {
  private func composed(
    _ text: String, _ cells: Int, grouped: Bool = false, ascii: Bool = false,
    ellipsis: String = "", cursorBar: Unicode.Scalar? = nil
  ) throws -> String {
    var scratch = try SecretBuffer(capacity: SecretBuffer.largestCapacity)
    let count = Reveal.compose(
      text.utf8Span.span.bytes, cells: cells, isGrouped: grouped, isASCII: ascii,
      ellipsis: ellipsis, cursorBar: cursorBar, into: &scratch)
    return scratch.withBytes { $0.extracting(0..<count).publicText }
  }

  @Test func theEndThatFitsIsShownAndBlanksFillTheRow() throws {
    #expect(try composed("abc", 5) == "abc  ")
    #expect(try composed("abcdefg", 7) == "abcdefg")
    #expect(try composed("abcdefg", 4) == "defg")
    #expect(try composed("", 2) == "  ")
    #expect(try composed("a", 0).isEmpty)
  }

  @Test("An ellipsis precedes a text that is cut, and a bar follows one that leaves a cell")
  func marksOfCutAndCursor() throws {
    #expect(try composed("abcdefg", 4, ellipsis: "…", cursorBar: "▏") == "…efg")
    #expect(try composed("abcd", 4, ellipsis: "…", cursorBar: "▏") == "abcd")
    #expect(try composed("abc", 5, ellipsis: "…", cursorBar: "▏") == "abc▏ ")
    #expect(try composed("", 2, ellipsis: "…", cursorBar: "▏") == "▏ ")
    #expect(try composed("語語語", 4, ellipsis: "…", cursorBar: "▏") == "…語▏")
    #expect(try composed("abcdef", 5, ascii: true, ellipsis: "...", cursorBar: "|") == "...ef")
    #expect(try composed("abc", 1, ellipsis: "…") == "c")
  }

  @Test func wideCharactersTakeTwoCellsAndMarksNone() throws {
    #expect(try composed("a語b", 4) == "a語b")
    #expect(try composed("a語b", 3) == "語b")
    #expect(try composed("a語b", 2) == "b ")
    #expect(try composed("e\u{301}x", 2) == "e\u{301}x")
  }

  @Test func aMarkWithoutALetterIsReplacedOrDropped() throws {
    #expect(try composed("\u{301}ab", 4) == "\u{fffd}ab ")
    #expect(try composed("\u{301}\u{302}a", 4) == "\u{fffd}\u{302}a  ")
    #expect(try composed("\u{1161}a", 3) == "\u{fffd}a ")
    // Its letter is cut off.
    #expect(try composed("e\u{301}xy", 2) == "xy")
    #expect(try composed("語\u{301}x", 2) == "x ")
  }

  @Test func controlCharactersAreReplaced() throws {
    #expect(try composed("a\u{1b}b\u{202e}c\u{85}", 6) == "a\u{fffd}b\u{fffd}c\u{fffd}")
    #expect(try composed("aéb\u{301}", 4, ascii: true) == "a?b?")
  }

  @Test func groupsHaveFiveCharacters() throws {
    #expect(try composed("abcdefghijkl", 16, grouped: true) == "abcde fghij kl  ")
    #expect(try composed("abcdefghijkl", 14, grouped: true) == "abcde fghij kl")
    // The blanks count: one cell less takes one character off, and the groups begin again.
    #expect(try composed("abcdefghijkl", 13, grouped: true) == "bcdef ghijk l")
    #expect(try composed("abcdefghijkl", 5, grouped: true) == "hijkl")
    #expect(try composed("abcdefghijkl", 6, grouped: true) == "hijkl ")
    #expect(try composed("e\u{301}語abcd", 8, grouped: true) == "e\u{301}語abc d")
  }

  @Test(arguments: [false, true])
  func everyRowIsFilledExactly(grouped: Bool) throws {
    let pieces = ["a", "é", "語", "😀", "\u{301}", "\u{1}", " "]
    for seed in 0..<300 as Range<UInt64> {
      var random = SplitMix(state: seed)
      let count = Int.random(in: 0..<40, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let cells = Int.random(in: 0..<30, using: &random)
      let row = try composed(text, cells, grouped: grouped)
      let width = row.unicodeScalars.reduce(0) { $0 + CharacterWidth.of($1) }
      #expect(
        width == cells, "seed \(seed): \(text.unicodeScalars.map(\.value)) in \(cells) cells")
    }
  }
}
