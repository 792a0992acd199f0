import Testing

@testable import KeywardLayout

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

  @Test func lettersGetAKeyToTheNextKeyboard() throws {
    let keyboard = try Shipped.keyboard("greek")
    let row = try #require(Shipped.letters(of: keyboard, next: "EN").rows.last)
    #expect(
      row.keys.map(\.role) == [.panelSymbols, .nextKeyboard, .space, .return])
    #expect(row.keys.map(\.label) == [".?123", "EN", "Ελληνικά", "return"])
    let alone = try Shipped.letters(of: keyboard)
    #expect(!alone.contains(.nextKeyboard) && alone.rows.last?.keys[1].label == "space")
  }

  @Test func aFileCanPlaceTheKeyItself() throws {
    let text = """
      keyboard: my
      panels: { letters: { rows: [ "a {next-keyboard} {delete}", "{space}" ] } }
      """
    let keyboard = try Shipped.load(text)
    for hasNext in [false, true] {
      let keys = try Shipped.letters(of: keyboard, next: hasNext ? "EN" : nil).keys
      #expect(keys.count(where: { $0.role == .nextKeyboard }) == (hasNext ? 1 : 0))
    }
  }

  @Test func aFullRowGivesTheKeyItsOwnRow() throws {
    let text = """
      keyboard: my
      panels: { letters: { rows: [ "a {delete}", "{space} {return}" ] } }
      keys: { space: { width: 7 }, return: { width: 3 } }
      """
    let rows = try Shipped.letters(of: Shipped.load(text), next: "EN").rows
    #expect(rows.map { $0.keys.map(\.role) }.last == [.nextKeyboard] && rows.count == 3)
  }

  @Test func padsHaveNoOtherPanels() throws {
    let keyboard = try Shipped.keyboard("greek")
    #expect(try PanelSet(of: keyboard, startingWith: .numbers, next: "EN").next == nil)
  }
}
