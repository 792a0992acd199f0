import Testing

@testable import KeywardLayout

@Suite struct KeyboardFileTests {
  /// The example of the specification.
  @Test func aQwertzKeyboard() throws {
    let keyboard = try Shipped.load(
      """
      keyboard: latin-qwertz            # id
      title: Deutsch (QWERTZ)
      language: de
      panels:
        letters:
          columns: 11
          rows:
            - q w e r t z u i o p ü
            - a s d f g h j k l ö ä
            - "{shift} y x c v b n m {delete}"
            - "{symbols} {space} {return}"
        symbols: { from: symbols }
        numbers: { from: number }
      shuffle:
        letters: q w e r t z u i o p ü a s d f g h j k l ö ä y x c v b n m
      keys:
        s: { alternates: ß }
      """, path: "folder/latin-qwertz.yaml")
    #expect(keyboard.title == "Deutsch (QWERTZ)" && keyboard.language == "de")
    #expect(keyboard.panels.map(\.name) == [.letters, .symbols, .numbers])
    let letters = try #require(keyboard.panel(.letters)?.page(.digits, .half))
    #expect(letters.columns == 11 && letters.rows.map(\.items.count) == [11, 11, 9, 3])
    #expect(letters.keys.first { $0.id == "s" }?.alternates == ["ß"])
    #expect(keyboard.panel(.letters)?.groups.first?.ids.count == 29)
    #expect(keyboard.panel(.numbers)?.groups.map(\.name) == ["digits"])
    #expect(keyboard.panel(.symbols)?.groups.map(\.name) == ["digits", "symbols"])
    #expect(keyboard.panel(.symbols)?.hasFullWidth == true)
  }

  @Test func jsonWorks() throws {
    let keyboard = try Shipped.load(
      """
      {"keyboard": "my", "panels": {"numbers": {"rows": ["1 2 3", "\\u0034 {delete}"]}},
       "keys": {"1": {"label": "one", "width": 2}}, "shuffle": {"digits": ["1", "2", 3, 4]}}
      """, path: "my.json")
    let page = try #require(keyboard.panel(.numbers)?.page(.digits, .half))
    #expect(page.keys.map(\.id) == ["1", "2", "3", "4", "delete"] && page.columns == 4)
    #expect(page.keys[0].label == "one" && page.keys[0].output == "1")
    #expect(page.keys[0].width == .units(2))
    #expect(
      keyboard.panel(.numbers)?.groups == [ShuffleGroup(name: "digits", ids: ["1", "2", "3", "4"])])
    #expect(keyboard.title == "my" && keyboard.language == "und")
  }

  @Test func scalarsStayText() throws {
    let keyboard = try Shipped.load(
      """
      keyboard: my
      panels:
        letters:
          rows:
            - ~
            - no
            - 1
            - { keys: "y { } -", width: 1.5 }
            - "{gap:0.5} .com {gap} {delete} {delete}"
      keys:
        no: { output: nope }
        .com: {}
        ~: { shifted: yes, alternates: [no, 1.0] }
        "{": { label: brace }
      """)
    let page = try #require(keyboard.panel(.letters)?.page(.digits, .half))
    #expect(
      page.keys.map(\.id) == ["~", "no", "1", "y", "{", "}", "-", ".com", "delete", "delete-2"])
    #expect(page.keys[0].shifted == "yes" && page.keys[0].alternates == ["no", "1.0"])
    #expect(page.keys[1].output == "nope" && page.keys[1].label == "nope")
    #expect(page.rows[3].width == .units(1.5) && page.keys[4].label == "brace")
    #expect(page.rows[4].items.map { $0.key == nil } == [true, false, true, false, false])
  }

  @Test func rolesAndShortFormsAreIDs() throws {
    let keyboard = try Shipped.load(
      """
      keyboard: my
      panels:
        letters: { rows: ["a {shift} {delete}", "{symbols} {space}"] }
      keys:
        symbols: { label: "&123", width: 1.5 }
        shift: { label: ⇧ }
        space: { label: Leer, width: 4 }
      """)
    let keys = try #require(keyboard.panel(.letters)?.page(.digits, .half)?.keys)
    #expect(keys.map(\.label) == ["a", "⇧", "delete", "&123", "Leer"])
    #expect(keys[4].width == .units(4) && keys[4].output == " ")
    #expect(keys[3].id == "panel-symbols" && keys[3].width == .units(1.5))
  }

  @Test(arguments: [
    ("0.5", 0.5), ("1", 1), ("1.0", 1), ("2.25", 2.25), ("7.75", 7.75), ("8", 8), ("8.00", 8),
  ])
  func widths(_ text: String, _ units: Double) {
    #expect(KeyWidth.units(text) == units)
  }

  @Test(arguments: [
    "0.25", "8.25", "1.3", "", ".5", "1.", "+1", "1e0", "0x1", "nan", "١", "01", " 1",
  ])
  func noWidths(_ text: String) {
    #expect(KeyWidth.units(text) == nil)
  }

  @Test(arguments: [
    ("de", true), ("pt-BR", true), ("zh-Hans-CN", true), ("x-mine", true), ("und", true),
    ("d", false),
    ("de_DE", false), ("", false), ("de-", false), ("123", false), ("abcdefghi", false),
    ("x", false),
  ])
  func languages(_ tag: String, _ isGood: Bool) {
    #expect(DiagnosticDecoder.isLanguageTag(tag) == isGood)
  }

  @Test func wordsKnowTheirPlace() {
    let node = YAMLNode(content: .scalar("", .plain), start: .start, end: .start)
    let words = Word.words(of: " a  bc\n\u{E9}d ", node: node)
    #expect(words.map(\.text) == ["a", "bc", "éd"] && words.map(\.offset) == [1, 4, 7])
  }
}
