import KeyboardScenes
import KeywardTestSupport
import Testing

@testable import KeywardTools
@testable import PromptUI

@Suite struct SceneScreenTests {
  @Test func theTourIsDrawnAsInTheGoldenFile() throws {
    let scene = try SceneHarness()
    scene.type("abc")
    #expect(try GoldenFile("scene").differences { _ in scene.text } == [])
  }

  /// A field of two rows has its text in the lower edge, which surrounds it.
  @Test(arguments: [0, 3, 30]) func aLowFieldIsClosedAtTheBottom(_ count: Int) throws {
    for hasColor in [true, false] {
      let scene = try SceneHarness("login", hasColor: hasColor)
      scene.type(String(repeating: "x", count: count))
      let area = try #require(scene.model.drawn?.fieldArea)
      #expect(area.lines == 2)
      let row = Array(scene.lines[area.line + 1])
      let edge = row[area.column..<area.column + area.columns]
      #expect(edge.first == "╰" && edge.last == "╯")
      let inside = edge.dropFirst().dropLast()
      // No gap is wider than one cell.
      let gap = inside.reduce(into: (longest: 0, current: 0)) { gap, character in
        gap.current = character == " " ? gap.current + 1 : 0
        gap.longest = max(gap.longest, gap.current)
      }
      #expect(gap.longest <= 1, "\(String(edge))")
      #expect(inside.contains("▏") && inside.contains("─"))
    }
  }

  /// The grip hides no label of a key, and every key of the keyboard can be pressed.
  @Test func theGripHidesNoKey() throws {
    for (columns, rows) in [(40, 16), (40, 20), (45, 40), (60, 20), (72, 18), (80, 24), (120, 40)] {
      for hasColor in [true, false] {
        let scene = try SceneHarness("login", columns: columns, rows: rows, hasColor: hasColor)
        let text = scene.text
        for label in "qwertyuiopasdfghjklzxcvbnm" {
          #expect(text.contains(label), "\(label) in \(columns) x \(rows)")
        }
        let grip = try #require(scene.model.drawn?.grip)
        #expect(grip.columns >= 4, "\(columns) x \(rows)")
      }
    }
  }

  /// A field partly out of sight at the bottom or at the right has the edges that fit.
  @Test func aFieldAtTheEdgeOfTheWindowIsDrawn() throws {
    for rows in 4...40 {
      let scene = try SceneHarness("chat", columns: 74, rows: rows)
      scene.type("abc")
      scene.control("r")
      scene.control("o")
      scene.wait(1)
      #expect(scene.emulator.violations == [], "\(rows) rows")
    }
  }

  /// The status leaves out whole facts, never the end of one.
  @Test func theStatusIsMadeOfWholeFacts() throws {
    for columns in 30...90 {
      let scene = try SceneHarness("chat", columns: columns, rows: 30)
      let line = scene.lines[0]
      #expect(!line.contains("…"), "\(columns): \(line)")
      #expect(line.contains(" chat  docked"), "\(columns): \(line)")
    }
  }

  /// Caps are in the middle of a docked keyboard; an odd cell goes right.
  @Test(.tags(.slow), arguments: [true, false]) func capsAreCentered(hasColor: Bool) throws {
    for columns in 40...250 {
      let scene = try SceneHarness(columns: columns, rows: 40, hasColor: hasColor)
      let part = try #require(scene.model.drawn?.parts.first)
      let caps = part.part.view.grid.caps
      let left = part.column + caps.lowerBound
      let right = columns - (part.column + caps.upperBound)
      #expect((0...1).contains(right - left), "\(columns): \(left) and \(right)")
    }
  }

  /// The samples of the layout guide's tour, on its own screen.
  @Test(arguments: [
    ("docked:398", ["bottom"], Rect(x: 312, y: 326, width: 400, height: 44)),
    ("undocked:250", [], Rect(x: 312, y: 206, width: 400, height: 44)),
    ("floating:300,300,320,254", [], Rect(x: 260, y: 256, width: 400, height: 44)),
    ("floating:300,504,320,254", ["bottom"], Rect(x: 312, y: 460, width: 400, height: 44)),
    ("hidden", ["bottom"], Rect(x: 312, y: 704, width: 400, height: 44)),
  ])
  func theTourFollowsEveryKeyboard(place: String, near: [String], edit: Rect) throws {
    let screen = try ScreenDescription(
      size: Size(width: 1024, height: 768),
      safeArea: RectInsets(top: 24, left: 0, bottom: 20, right: 0))
    let scene = try SceneHarness(columns: 140, rows: 60, screen: screen) { $0.keyboard = place }
    #expect(scene.near == near)
    #expect(scene.frame(of: "edit") == edit)
    #expect(scene.frame(of: "image") == Rect(x: 392, y: 44, width: 240, height: 160))
    #expect(scene.emulator.violations == [])
  }

  @Test func viewsAreRoundedToCellsEdgeByEdge() throws {
    let scene = try SceneHarness(
      file: """
        scene: boxes
        views:
          outer: { frame: [20, 60, 203, 100], label: "Out\\eside" }
          inner: { in: outer, frame: [35, 20, 100, 60] }
        """, columns: 60, rows: 30
    ) { $0.keyboard = "hidden" }
    // 20 … 223 and 60 … 160 points; inside 55 … 155 and 80 … 140.
    #expect(scene.lines[4] == "   ╭ Out�side ─────────────╮")
    #expect(scene.lines[9] == "   ╰───────────────────────╯")
    #expect(scene.lines[5] == "   │   ╭──────────╮        │")
    #expect(scene.lines[8].hasPrefix("   │   ╰──────────╯"))
    #expect(scene.emulator.violations == [])
  }

  @Test func sceneFilesWithoutNearnessUseOneCell() throws {
    let file = """
      scene: plain
      views: { box: { intrinsic: 80x32 } }
      guide: { followsUndocked: true }
      constraints: [ box.left == view.left, box.top == view.top ]
      """
    let scene = try SceneHarness(file: file) { $0.keyboard = "floating:24,40,320,160" }
    #expect(scene.near == [])
    scene.control("g")
    for near in [[], ["leading"], ["leading"], ["leading"]] as [[String]] {
      scene.type("\u{1b}[D")
      #expect(scene.near == near)
    }
    // Beyond one cell it is away at once: there is no hysteresis.
    scene.type("\u{1b}[C\u{1b}[C")
    #expect(scene.near == ["leading"])
    scene.type("\u{1b}[C")
    #expect(scene.near == [])
    scene.type("\u{1b}[A\u{1b}[A")
    #expect(scene.near == ["top"])
    scene.type("\u{1b}[B")
    #expect(scene.near == [])
  }

  @Test func aKeyboardOutsideTheWindowIsReported() throws {
    let scene = try SceneHarness(columns: 120, rows: 30) {
      $0.window = Rect(x: 0, y: 0, width: 320, height: 480)
      $0.keyboard = "floating:100,100,320,160"
    }
    scene.control("g")
    for _ in 0..<6 { scene.type("\u{1b}[1;2C") }
    #expect(scene.near == ["bottom"])
    #expect(scene.text.contains("outside the window"))
  }

  @Test("The field of a scene asks about a lost character, too")
  func lostCharacter() throws {
    let scene = try SceneHarness("login")
    scene.type("ab\0\r")
    #expect(scene.text.contains("A character is missing") && scene.model.outcome == nil)
    scene.type("\r")
    #expect(scene.model.outcome == .submitted)
  }

  @Test(.tags(.slow), arguments: ["tour", "chat", "login"])
  func everyWindowShowsSomethingAndNothingBreaks(name: String) throws {
    let sizes = [1, 2, 3, 4, 5, 7, 9, 12, 16, 17, 24, 40, 80, 200]
    for columns in sizes {
      for rows in [1, 2, 3, 4, 5, 6, 8, 12, 24, 40, 60] {
        let scene = try SceneHarness(name, columns: columns, rows: rows, hasColor: columns % 2 == 0)
        scene.type("éß")
        scene.control("g")
        scene.type("\t\u{1b}[A\t\u{1b}[D\t\u{1b}[1;2B\t\t\t\t\t\r")
        scene.control("r")
        scene.control("o")
        scene.wait(0.07)
        scene.press(columns / 2, rows / 2)
        scene.drag(0, 0)
        scene.release(columns - 1, rows - 1)
        scene.wait(1)
        #expect(scene.emulator.violations == [], "\(columns) x \(rows)")
        #expect(!scene.text.contains("é") && !scene.text.contains("ß"))
      }
    }
  }

  @Test func inOneCellThereIsAStarForSomething() throws {
    let scene = try SceneHarness("login", columns: 1, rows: 1)
    #expect(scene.lines == [""])
    scene.type("x")
    #expect(scene.lines == ["*"])
  }

  @Test func growingBackRestoresEverything() throws {
    let scene = try SceneHarness("login")
    scene.type("abc")
    let before = scene.lines
    scene.resize(columns: 1, rows: 1)
    scene.type("d\u{7f}")
    scene.resize(columns: 30, rows: 60)
    scene.resize(columns: 80, rows: 24)
    #expect(scene.lines == before)
  }

  @Test func colourASCIIAndOtherScreensDrawNothingForbidden() throws {
    for place in ["docked", "split:120", "shortcuts", "shortcuts:trailing", "hidden"] {
      for (color, ascii) in [(true, false), (false, true), (true, true)] {
        let scene = try SceneHarness("chat", hasColor: color, isASCII: ascii) {
          $0.keyboard = place
        }
        scene.type("abc")
        #expect(scene.emulator.violations == [])
        if ascii { #expect(scene.text.utf8.allSatisfy { $0 < 0x80 }) }
      }
    }
  }

  @Test func aScreenHigherThanTheWindowCanBeSeenInParts() throws {
    let scene = try SceneHarness("login")
    scene.control("r")
    scene.wait(0.6)
    // The field is out of sight; its text can still be typed.
    scene.type("abc")
    #expect(scene.lines[3].contains("•••▏"))
    #expect(scene.text.contains("PgUp more"))
    scene.type("\u{1b}[5~\u{1b}[5~")
    #expect(scene.text.contains("password"))
    scene.type("\u{1b}[6~\u{1b}[6~")
    #expect(scene.text.contains("space"))
  }
}
