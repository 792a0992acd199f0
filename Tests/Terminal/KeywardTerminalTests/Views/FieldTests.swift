import Testing

@testable import KeywardTerminal

@Suite struct FieldTests {
  private func screen(
    _ columns: Int, _ rows: Int, mask: Look.Mask = .bullets, count: Int,
    _ change: (inout PromptViewModel) -> Void = { _ in }
  ) throws -> ComposedScreen {
    var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
    content.fields = [.init(prompt: "PIN", mask: mask, characterCount: count)]
    change(&content)
    return content.rendered(columns: columns, rows: rows)
  }

  private func bullets(_ screen: ComposedScreen) -> Int {
    screen.buffer.lines.joined().count { $0 == "•" }
  }

  @Test("Of two fields, only the active one has the accent colour, and the other is muted")
  func theOtherFieldIsQuiet() throws {
    let screen = try screen(80, 40, count: 0) {
      $0.fields.append(.init(prompt: "Repeat", mask: .bullets))
    }
    let inks = screen.fieldAreas.map { area in
      screen.buffer[area.column, area.line].style.foreground
    }
    #expect(inks == [.accent, .hint])
  }

  @Test(arguments: [0, 1, 7, 50])
  func oneBulletForEveryCharacter(count: Int) throws {
    let screen = try screen(80, 24, count: count)
    #expect(bullets(screen) == count)
    #expect(screen.buffer.lines.contains { $0.hasSuffix(" \(count) │") } == (count > 0))
  }

  @Test func countInTheFieldWhereNarrow() throws {
    for count in [1, 4080] {
      #expect(
        try screen(45, 40, count: count).buffer.lines.contains { $0.hasSuffix(" \(count) │") })
    }
  }

  @Test func longerThanTheBoxShowsItsEnd() throws {
    let screen = try screen(45, 40, count: 29)
    #expect(screen.buffer.lines.contains("  │ •••••••••••••••••••••••••••••▏     29 │"))
    #expect(bullets(screen) == 29)
    let more = try self.screen(45, 40, count: 400)
    #expect(more.buffer.lines.contains("  │ …••••••••••••••••••••••••••••••▏  400 │"))
    #expect(more.cursor.column == 35)
  }

  /// Six words of nine letters, the longest of the list.
  @Test(arguments: [ScreenForm.full, .card])
  func aPassphraseThatWasMadeIsSeenWhole(form: ScreenForm) throws {
    for columns in [80, 120] {
      let screen = try screen(columns, 24, count: 59) {
        $0.form = form
        $0.question.generator = .init("")
        $0.fields[0].isRevealed = true
      }
      #expect((screen.revealArea?.columns ?? 0) >= 59)
    }
  }

  @Test(arguments: [(45, 40), (80, 24), (20, 3), (80, 1), (3, 1)])
  func fixedMaskRevealsOnlyWhetherTheFieldIsEmpty(columns: Int, rows: Int) throws {
    let empty = try screen(columns, rows, mask: .fixed, count: 0)
    #expect(bullets(empty) == 0)
    let screens = try [1, 8, 9, 4080].map { try screen(columns, rows, mask: .fixed, count: $0) }
    for screen in screens { #expect(screen.buffer == screens[0].buffer) }
    #expect(bullets(screens[0]) > 0)
  }

  @Test(arguments: [(45, 40), (80, 24), (20, 3), (80, 1), (3, 1)])
  func fixedMaskCanHideEmptiness(columns: Int, rows: Int) throws {
    let screens = try [0, 1, 8, 9, 4080].map {
      try screen(columns, rows, mask: .fixed, count: $0) { $0.fields[0].hidesEmptiness = true }
    }
    for screen in screens {
      #expect(screen.buffer == screens[0].buffer)
      #expect(screen.cursor == screens[0].cursor)
    }
    #expect(bullets(screens[0]) == min(8, bullets(screens[0])))
    if columns >= 45 { #expect(bullets(screens[0]) == 8) }
  }

  @Test(arguments: [(45, 40), (80, 24), (20, 3), (1, 1)])
  func hiddenMaskShowsNothing(columns: Int, rows: Int) throws {
    let screens = try [0, 1, 4080].map { try screen(columns, rows, mask: .hidden, count: $0) }
    for screen in screens { #expect(screen.buffer == screens[0].buffer) }
    #expect(bullets(screens[0]) == 0)
    #expect(!screens[0].buffer.lines.contains { $0.contains("character") })
  }

  @Test func twoFieldsBelowTheirPrompts() throws {
    let lines = try screen(80, 30, count: 5) { content in
      content.keyboard = nil
      content.question.description = ""
      content.error = ""
      content.fields.append(.init(prompt: "Repeat it", mask: .bullets, characterCount: 3))
      content.fields[1].hint = "differs"
      content.activeField = 1
    }.buffer.lines
    let first = try #require(lines.firstIndex { $0.contains("PIN") })
    #expect(lines[first] == "                      ╭─ PIN ────────────────────────────╮")
    #expect(
      lines[(first + 3)...(first + 4)] == [
        "                      ╭─ Repeat it ──────────────────────╮",
        "                      │ •••▏                differs    3 │",
      ])
  }

  @Test func aClickGoesToTheField() throws {
    let screen = try screen(45, 40, count: 5) { content in
      content.keyboard = nil
      content.fields.append(.init(prompt: "Again", mask: .bullets, characterCount: 0))
    }
    let rows = screen.buffer.lines.indices.filter { screen.buffer.lines[$0].contains("│") }
    #expect(rows.count == 2)
    #expect(rows.map { screen.action(column: 10, row: $0) } == [.field(0), .field(1)])
    #expect(screen.action(column: 0, row: 0) == nil)
  }

  @Test func revealedFieldIsLeftToOthers() throws {
    let screen = try screen(80, 24, count: 5) { $0.fields[0].isRevealed = true }
    let area = try #require(screen.revealArea)
    for column in area.column..<area.column + area.columns {
      #expect(screen.buffer[column, area.line].kind == .secret)
    }
    #expect(bullets(screen) == 0)
    #expect(screen.cursor == (area.column, area.line))
  }

  @Test func asciiStars() throws {
    let screen = try screen(80, 24, count: 3) { content in
      content.surface.glyphs = Glyphs(isASCII: true)
      content.keyboard = nil
    }
    #expect(screen.buffer.lines.contains { $0.contains("| ***|") })
    let text = screen.buffer.lines.joined()
    #expect(text.allSatisfy { $0.isASCII })
  }
}
