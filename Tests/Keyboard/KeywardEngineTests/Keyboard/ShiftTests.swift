import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct ShiftTests {
  /// The shift states in the events, as letters: 0 off, 1 once, L locked.
  private func states(_ harness: KeyboardHarness) -> String {
    harness.events.compactMap { event in
      switch event.shift {
      case .off: "0"
      case .once: "1"
      case .locked: "L"
      case nil: nil
      }
    }.joined()
  }

  private func tapShift(_ harness: KeyboardHarness, _ times: Double...) throws {
    for time in times { try harness.tap("shift", at: time) }
  }

  @Test func onceTypesOneCapital() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1)
    #expect(harness.keyboard.currentPanel?.keys[0].key.label == "Q")
    try harness.tap("a", at: 1.1)
    try harness.tap("b", at: 1.2)
    #expect(harness.typed == "Ab")
    #expect(states(harness) == "10")
    #expect(harness.takePicture() == "shift text shift text")
    #expect(harness.keyboard.currentPanel?.keys[0].key.label == "q")
  }

  @Test func doubleTapLocksFromOff() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 1.3)
    harness.keyboard.advance(to: 5)
    #expect(states(harness) == "1L")
    try harness.tap("a")
    try harness.tap("b")
    #expect(harness.typed == "AB")
  }

  @Test func slowTapsToggle() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 1.301, 2, 2.301)
    harness.keyboard.advance(to: 5)
    #expect(states(harness) == "1010")
  }

  @Test func offWaitsForTheDoubleTap() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 2)
    #expect(harness.keyboard.shift == .once)
    harness.keyboard.advance(to: 2.29)
    #expect(harness.keyboard.shift == .once)
    harness.keyboard.advance(to: 2.31)
    #expect(harness.keyboard.shift == .off)
  }

  @Test func doubleTapLocksFromOnceAndLockedWithoutFlicker() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 2, 2.2)
    #expect(states(harness) == "1L")
    try tapShift(harness, 3, 3.3)
    harness.keyboard.advance(to: 5)
    #expect(states(harness) == "1L")
    try tapShift(harness, 6)
    harness.keyboard.advance(to: 7)
    #expect(states(harness) == "1L0")
  }

  @Test func aPairThatHasLockedIsUsedUp() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 1.1, 1.2)
    #expect(harness.keyboard.shift == .locked)
    harness.keyboard.advance(to: 2)
    #expect(harness.keyboard.shift == .off)
    try tapShift(harness, 3, 3.1, 3.2, 3.3)
    harness.keyboard.advance(to: 4)
    #expect(harness.keyboard.shift == .locked)
  }

  @Test func aKeyBetweenMakesNoPair() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1)
    try harness.tap("a", at: 1.1)
    try tapShift(harness, 1.2)
    #expect(harness.keyboard.shift == .once)
  }

  @Test func theNextEventComesAfterAnOffThatWaits() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 2)
    try harness.tap("a", at: 2.1)
    #expect(harness.typed == "a")
    #expect(states(harness) == "10")
  }

  @Test func someKeysEndOneTimeShift() throws {
    let ends = ["space", "delete", "panel-symbols"]
    for key in ends {
      let harness = try KeyboardHarness.shown()
      harness.keyboard.insert("a")
      try tapShift(harness, 1)
      try harness.tap(key, at: 1.1)
      #expect(harness.keyboard.shift == .off, "\(key)")
    }
    let hardware = try KeyboardHarness.shown { $0.maxLength = 1 }
    try tapShift(hardware, 1)
    #expect(hardware.keyboard.insert("b") == .accepted)
    #expect(hardware.typed == "b")
    #expect(hardware.keyboard.shift == .off)
    try tapShift(hardware, 2)
    #expect(hardware.keyboard.insert("c") == .rejected(.tooLong))
    #expect(hardware.keyboard.shift == .once)
  }

  @Test func lockSurvivesPanelsAndRotation() throws {
    let harness = try KeyboardHarness.shown()
    try tapShift(harness, 1, 1.1)
    try harness.tap("panel-symbols", at: 2)
    try harness.tap("page-symbols", at: 3)
    harness.keyboard.rotate(to: .landscape, at: 4)
    #expect(harness.keyboard.selection == PanelSelection(panel: .symbols, page: .symbols))
    try harness.tap("panel-letters", at: 5)
    #expect(harness.keyboard.shift == .locked)
    harness.keyboard.hide()
    harness.keyboard.show()
    #expect(harness.keyboard.shift == .off)
  }

  @Test func showsShiftHidesTheCaseOnly() throws {
    let harness = try KeyboardHarness.shown { $0.showsShift = false }
    try tapShift(harness, 1)
    #expect(harness.keyboard.currentPanel?.keys[0].key.label == "q")
    try harness.tap("q")
    #expect(harness.typed == "Q")
  }
}
