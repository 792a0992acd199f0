import Testing

@testable import TerminalUI

@Suite struct RecomposingTests {
  @Test(
    arguments: [
      (80, 24), (45, 40), (45, 18), (30, 6), (12, 3), (3, 2), (300, 100), (80, 1), (1, 1),
    ],
    DialogueOptions.Mask.allCases)
  func theShortWayGivesTheSameScreen(_ size: (Int, Int), _ mask: DialogueOptions.Mask) throws {
    var content = try SketchContent.content(columns: max(30, size.0), rows: max(30, size.1))
    content.fields[0].mask = mask
    content.fields.append(.init(prompt: "Repeat", mask: mask, characterCount: 3))
    var composed = TypingScreen(content).compose(columns: size.0, rows: size.1)
    for count in [0, 1, 2, 3, 11, 12, 13, 500, 1, 0] {
      let former = content
      content.fields[0].characterCount = count
      content.fields[1].hint = count == 3 || count == 11 ? "Both match" : ""
      let whole = TypingScreen(content).compose(columns: size.0, rows: size.1)
      guard let short = TypingScreen(content).recompose(composed, of: former) else {
        composed = whole
        continue
      }
      #expect(short.buffer == whole.buffer)
      #expect(short.cursor == whole.cursor)
      composed = short
    }
  }

  @Test func whateverElseChangesNeedsAll() throws {
    let content = try SketchContent.content(columns: 80, rows: 24)
    let composed = TypingScreen(content).compose(columns: 80, rows: 24)
    var other = content
    other.notice = "Caps Lock is on"
    #expect(TypingScreen(other).recompose(composed, of: content)?.buffer == nil)
    other = content
    other.fields[0].isRevealed = true
    #expect(TypingScreen(other).recompose(composed, of: content)?.buffer == nil)
  }
}
