import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct FormFileTests {
  private static func file(
    _ positions: String, form: String = "form: iso", more: String = ""
  ) -> String {
    """
    keyboard: my
    \(form)
    panels:
      letters:
        positions:
    \(positions.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
    \(more)
    """
  }

  /// The texts of a key at all levels, with `-` for none.
  private func texts(_ key: Key) -> [String] {
    KeyLevel.allCases.map { level in
      switch key.action(at: level) {
      case .nothing: "-"
      case .insert(let text): text
      case .dead(let name): name
      }
    }
  }

  private func picture(_ page: PanelPage) -> [String] {
    page.rows.map { row in
      row.items.map { item in
        switch item {
        case .gap(let units): "_\(units.plain)"
        case .key(let key):
          if case .units(let units)? = key.width { "\(key.id):\(units.plain)" } else { key.id }
        }
      }.joined(separator: " ")
    }
  }

  @Test func aPositionHasATextForEachLevel() throws {
    let keyboard = try Shipped.load(
      Self.file(
        """
        AD01: q Q @ Ω
        AD02: w
        AD03: e E €
        AD04: "{dead_acute} {dead_grave} {none} {U+0301}"
        AD05: "{none} t"
        SPCE: "{U+0020} {same} {U+00A0} {U+202F}"
        """, more: "sequences: { dead_acute: e é, dead_grave: e è }"))
    let page = try Shipped.letters(of: keyboard)
    let found = Dictionary(uniqueKeysWithValues: page.keys.map { ($0.id, texts($0)) })
    #expect(found["AD01"] == ["q", "Q", "@", "Ω"])
    #expect(found["AD02"] == ["w", "W", "-", "-"])
    #expect(found["AD03"] == ["e", "E", "€", "€"])
    #expect(found["AD04"] == ["dead_acute", "dead_grave", "-", "\u{301}"])
    #expect(found["AD05"] == ["-", "t", "-", "-"])
    #expect(found["space"] == [" ", " ", "\u{A0}", "\u{202F}"])
    #expect(page.form == .iso && page.columns == 15)
  }

  @Test func keysAddsDetailsToAPosition() throws {
    let keyboard = try Shipped.load(
      Self.file(
        "AD03: e E € ¢\nAD01: q",
        more: """
          keys: { AD03: { alternates: é è, altgr: ê, label: EE }, AD01: { output: k } }
          shuffle: { letters: AD03 AD01 }
          """))
    let panel = try #require(keyboard.panel(.letters))
    let keys = try #require(panel.page(.digits, .half)).keys
    let key = try #require(keys.first { $0.id == "AD03" })
    #expect(texts(key) == ["e", "E", "ê", "¢"])
    #expect(key.alternates == ["é", "è"] && key.label == "EE")
    #expect(keys.first { $0.id == "AD01" }.map(texts) == ["k", "K", "-", "-"])
    #expect(panel.groups.map(\.ids) == [["AD03", "AD01"]])
  }

  @Test func positionsMissingFromTheFileStayBlank() throws {
    let keyboard = try Shipped.load(Self.file("AE01: 1\nAC01: a\nLSGT: <"))
    let pages = try #require(keyboard.panel(.letters)).pages
    #expect(pages.map(\.form) == [.iso, .compact])
    #expect(
      picture(pages[0]) == [
        "_1 AE01" + String(repeating: " _1", count: 11) + " delete:2",
        "_1.5" + String(repeating: " _1", count: 12) + " return:1.5",
        "_1.75 AC01" + String(repeating: " _1", count: 11) + " return-2:1.25",
        "shift:1.25 LSGT" + String(repeating: " _1", count: 10) + " shift-2:2.75",
        "panel-symbols:2 next-keyboard:2 space",
      ])
    #expect(
      picture(pages[1]) == [
        "AE01", "AC01", "shift LSGT delete", "panel-symbols next-keyboard space return",
      ])
    #expect(pages[1].columns == 10)
  }

  @Test func theAltGrKeyIsThereWhereItTypesSomething() throws {
    func hasAltGr(_ positions: String) throws -> Bool {
      try #require(Shipped.load(Self.file(positions)).panel(.letters)).contains(.altgr)
    }
    #expect(try !hasAltGr("AD01: q Q"))
    #expect(try !hasAltGr("AD01: \"q Q {none} {none}\""))
    #expect(try hasAltGr("AD01: \"q Q {none} @\""))
    #expect(try hasAltGr("AD01: q\nSPCE: \"{U+0020} {same} {U+00A0}\""))
    #expect(try !hasAltGr("AD01: q\nSPCE: \"{U+0020} {same} {same} {same}\""))
  }

  @Test func theFirstFormWithRoomIsDrawnElseTheLast() throws {
    func forms(_ form: String) throws -> [FormName?] {
      let keyboard = try Shipped.load(Self.file("AD01: q", form: form))
      return [600, 599.9, 60].map { room in
        keyboard.panel(.letters)?.page(.digits, .half, in: room)?.form
      }
    }
    #expect(try forms("form: iso") == [.iso, .compact, .compact])
    #expect(try forms("form: iso\nforms: iso") == [.iso, .iso, .iso])
    #expect(try forms("form: jis\nforms: [ansi, compact]") == [.jis, .compact, .compact])
    #expect(try forms("form: compact\nforms: compact iso") == [.compact, .compact, .compact])
  }

  /// Every row of a staggered form is as wide as the form, so that their ends are aligned.
  @Test(arguments: FormName.allCases)
  func shippedFormsAreWhole(_ name: FormName) throws {
    let form = try KeyboardForm.load(
      #require(ShippedFiles.form(name)), path: "\(name.rawValue).yaml")
    #expect(form.name == name)
    #expect(Set(form.positions).count == form.positions.count && form.positions.last == "SPCE")
    let all = form.positions.dropLast().map { "\($0): \($0 == "AD01" ? "a A b" : "a")" }
    let keyboard = try Shipped.load(
      Self.file(
        all.joined(separator: "\n"), form: "form: \(name.rawValue)\nforms: \(name.rawValue)"))
    let page = try #require(keyboard.panel(.letters)).pages[0]
    #expect(page.rows.count == 5)
    for row in page.rows where !row.contains(.space) && name.isStaggered {
      #expect(RowShape(row, isPad: false).neededUnits == 15)
    }
    for role in [KeyRole.delete, .return, .shift, .space, .altgr, .panelSymbols, .nextKeyboard] {
      #expect(page.contains(role), "\(role)")
    }
  }

  @Test(arguments: ["german-iso", "us-ansi", "japanese-jis"])
  func documentedKeyboardsAreGood(_ name: String) throws {
    let path = "\(Repository.path)/Examples/Keyboards/\(name).yaml"
    let bytes = try UserFile.read(path, checksOwner: false)
    let keyboard = try KeyboardDefinition.load(bytes, path: path, source: Shipped.source)
    let form = FormName(rawValue: String(name.split(separator: "-")[1]))
    #expect(keyboard.panel(.letters)?.pages.map(\.form) == [form, .compact])
    #expect(!keyboard.lacksLatinLetters)
  }

  /// With AltGr, most layouts of XKB type the same on every key but a few.
  @Test func shiftAndAltGrAppearWhereTheyChangeAKey() throws {
    func pages(_ positions: String) throws -> [PanelPage] {
      let text =
        "keyboard: my\nform: jis\nforms: iso compact\n"
        + "panels: { letters: { positions: { \(positions) } } }"
      return try Shipped.load(text).panel(.letters)?.pages ?? []
    }
    // jis has no LSGT.
    let some = try pages("AD01: \"q Q {same} Q\", LSGT: \"< > | {none}\"")
    #expect(some.map { $0.contains(.altgr) } == [false, true, true])
    #expect(some.allSatisfy { $0.contains(.shift) })
    let none = try pages("AD01: \"q Q {same} Q\", AD02: \"1 1 {none} {none}\"")
    #expect(!none.contains { $0.contains(.altgr) })
    let digits = try pages("AD01: \"1 {same} {same} {same}\"")
    #expect(!digits.contains { $0.contains(.shift) || $0.contains(.altgr) })
  }

  @Test func anotherKeyboardCanTakeThePanel() throws {
    let lender = Array(
      "keyboard: lender\nform: ansi\npanels: { letters: { positions: { AD01: q } } }".utf8)
    var source = KeyboardSource(names: ["lender"]) { $0 == "lender" ? lender : nil }
    source.form = Shipped.source.form
    let text = "keyboard: my\npanels: { letters: { from: lender } }"
    let keyboard = try KeyboardDefinition.load(Array(text.utf8), path: "my.yaml", source: source)
    #expect(keyboard.panel(.letters)?.pages.map(\.form) == [.ansi, .compact])
  }
}
