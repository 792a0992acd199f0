import Testing

@testable import KeywardLayout

@Suite struct LevelFileTests {
  private static func file(_ levels: String, rows: String = "q e ß {altgr} {delete}") -> String {
    """
    keyboard: my
    panels:
      letters:
        rows: [ "\(rows)" ]
    \(levels)
    """
  }

  private func keys(_ text: String) throws -> [Key] {
    let keyboard = try Shipped.load(text)
    return try #require(keyboard.panel(.letters)?.page(.digits, .half)).keys
  }

  /// The texts of a key at all levels, with `-` for none.
  private func texts(_ key: Key) -> [String] {
    KeyLevel.allCases.map { key.action(at: $0) == .nothing ? "-" : key.output(at: $0) }
  }

  @Test func aRowOfALevelHasATextForEveryKeyThatTypes() throws {
    let keys = try keys(
      Self.file(
        """
            shift: [ "{upper} {same} ?" ]
            altgr: [ "@ € {none}" ]
            altgr-shift: [ "Ω {none} ẞ" ]
        """))
    #expect(texts(keys[0]) == ["q", "Q", "@", "Ω"])
    #expect(texts(keys[1]) == ["e", "e", "€", "-"])
    #expect(texts(keys[2]) == ["ß", "?", "-", "ẞ"])
    #expect(texts(keys[3]) == ["-", "-", "-", "-"])
    #expect(KeyLevel.allCases.map(keys[0].label(at:)) == ["q", "Q", "@", "Ω"])
    #expect(KeyLevel.allCases.map(keys[1].label(at:)) == ["e", "e", "€", ""])
  }

  @Test func levelsThatAreLeftOutFollowFromOthers() throws {
    let keys = try keys(Self.file("    altgr: [ \"{same} é ſ\" ]"))
    #expect(texts(keys[0]) == ["q", "Q", "q", "Q"])
    #expect(texts(keys[1]) == ["e", "E", "é", "É"])
    #expect(texts(keys[2]) == ["ß", "ß", "ſ", "S"])
  }

  @Test func aKeyIsAnExceptionFromItsRow() throws {
    let keys = try keys(
      Self.file(
        """
            altgr: [ "@ € {none}" ]
        keys:
          e: { shifted: "{none}", altgr: ê, altgr-shift: "{upper}" }
          altgr: { label: Gr }
        """))
    #expect(texts(keys[1]) == ["e", "-", "ê", "E"])
    #expect(keys[3].label == "Gr" && keys[3].role == .altgr && keys[3].id == "altgr")
  }

  @Test func spaceHasLevels() throws {
    let keys = try keys(
      Self.file(
        """
        keys:
          space: { shifted: "{U+200C}", altgr: "{U+00A0}" }
        """, rows: "a {altgr} {space} {delete}"))
    #expect(texts(keys[2]) == [" ", "\u{200C}", "\u{A0}", "\u{A0}"])
    #expect(KeyLevel.allCases.map(keys[2].label(at:)) == ["space", "ZWNJ", "NBSP", "NBSP"])
  }

  @Test func withoutLevelsAltGrTypesNothingButSpace() throws {
    let keys = try keys(Self.file("", rows: "a {space} {delete}"))
    #expect(texts(keys[0]) == ["a", "A", "-", "-"] && texts(keys[1]) == [" ", " ", " ", " "])
    #expect(keys[0].levels == nil && keys[1].levels == nil)
  }

  @Test func codePointsTypeThemselvesAndShowAWord() throws {
    let keys = try keys(
      Self.file("", rows: "{U+200C} {U+200F}{U+0644} x{U+0301} {U+1F600} {U+2009} {delete}"))
    #expect(
      keys.dropLast().map { Array($0.output.unicodeScalars) } == [
        ["\u{200C}"], ["\u{200F}", "\u{644}"], ["x", "\u{301}"], ["\u{1F600}"], ["\u{2009}"],
      ])
    #expect(keys.dropLast().map(\.label) == ["ZWNJ", "RLM\u{644}", "x\u{301}", "😀", "2009"])
  }

  @Test func textsAreNeverNormalised() throws {
    let keys = try keys(
      Self.file("    altgr: [ \"e\u{301} \u{E9} \u{1E69}\" ]"))
    #expect(Array(keys[0].output(at: .altgr).utf8) == [0x65, 0xCC, 0x81])
    #expect(Array(keys[1].output(at: .altgr).utf8) == [0xC3, 0xA9])
  }
}
