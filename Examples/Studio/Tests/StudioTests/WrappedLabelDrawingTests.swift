import ConstraintLayout
import Keyward
import Testing

@testable import Studio

@Suite struct WrappedLabelDrawingTests {
  private func file(_ label: String, _ constraints: String) -> String {
    """
    scene: note
    views:
      note: { label: "\(label)", wrap: true }
    constraints: [ note.leading == view.leading + 16, note.top == view.top + 64, \(constraints) ]
    """
  }

  private func rows(of scene: SceneHarness, _ count: Int) -> [String] {
    scene.lines[4..<4 + count].map { line in
      let text = line.drop { $0 == " " }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test("Lines are those the height was measured for")
  func linesThoseHeight() throws {
    let scene = try SceneHarness(
      file: file("Your keys stay in this window", "note.width == 96"), columns: 40, rows: 24)
    #expect(scene.frame(of: "note").size == Size(width: 96, height: 48))
    #expect(rows(of: scene, 4) == ["Your keys", "stay in this", "window", ""])
    #expect(scene.lines[4].hasPrefix("  Your keys"))
  }

  /// Wide characters take two cells, line feeds begin a line, and controls are replaced.
  @Test("Lines are measured as they are drawn")
  func linesMeasuredAs() throws {
    let scene = try SceneHarness(
      file: file("語語語語 a\\nb\\e", "note.width == 48"), columns: 40, rows: 24)
    #expect(scene.frame(of: "note").height == 48)
    #expect(rows(of: scene, 4) == ["語語語", "語 a", "b\u{FFFD}", ""])
  }

  @Test("Text that does not fit is shortened")
  func textDoesNot() throws {
    let scene = try SceneHarness(
      file: file("Your keys stay in this window", "note.width == 96, note.height == 32"),
      columns: 40, rows: 24)
    #expect(rows(of: scene, 3) == ["Your keys", "stay in thi…", ""])
    #expect(Array(DisplayText.lines(of: "a b", width: 1, rows: 1)) == ["a"])
    #expect(DisplayText.lines(of: "a b", width: 1, rows: 0).isEmpty)
  }

  @Test("Lines begin where they are read from")
  func linesBeginWhere() throws {
    let scene = try SceneHarness(
      file: file("Your keys stay", "note.width == 96"), columns: 40, rows: 24,
      direction: .rightToLeft)
    let end = Int((scene.frame(of: "note").maxX / 8).rounded())
    for (row, text) in [(4, "Your keys"), (5, "stay")] {
      #expect(Array(scene.lines[row])[..<end].suffix(text.count) == ArraySlice(text))
    }
  }

  /// Rows beyond the upper edge are gone, not moved down.
  @Test("Lines above the window are not drawn")
  func linesAboveWindow() throws {
    let text = file("one two three", "note.width == 40")
      .replacing("view.top + 64", with: "view.top + 16")
    let scene = try SceneHarness(file: text, columns: 40, rows: 24)
    #expect(scene.frame(of: "note").height == 48)
    #expect(!scene.text.contains("one"))
    #expect(scene.text.contains("three"))
  }
}
