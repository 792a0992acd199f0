import Testing

@testable import PromptUI

@Suite struct StatusLineTests {
  private func compose(
    _ columns: Int, _ rows: Int, _ change: (inout PromptViewModel) -> Void = { _ in }
  ) throws -> ComposedScreen {
    var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
    change(&content)
    return content.rendered(columns: columns, rows: rows)
  }

  @Test func moreRoomMoreWords() throws {
    let lines = try compose(110, 40).buffer.lines
    #expect(
      lines.contains {
        $0.hasPrefix(" memory locked") && $0.hasSuffix("Enter submit   Esc cancel   Tab keyboard")
      })
  }

  @Test func protectionsThatDoNotFitAreLeftOutWhole() throws {
    let lines = try compose(36, 40).buffer.lines
    let line = try #require(lines.first { $0.hasPrefix(" memory locked") })
    #expect(["memory locked", "memory locked · no core dump"].contains(line.dropFirst()))
  }

  @Test func noticeTakesThePlaceOfProtections() throws {
    let lines = try compose(80, 24) { $0.notice = "Closes in 7 seconds" }.buffer.lines
    #expect(lines[23].hasPrefix(" Closes in 7 seconds "))
    #expect(lines[23].hasSuffix("Tab keyboard"))
    #expect(!lines[23].contains("memory"))
  }

  @Test func noticeStaysWithoutAStatusLine() throws {
    for rows in 2...5 {
      let lines = try compose(80, rows) { content in
        content.notice = "Closes in 1 second"
        content.keyboard = nil
      }.buffer.lines
      #expect(lines.contains { $0.contains("Closes in 1 second") })
    }
  }

  @Test func warningStaysOnEveryScreen() throws {
    for (columns, rows) in [(80, 24), (45, 40), (80, 11), (60, 3), (60, 2), (20, 1)] {
      let lines = try compose(columns, rows) { $0.warning = "memory is not locked" }.buffer.lines
      #expect(lines[0].contains("!"), "\(columns) × \(rows)")
      if rows > 1, columns > 40 { #expect(lines[0].contains("! memory is not locked")) }
    }
  }

  @Test func doneCanBeClickedWithoutReturnAndStrip() throws {
    let screen = try compose(80, 24) { content in
      content.keyboard?.toolbar = nil
      content.offersDone = true
    }
    let row = try #require(screen.buffer.lines.firstIndex { $0.hasSuffix(" Done") })
    let column = CharacterWidth.of(screen.buffer.lines[row]) - 1
    #expect(screen.action(column: column, row: row) == .done)
    #expect(screen.action(column: column - 5, row: row) == nil)
    #expect(screen.action(column: column + 2, row: row) == nil)
  }

  @Test func keysSayWhatTheyDoNow() throws {
    let lines = try compose(80, 24) { $0.isKeyboardFocused = true }.buffer.lines
    #expect(lines.contains { $0.contains("Enter press") && $0.contains("Tab field") })
  }

  @Test func stripItemsTakeClicks() throws {
    let screen = try compose(80, 24)
    let row = try #require(screen.buffer.lines.firstIndex { $0.contains("[ #+= ] [ 123 ]") })
    for row in [row - 1, row] {
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

  @Test func narrowerPanelStandsInTheMiddle() throws {
    let panel = try ScreenSamples.panel(columns: 45, rows: 40)
    let screen = try compose(81, 40) { content in
      content.keyboard = .init(
        view: KeyboardView(layout: panel, glyphs: content.glyphs), toolbar: nil, bottomRows: 0,
        isFitted: false)
    }
    let view = try #require(screen.view)
    // 45 cells of its own, of which the caps take 40.
    #expect(screen.panelOrigin?.column == 18 && view.grid.span == 2..<42)
    let row = try #require(screen.panelOrigin?.row)
    #expect(screen.action(column: 17, row: row + 1) == nil)
    #expect(screen.action(column: 20, row: row + 1) == .slot(0))
  }
}
