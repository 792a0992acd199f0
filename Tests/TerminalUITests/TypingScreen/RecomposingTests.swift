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
    var composer = ScreenComposer()
    for count in [3, 0, 1, 2, 3, 11, 12, 13, 500, 1, 0] {
      content.fields[0].characterCount = count
      content.fields[1].hint = count == 3 || count == 11 ? "Both match" : ""
      let whole = TypingScreen(content).compose(columns: size.0, rows: size.1)
      composer.compose(content, columns: size.0, rows: size.1)
      #expect(composer.screen.buffer == whole.buffer)
      #expect(composer.screen.cursor == whole.cursor)
    }
  }

  @Test(arguments: [(80, 24), (45, 40), (30, 6), (12, 3), (80, 1)])
  func aScreenCountedAnewIsTheOneComposedAnew(_ size: (Int, Int)) throws {
    var content = try SketchContent.content(columns: max(30, size.0), rows: max(30, size.1))
    content.fields.append(.init(prompt: "Repeat", mask: .bullets, characterCount: 3))
    var composer = ScreenComposer()
    composer.compose(content, columns: size.0, rows: size.1)
    for (count, hint) in [(4, ""), (0, "Both match"), (200, "Both match"), (1, "")] {
      content.fields[0].characterCount = count
      content.fields[1].hint = hint
      let isCounted = composer.recount(columns: size.0, rows: size.1) {
        .init(characterCount: $0 == 0 ? count : 3, hint: $0 == 0 ? "" : hint)
      }
      let whole = TypingScreen(content).compose(columns: size.0, rows: size.1)
      #expect(isCounted == !whole.fieldAreas.isEmpty)
      if isCounted {
        #expect(composer.screen.buffer == whole.buffer)
        #expect(composer.screen.cursor == whole.cursor)
      }
    }
  }

  @Test func nothingIsCountedBeforeAScreenAtAnotherSizeOrOverAReveal() throws {
    var content = try SketchContent.content(columns: 80, rows: 24)
    var composer = ScreenComposer()
    func recount(columns: Int) -> Bool {
      composer.recount(columns: columns, rows: 24) { _ in .init(characterCount: 9) }
    }
    #expect(!recount(columns: 80))
    composer.compose(content, columns: 80, rows: 24)
    #expect(!recount(columns: 79))
    #expect(recount(columns: 80))
    content.fields[0].isRevealed = true
    composer.compose(content, columns: 80, rows: 24)
    #expect(!recount(columns: 80))
  }

  @Test func whateverElseChangesIsShownToo() throws {
    let content = try SketchContent.content(columns: 80, rows: 24)
    let changes: [(inout ScreenContent) -> Void] = [
      { $0.notice = "Caps Lock is on" }, { $0.fields[0].isRevealed = true }, { $0.activeField = 1 },
      { $0.fields.append(.init(prompt: "Repeat", mask: .bullets)) }, { $0.error = "No" },
      { $0.fields[0].mask = .hidden }, { $0.isKeyboardFocused.toggle() }, { $0.keyboard = nil },
    ]
    for change in changes {
      var composer = ScreenComposer()
      composer.compose(content, columns: 80, rows: 24)
      var other = content
      change(&other)
      other.fields[0].characterCount += 1
      composer.compose(other, columns: 80, rows: 24)
      let whole = TypingScreen(other).compose(columns: 80, rows: 24)
      #expect(composer.screen.buffer == whole.buffer)
      #expect(composer.screen.cursor == whole.cursor)
      #expect(composer.screen.revealArea == whole.revealArea)
      #expect(composer.screen.targets == whole.targets)
    }
  }

  @Test func anotherSizeIsComposedAnew() throws {
    let content = try SketchContent.content(columns: 80, rows: 24)
    var composer = ScreenComposer()
    for (columns, rows) in [(80, 24), (80, 23), (79, 24), (300, 100), (1, 1), (80, 24)] {
      composer.compose(content, columns: columns, rows: rows)
      let whole = TypingScreen(content).compose(columns: columns, rows: rows)
      #expect(composer.screen.buffer == whole.buffer)
    }
  }
}
