import KeywardTestSupport
import Testing

@testable import KeywardEngine

@Suite struct DeadKeyTests {
  private static let layout = """
    keyboard: my
    panels:
      letters:
        rows:
          - "{dead_acute} {dead_diaeresis} e ι"
          - "{shift} y {altgr} {delete}"
          - "{symbols} {space} {return}"
        altgr: [ "{none} {none} {dead_acute} {none}", "{none}" ]
      symbols: { from: symbols }
    keys:
      ι: { alternates: ω }
    sequences:
      dead_acute: "e é E É {U+0020} ' {dead_acute} ´ ω ώ 1 ¹"
      dead_acute dead_diaeresis: ι ΐ
      dead_diaeresis: e ë
    """

  @discardableResult
  private func tap(_ harness: KeyboardHarness, _ ids: String...) throws -> Outcome {
    var last = Outcome.ignored
    for id in ids { last = try harness.tap(id, at: harness.keyboard.now + 1) }
    return last
  }

  @Test func aSequenceTypesOneText() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try tap(harness, "{dead_acute}", "e", "{dead_acute}", "{dead_diaeresis}", "ι", "e")
    #expect(harness.typed == "éΐe")
    #expect(harness.takePicture() == "text text text")
  }

  @Test func shiftAltGrAndSpaceTakePart() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try tap(harness, "{dead_acute}", "shift", "e", "{dead_acute}", "space", "altgr", "e", "e")
    #expect(harness.typed == "É'é")
    try tap(harness, "{dead_acute}", "panel-symbols", "1")
    #expect(harness.typed == "É'é¹")
  }

  @Test func unknownSequencesAreRefusedAndDropped() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    #expect(try tap(harness, "{dead_acute}", "y") == .rejected(.noSequence))
    #expect(harness.typed == "" && harness.keyboard.pending == .start)
    #expect(harness.keyboard.loss == .missing)
    try tap(harness, "y", "e")
    #expect(harness.typed == "ye")
    #expect(try tap(harness, "{dead_diaeresis}", "{dead_diaeresis}") == .rejected(.noSequence))
  }

  @Test func backspaceTakesOneKeyBack() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try tap(harness, "e", "{dead_acute}", "{dead_diaeresis}", "delete", "e")
    #expect(harness.typed == "eé")
    try tap(harness, "{dead_acute}", "delete", "e")
    #expect(harness.typed == "eée")
    try tap(harness, "{dead_acute}")
    harness.keyboard.deleteBackward()
    harness.keyboard.deleteBackward()
    #expect(harness.typed == "eé")
  }

  @Test func anAlternateTakesPart() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    let keyboard = harness.keyboard
    try tap(harness, "{dead_acute}")
    let slot = try harness.slot("ι")
    keyboard.press(.key(slot: slot), at: keyboard.now + 1)
    keyboard.openAlternates()
    keyboard.drag(to: .alternate(place: 1))
    keyboard.release()
    #expect(harness.typed == "ώ")
  }

  @Test("Return after a dead key drops it and does not submit")
  func returnAfterADeadKey() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    var submitted = 0
    harness.keyboard.onReturn = { _, _ in
      submitted += 1
      return false
    }
    #expect(try tap(harness, "{dead_acute}", "return") == .rejected(.incomplete))
    #expect(submitted == 0 && harness.keyboard.loss == .missing)
    #expect(try tap(harness, "return") == .accepted)
    #expect(submitted == 1)
  }

  @Test(arguments: [
    "hide", "background", "focus", "type", "paste", "word", "all", "show", "exchange",
  ])
  func everyExitForgetsWhatWaits(_ way: String) throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    let keyboard = harness.keyboard
    try tap(harness, "y", "{dead_acute}")
    #expect(keyboard.pending != .start)
    switch way {
    case "hide": keyboard.hide()
    case "background": keyboard.enterBackground()
    case "focus": keyboard.loseFocus()
    case "type": keyboard.insert("x")
    case "paste": keyboard.beginPaste()
    case "word": keyboard.deleteWord()
    case "all": keyboard.deleteAll()
    case "show": keyboard.startPresentation()
    default:
      var other = try SecretText(policy: .allowUnlocked)
      keyboard.exchangeText(with: &other)
    }
    #expect(keyboard.pending == .start)
    // A deletion takes the dead key back; otherwise it is a lost character.
    let isTakenBack = ["word", "all", "exchange"].contains(way)
    #expect(keyboard.loss == (isTakenBack ? nil : .missing))
  }

  @Test("A text that is typed into the same field again keeps a pending dead key")
  func sameField() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try tap(harness, "{dead_acute}")
    harness.keyboard.type(into: harness.keyboard.field)
    try tap(harness, "e")
    #expect(harness.typed == "é" && harness.keyboard.loss == nil)
  }

  @Test func aPendingDeadKeyIsNotDrawn() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    let before = harness.keyboard.currentPanel
    try tap(harness, "{dead_acute}")
    #expect(harness.keyboard.currentPanel == before && harness.keyboard.pressedSlots == [])
    #expect(harness.events.isEmpty && harness.keyboard.nextDeadline == nil)
  }

  @Test func aTextThatIsTooLongIsRefusedAsEver() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout) { $0.maxLength = 1 }
    try tap(harness, "e")
    #expect(try tap(harness, "{dead_acute}", "e") == .rejected(.tooLong))
    #expect(harness.typed == "e" && harness.keyboard.pending == .start)
  }

  @Test func outputOfSequencesIsAllowed() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout) { $0.allowList = .panels }
    try tap(harness, "{dead_acute}", "e")
    #expect(harness.typed == "é")
  }
}
