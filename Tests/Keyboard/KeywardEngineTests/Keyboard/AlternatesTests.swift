import KeywardEngine
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
    return popup.placement.frames[index].center + panel.origin
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

  /// Presses a key and opens its alternates at once.
  private func pressAndOpen(
    _ key: String, _ harness: KeyboardHarness, touch: Int = 0, at time: Double
  ) throws {
    try harness.press(key, touch: touch, at: time)
    harness.keyboard.openAlternates(touch: touch)
  }

  @Test func openedAtOnceTheyStayUntilReleased() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    #expect(keyboard.hasAlternates(.key(slot: try slot("n", harness))))
    try pressAndOpen("n", harness, at: 10)
    #expect(keyboard.alternates?.selected == 0 && keyboard.nextDeadline == nil)
    keyboard.drag(to: .alternate(place: 2), at: 60)
    #expect(keyboard.alternates?.selected == 2)
    #expect(harness.typed == "")
    #expect(keyboard.release(at: 61) == .accepted)
    #expect(harness.typed == "ń" && keyboard.alternates == nil)
  }

  @Test func openedAtOnceTheyCanBeCancelled() throws {
    let harness = try KeyboardHarness.shown()
    try pressAndOpen("n", harness, touch: 3, at: 10)
    harness.keyboard.cancel(touch: 3, at: 11)
    #expect(harness.keyboard.alternates == nil)
    #expect(harness.keyboard.release(touch: 3) == .ignored)
    #expect(harness.typed == "")
  }

  @Test func aKeyWithoutAlternatesOpensNothing() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    for key in ["q", "shift", "space", "delete"] {
      #expect(!keyboard.hasAlternates(.key(slot: try slot(key, harness))))
      try pressAndOpen(key, harness, at: 10)
      #expect(keyboard.alternates == nil)
      keyboard.cancel()
    }
    #expect([99, -1].allSatisfy { !keyboard.hasAlternates(.key(slot: $0)) })
    keyboard.openAlternates()
    #expect(keyboard.alternates == nil && keyboard.release() == .ignored)
    #expect(harness.typed == "")
  }

  @Test(arguments: [nil, 3, -1])
  func aPlaceThereIsNotClosesThem(_ place: Int?) throws {
    let harness = try KeyboardHarness.shown()
    try pressAndOpen("n", harness, at: 10)
    harness.keyboard.drag(to: .alternate(place: 1))
    harness.keyboard.drag(to: place.map { .alternate(place: $0) })
    #expect(harness.keyboard.alternates == nil)
    #expect(harness.keyboard.release(at: 11) == .ignored)
    #expect(harness.typed == "")
  }

  @Test func anotherFingerSelectsNothing() throws {
    let harness = try KeyboardHarness.shown()
    try pressAndOpen("n", harness, touch: 1, at: 10)
    harness.keyboard.drag(to: .alternate(place: 2), touch: 2)
    #expect(harness.keyboard.alternates?.selected == 0)
  }

  @Test func draggedByItsSlotAKeyIsDisarmedAndArmed() throws {
    let harness = try KeyboardHarness.shown()
    let keyboard = harness.keyboard
    let (n, m) = (try slot("n", harness), try slot("m", harness))
    keyboard.press(.key(slot: n), at: 10)
    keyboard.drag(to: .key(slot: m), at: 10.1)
    keyboard.advance(to: 11)
    #expect(keyboard.alternates == nil)
    #expect(keyboard.release(at: 11) == .ignored && harness.typed == "")
    keyboard.press(.key(slot: n), at: 12)
    keyboard.drag(to: nil, at: 12.1)
    keyboard.drag(to: .key(slot: n), at: 12.2)
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

  @Test("Alternates that do not fit beside each other are in several lines above the key")
  func severalLines() throws {
    let harness = try KeyboardHarness.shown(
      file: """
        keyboard: my
        panels:
          letters:
            columns: 10
            rows:
              - a b c d e f g h i j
              - "{delete} {space} {return}"
        keys:
          j: { alternates: 1 2 3 4 5 6 7 8 9 0 k l m n o p }
        """)
    let keyboard = harness.keyboard
    try harness.press("j", at: 10)
    keyboard.advance(to: 10.5)
    let panel = try #require(keyboard.currentPanel)
    let key = panel.keys[try slot("j", harness)].frame
    let frames = try #require(keyboard.alternates?.placement.frames)
    #expect(Set(frames.map(\.minY)).count == 2)
    #expect(frames.allSatisfy { $0.minX >= 0 && $0.maxX <= panel.size.width })
    #expect(frames.allSatisfy { $0.maxY < key.minY })
    keyboard.drag(to: try place(16, harness), at: 11)
    keyboard.release(at: 11.1)
    #expect(harness.typed == "p")
  }

  @Test func popUpsStayInsideThePanel() throws {
    for key in ["e", "a", "o", "u", "y"] {
      let harness = try open(key)
      let popup = try #require(harness.keyboard.alternates)
      for frame in popup.placement.frames {
        #expect(frame.minX >= 0 && frame.maxX <= 375)
      }
    }
  }
}
