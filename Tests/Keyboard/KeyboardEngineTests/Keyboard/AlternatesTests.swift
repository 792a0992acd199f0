import KeyboardEngine
import KeywardTestSupport
import Testing

@Suite struct AlternatesTests {
  private func open(_ key: String = "n") throws -> KeyboardHarness {
    let harness = try KeyboardHarness.shown { $0.feedback = .press }
    harness.keyboard.press(at: try harness.point(key), at: 10)
    harness.keyboard.advance(to: 10.5)
    return harness
  }

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
    let harness = try KeyboardHarness.shown()
    try harness.tap("shift", at: 5)
    harness.keyboard.press(at: try harness.point("s"), at: 10)
    harness.keyboard.advance(to: 10.5)
    #expect(harness.keyboard.alternates?.options.first == "S")
    #expect(harness.keyboard.alternates?.options.contains("\u{DF}") == true)
    #expect(harness.keyboard.alternates?.options.contains("\u{160}") == true)
  }

  @Test func theyOpenWithoutFeedbackToo() throws {
    let harness = try KeyboardHarness.shown()
    try harness.press("n", at: 10)
    #expect(harness.keyboard.nextDeadline == 10.5)
    harness.keyboard.advance(to: 10.499)
    #expect(harness.keyboard.alternates == nil)
    harness.keyboard.advance(to: 10.5)
    #expect(harness.keyboard.alternates?.options == ["n", "ñ", "ń"])
    #expect(harness.keyboard.pressedSlots == [])
    harness.keyboard.release()
    #expect(harness.typed == "n")
  }

  // MARK: Without points

  private func slot(_ key: String, _ harness: KeyboardHarness) throws -> Int {
    try #require(harness.keyboard.currentPanel?.slot(of: key))
  }

  @Test func openedAtOnceTheyStayUntilReleased() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    let n = try slot("n", harness)
    #expect(keyboard.hasAlternates(slot: n))
    #expect(keyboard.openAlternates(slot: n, at: 10) == .accepted)
    #expect(keyboard.alternates?.selected == 0 && keyboard.nextDeadline == nil)
    keyboard.selectAlternate(2, at: 60)
    #expect(keyboard.alternates?.selected == 2)
    #expect(harness.typed == "")
    #expect(keyboard.release(at: 61) == .accepted)
    #expect(harness.typed == "ń" && keyboard.alternates == nil)
  }

  @Test func openedAtOnceTheyCanBeCancelled() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.openAlternates(slot: try slot("n", harness), touch: 3, at: 10)
    harness.keyboard.cancel(touch: 3, at: 11)
    #expect(harness.keyboard.alternates == nil)
    #expect(harness.keyboard.release(touch: 3) == .ignored)
    #expect(harness.typed == "")
  }

  @Test func aKeyWithoutAlternatesOpensNothing() throws {
    let harness = try KeyboardHarness.shown()
    for key in ["q", "shift", "space", "delete"] {
      let slot = try slot(key, harness)
      #expect(!harness.keyboard.hasAlternates(slot: slot))
      #expect(harness.keyboard.openAlternates(slot: slot, at: 10) == .ignored)
    }
    #expect(!harness.keyboard.hasAlternates(slot: 99) && !harness.keyboard.hasAlternates(slot: -1))
    #expect(harness.keyboard.release() == .ignored)
    #expect(harness.typed == "" && harness.keyboard.shift == .off)
  }

  @Test(arguments: [nil, 3, -1])
  func aPlaceThereIsNotClosesThem(_ place: Int?) throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.openAlternates(slot: try slot("n", harness), at: 10)
    harness.keyboard.selectAlternate(1)
    harness.keyboard.selectAlternate(place)
    #expect(harness.keyboard.alternates == nil)
    #expect(harness.keyboard.release(at: 11) == .ignored)
    #expect(harness.typed == "")
  }

  @Test func anotherFingerSelectsNothing() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.openAlternates(slot: try slot("n", harness), touch: 1, at: 10)
    harness.keyboard.selectAlternate(2, touch: 2)
    #expect(harness.keyboard.alternates?.selected == 0)
  }

  @Test func draggedByItsSlotAKeyIsDisarmedAndArmed() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    let (n, m) = (try slot("n", harness), try slot("m", harness))
    keyboard.press(slot: n, at: 10)
    keyboard.drag(toSlot: m, at: 10.1)
    keyboard.advance(to: 11)
    #expect(keyboard.alternates == nil)
    #expect(keyboard.release(at: 11) == .ignored && harness.typed == "")
    keyboard.press(slot: n, at: 12)
    keyboard.drag(toSlot: nil, at: 12.1)
    keyboard.drag(toSlot: n, at: 12.2)
    #expect(keyboard.release(at: 12.3) == .accepted && harness.typed == "n")
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
