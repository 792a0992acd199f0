import KeywardEngine
import KeywardTestSupport
import Testing

@Suite struct DeleteRepeatTests {
  private let word = "abcdefghijklmnopqrstuvwxyz"

  private func filled() throws -> KeyboardHarness {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert(word)
    return harness
  }

  private func deletions(_ harness: KeyboardHarness) -> Int {
    word.count - harness.keyboard.characterCount
  }

  @Test(arguments: [(0.0, 1), (0.49, 1), (0.5, 2), (0.55, 3), (0.74, 6), (0.75, 7), (1.0, 12)])
  func heldForSeconds(seconds: Double, count: Int) throws {
    let harness = try filled()
    try harness.press("delete", at: 10)
    while let deadline = harness.keyboard.nextDeadline, deadline <= 10 + seconds {
      harness.keyboard.advance(to: deadline)
    }
    harness.keyboard.release(at: 10 + seconds)
    harness.keyboard.advance(to: 20)
    #expect(deletions(harness) == count)
  }

  @Test func releaseInTimeNeedsNoAdvance() throws {
    let harness = try filled()
    try harness.press("delete", at: 10)
    harness.keyboard.release(at: 10.74)
    #expect(deletions(harness) == 6)
  }

  @Test func aLateDeadlineFiresOnceAndRestarts() throws {
    let harness = try filled()
    try harness.press("delete", at: 10)
    harness.keyboard.advance(to: 10.751)
    #expect(deletions(harness) == 2)
    #expect(harness.keyboard.nextDeadline == 10.801)
    harness.keyboard.advance(to: 10.8)
    #expect(deletions(harness) == 2)
    harness.keyboard.advance(to: 10.851)
    #expect(deletions(harness) == 4)
  }

  @Test func dragOutStopsForGood() throws {
    let harness = try filled()
    let point = try harness.point("delete")
    harness.keyboard.press(at: point, at: 10)
    harness.keyboard.drag(to: try harness.point("q"), at: 10.2)
    harness.keyboard.drag(to: point, at: 10.3)
    harness.keyboard.advance(to: 11)
    #expect(deletions(harness) == 1)
  }

  @Test func emptyTextStops() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("ab")
    #expect(try harness.press("delete", at: 10) == .accepted)
    harness.keyboard.advance(to: 10.5)
    #expect(harness.keyboard.characterCount == 0)
    #expect(harness.keyboard.nextDeadline == nil)
    harness.keyboard.release()
    #expect(try harness.tap("delete") == .ignored)
    #expect(harness.takePicture() == "text text text")
  }

  @Test func aPanelSwitchStops() throws {
    let harness = try filled()
    try harness.press("delete", touch: 1, at: 10)
    try harness.press("panel-symbols", touch: 2, at: 10.1)
    harness.keyboard.advance(to: 12)
    #expect(deletions(harness) == 1)
    try harness.press("delete", touch: 3, at: 12)
    harness.keyboard.showPanel(.letters, at: 12.1)
    harness.keyboard.advance(to: 14)
    #expect(deletions(harness) == 2)
  }

  @Test func graphemesGoWhole() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("a\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}e\u{301}")
    #expect(harness.keyboard.characterCount == 3)
    harness.keyboard.deleteBackward()
    #expect(harness.typed == "a\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}")
    harness.keyboard.deleteBackward()
    #expect(harness.typed == "a")
  }

  @Test func wordsAndAll() throws {
    let harness = try KeyboardHarness.shown()
    harness.keyboard.insert("correct horse  ")
    #expect(harness.keyboard.deleteWord() == .accepted)
    #expect(harness.typed == "correct ")
    #expect(harness.keyboard.deleteAll() == .accepted)
    #expect(harness.keyboard.deleteAll() == .ignored)
    #expect(harness.keyboard.deleteWord() == .ignored)
    #expect(harness.events.map(\.count) == [15, 8, 0])
  }
}
