import KeywardEngine
import KeywardTestSupport
import Testing

/// Number pads have a return key if a return type is set.
@Suite struct NumberPadTests {
  private func harness(
    _ layout: String, _ type: ReturnType
  ) throws -> KeyboardHarness {
    try KeyboardHarness.shown(layout) { $0.returnType = type }
  }

  @Test(arguments: ["number", "id-card"], ReturnType.allCases)
  func theReturnKeyNamesItsActionAndIsAsWideAsThePad(_ layout: String, type: ReturnType) throws {
    let harness = try harness(layout, type)
    let panel = try #require(harness.keyboard.currentPanel)
    guard type != .default else {
      #expect(panel.rowCount == 4 && panel.slot(of: "return") == nil)
      return
    }
    #expect(panel.rowCount == 5)
    let slot = try #require(panel.slot(of: "return"))
    let key = panel.keys[slot]
    #expect(key.key.label == type.rawValue)
    let (left, right) = (panel.keys.map(\.frame.minX).min(), panel.keys.map(\.frame.maxX).max())
    #expect(abs(key.frame.minX - (left ?? 0)) < 0.001)
    #expect(abs(key.frame.maxX - (right ?? 0)) < 0.001)
    #expect(key.frame.maxY <= panel.size.height)
  }

  @Test func itSubmitsOnRelease() throws {
    let harness = try harness("number", .done)
    var submitted: [ReturnType] = []
    harness.keyboard.onReturn = { _, type in
      submitted.append(type)
      return true
    }
    try harness.tap("4", at: 10)
    try harness.press("return", at: 11)
    #expect(submitted == [])
    harness.keyboard.release(at: 11.1)
    #expect(submitted == [.done] && harness.typed == "4")
  }

  @Test func aPadWithAReturnKeyGetsNoSecond() throws {
    let pad = try KeyboardDefinition.load(
      Array(
        """
        keyboard: pin
        title: PIN
        language: und
        panels:
          numbers: { rows: ["1 2 3", "0 {delete} {return}"] }
        """.utf8), path: "pin.yaml")
    let harness = try KeyboardHarness.shown {
      $0.definition = pad
      $0.returnType = .go
    }
    let roles = try #require(harness.keyboard.currentPanel).keys.map(\.key.role)
    #expect(roles.count { $0 == .return } == 1 && roles.count == 6)
  }

  @Test func lettersAndSymbolsStayAsTheyAre() throws {
    let harness = try harness("latin-qwerty", .done)
    #expect(harness.keyboard.currentPanel?.rowCount == 4)
    #expect(harness.keyboard.currentPanel?.keys.count { $0.key.role == .return } == 1)
  }
}
