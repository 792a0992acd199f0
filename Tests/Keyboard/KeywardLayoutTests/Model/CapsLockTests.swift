import Testing

@testable import KeywardLayout

/// Keys while Caps Lock is on, the number pad, and keys that are never drawn.
@Suite struct CapsLockTests {
  private func keyboard(_ positions: String, rest: String = "") throws -> KeyboardDefinition {
    try Shipped.load(
      """
      keyboard: my
      form: iso
      panels:
        letters:
          positions: { AC01: a A, \(positions) }
      \(rest)
      """)
  }

  private func locked(_ keyboard: KeyboardDefinition, _ position: String) throws -> [String] {
    let key = try #require(keyboard.key(at: position))
    return KeyLevel.allCases.map { key.lockedAction(at: $0).text }
  }

  @Test(
    "Caps Lock swaps a small letter and a capital one, and capitalises other texts",
    arguments: [
      ("i İ", ["İ", "i", "", ""]), ("ß ?", ["ß", "?", "", ""]), ("é 2 µ Ω", ["É", "2", "Ω", "µ"]),
      ("q Q ſ ẞ", ["Q", "q", "ẞ", "ſ"]), ("1 ! a {none}", ["1", "!", "A", ""]),
    ])
  func rule(entry: String, wanted: [String]) throws {
    #expect(try locked(keyboard("AD01: \"\(entry)\""), "AD01") == wanted)
  }

  @Test("Four more texts are those with Caps Lock")
  func eightTexts() throws {
    let entry = "\" 1 — „ 1 {same} {upper} {none}"
    let keyboard = try keyboard("AE01: '\(entry)'")
    #expect(try locked(keyboard, "AE01") == ["1", "\"", "\"", ""])
    #expect(try #require(keyboard.key(at: "AE01")).output(at: .altgr) == "—")
  }

  @Test("Other numbers of texts are a fault", arguments: [5, 6, 7, 9])
  func wrongNumber(count: Int) {
    let entry = Array(repeating: "a", count: count).joined(separator: " ")
    #expect { try keyboard("AE01: \(entry)") } throws: { "\($0)".contains("or eight") }
  }

  @Test("A key that is not drawn is found by its position, and is in no row")
  func undrawn() throws {
    let keyboard = try keyboard("AD01: q Q", rest: "undrawn: { AB11: '/ ?' }")
    #expect(keyboard.key(at: "AB11")?.output(at: .shift) == "?")
    let pages = try #require(keyboard.panel(.letters)).pages
    #expect(!pages.flatMap(\.keys).contains { $0.id == "AB11" })
    #expect {
      try self.keyboard("AD01: q Q", rest: "undrawn: { KP10: a }")
    } throws: { "\($0)".contains("KP10") }
  }

  @Test("The number pad types digits with Num Lock and without Shift, unless the file differs")
  func numberPad() throws {
    let keyboard = try keyboard(
      "AD01: q Q", rest: "undrawn: { KPDL: '{none} {none} {none} {none} , {none} . {none}' }")
    func texts(_ position: String, _ numLock: Bool) -> [String] {
      KeyLevel.allCases.map { keyboard.text(ofPadKey: position, at: $0, numLock: numLock) }
    }
    #expect(texts("KP7", true) == ["7", "", "7", ""] && texts("KP7", false).joined().isEmpty)
    #expect(texts("KPDL", true) == [",", "", ".", ""] && texts("KPDL", false).joined().isEmpty)
    #expect(texts("KPDV", false) == ["/", "/", "/", "/"])
  }

  @Test(
    "In Turkish and Azerbaijani, the capital of i has a dot",
    arguments: [("tr", "İ"), ("az-Latn", "İ"), ("TR", "İ"), ("en", "I"), ("und", "I")])
  func dottedCapital(language: String, capital: String) throws {
    let text = """
      keyboard: my
      language: \(language)
      panels:
        letters:
          rows: [ "i ı e {altgr} {delete}" ]
          altgr: [ "{none} {none} i" ]
      """
    let keys = try #require(try Shipped.load(text).panel(.letters)).pages[0].keys
    #expect(keys[0].output(at: .shift) == capital && keys[1].output(at: .shift) == "I")
    #expect(keys[2].output(at: .altgrShift) == capital)
    #expect(keys[0].lockedAction(at: .plain).text == capital)
  }

  @Test(
    "A key whose capital is not that of the language is found",
    arguments: [
      ("i I", "tr", "İ"), ("ı İ", "tr", "I"), ("i İ", "tr", nil), ("i İ", "en", "I"),
      ("ß ?", "de", nil), ("a Á", "es", "A"),
    ] as [(String, String, String?)])
  func casing(entry: String, language: String, wanted: String?) throws {
    let key = try #require(try keyboard("AD01: \(entry)").key(at: "AD01"))
    #expect(key.expectedCapital(in: language) == wanted)
  }
}
