import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct LevelTests {
  static let layout = """
    keyboard: my
    panels:
      letters:
        rows:
          - q e ß
          - "{shift} y {altgr} {delete}"
          - "{symbols} {space} {return}"
        altgr: [ "@ € {none}", "«" ]
        altgr-shift: [ "Ω ¢ ẞ", "‹" ]
      symbols: { from: symbols }
    keys:
      space: { altgr: "{U+00A0}" }
    """

  private func labels(_ harness: KeyboardHarness) -> String {
    (harness.keyboard.currentPanel?.keys.prefix(3).map(\.key.label) ?? []).joined(separator: " ")
  }

  @Test func altgrIsForOneKey() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    #expect(labels(harness) == "@ € " && harness.keyboard.altgr == .once)
    try harness.tap("q", at: 2)
    try harness.tap("q", at: 3)
    #expect(harness.typed == "@q")
    #expect(harness.takePicture() == "altgr text altgr text")
    #expect(labels(harness) == "q e ß")
  }

  @Test func shiftAndAltGrMeetInEitherOrder() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("shift", at: 2)
    #expect(labels(harness) == "Ω ¢ ẞ")
    try harness.tap("q", at: 3)
    try harness.tap("shift", at: 4)
    try harness.tap("altgr", at: 5)
    try harness.tap("e", at: 6)
    try harness.tap("e", at: 7)
    #expect(harness.typed == "Ω¢e")
    #expect(harness.keyboard.shift == .off && harness.keyboard.altgr == .off)
  }

  @Test func aDoubleTapLocksAltGrAlone() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("altgr", at: 1.2)
    harness.keyboard.advance(to: 2)
    #expect(harness.keyboard.altgr == .locked && harness.keyboard.shift == .off)
    try harness.tap("q", at: 3)
    try harness.tap("shift", at: 4)
    try harness.tap("y", at: 5)
    try harness.tap("y", at: 6)
    #expect(harness.typed == "@‹«")
    try harness.tap("altgr", at: 7)
    harness.keyboard.advance(to: 7.4)
    #expect(harness.keyboard.altgr == .off)
  }

  @Test func tapsOfTwoKeysAreNoDoubleTap() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("shift", at: 1.1)
    try harness.tap("altgr", at: 1.2)
    harness.keyboard.advance(to: 2)
    #expect(harness.keyboard.altgr == .off && harness.keyboard.shift == .once)
  }

  @Test func aKeyWithoutATextDoesNothing() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("ß", at: 2)
    #expect(harness.typed == "" && harness.keyboard.altgr == .once)
  }

  @Test func spaceHasALevel() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("space", at: 1)
    try harness.tap("altgr", at: 2)
    try harness.tap("space", at: 3)
    #expect(Array(harness.typed.utf8) == [0x20, 0xC2, 0xA0])
  }

  @Test func aPanelWithoutTheKeyTypesAsEver() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("altgr", at: 1.1)
    try harness.tap("panel-symbols", at: 2)
    try harness.tap("1", at: 3)
    try harness.tap("space", at: 4)
    try harness.tap("panel-letters", at: 5)
    try harness.tap("q", at: 6)
    #expect(harness.typed == "1 @")
  }

  @Test func everyShowBeginsWithoutAltGr() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout)
    try harness.tap("altgr", at: 1)
    try harness.tap("altgr", at: 1.1)
    harness.keyboard.hide(at: 2)
    harness.keyboard.show(at: 3)
    #expect(harness.keyboard.altgr == .off)
  }

  @Test func capsCanHideTheLevel() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout) { $0.showsShift = false }
    try harness.tap("altgr", at: 1)
    #expect(labels(harness) == "q e ß")
  }

  @Test func textsOfAllLevelsAreOnTheList() throws {
    let harness = try KeyboardHarness.shown(file: Self.layout) { $0.allowList = .panels }
    for text in ["@", "Ω", "ẞ", "\u{A0}", "‹"] {
      #expect(harness.keyboard.insert(text) == .accepted)
    }
    #expect(harness.keyboard.insert("Ж").isRejected)
  }
}
