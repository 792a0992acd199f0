import Testing

@testable import KeywardLayout

@Suite struct PanelSetTests {
  private func ids(
    _ name: String, _ selection: PanelSelection, start: PanelName? = nil,
    hasToolbar: Bool = false, fullWidth: Bool = false
  ) throws -> [[String]] {
    let keyboard = try Shipped.keyboard(name)
    let set = try PanelSet(
      of: keyboard, startingWith: start, hasToolbar: hasToolbar, fullWidth: fullWidth)
    return try #require(keyboard.page(selection, in: set)).rows.map { $0.keys.map(\.id) }
  }

  @Test func lettersAndSymbolsWithoutToolbar() throws {
    let set = try PanelSet(of: Shipped.keyboard("latin-qwerty"))
    #expect(set.panels == [.letters, .symbols] && set.first == .letters && !set.hasFullWidth)
  }

  @Test func numbersJoinsWithToolbar() throws {
    let set = try PanelSet(of: Shipped.keyboard("latin-qwerty"), hasToolbar: true)
    #expect(set.panels == [.letters, .numbers, .symbols])
  }

  @Test func symbolsMayStart() throws {
    let set = try PanelSet(of: Shipped.keyboard("latin-qwerty"), startingWith: .symbols)
    #expect(set.panels == [.letters, .symbols] && set.first == .symbols)
  }

  @Test func padsHaveNoOtherPanels() throws {
    let set = try PanelSet(
      of: Shipped.keyboard("latin-qwerty"), startingWith: .numbers, hasToolbar: true)
    #expect(set.panels == [.numbers] && set.first == .numbers)
    #expect(try PanelSet(of: Shipped.keyboard("id-card"), hasToolbar: true).panels == [.idCard])
    #expect(try PanelSet(of: Shipped.keyboard("number")).panels == [.numbers])
  }

  @Test func missingPanelsAreNamed() throws {
    let error = try #require(throws: UnknownName.self) {
      try PanelSet(of: Shipped.keyboard("latin-qwerty"), startingWith: .idCard)
    }
    #expect(
      error.description
        == "Keyboard “latin-qwerty” has no panel “id-card”. Known: letters, symbols, numbers.")
  }

  @Test func aNumbersKeyBringsTheNumbers() throws {
    let text = """
      keyboard: my
      panels:
        letters: { rows: ["a {delete}", "{numbers} {space}"] }
        numbers: { rows: ["1 2 {letters}", "{delete}"] }
      """
    let keyboard = try Shipped.load(text)
    #expect(try PanelSet(of: keyboard).panels == [.letters, .numbers])
    let alone = try PanelSet(of: keyboard, startingWith: .numbers)
    let page = try #require(keyboard.page(PanelSelection(panel: .numbers), in: alone))
    #expect(page.rows.map { $0.keys.map(\.id) } == [["1", "2"], ["delete"]])
  }

  @Test func switchKeysWithoutTargetAreLeftOut() throws {
    let symbols = PanelSelection(panel: .symbols)
    #expect(try ids("latin-qwerty", symbols).last == ["panel-letters", "space", "return"])
    #expect(
      try ids("latin-qwerty", symbols, fullWidth: true).last == [
        "panel-letters", "width-full", "space", "return",
      ])
    #expect(try ids("symbols", symbols).last == ["space", "return"])
    #expect(try ids("symbols", symbols, fullWidth: true).last == ["width-full", "space", "return"])
  }

  @Test func rowsOfSwitchKeysOnlyVanish() throws {
    let text = """
      keyboard: my
      panels: { letters: { rows: ["a {delete}", "{symbols} {numbers}", "{space}"] } }
      """
    let page = try Shipped.letters(of: Shipped.load(text))
    #expect(page.rows.map { $0.keys.map(\.id) } == [["a", "delete"], ["space"]])
  }

  @Test func theIDCardsLetterFollowsItsOption() throws {
    let keyboard = try Shipped.keyboard("id-card")
    let set = try PanelSet(of: keyboard)
    let selection = PanelSelection(panel: .idCard)
    let lower = try #require(keyboard.page(selection, in: set)?.keys.first { $0.id == "x" })
    #expect(lower.label == "x" && lower.output == "x")
    let upper = try #require(
      keyboard.page(selection, in: set, idCardLetter: .upper)?.keys.first { $0.id == "x" })
    #expect(upper.label == "X" && upper.output == "X")
  }
}
