import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct DeadKeyPromptTests {
  private static let layout = """
    keyboard: my
    title: Mine
    panels:
      letters:
        rows: [ "{dead_acute} e y {delete}", "{shift} {altgr} {space} {return}" ]
        altgr: [ "{same} € {U+200C}" ]
    sequences: { dead_acute: e é }
    """

  private func prompt(_ others: [String] = []) throws -> Prompt {
    let definition = try KeyboardDefinition.load(Array(Self.layout.utf8), path: "my.yaml")
    let others = try others.map(ShippedLayouts.keyboard(named:))
    return try PromptHarness.prompt({
      $0.definition = definition
      $0.others = others
    })
  }

  private func press(_ prompt: Prompt, _ ids: String...) throws {
    for id in ids {
      let panel = try #require(prompt.keyboard?.currentPanel)
      prompt.press(try #require(panel.slot(of: id)), at: (prompt.keyboard?.now ?? 0) + 1)
    }
  }

  @Test func aPendingDeadKeyIsNotShown() throws {
    let prompt = try prompt()
    let before = prompt.draw()
    try press(prompt, "{dead_acute}")
    #expect(prompt.draw() == before && !prompt.rings && prompt.notice.isEmpty)
    try press(prompt, "e")
    #expect(prompt.first.typed == "é" && prompt.draw() != before)
  }

  @Test func anUnknownSequenceRingsAndShowsANotice() throws {
    let prompt = try prompt()
    try press(prompt, "{dead_acute}", "y")
    #expect(prompt.rings && prompt.first.typed == "")
    #expect(prompt.notice == "Unknown accent combination. Press the accent key again.")
  }

  @Test func backspaceOfThePhysicalKeyboardTakesItBack() throws {
    let prompt = try prompt()
    try press(prompt, "e", "{dead_acute}")
    prompt.press(.backspace)
    try press(prompt, "e")
    #expect(prompt.first.typed == "ee")
  }

  @Test func labelsFollowAltGr() throws {
    let prompt = try prompt()
    #expect(prompt.draw().contains("AltGr") && !prompt.draw().contains("ZWNJ"))
    try press(prompt, "altgr")
    #expect(prompt.draw().contains("ZWNJ") && prompt.draw().contains("€"))
    try press(prompt, "y")
    #expect(Array(prompt.first.typed.utf8) == [0xE2, 0x80, 0x8C])
  }

  @Test func theKeyToTheNextKeyboardKeepsTheFocus() throws {
    let prompt = try prompt(["latin-qwerty"])
    #expect(prompt.draw().contains("Mine"))
    let keyboard = try #require(prompt.keyboard)
    keyboard.focusedSlot = keyboard.currentPanel?.slot(of: "next-keyboard")
    for name in ["English", "Mine"] {
      try press(prompt, "next-keyboard")
      #expect(prompt.draw().contains(name))
      let slot = try #require(keyboard.shownFocus)
      #expect(keyboard.currentPanel?.keys[slot].row == (name == "Mine" ? 1 : 3))
    }
  }
}
