import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct StatusLineTests {
  private func compose(
    _ columns: Int, _ rows: Int, _ change: (inout PromptViewModel) -> Void = { _ in }
  ) throws -> ComposedScreen {
    var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
    change(&content)
    return content.rendered(columns: columns, rows: rows)
  }

  /// There is no warning while nothing is missing, and the keys are below the keyboard.
  @Test func allIsWellWithoutALine() throws {
    for (columns, rows) in [(110, 40), (80, 24), (45, 40)] {
      let screen = try compose(columns, rows)
      let line = try #require(screen.buffer.lines.last { !$0.isEmpty })
      #expect(line.contains("Enter submit"))
      #expect(!screen.buffer.lines[0].contains { $0 != " " })
      let below = (screen.panelOrigin?.row ?? 0) + (screen.view?.grid.lines ?? 0)
      #expect(screen.buffer.lines[below...].contains(line), "\(columns)")
    }
  }

  @Test("Missing protection has a sign and its own row above the keys")
  func missingProtectionsAreShown() throws {
    let missing = ["memory is not locked", "sandbox switched off"]
    for form in [ScreenForm.full, .card, .docked] {
      for columns in 80...120 {
        let screen = try compose(columns, 40) {
          ($0.form, $0.missing) = (form, missing)
          if form == .card { $0.keyboard = nil }
        }
        let lines = screen.buffer.lines
        let row = try #require(lines.firstIndex { $0.contains("locked") }, "\(columns)")
        let line = lines[row].drop { $0 == " " }
        #expect(line == "! memory is not locked · sandbox switched off")
        #expect(lines[row + 1].contains("Enter submit"))
        let style = screen.buffer[columns / 2, row].style
        #expect(style.attributes.contains(.bold) && style.foreground != .hint)
      }
    }
    let words = "! memory is not locked · sandbox switched off".split(separator: " ")
    for columns in 22...120 {
      let lines = try compose(columns, 40) { $0.missing = missing }.buffer.lines
      #expect(lines.joined(separator: " ").split(separator: " ").contains(words), "\(columns)")
    }
  }

  @Test("Missing protection outlives the keys in small windows", arguments: ScreenForm.allCases)
  func missingProtectionOutlivesTheKeys(form: ScreenForm) throws {
    for fields in [0, 1] {
      for columns in [30, 45, 80] {
        for rows in 2...30 {
          let lines = try compose(columns, rows) {
            ($0.form, $0.missing) = (form, ["sandbox switched off"])
            if fields == 0 { ($0.fields, $0.keyboard) = ([], nil) }
            if form == .card { $0.keyboard = nil }
          }.buffer.lines
          let isShown = lines.contains { $0.contains("! sandbox switched off") }
          #expect(isShown || form == .inline && rows < 4, "\(fields), \(columns) × \(rows)")
          #expect(isShown || !lines.contains { $0.contains("Esc") }, "\(columns) × \(rows)")
        }
      }
    }
  }

  /// A notice moves nothing: it takes the place of other words, or reaches into free rows.
  @Test(.tags(.slow)) func aNoticeMovesNothing() throws {
    let long = Phrase.terminalChanged.english
    for missing in [[], ["sandbox switched off"]] {
      for notice in ["Closes in 7 s", long] {
        for columns in 40...120 {
          let former = try compose(columns, 40) { $0.missing = missing }
          let screen = try compose(columns, 40) { ($0.notice, $0.missing) = (notice, missing) }
          #expect(screen.panelOrigin?.row == former.panelOrigin?.row)
          let text = screen.buffer.lines.joined(separator: " ").split(separator: " ")
          #expect(text.contains(notice.split(separator: " ")), "\(columns)")
          #expect(screen.buffer.lines.contains { $0.contains("Enter submit") }, "\(columns)")
        }
      }
    }
  }

  @Test func noticeStaysWithoutAStatusLine() throws {
    for rows in 2...5 {
      let lines = try compose(80, rows) { content in
        content.notice = "Closes in 1 s"
        content.keyboard = nil
      }.buffer.lines
      #expect(lines.contains { $0.contains("Closes in 1 s") })
    }
  }

  @Test func warningStaysOnEveryScreen() throws {
    for (columns, rows) in [(80, 24), (45, 40), (80, 11), (60, 3), (60, 2), (20, 1)] {
      let lines = try compose(columns, rows) { $0.missing = ["memory is not locked"] }.buffer.lines
      #expect(lines.contains { $0.contains("!") }, "\(columns) × \(rows)")
      if rows < 4 { #expect(lines[0].contains("!")) }
      if rows > 1 { #expect(lines.contains { $0.contains("! memory is not locked") }) }
    }
  }

  @Test func doneCanBeClickedWithoutReturnAndStrip() throws {
    let screen = try compose(80, 24) { content in
      content.keyboard?.toolbar = nil
      content.offersDone = true
    }
    let row = try #require(screen.buffer.lines.firstIndex { $0.contains(" Done") })
    let column = try #require((0..<80).last { screen.buffer.character($0, row) == "e" })
    #expect(screen.action(column: column, row: row) == .done)
    #expect(screen.action(column: column - 6, row: row) == nil)
    #expect(screen.action(column: column + 3, row: row) == nil)
  }

  @Test("Done has the form of a button without the focus, and is whole in the narrowest window")
  func doneLooksLikeAButton() throws {
    for columns in 20...120 {
      let panel = try ScreenSamples.panel(columns: columns, rows: 24, panel: .numbers)
      for hasBlocks in [false, true] {
        let screen = try compose(columns, 24) { content in
          (content.question.description, content.error) = ("", "")
          var view = KeyboardView(layout: panel, glyphs: content.surface.glyphs)
          view.hasBlocks = hasBlocks
          content.keyboard = .init(view: view, toolbar: nil, bottomRows: 0)
          content.surface.hasBlocks = hasBlocks
          content.offersDone = true
        }
        let done = hasBlocks ? "  Done  " : "[ Done ]"
        let row = try #require(screen.buffer.lines.firstIndex { $0.contains("Done") })
        let place = try #require(
          (0..<columns).first { screen.action(column: $0, row: row) == .done })
        let cells = place..<min(columns, place + 8)
        #expect(cells.count == 8, "\(columns)")
        #expect(
          cells.allSatisfy {
            screen.buffer[$0, row].style
              == (hasBlocks
                ? Style(foreground: .functionLabel, background: .functionCap) : .plain)
          }, "\(columns)")
        #expect((screen.buffer.lines[row] + "  ").contains(done), "\(columns)")
      }
    }
  }

  @Test("Done stays on the screen with any notice and error")
  func doneStays() throws {
    let notices = [
      "", "The field is full", "Not complete: group 1: correct it, or press Enter again",
    ]
    for columns in 30...80 {
      for rows in 16...30 {
        let panel = try ScreenSamples.panel(columns: columns, rows: rows, panel: .numbers)
        for notice in notices {
          let screen = try compose(columns, rows) { content in
            content.question.purpose = Purpose()
            content.question.purpose?.plainLead = "for:"
            content.question.purpose?.command = String(repeating: "argument ", count: 20) + "end"
            content.keyboard = .init(
              view: KeyboardView(layout: panel, glyphs: content.surface.glyphs), toolbar: nil,
              bottomRows: 0)
            (content.offersDone, content.notice) = (true, notice)
          }
          guard screen.hasKeyboard else { continue }
          let lines = screen.buffer.lines
          #expect(screen.targets.contains { $0.action == .done }, "\(columns) × \(rows): \(lines)")
          #expect(lines.contains { $0.contains("Done") }, "\(columns) × \(rows): \(lines)")
          guard columns >= 40, rows >= 18 else { continue }
          let words = lines.joined(separator: " ").split(separator: " ")
          #expect(words.contains(notice.split(separator: " ")), "\(columns) × \(rows): \(lines)")
        }
      }
    }
  }

  @Test("Done stays where it is, whatever the notice")
  func doneStaysInItsPlace() throws {
    for (columns, rows) in [(40, 18), (40, 24), (60, 20), (80, 24), (100, 35)] {
      let panel = try ScreenSamples.panel(columns: columns, rows: rows, panel: .numbers)
      let places = try ["", "The field is full", Phrase.charactersRefused.english].map { notice in
        let screen = try compose(columns, rows) { content in
          (content.question.description, content.error) = ("", "")
          content.keyboard = .init(
            view: KeyboardView(layout: panel, glyphs: content.surface.glyphs), toolbar: nil,
            bottomRows: 0)
          (content.offersDone, content.notice) = (true, notice)
        }
        let words = screen.buffer.lines.joined(separator: " ").split(separator: " ")
        #expect(words.contains(notice.split(separator: " ")), "\(screen.buffer.lines)")
        return screen.targets.first { $0.action == .done }?.area
      }
      #expect(places[0] != nil && Set(places).count == 1, "\(columns) × \(rows): \(places)")
    }
  }

  @Test("Above a number pad a request is as wide as it needs, in the middle")
  func requestsAboveAPad() throws {
    for columns in [40, 60, 80, 120] {
      let panel = try ScreenSamples.panel(columns: columns, rows: 30, panel: .numbers)
      let asker = "asked by sudo, pid 4711, in ~/site ← bash ← zsh"
      let screen = try compose(columns, 30) { content in
        content.question.asker = asker
        content.keyboard = .init(
          view: KeyboardView(layout: panel, glyphs: content.surface.glyphs), toolbar: nil,
          bottomRows: 0)
      }
      let line = screen.buffer.lines.first { $0.contains("asked by") } ?? ""
      #expect((line.drop { $0 == " " } == asker) == (columns >= 60), "\(screen.buffer.lines)")
      guard columns >= 60 else { continue }
      let (left, right) = (line.prefix { $0 == " " }.count, columns - line.count)
      #expect((0...1).contains(right - left), "\(left), \(right)")
      // The field is as wide as the pad.
      let field = try #require(screen.fieldAreas.first)
      #expect(field.columns == screen.view?.grid.columns)
    }
  }

  @Test("Keys without room are left out whole")
  func noKeyIsCut() throws {
    let keys = ["Enter choose", "y/n select", "Esc cancel", "Tab next"]
    let heads = keys.map { $0.prefix { $0 != " " } }
    for columns in 12...60 {
      let lines = try compose(columns, 12) { content in
        content.keyboard = nil
        (content.question.description, content.error) = ("", "")
        content.keys = keys
      }.buffer.lines
      let line = try #require(lines.last { $0.contains("Enter") })
      let shown = line.drop { $0 == " " }.replacing("   ", with: "  ").split(separator: "  ")
      #expect(
        shown.allSatisfy { keys.contains(String($0)) || heads.contains($0) },
        "\(columns): \(line)")
    }
  }

  @Test("Hints and buttons are on the window's axis at every width, an odd cell at the right")
  func hintsAreOnTheAxis() throws {
    for columns in 20...250 {
      let layout = try ScreenSamples.panel(columns: columns, rows: 24)
      let pad = try ScreenSamples.panel(
        columns: columns, rows: 24, keyboard: "number", panel: .numbers)
      for panel in [layout, pad, nil] {
        let lines = try compose(columns, 24) { content in
          content.question.title = ""
          content.keyboard = panel.map {
            .init(
              view: KeyboardView(layout: $0, glyphs: content.surface.glyphs), toolbar: nil,
              bottomRows: 0)
          }
          content.form = panel == nil ? .card : .full
          if panel == nil { content.fields = [] }
          content.buttons = [("Yes", .submit), ("No", .disagree), ("Cancel", .cancel)].map {
            .init(label: $0, acceleratorIndex: nil, choice: $1)
          }
        }.buffer.lines
        for line in lines where line.contains("Esc") || line.contains("[ No ]") {
          let row = line.filter { $0 != "│" }
          let isFramed = line != row
          let left = row.prefix { $0 == " " }.count
          let used = row.trimmingPrefix { $0 == " " }.reversed().drop { $0 == " " }.count
          let right = columns - (isFramed ? 2 : 0) - left - used
          #expect((0...1).contains(right - left), "\(columns): \(left), \(right): \(line)")
        }
      }
    }
  }

  @Test("A notice leaves the words of the keys as they are where there is a row for it")
  func aNoticeLeavesTheKeys() throws {
    let lines = try compose(80, 40) { content in
      content.notice = "Generated. Words: 6, bits: 77.5"
      content.question.generator = .init("")
    }.buffer.lines
    let row = try #require(lines.firstIndex { $0.contains("Generated") })
    #expect(
      lines[row + 1].drop { $0 == " " }
        == "Enter submit   Esc cancel   Tab keyboard   Ctrl-G generate")
  }

  @Test func keysNameTheirCurrentAction() throws {
    let lines = try compose(80, 24) { $0.isKeyboardFocused = true }.buffer.lines
    #expect(lines.contains { $0.contains("Enter press") && $0.contains("Tab field") })
  }

  @Test("Done ends where the keys of a pad do, and Tab does not move it")
  func doneStaysOnThePad() throws {
    for kind in ["digits:6", "bitlocker", "id-card"] {
      let sizes = [(30, 16), (40, 16), (52, 18), (60, 18), (64, 20), (80, 24), (120, 40)]
      for (columns, rows) in sizes {
        let expected = try #require(EntryKind(kind))
        let prompt = try PromptHarness.prompt { configuration in
          configuration.expects = expected
          configuration.panel = expected.panel
        }
        prompt.handle(.window(columns: columns, rows: rows), at: 1)
        func done() throws -> Range<Int> {
          let screen = prompt.picture(columns: columns, rows: rows)
          let area = try #require(screen.targets.last { $0.action == .done }?.area, "\(columns)")
          let (view, origin) = try (#require(screen.view), #require(screen.panelOrigin))
          let end = area.column + area.columns
          #expect(end == origin.column + view.grid.caps.upperBound, "\(kind), \(columns)")
          let line = screen.buffer.lines[area.line]
          let first = line.prefix { $0 == " " }.count
          #expect(line.contains("Enter") && first >= origin.column, "\(kind), \(columns): \(line)")
          return area.column..<end
        }
        let first = try done()
        prompt.press(.tab)
        #expect(try done() == first, "\(kind), \(columns) × \(rows)")
      }
    }
  }

  @Test func stripItemsTakeClicks() throws {
    let screen = try compose(80, 24)
    let row = try #require(screen.buffer.lines.firstIndex { $0.contains("│ #+= │ │ 123 │") })
    for row in row - 1...row + 1 {
      #expect(screen.action(column: 12, row: row) == .panel(.symbols))
      #expect(screen.action(column: 20, row: row) == .panel(.numbers))
      #expect(screen.action(column: 66, row: row) == .done)
      #expect(screen.action(column: 40, row: row) == nil)
    }
  }

  @Test func keyboardTakesClicksWhereItIsDrawn() throws {
    let screen = try compose(80, 24)
    let (view, origin) = (try #require(screen.view), try #require(screen.panelOrigin))
    for (slot, tile) in view.grid.tiles.enumerated() {
      #expect(
        screen.action(column: origin.column + tile.column, row: origin.row + tile.line)
          == .slot(slot))
    }
  }

  @Test func narrowerPanelIsCentered() throws {
    let panel = try ScreenSamples.panel(columns: 45, rows: 40)
    let screen = try compose(81, 40) { content in
      content.keyboard = .init(
        view: KeyboardView(layout: panel, glyphs: content.surface.glyphs), toolbar: nil,
        bottomRows: 0,
        isFitted: false)
    }
    let view = try #require(screen.view)
    #expect(screen.panelOrigin?.column == 20 && view.grid.caps == 0..<41)
    let row = try #require(screen.panelOrigin?.row)
    #expect(screen.action(column: 19, row: row + 1) == nil)
    #expect(screen.action(column: 20, row: row + 1) == .slot(0))
  }
}
