import Testing

@testable import KeyboardLayout

@Suite struct PairTests {
  private func names(_ layout: String) throws -> [String] {
    let keyboards = try Shipped.library.keyboards(layout)
    return keyboards.map(\.id)
  }

  @Test func keyboardsWithoutLatinLettersBringThem() throws {
    #expect(try names("cyrillic-jcuken") == ["cyrillic-jcuken", "latin-qwerty"])
    #expect(try names("greek") == ["greek", "latin-qwerty"])
    #expect(try names("latin-turkish") == ["latin-turkish"])
    #expect(try names("number") == ["number"] && names("symbols") == ["symbols"])
  }

  @Test func aListIsTakenUnchanged() throws {
    #expect(try names("greek,latin-qwertz") == ["greek", "latin-qwertz"])
    #expect(try names("greek,greek") == ["greek"])
    #expect(throws: KeyboardLibraryError.self) { try names("greek,") }
    #expect(throws: KeyboardLibraryError.self) { try names("greek,latin") }
  }

  private func faults(pair: String) -> [String] {
    LayoutFaultTests.faults(
      of: "keyboard: my\npair: \(pair)\npanels: { letters: { rows: [ \"a {delete}\" ] } }")
  }

  @Test func aFileNamesItsPair() throws {
    #expect(faults(pair: "greek") == [] && faults(pair: "none") == [])
    #expect(
      faults(pair: "my") == ["my.yaml:2:7: A keyboard cannot be paired with itself."])
    #expect(
      faults(pair: "A b") == [
        "my.yaml:2:7: “A b” is not the name of a keyboard. Write a name such as latin-qwerty, or "
          + "the word “none”."
      ])
    let unknown = faults(pair: "grek").first ?? ""
    #expect(unknown.hasPrefix("my.yaml:2:7: There is no keyboard “grek”."))
  }

  private func page(_ name: String, hasNext: Bool) throws -> PanelPage {
    let keyboard = try Shipped.keyboard(name)
    let set = try PanelSet(of: keyboard, next: hasNext ? "EN" : nil)
    return try #require(keyboard.page(PanelSelection(panel: set.first), in: set))
  }

  @Test func lettersGetAKeyToTheNextKeyboard() throws {
    let row = try #require(page("greek", hasNext: true).rows.last)
    #expect(
      row.keys.map(\.role) == [.panelSymbols, .nextKeyboard, .space, .return])
    #expect(row.keys.map(\.label) == [".?123", "EN", "Ελληνικά", "return"])
    #expect(try !page("greek", hasNext: false).contains(.nextKeyboard))
    #expect(try page("greek", hasNext: false).rows.last?.keys[1].label == "space")
  }

  @Test func aFileCanPlaceTheKeyItself() throws {
    let text = """
      keyboard: my
      panels: { letters: { rows: [ "a {next-keyboard} {delete}", "{space}" ] } }
      """
    let keyboard = try KeyboardDefinition.load(Array(text.utf8), path: "my.yaml")
    for hasNext in [false, true] {
      let set = try PanelSet(of: keyboard, next: hasNext ? "EN" : nil)
      let keys = try #require(keyboard.page(PanelSelection(panel: .letters), in: set)).keys
      #expect(keys.count(where: { $0.role == .nextKeyboard }) == (hasNext ? 1 : 0))
    }
  }

  @Test func aFullRowGivesTheKeyItsOwnRow() throws {
    let text = """
      keyboard: my
      panels: { letters: { rows: [ "a {delete}", "{space} {return}" ] } }
      keys: { space: { width: 7 }, return: { width: 3 } }
      """
    let keyboard = try KeyboardDefinition.load(Array(text.utf8), path: "my.yaml")
    let set = try PanelSet(of: keyboard, next: "EN")
    let rows = try #require(keyboard.page(PanelSelection(panel: .letters), in: set)).rows
    #expect(rows.map { $0.keys.map(\.role) }.last == [.nextKeyboard] && rows.count == 3)
  }

  @Test func padsHaveNoOtherPanels() throws {
    let keyboard = try Shipped.keyboard("greek")
    #expect(try PanelSet(of: keyboard, startingWith: .numbers, next: "EN").next == nil)
  }
}
