import KeywardTestSupport
import Testing

@testable import KeywardEngine

@Suite struct FormTests {
  private static let text = """
    keyboard: my
    form: iso
    panels:
      letters:
        positions: { AD01: q Q @, AC01: a, AB01: "{none} Y", \(digits) }
      symbols: { from: symbols }
    """

  private static let digits =
    (1...9).map { "AE0\($0): \($0)" }.joined(separator: ", ")
    + ", AE10: 0, AE11: -, AE12: '='"

  @Test func keysTypeByTheirPositions() throws {
    let harness = try KeyboardHarness.shown(file: Self.text)
    for (number, id) in ["AD01", "shift", "AD01", "altgr", "AD01", "AB01", "AC01"].enumerated() {
      try harness.tap(id, at: Double(number) + 2)
    }
    #expect(harness.typed == "qQ@a")
  }

  @Test func theFormFollowsTheScreen() throws {
    let harness = try KeyboardHarness.shown(file: Self.text)
    let keyboard = harness.keyboard
    #expect(keyboard.currentPanel?.form == .compact)
    keyboard.rotate(to: .landscape, at: 2)
    keyboard.advance(to: 3)
    #expect(keyboard.currentPanel?.form == .iso)
    #expect(keyboard.geometry?.height == 126)
    #expect(keyboard.panelFrame?.height == 126)
    keyboard.showPanel(.symbols, at: 4)
    #expect(keyboard.currentPanel?.size.height == 126)
    keyboard.rotate(to: .portrait, at: 5)
    keyboard.advance(to: 6)
    keyboard.showPanel(.letters, at: 7)
    #expect(keyboard.currentPanel?.form == .compact)
  }

  @Test func theOtherKeyboardOfAPairHasItsOwnHeight() throws {
    let latin = try ShippedLayouts.keyboard(named: "latin-qwerty")
    let harness = try KeyboardHarness.shown(file: Self.text) { $0.others = [latin] }
    let keyboard = harness.keyboard
    let own = try #require(keyboard.geometry?.height)
    _ = harness.takePicture()
    try harness.tap("next-keyboard", at: 2)
    keyboard.advance(to: 3)
    let events = harness.takePicture()
    #expect(events.contains("WC") && events.contains("DC"), "\(events)")
    #expect(keyboard.currentPanel?.form == nil)
    #expect(keyboard.geometry?.height == 216 && own == 228)
    #expect(keyboard.state.frame.height == 250)
    #expect(keyboard.currentPanel?.size.height == 216)
    try harness.tap("next-keyboard", at: 4)
    keyboard.advance(to: 5)
    #expect(keyboard.geometry?.height == own)
    #expect(keyboard.currentPanel?.size.height == own && keyboard.state.frame.height == own + 34)
  }

  @Test func keyboardsOfOneFormChangeNoFrame() throws {
    let latin = try ShippedLayouts.keyboard(named: "latin-qwerty")
    let harness = try KeyboardHarness.shown("greek") { $0.others = [latin] }
    _ = harness.takePicture()
    try harness.tap("next-keyboard", at: 2)
    harness.keyboard.advance(to: 3)
    #expect(!harness.takePicture().contains("WC"))
  }
}
