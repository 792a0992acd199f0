import KeywardEngine
import TestSupport
import Testing

@Suite struct AlternatesTests {
  private func open(_ key: String = "n") throws -> KeyboardHarness {
    let harness = try KeyboardHarness.shown { $0.feedback = .press }
    harness.keyboard.press(at: try harness.point(key), at: 10)
    harness.keyboard.advance(to: 10.5)
    return harness
  }

  /// The middle of a place of the pop-up, in screen coordinates.
  private func place(_ index: Int, _ harness: KeyboardHarness) throws -> Point {
    let popup = try #require(harness.keyboard.alternates)
    let panel = try #require(harness.keyboard.panelFrame)
    return popup.frames[index].center + panel.origin
  }

  @Test func ownCharacterComesFirst() throws {
    let harness = try open()
    #expect(harness.keyboard.alternates?.options == ["n", "\u{F1}", "\u{144}"])
    #expect(harness.keyboard.alternates?.selected == 0)
    #expect(harness.keyboard.release(at: 11) == .accepted)
    #expect(harness.typed == "n")
    #expect(harness.keyboard.alternates == nil)
  }

  @Test func dragTakesTheNearest() throws {
    let harness = try open()
    harness.keyboard.drag(to: try place(1, harness), at: 10.6)
    harness.keyboard.release(at: 10.7)
    #expect(harness.typed == "\u{F1}")
  }

  @Test func farAwayCancels() throws {
    let harness = try open()
    var point = try place(1, harness)
    point.y -= 200
    harness.keyboard.drag(to: point, at: 10.6)
    #expect(harness.keyboard.alternates == nil)
    #expect(harness.keyboard.release(at: 10.7) == .ignored)
    #expect(harness.typed == "")
  }

  @Test func upperCaseWithShift() throws {
    let harness = try KeyboardHarness.shown { $0.alternates = .always }
    try harness.tap("shift", at: 5)
    harness.keyboard.press(at: try harness.point("s"), at: 10)
    harness.keyboard.advance(to: 10.5)
    #expect(harness.keyboard.alternates?.options.first == "S")
    #expect(harness.keyboard.alternates?.options.contains("\u{DF}") == true)
    #expect(harness.keyboard.alternates?.options.contains("\u{160}") == true)
  }

  @Test func withoutFeedbackTheKeyItselfIsTyped() throws {
    let harness = try KeyboardHarness.shown()
    try harness.press("n", at: 10)
    #expect(harness.keyboard.nextDeadline == nil)
    harness.keyboard.advance(to: 11)
    #expect(harness.keyboard.alternates == nil)
    harness.keyboard.release()
    #expect(harness.typed == "n")
  }

  @Test func aShortPressAndAKeyWithoutAlternates() throws {
    let harness = try KeyboardHarness.shown { $0.feedback = .press }
    try harness.press("n", at: 10)
    harness.keyboard.release(at: 10.49)
    try harness.press("q", at: 11)
    harness.keyboard.advance(to: 12)
    #expect(harness.keyboard.alternates == nil)
    harness.keyboard.release()
    #expect(harness.typed == "nq")
  }

  @Test func popUpsStayInsideThePanel() throws {
    for key in ["e", "a", "o", "u", "y"] {
      let harness = try open(key)
      let popup = try #require(harness.keyboard.alternates)
      for frame in popup.frames {
        #expect(frame.minX >= 0 && frame.maxX <= 375)
      }
    }
  }
}
