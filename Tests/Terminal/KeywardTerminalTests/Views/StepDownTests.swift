import KeywardLayout
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// The parts that give way if rows are few.
@Suite struct StepDownTests {
  private static let widths = [1, 2, 3, 5, 8, 12, 16, 20, 24, 30, 33, 40, 45, 63, 64, 80, 100, 300]

  private static let heights = Array(1...13) + [17, 22, 27, 33, 44]

  private func lines(
    _ columns: Int, _ rows: Int, _ change: (inout PromptViewModel) -> Void = { _ in }
  )
    throws -> [String]
  {
    var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
    change(&content)
    return content.rendered(columns: columns, rows: rows).buffer.lines
  }

  @Test func aPromptWithoutRoomIsAWord() throws {
    let prompt = "Enter the passphrase of the key on the card of the machine in the corner"
    let lines = try lines(40, 2) { $0.fields[0].prompt = prompt }
    #expect(lines[1].contains("Passphrase │ •"))
  }

  @Test func oneRow() throws {
    #expect(try lines(20, 1) == ["│ ••••••••••••▏   12"])
    #expect(try lines(5, 1) == ["…•••▏"])
    #expect(try lines(2, 1) == ["•▏"])
    #expect(
      try lines(20, 1) { $0.missing = ["memory not locked"] } == ["│ …•••••••••▏   12 !"])
  }

  @Test(arguments: [
    (Look.Mask.bullets, 0, ""), (.bullets, 1, "*"), (.bullets, 900, "*"),
    (.fixed, 0, ""), (.fixed, 5, "*"), (.hidden, 0, ""), (.hidden, 5, ""),
  ])
  func oneCell(mask: Look.Mask, count: Int, expected: String) throws {
    #expect(
      try lines(1, 1) { $0.fields = [.init(prompt: "PIN", mask: mask, characterCount: count)] }
        == [expected])
  }

  @Test func largeWindow() throws {
    let screen = try ScreenSamples.unlocking(columns: 300, rows: 100)
      .rendered(columns: 300, rows: 100)
    // In the middle, with keys three lines high.
    #expect(screen.panelOrigin?.row == 51 && screen.view?.grid.lines == 12)
    let field = try #require(screen.buffer.lines.firstIndex { $0.contains("••••••••••••▏") })
    #expect(screen.action(column: 150, row: field) == .field(0))
  }

  @Test func everySizeShowsTheFieldAndNoCallerTextInRowZero() throws {
    for columns in Self.widths {
      for rows in Self.heights {
        let lines = try lines(columns, rows) { content in
          content.fields[0].prompt = "ÄÄÄÄ"
          content.question.description = String(repeating: "ÖÖÖÖ ", count: 30)
          content.error = "ÜÜÜÜ"
        }
        #expect(lines.contains { $0.contains("•") || $0 == "*" }, "\(columns) × \(rows)")
        #expect(!lines[0].contains { "ÄÖÜ".contains($0) }, "\(columns) × \(rows)")
      }
    }
  }

  @Test(.tags(.slow)) func theCursorIsOnTheScreen() throws {
    for columns in Self.widths {
      for rows in Self.heights {
        for isFocused in [false, true] {
          var content = try ScreenSamples.unlocking(columns: columns, rows: rows)
          content.isKeyboardFocused = isFocused
          let screen = content.rendered(columns: columns, rows: rows)
          #expect((0..<columns).contains(screen.cursor.column), "\(columns) × \(rows)")
          #expect((0..<rows).contains(screen.cursor.row), "\(columns) × \(rows)")
        }
      }
    }
  }

  @Test func noRoomForTheKeyboardItNeeds() throws {
    for (columns, rows) in [(20, 10), (20, 2), (40, 3), (29, 1), (80, 6), (80, 9)] {
      let lines = try lines(columns, rows) { $0.needsKeyboard = true }
      #expect(lines.contains { $0.contains("✗ No room for") }, "\(columns) × \(rows)")
    }
    #expect(try !lines(80, 24) { $0.needsKeyboard = true }.contains { $0.contains("No room") })
  }
}
