import KeywardTestSupport
import Testing

@testable import KeywardEngine

@Suite struct PairTests {
  private func shown(
    _ layout: String = "greek", _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> KeyboardHarness {
    let keyboards = try ShippedLayouts.library(configHome: nil, home: nil).keyboards(layout)
    return try KeyboardHarness.shown(keyboards[0].id) {
      $0.others = Array(keyboards.dropFirst())
      configure(&$0)
    }
  }

  private func spaceLabel(_ harness: KeyboardHarness) -> String? {
    harness.keyboard.currentPanel?.keys.first { $0.key.role == .space }?.key.label
  }

  @Test func itChangesThereAndBack() throws {
    let harness = try shown()
    try harness.tap("α", at: 1)
    #expect(spaceLabel(harness) == "Ελληνικά")
    try harness.tap("next-keyboard", at: 2)
    #expect(spaceLabel(harness) == "English")
    try harness.tap("a", at: 3)
    try harness.tap("next-keyboard", at: 4)
    try harness.tap("α", at: 5)
    #expect(harness.typed == "αaα")
    #expect(harness.events.compactMap(\.layout) == ["latin-qwerty", "greek"])
    #expect(harness.takePicture() == "text layout text layout text")
  }

  @Test func panelAndCapsLockStay() throws {
    let harness = try shown()
    try harness.tap("shift", at: 1)
    try harness.tap("shift", at: 1.1)
    try harness.tap("next-keyboard", at: 2)
    try harness.tap("q", at: 3)
    harness.keyboard.showPanel(.symbols, at: 4)
    harness.keyboard.showNextKeyboard(at: 5)
    #expect(harness.typed == "Q" && harness.keyboard.selection.panel == .symbols)
    #expect(harness.keyboard.definition.id == "greek")
  }

  @Test func everyShowBeginsWithTheFirst() throws {
    for resumes in [false, true] {
      let harness = try shown { $0.resumes = resumes }
      harness.keyboard.showNextKeyboard(at: 1)
      harness.keyboard.hide(at: 2)
      harness.keyboard.show(at: 3)
      #expect(harness.keyboard.keyboardIndex == (resumes ? 1 : 0))
    }
  }

  @Test func aKeyboardAloneHasNoSuchKey() throws {
    let harness = try shown("latin-qwerty")
    #expect(harness.keyboard.showNextKeyboard(at: 1) == .ignored)
    #expect(harness.keyboard.currentPanel?.slot(of: "next-keyboard") == nil)
    #expect(spaceLabel(harness) == "space")
  }

  @Test func eachKeyboardIsShuffledSeparately() throws {
    let harness = try shown { $0.shuffle = .all }
    func letters() -> Set<String> {
      Set(harness.keyboard.currentPanel?.keys.map(\.key.id) ?? [])
    }
    let greek = letters()
    let order = harness.keyboard.currentPanel?.keys.map(\.key.id)
    try harness.tap("next-keyboard", at: 1)
    #expect(letters().contains("q") && !letters().contains("α"))
    try harness.tap("next-keyboard", at: 2)
    #expect(letters() == greek && harness.keyboard.currentPanel?.keys.map(\.key.id) == order)
  }

  @Test func outputOfThePairedKeyboardIsAllowed() throws {
    let harness = try shown { $0.allowList = .panels }
    #expect(harness.keyboard.insert("q") == .accepted)
    #expect(harness.keyboard.insert("ω") == .accepted)
  }

  @Test func aPanelThatTheOtherLacksGivesWay() throws {
    let harness = try shown("greek,symbols") { $0.title = "PIN" }
    harness.keyboard.showNextKeyboard(at: 1)
    #expect(harness.keyboard.selection.panel == .symbols)
    #expect(harness.takePicture() == "layout panel")
  }
}
